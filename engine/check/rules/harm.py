"""Calls that would change the world again, and calls whose effect is unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..codes import finding
from ..finding import Finding, Severity
from ..trail import ABSENT, Entry, Trail
from .ambiguous import value_mark
from .failures import is_lost
from .judgement import Judgement
from .side_effects import NO_MARKS, Judge, Marks


def find(trail: Trail, marks: Marks = NO_MARKS, *, live: bool = True) -> Iterator[Finding]:
    """Every call that may change the world.

    Args:
        trail: the session.
        marks: the reader's own marks of tools.
        live: whether tools are called live; where they are answered from the export the calls are notes.
    """
    judge = Judge(trail.tools, marks)
    severity: Severity | None = None if live else "note"
    results = {entry.answers: entry for entry in trail.entries if entry.kind == "result" and entry.answers is not None}
    doubtful: dict[bytes, Entry] = {}
    for entry in trail.entries:
        judgement = judge.call(entry) if entry.kind == "call" else None
        if judgement is not None and not judgement.counts_as_safe:
            yield _changes(entry, judgement, severity)
            yield from _twice(entry, doubtful)
            result = results.get(entry.id)
            yield from _outcome(entry, result)
            if _is_lost(entry, result):
                doubtful.setdefault(_mark(entry), entry)
    for item in trail.paused:
        yield finding("harm.paused", item.place, f"The session is paused: it waits at {item.what}.")


def _changes(entry: Entry, judgement: Judgement, severity: Severity | None) -> Finding:
    name = entry.tool or "an unnamed tool"
    if judgement.safety == "unsafe":
        reason = f"{name} changes the world: {judgement.why}."
        return finding("harm.changes-world", entry.place, reason, entry.id, severity=severity)
    reason = f"{name} may change the world: {judgement.why}."
    return finding("harm.unknown-tool", entry.place, reason, entry.id, severity=severity)


def _outcome(entry: Entry, result: Entry | None) -> Iterator[Finding]:
    name = entry.tool or "an unnamed tool"
    if entry.refused or (result is not None and result.refused):
        reason = f"The call of {name} was refused when the session ran; called live, it would run for the first time."
        yield finding("harm.refused", entry.place, reason, entry.id)
    elif result is None or result.result is ABSENT:
        reason = f"The file does not tell what the call of {name} came to."
        yield finding("harm.outcome-unknown", entry.place, reason, entry.id)
    elif is_lost(result):
        reason = f"The answer to the call of {name} was lost on its way; whether it changed anything is not told."
        yield finding("harm.outcome-unknown", entry.place, reason, entry.id)
    elif result.is_error:
        reason = f"The call of {name} ended in an error; whether it changed anything is not told."
        yield finding("harm.outcome-unknown", entry.place, reason, entry.id)


def _is_lost(entry: Entry, result: Entry | None) -> bool:
    """Whether a call may have been carried out without an answer."""
    if entry.refused or (result is not None and result.refused):
        return False
    return result is None or result.result is ABSENT or is_lost(result)


def _twice(entry: Entry, doubtful: Mapping[bytes, Entry]) -> Iterator[Finding]:
    """A call that repeats one of which nobody knows whether it was carried out."""
    before = doubtful.get(_mark(entry)) if doubtful else None
    if before is not None and not entry.refused and not _is_of_one_turn(before, entry):
        name = entry.tool or "an unnamed tool"
        reason = f"{name} was called with the same arguments at {before.id}, of which nobody knows what it came to."
        yield finding("harm.perhaps-twice", entry.place, reason, entry.id, about=name)


def _is_of_one_turn(before: Entry, entry: Entry) -> bool:
    """Whether both calls were made at once, so that neither repeats the other because an answer was missing."""
    return entry.turn is not None and before.turn == entry.turn


def _mark(entry: Entry) -> bytes:
    return value_mark([entry.tool, None if entry.arguments is ABSENT else entry.arguments])
