"""Our own bundle, `replay-bundle/1`: see `engine.replay.session`."""

from __future__ import annotations

from engine.base.json_text import Json
from engine.check.formats.building import TrailBuilder, first, objects, text_or_none, whole
from engine.check.formats.match import Match, keys
from engine.check.reading.paths import Path
from engine.check.reading.source import Source
from engine.check.trail import ABSENT, Trail
from engine.replay.session import FORMAT

NAME = "replay_bundle"
TITLE = "Replay bundle"


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
    _tools(build, value.get("tools"))
    model = text_or_none(first(value.get("model"), "version"))
    for step, path in objects(value.get("steps"), ("steps",)):
        _step(build, step, path, model)
    return [build.trail()]


def _tools(build: TrailBuilder, tools: Json) -> None:
    """What a bundle says of a tool is whether it changes the world."""
    if isinstance(tools, list):
        build.declares_tools()
    for tool, path in objects(tools, ("tools",)):
        changes = tool.get("changes_world")
        hints = {"readOnlyHint": not changes, "destructiveHint": changes} if isinstance(changes, bool) else None
        build.define_tool(tool.get("name"), path, hints)


def _step(build: TrailBuilder, step: dict[str, Json], path: Path, model: str | None) -> None:
    output = step.get("output")
    output = output if isinstance(output, dict) else {}
    actor = step.get("actor")
    inner = (*path, "output")
    if "call" in output:
        call_id = text_or_none(step.get("id"))
        arguments = output.get("arguments", ABSENT)
        turn = build.next_turn()
        build.call(text_or_none(output["call"]), arguments, inner, call_id=call_id, model=model, turn=turn)
    elif actor == "tool":
        build.result(output.get("result", ABSENT), inner, call_id=text_or_none(step.get("answers")))
    elif actor == "model":
        build.message("model", text_or_none(output.get("message")), inner, model=model, turn=build.next_turn())
    else:
        build.message("user", text_or_none(output.get("message")), inner)
