"""“Make it replayable”: turns a trail into a bundle that replays. It invents nothing and leaves nothing in clear.

    steps       one for each entry, renamed in order: each id is unique, even if the file repeats ids
    links       a result names the step of the call it answers; a second result of a call, and one without a call,
                cannot be replayed: they are left out and named
    values      arguments that are not an object go under "arguments"; a state value becomes text or JSON text; a lone
                NaN or infinity becomes its name
    manifest    what is missing, what was left out, what a step cannot say of itself, where each stood in the source
    redaction   people's data and secrets become tokens, the same value the same token, inside JSON text too

Neither the trail nor its file is changed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence

from ...base.errors import InputError
from ...base.json_text import DEEPEST, Json, pretty, pretty_parts
from ...replay.export import pseudonyms, redact
from ...replay.instruction import build_instruction
from ...replay.privacy import search_bundle
from ...replay.session import FORMAT
from ..finding import Finding
from ..rejected.signed import broken_signatures
from ..rules.model_names import UNKNOWN, answering
from ..rules.side_effects import NO_MARKS, Judge, Marks, tools_used
from ..trail import ABSENT, Entry, Trail
from .naming import Steps, manifest_of, replaced
from .tokens import redactor

_ROOM = 20
"""Levels of a bundle around a value; what is nested deeper than the reader allows becomes JSON text."""

_BRACES = re.compile(r"\{([^{}]+)\}")


def replayable(trail: Trail, salt: str = "", marks: Marks = NO_MARKS, defects: Sequence[Finding] = ()) -> Json:
    """A bundle that replays.

    Args:
        trail: the session; it is not changed.
        salt: keys the tokens: equal values in two files get equal tokens under one salt, and others under another.
        marks: the reader's own marks of tools.
        defects: what is wrong with the file as a file; the manifest names what could not be read.

    Returns:
        The bundle's JSON value, `engine/bundle.schema.json`.

    Raises:
        InputError: where no step of the session can be replayed.
    """
    replacing = redactor(trail.value, salt)
    lost = [*replaced(trail, replacing), *broken_signatures(trail, replacing.value)]
    bundle = replacing.value(_bundle(trail, marks, [*defects, *lost]))
    return redact(bundle, pseudonyms(bundle)) if search_bundle(bundle).addresses else bundle


def in_clear(trail: Trail, marks: Marks = NO_MARKS, defects: Sequence[Finding] = ()) -> Json:
    """The same bundle with people's data and secrets as they stand in the file, for whom they belong to."""
    return _bundle(trail, marks, defects)


def bundle_text(bundle: Json) -> str:
    """The text of the bundle's file."""
    return pretty(bundle)


def bundle_parts(bundle: Json) -> Iterator[str]:
    """The same text in parts: the whole can weigh more than the file that it was made from."""
    return (part for _, part in pretty_parts(bundle))


def _bundle(trail: Trail, marks: Marks, defects: Sequence[Finding]) -> dict[str, Json]:
    steps = _steps(trail)
    if trail.entries and not steps.made:
        raise InputError(
            "No step of this session can be replayed: it holds results only, and no call that they answer.",
            place=trail.entries[0].place.path,
            remedy="Export the session with the calls, from its first message on.",
        )
    state, version = _state(trail), _version(trail)
    result = {
        "format": FORMAT,
        "session": trail.name or UNKNOWN,
        "user": UNKNOWN,
        "model": {"version": version},
        "tools": _tools(trail, marks),
        "instruction": _instruction(trail, state),
    }
    if state is not None:
        result["initial_state"] = state
    return {
        **result,
        "manifest": manifest_of(trail, steps, str(result["model"]["version"]), defects),
        "steps": steps.made,
    }


def _steps(trail: Trail) -> Steps:
    steps = Steps()
    for entry in trail.entries:
        if entry.kind == "result":
            _add_result(steps, entry)
        elif entry.kind == "call":
            steps.add(entry, {"call": entry.tool or UNKNOWN, "arguments": _arguments(entry)})
        else:
            steps.add(entry, {"message": entry.text or ""})
    return steps


def _add_result(steps: Steps, entry: Entry) -> None:
    """Add a result where it answers an earlier call, which no other has answered."""
    if entry.answers not in steps.names:
        steps.leave_out("missing.call", entry, "Its call is not in the file.")
    elif entry.answers in steps.answered:
        steps.leave_out("ambiguous.answered-twice", entry, "Its call has a result already.")
    elif entry.result is ABSENT:
        steps.leave_out("missing.result-content", entry, "It has no content in the file.")
    else:
        steps.answered.add(entry.answers)
        steps.add(entry, {"result": sound(entry.result)}, answers=steps.names[entry.answers])


def _arguments(entry: Entry) -> Json:
    if entry.arguments is ABSENT:
        return {}
    arguments = sound(entry.arguments)
    return arguments if isinstance(arguments, dict) else {"arguments": arguments}


def _version(trail: Trail) -> str:
    """The model that answered; of several, the first."""
    return next(filter(None, map(answering, trail.entries)), UNKNOWN)


def _tools(trail: Trail, marks: Marks) -> Json:
    """Every tool that is called, as it counts; then the declared ones that are not."""
    used = tools_used(trail, Judge(trail.tools, marks), marks)
    result = {tool.name or UNKNOWN: not tool.judgement.counts_as_safe for tool in used}
    for tool in trail.tools or ():
        judged = Judge(trail.tools, marks).call(Entry("", "model", "call", tool.place, tool=tool.name))
        result.setdefault(tool.name, not judged.counts_as_safe)
    return [{"name": name, "changes_world": changes} for name, changes in result.items()]


def _instruction(trail: Trail, state: Mapping[str, str] | None) -> Json:
    """The instruction as recorded; with a template only where every brace in it names a key of the state."""
    lines = (trail.instruction or "").split("\n") if trail.instruction else []
    keys = _BRACES.findall(trail.instruction or "")
    if keys and state is not None and all(key in state for key in keys):
        return {"template": lines, "as_recorded": list(build_instruction(lines, state))}
    return {"template": None, "as_recorded": lines}


def _state(trail: Trail) -> dict[str, str] | None:
    if trail.initial_state is ABSENT:
        return None
    state = trail.initial_state if isinstance(trail.initial_state, dict) else {"state": trail.initial_state}
    return {key: value if isinstance(value, str) else json.dumps(sound(value)) for key, value in state.items()}


def sound(value: Json, levels: int = DEEPEST - _ROOM) -> Json:
    """The value as strict JSON takes it: no NaN, no infinity, no runaway nesting; nothing is lost by it."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict | list) and not levels:
        return json.dumps(value, default=str)
    if isinstance(value, dict):
        return {str(key): sound(item, levels - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [sound(item, levels - 1) for item in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)
