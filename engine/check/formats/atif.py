"""ATIF, the Agent Trajectory Interchange Format (Harbor), versions 1.0 to 1.7.

`schema_version: "ATIF-v1.x"`; a step has its source, a message, calls, and an observation whose results name their call
or not. A result that names none answers the call of its step where there is just one; in a step without calls it is
what the environment said.
"""

from __future__ import annotations

from typing import Any

from engine.base.json_text import Json
from engine.check.formats.building import TrailBuilder, chosen, first, objects, plain, text_or_none, time_text, whole
from engine.check.formats.match import Match, keys
from engine.check.formats.openai_chat import content_text, read_tools
from engine.check.reading.paths import Path
from engine.check.reading.source import Source
from engine.check.trail import ABSENT, Entry, Trail

NAME = "atif"
TITLE = "ATIF trajectory"


def recognise(value: Json) -> Match:
    """By `schema_version`, which names it, and `steps`."""
    match = keys(value, "schema_version", "steps")
    if match.fits and not str(value["schema_version"]).startswith("ATIF"):
        return Match(("steps",), ("schema_version = ATIF-v1.x",))
    return match


def read(source: Source) -> list[Trail]:
    """The one session of a trajectory."""
    value = whole(source)
    agent = value.get("agent")
    build = TrailBuilder(source, NAME, text_or_none(value.get("session_id")) or "")
    read_tools(build, first(agent, "tool_definitions"), ("agent", "tool_definitions"))
    build.sample(chosen(first(agent, "extra"), ("temperature", "top_p", "seed", "max_tokens")))
    for step, path in objects(value.get("steps"), ("steps",)):
        _step(build, step, path, text_or_none(first(agent, "model_name")))
    if value.get("continued_trajectory_ref"):
        build.outside("the trajectory that continues this one", ("continued_trajectory_ref",))
    return [build.trail()]


def _step(build: TrailBuilder, step: dict[str, Json], path: Path, default: str | None) -> None:
    source, time = step.get("source"), time_text(step.get("timestamp"))
    text = content_text(step.get("message"))
    _note_images(build, step.get("message"), (*path, "message"))
    if source == "system":
        build.instruct(text, (*path, "message"))
        return
    if source == "user":
        build.message("user", text, path, time=time)
        return
    model = text_or_none(step.get("model_name")) or default
    facts = {"turn": build.next_turn(), "model": model, "time": time}
    calls = objects(step.get("tool_calls"), (*path, "tool_calls"))
    if text or not calls:
        build.message("model", text, path, **facts)
    made = [_call(build, call, inner, facts) for call, inner in calls]
    results = first(step.get("observation"), "results")
    for result, inner in objects(results, (*path, "observation", "results")):
        _result(build, result, inner, made)


def _call(build: TrailBuilder, call: dict[str, Json], path: Path, facts: dict[str, Any]) -> Entry:
    name, call_id = text_or_none(call.get("function_name")), text_or_none(call.get("tool_call_id"))
    return build.call(name, call.get("arguments", ABSENT), path, call_id=call_id, **facts)


def _result(build: TrailBuilder, result: dict[str, Json], path: Path, made: list[Entry]) -> None:
    content = result.get("content", ABSENT)
    call_id = text_or_none(result.get("source_call_id"))
    content = ABSENT if content is None else plain(content)
    if call_id is not None or len(made) > 1:
        build.result(content, path, call_id=call_id)
    elif made:
        build.answer(made[0], content, path, turn=None)
    else:
        build.unpaired(content, path)
    if first(result, "subagent_trajectory_ref"):
        build.outside("a subagent's trajectory", (*path, "subagent_trajectory_ref"))
    _note_images(build, result.get("content"), (*path, "content"))


def _note_images(build: TrailBuilder, content: Json, path: Path) -> None:
    for part, inner in objects(content, path):
        if first(part.get("source"), "path", "url"):
            build.outside("an image or file beside the trajectory", inner)
