"""What a replay would need and the file does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..codes import finding
from ..detect import veil
from ..detect.masked import mask_in
from ..finding import Finding, Severity
from ..trail import ABSENT, Entry, Place, Trail
from .model_names import answering
from .tool_names import is_handover

_PLACEHOLDER = re.compile(r"\{[A-Za-z_][\w:.-]{0,63}\??\}")

START = Place("")
"""The place of what is missing altogether: the file as a whole."""


def find(trail: Trail) -> Iterator[Finding]:
    """Everything that is missing, in the order of `engine.check.codes`."""
    yield from _results(trail)
    yield from _result_contents(trail)
    yield from _calls(trail)
    yield from _truncated(trail)
    yield from _tool_names(trail)
    yield from _arguments(trail)
    yield from _initial_state(trail)
    yield from _instruction(trail)
    yield from _model_version(trail)
    yield from _tool_definitions(trail)
    yield from _undeclared(trail)
    yield from _sampling(trail)
    yield from _outside(trail)
    yield from _fragments(trail)
    yield from _unread(trail)
    yield from _branches(trail)


def joined_by_format(findings: Iterable[Finding], trail: Trail) -> Iterator[Finding]:
    """The findings, with all that no file of the format holds as one, where the first of them stood.

    It is a note, or as grave as the gravest of them where that is an error: a replay without it fails all the same.
    """
    never, told, found = trail.never, False, list(findings)
    if never is None:
        yield from found
        return
    folded = [item for item in found if item.code in never.codes]
    severity: Severity = "error" if any(item.severity == "error" for item in folded) else "note"
    for item in found:
        if item.code not in never.codes:
            yield item
        elif not told:
            told = True
            reason = f"Files of this format never hold {never.what}."
            told_item = finding("missing.by-format", start_of(trail), reason, severity=severity)
            yield replace(told_item, remedy=never.remedy)


def start_of(trail: Trail) -> Place:
    """Where a session begins in its file: its first entry."""
    return trail.entries[0].place if trail.entries else START


def has_placeholder(instruction: str) -> bool:
    """Whether an instruction looks like a template that is filled from a state, such as `{user:language}`."""
    return _PLACEHOLDER.search(instruction) is not None


def answered(trail: Trail) -> set[str]:
    """The ids of the calls that have a result."""
    return {entry.answers for entry in trail.entries if entry.kind == "result" and entry.answers is not None}


def unanswered(trail: Trail) -> set[str]:
    """The calls of which a result should be in the file and is not, and that something comes after."""
    return {entry.id for entry in _without_result(trail)} - last_turns(trail)


def _without_result(trail: Trail) -> list[Entry]:
    known = answered(trail)
    calls = [entry for entry in trail.entries if entry.kind == "call" and not entry.refused and not entry.is_answer]
    return [entry for entry in calls if entry.id not in known]


def _results(trail: Trail) -> Iterator[Finding]:
    last = last_turns(trail)
    for entry in _without_result(trail):
        if entry.id in last:
            reason = f"The session ends with this call of {_name(entry)}, before its result."
            yield finding("missing.result", entry.place, reason, entry.id, severity="warning")
        else:
            yield _at("missing.result", entry, f"The call of {_name(entry)} has no result in the file.")


def last_turns(trail: Trail) -> set[str]:
    """The steps of the turn with which each conversation of a session ends; no model has read what came of them."""
    found: set[str] = set()
    ends: dict[tuple[int | None, bool], Entry] = {}
    for entry in reversed(trail.entries):
        if entry.kind != "result":
            end = ends.setdefault((entry.thread, entry.by_program), entry)  # no model reads what a program calls
            if entry is end or (entry.turn is not None and entry.turn == end.turn):
                found.add(entry.id)
    return found


def _result_contents(trail: Trail) -> Iterator[Finding]:
    for entry in trail.entries:
        if entry.kind == "result" and entry.result is ABSENT and not entry.refused:
            yield _at("missing.result-content", entry, f"The result of {_name(entry)} is named, but has no content.")


def _calls(trail: Trail) -> Iterator[Finding]:
    for entry in trail.entries:
        if entry.kind == "result" and entry.answers is None:
            yield _at("missing.call", entry, f"The call that this result of {_name(entry)} answers is not in the file.")


def _tool_names(trail: Trail) -> Iterator[Finding]:
    for entry in trail.entries:
        if entry.kind == "call" and not entry.tool:
            yield _at("missing.tool-name", entry, "The call does not say which tool it calls.")


def _arguments(trail: Trail) -> Iterator[Finding]:
    for entry in trail.entries:
        if entry.kind != "call" or isinstance(entry.arguments, dict):
            continue
        if entry.arguments is ABSENT:
            yield _at("missing.arguments", entry, f"The call of {_name(entry)} has no arguments in the file.")
        else:
            mask = mask_in(entry.arguments) if isinstance(entry.arguments, str) else None
            because = f": the mask {veil(mask)} broke them" if mask else ""
            yield _at(
                "missing.arguments-broken", entry, f"The arguments of {_name(entry)} are not a JSON object{because}."
            )


def _initial_state(trail: Trail) -> Iterator[Finding]:
    """A warning where anything points to a state: a template, or an instruction that nobody can look at."""
    if trail.initial_state == {} and trail.may_lack_state:
        reason = "The state is empty in the file; the format's exporters write so where a state was dropped, too."
        yield finding("missing.initial-state", start_of(trail), reason)
    if trail.initial_state is ABSENT and any(not entry.by_program for entry in trail.entries):
        pointed_to = trail.instruction is None or has_placeholder(trail.instruction)
        reason = "The file does not say what state the session began with."
        severity: Severity | None = None if pointed_to else "note"
        yield finding("missing.initial-state", start_of(trail), reason, severity=severity)


def _instruction(trail: Trail) -> Iterator[Finding]:
    if trail.instruction is None and model_turns(trail):
        yield finding("missing.instruction", start_of(trail), "The file has no instruction or system prompt.")


def _tool_definitions(trail: Trail) -> Iterator[Finding]:
    called = (entry for entry in trail.entries if entry.kind == "call" and entry.tool)
    calls = [entry for entry in called if not (entry.by_program or entry.in_text)]
    if calls and not trail.tools:
        names = dict.fromkeys(_name(entry) for entry in calls)
        yield _at("missing.tool-definitions", calls[0], f"The file does not declare {some(names)}.")


def undeclared(trail: Trail) -> frozenset[str]:
    """The tools that are called and are not among those that the file declares; none where it declares none at all."""
    declared = {tool.name for tool in trail.tools or ()}
    calls = (entry for entry in trail.entries if entry.kind == "call" and not (entry.by_program or entry.in_text))
    called = {entry.tool for entry in calls if entry.tool and not is_handover(entry.tool)}
    return frozenset(called - declared) if declared else frozenset()


def _undeclared(trail: Trail) -> Iterator[Finding]:
    """One finding for each tool, at its first call."""
    names = undeclared(trail)
    first = {entry.tool: entry for entry in reversed(trail.entries) if entry.kind == "call" and entry.tool in names}
    for name, entry in reversed(first.items()):
        reason = f"{name} is not among the declared tools: {some(tool.name for tool in trail.tools or ())}."
        yield _at("missing.tool-undeclared", entry, reason)


def _model_version(trail: Trail) -> Iterator[Finding]:
    turns = model_turns(trail)
    unnamed = [entry for entry in turns if answering(entry) is None]
    if unnamed:
        reason = f"{len(unnamed)} of {len(turns)} model steps do not name the model that answered; this is the first."
        yield _at("missing.model-version", unnamed[0], reason)


def _sampling(trail: Trail) -> Iterator[Finding]:
    if trail.sampling is None and model_turns(trail):
        yield finding(
            "missing.sampling", start_of(trail), "The file has no temperature, seed or other sampling parameter."
        )


def _outside(trail: Trail) -> Iterator[Finding]:
    for item in trail.outside:
        yield finding("missing.attachment", item.place, f"{_sentence(item.what)} lies outside the file.")


def _fragments(trail: Trail) -> Iterator[Finding]:
    partial = [entry for entry in trail.entries if entry.partial]
    if partial:
        steps = f"{len(partial)} steps are parts of streams" if len(partial) > 1 else "A step is a part of a stream"
        ends = "that do not come to their end here" if len(partial) > 1 else "that does not come to its end here"
        yield _at("missing.fragments", partial[0], f"{steps} {ends}.")


def _truncated(trail: Trail) -> Iterator[Finding]:
    for place in trail.truncated:
        yield finding("missing.truncated", place, "The file says that something was cut or summarised here.")


def _unread(trail: Trail) -> Iterator[Finding]:
    """One finding for each kind of part that was not understood: how many, and where the first stands."""
    kinds: dict[str, list[Place]] = {}
    for item in trail.unread:
        kinds.setdefault(item.kind, []).append(item.place)
    for kind, places in kinds.items():
        many = f"{len(places)} parts of the kind “{kind}” were" if len(places) > 1 else f"A part “{kind}” was"
        yield finding("missing.unread", places[0], f"{many} not understood, and left out.")


def _branches(trail: Trail) -> Iterator[Finding]:
    if trail.branches:
        steps = f"{len(trail.branches)} messages belong" if len(trail.branches) > 1 else "A message belongs"
        reason = f"{steps} to another branch of the session than the one it ends with; this is where it begins."
        yield finding("missing.branch", trail.branches[0], reason)


def some(names: Iterable[str], most: int = 5) -> str:
    """A few names for a sentence, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def model_turns(trail: Trail) -> list[Entry]:
    """The steps of a model; not what a program did, nor what came in place of an answer."""
    spoken = [entry for entry in trail.entries if entry.actor == "model" and entry.kind != "result"]
    return [entry for entry in spoken if not entry.by_program and not entry.is_error]


def _name(entry: Entry) -> str:
    return entry.tool or "an unnamed tool"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] if text else "Something"


def _at(code: str, entry: Entry, reason: str) -> Finding:
    return finding(code, entry.place, reason, entry.id)
