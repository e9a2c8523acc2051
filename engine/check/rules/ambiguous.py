"""Where the file can be read in two ways: ids, identical calls, parallel results."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from ...base.json_text import Json
from ..codes import finding
from ..finding import Finding, Severity
from ..trail import ABSENT, Absent, Entry, Trail


def find(trail: Trail) -> Iterator[Finding]:
    """Everything that is ambiguous, in the order of `engine.check.codes`."""
    yield from _reused_ids(trail)
    yield from _absent_ids(trail)
    yield from _answered_twice(trail)
    yield from _same_calls(trail)
    yield from _by_position(trail)
    yield from _rewritten(trail)


def ids_open_twice(trail: Trail) -> set[str]:
    """The calls whose id another call bore while both waited for their result: which result is whose is not certain."""
    ids = {entry.id: entry.call_id for entry in _calls(trail) if entry.call_id is not None}
    waiting: dict[str, dict[str, None]] = {}
    found: set[str] = set()
    for entry in trail.entries:
        if entry.id in ids:
            together = waiting.setdefault(ids[entry.id], {})
            if together:
                found |= {next(iter(together)), entry.id}
            together[entry.id] = None
        elif entry.answers in ids:
            waiting.get(ids[entry.answers], {}).pop(entry.answers, None)
    return found


def _reused_ids(trail: Trail) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for entry in _calls(trail):
        if entry.call_id is None:
            continue
        if entry.call_id in first:
            reason = f"The call id {_short(entry.call_id)} of {first[entry.call_id]} is used again by this call."
            yield finding("ambiguous.call-id-reused", entry.place, reason, entry.id, about="ids")
        else:
            first[entry.call_id] = entry.id


def _absent_ids(trail: Trail) -> Iterator[Finding]:
    calls = [entry for entry in _calls(trail) if not entry.by_program]
    without = [entry for entry in calls if entry.call_id is None]
    if without:
        reason = f"{len(without)} of {len(calls)} calls have no id; this is the first."
        severity: Severity | None = None if _parallel_by_position(trail) else "note"
        yield finding("ambiguous.call-id-absent", without[0].place, reason, without[0].id, severity=severity)


def _answered_twice(trail: Trail) -> Iterator[Finding]:
    seen: set[str] = set()
    for entry in _results(trail):
        if entry.answers in seen:
            reason = f"The call of {entry.answers} has a result already, and this is another one."
            yield finding("ambiguous.answered-twice", entry.place, reason, entry.id, about="results")
        elif entry.answers is not None:
            seen.add(entry.answers)


def _same_calls(trail: Trail) -> Iterator[Finding]:
    """One finding for each call and arguments, at the first call that got another result."""
    results = {entry.answers: entry.result for entry in _results(trail) if entry.result is not ABSENT}
    known: dict[bytes, tuple[Entry, bytes]] = {}
    told: set[bytes] = set()
    for entry in _calls(trail):
        if entry.id not in results or isinstance(entry.arguments, Absent):
            continue
        asked, got = value_mark([entry.tool, entry.arguments]), value_mark(results[entry.id])
        first = known.setdefault(asked, (entry, got))
        if got != first[1] and asked not in told:
            told.add(asked)
            reason = f"{first[0].id} calls {entry.tool} with the same arguments and got another result."
            yield finding("ambiguous.same-call-other-result", entry.place, reason, entry.id, about=entry.tool or "")


def _by_position(trail: Trail) -> Iterator[Finding]:
    for entries in _parallel_by_position(trail).values():
        reason = f"{len(entries)} results of one turn are paired with their calls by position only."
        yield finding("ambiguous.paired-by-position", entries[0].place, reason, entries[0].id, about="turns")


def _rewritten(trail: Trail) -> Iterator[Finding]:
    """One finding for the session, at the first."""
    if trail.rewritten:
        calls = f"{len(trail.rewritten)} calls bear" if len(trail.rewritten) > 1 else "A call bears"
        step, place = trail.rewritten[0]
        reason = f"{calls} another id in a later request than where the model made it; matched by content."
        yield finding("ambiguous.id-rewritten", place, reason, step)


def _parallel_by_position(trail: Trail) -> dict[int, list[Entry]]:
    """By turn, the results that were paired by position though the turn made several calls."""
    calls = {entry.id: entry for entry in _calls(trail)}
    sizes: dict[int, int] = {}
    for call in calls.values():
        if call.turn is not None:
            sizes[call.turn] = sizes.get(call.turn, 0) + 1
    found: dict[int, list[Entry]] = {}
    for entry in _results(trail):
        turn = calls[entry.answers].turn if entry.answers in calls else None
        if entry.paired_by == "position" and turn is not None and sizes[turn] > 1:
            found.setdefault(turn, []).append(entry)
    return found


def value_mark(value: Json) -> bytes:
    """Few bytes, equal for equal values. Unlike `base.json_text.digest` it takes NaN, which foreign files may hold."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return sha256(text.encode("ascii")).digest()


def _calls(trail: Trail) -> list[Entry]:
    return [entry for entry in trail.entries if entry.kind == "call"]


def _results(trail: Trail) -> list[Entry]:
    return [entry for entry in trail.entries if entry.kind == "result"]


def _short(text: str, most: int = 40) -> str:
    return f"“{text if len(text) <= most else text[:most] + '…'}”"
