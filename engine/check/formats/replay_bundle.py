"""Our own bundle, `replay-bundle/1`: see `engine.replay.session`."""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ...replay.session import FORMAT
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from .building import TrailBuilder, first, objects, text_or_none, whole
from .match import Match, keys

NAME = "replay_bundle"
TITLE = "Replay bundle"

_FLAGS = ("refused", "by_program", "is_answer", "partial", "is_error")
_TEXTS = ("model", "time")
_NUMBERS = ("turn", "thread")
_OF_RESULTS = ("refused", "is_error", "time", "thread", "partial")
_OF_USERS = ("time", "thread", "partial")


def recognise(value: Json) -> Match:
    """By `format`, which names it, and `steps`."""
    match = keys(value, "format", "steps")
    if match.fits and not str(value["format"]).startswith("replay-bundle/"):
        return Match(("steps",), (f"format = {FORMAT}",))
    return match


def read(source: Source) -> list[Trail]:
    """The one session of a bundle. The ids of its steps are the entries' call ids, since calls are paired by them."""
    value = whole(source)
    build = TrailBuilder(source, NAME, text_or_none(value.get("session")) or "")
    build.initial_state = value.get("initial_state", ABSENT)
    lines = first(value.get("instruction"), "as_recorded", "template")
    if isinstance(lines, list):
        build.instruct("\n".join(line for line in lines if isinstance(line, str)), ("instruction",))
        if not _names_no_instruction(value):
            build.has_no_instruction()
    _tools(build, value.get("tools"))
    model = text_or_none(first(value.get("model"), "version"))
    of_steps = first(value.get("manifest"), "of_steps")
    for step, path in objects(value.get("steps"), ("steps",)):
        told = first(of_steps, str(step.get("id")))
        build.goes_under(text_or_none(first(told, "under")))
        _step(build, step, path, {"model": model, **_facts(told)})
    return [build.trail()]


def _names_no_instruction(value: dict[str, Json]) -> bool:
    """Whether the manifest says that the source held no instruction; else an empty one means that there was none."""
    missing = first(value.get("manifest"), "missing")
    return any(item.get("code") == "missing.instruction" for item, _ in objects(missing, ()))


def _tools(build: TrailBuilder, tools: Json) -> None:
    """What a bundle says of a tool is whether it changes the world."""
    if isinstance(tools, list):
        build.declares_tools()
    for tool, path in objects(tools, ("tools",)):
        changes = tool.get("changes_world")
        hints = {"readOnlyHint": not changes, "destructiveHint": changes} if isinstance(changes, bool) else None
        build.define_tool(tool.get("name"), path, hints)


def _facts(told: Json) -> dict[str, Any]:
    """What the manifest says of a step, as the facts of an entry."""
    facts: dict[str, Any] = {name: True for name in _FLAGS if first(told, name) is True}
    facts |= {name: value for name in _TEXTS if (value := text_or_none(first(told, name)))}
    return facts | {name: value for name in _NUMBERS if isinstance(value := first(told, name), int)}


def _step(build: TrailBuilder, step: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    output = step.get("output")
    output = output if isinstance(output, dict) else {}
    actor = step.get("actor")
    inner = (*path, "output")
    if "call" in output:
        call_id = text_or_none(step.get("id"))
        arguments = output.get("arguments", ABSENT)
        facts = {"turn": build.next_turn(), **facts}
        build.call(text_or_none(output["call"]), arguments, inner, call_id=call_id, **facts)
    elif actor == "tool":
        facts = {name: value for name, value in facts.items() if name in _OF_RESULTS}
        build.result(output.get("result", ABSENT), inner, call_id=text_or_none(step.get("answers")), **facts)
    elif actor == "model":
        build.message("model", text_or_none(output.get("message")), inner, **{"turn": build.next_turn(), **facts})
    else:
        facts = {name: value for name, value in facts.items() if name in _OF_USERS}
        build.message("user", text_or_none(output.get("message")), inner, **facts)
