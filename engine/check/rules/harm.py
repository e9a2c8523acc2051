"""Calls that would do something to the world again, and calls of which it is not known what they did."""

from __future__ import annotations

from collections.abc import Iterator

from engine.check.codes import finding
from engine.check.finding import Finding, Severity
from engine.check.rules.judgement import Judgement
from engine.check.rules.missing import answered
from engine.check.rules.side_effects import NO_MARKS, Judge, Marks
from engine.check.trail import ABSENT, Entry, Trail


def find(trail: Trail, marks: Marks = NO_MARKS, *, live: bool = True) -> Iterator[Finding]:
    """Every call that may change the world.

    Args:
        trail: the session.
        marks: the reader's own marks of tools.
        live: whether tools are called live; where they are answered from the export the calls are notes.
    """
    judge = Judge(trail.tools, marks)
    severity: Severity | None = None if live else "note"
    known = answered(trail)
    results = {entry.answers: entry for entry in trail.entries if entry.kind == "result" and entry.answers is not None}
    for entry in trail.entries:
        if entry.kind != "call":
            continue
        judgement = judge.call(entry)
        if not judgement.counts_as_safe:
            yield _changes(entry, judgement, severity)
            yield from _outcome(entry, results.get(entry.id) if entry.id in known else None)


def refused_calls(trail: Trail) -> set[str]:
    """The calls that the file says were refused, at the call or at its result."""
    found = {entry.id for entry in trail.entries if entry.kind == "call" and entry.refused}
    return found | {str(entry.answers) for entry in trail.entries if entry.kind == "result" and entry.refused}


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
        yield finding("harm.refused", entry.place, f"The call of {name} was refused when the session ran.", entry.id)
    elif result is None or result.result is ABSENT:
        reason = f"The file does not tell what the call of {name} came to."
        yield finding("harm.outcome-unknown", entry.place, reason, entry.id)
    elif result.is_error:
        reason = f"The call of {name} ended in an error; whether it changed anything is not told."
        yield finding("harm.outcome-unknown", entry.place, reason, entry.id)
