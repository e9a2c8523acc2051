"""What a bundle's manifest names: what its source lacks, what it does not hold, what a step cannot say of itself.

A bundle must not seem more than it is: what is lost from the source is named, and nothing that the source lacked is
certain afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...base.json_text import Json
from ..codes import finding
from ..finding import Finding
from ..manifest import gaps_named, left_out_of
from ..reading.paths import path_text
from ..rejected.found import refusals_of
from ..rules import harm, missing
from ..rules.ambiguous import ids_open_twice
from ..rules.model_names import UNKNOWN, answering
from ..stepfinder import StepFinder
from ..trail import Entry, Place, Trail
from .asides import THINKING, asides
from .tokens import Redactor

_OF_CALLS = ("harm.refused", "harm.outcome-unknown", "harm.perhaps-twice", "harm.paused")
"""What a bundle's steps cannot say of calls and of the session."""

_FLAGS = ("refused", "is_error", "by_program", "is_answer", "partial")
"""What an entry may be, by the names of its attributes."""

_TOLD_ELSEWHERE = ("missing.call", "missing.unread", "missing.attachment", "missing.truncated")
"""Findings that are named otherwise: left out, or at the step in which they stand."""


@dataclass
class Steps:
    """The steps as they are made: their JSON, the new id of each entry, and what had to be left out.

    Attributes:
        made: their JSON.
        names: by an entry's id the step's.
        left_out: of each entry that is left out a code, itself, the step that it came after, and why.
        answered: the calls that have a result.
    """

    made: list[Json] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    left_out: list[tuple[str, Entry, str | None, str]] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)

    def add(self, entry: Entry, output: Json, **more: str) -> None:
        """Add a step under the next id."""
        name = self.names[entry.id] = f"S{len(self.made) + 1}"
        actor = {"call": "model", "result": "tool"}.get(entry.kind) or ("model" if entry.actor == "model" else "user")
        self.made.append({"id": name, "actor": actor, **more, "output": output})

    def leave_out(self, code: str, entry: Entry, reason: str) -> None:
        """Note that an entry is no step."""
        self.left_out.append((code, entry, self.made[-1]["id"] if self.made else None, reason))


def manifest_of(trail: Trail, steps: Steps, version: str, defects: Sequence[Finding]) -> Json:
    """The manifest of a bundle.

    Args:
        trail: the session.
        steps: what was made of it.
        version: the model that the bundle names.
        defects: what is wrong with the file, and what a placeholder stands for.
    """
    errors = [item for item in defects if item.severity == "error"]
    found = [*_gaps(trail, errors), *errors]
    shared = Counter(entry.turn for entry in trail.entries if entry.kind != "result")
    facts = {
        steps.names[entry.id]: _facts(entry, steps, version, is_shared=shared[entry.turn] > 1)
        for entry in _ordered(trail, steps)
    }
    return {
        "source_format": trail.format,
        "missing": [*(_missing(item, steps) for item in found), *_kept(trail, steps, found)],
        "left_out": [*map(_left_out, steps.left_out), *_still_left_out(trail, steps)],
        "places": {steps.names[entry.id]: entry.place.path for entry in _ordered(trail, steps)},
        "of_steps": {name: told for name, told in facts.items() if told},
    }


def replaced(trail: Trail, replacing: Redactor) -> Iterator[Finding]:
    """What a placeholder stands for in the bundle, since it was not searched or cannot be written again otherwise."""
    finder = StepFinder(trail.entries)
    for path, hit, is_searched in replacing.sealed:
        text = path_text(path)
        why = "holds people’s data or secrets" if is_searched else "was not searched to its end"
        reason = f"Here stood {hit.name}; it {why}, so it is not in the bundle."
        yield finding("people.unopened", Place(text), reason, finder.step_at(text))


def _ordered(trail: Trail, steps: Steps) -> Iterator[Entry]:
    return (entry for entry in trail.entries if entry.id in steps.names)


def _facts(entry: Entry, steps: Steps, version: str, *, is_shared: bool) -> dict[str, Json]:
    """What a step cannot say of itself: its own model, its turn where it shares it, and what became of a call."""
    model = answering(entry) or UNKNOWN
    asks = entry.actor == "model" and entry.kind != "result" and not entry.by_program
    told: dict[str, Json] = {
        "model": model if asks and model != version else None,
        "turn": entry.turn if is_shared and entry.kind != "result" else None,
        "time": entry.time,
        "thread": entry.thread,
        "under": steps.names.get(entry.under or ""),
        **{name: getattr(entry, name) or None for name in _FLAGS},
    }
    return {name: value for name, value in told.items() if value is not None}


def _gaps(trail: Trail, named: Sequence[Finding]) -> Iterator[Finding]:
    """What a bundle must name besides: what is missing, what is refused, and what its steps cannot say or hold."""
    answers = {entry.id: entry.answers for entry in trail.entries if entry.kind == "result"}
    for item in missing.find(trail):
        if item.code == "missing.result-content":  # which leaves its call without a result
            yield replace(item, code="missing.result", step=answers.get(item.step or ""))
        elif item.code not in _TOLD_ELSEWHERE:
            yield item
    known = missing.answered(trail)
    for entry in trail.entries:
        if entry.kind == "call" and entry.refused and entry.id not in known:
            yield finding("missing.result", entry.place, "The call was refused, and has no result.", entry.id)
    yield from (item for item in harm.find(trail) if item.code in _OF_CALLS)
    yield from _mixed(trail)
    yield from _refused(trail)
    yield from _at_their_steps(trail, {item.step for item in named if item.code == "rejected.signed-data"})


def _mixed(trail: Trail) -> Iterator[Finding]:
    """The results of calls that bore one id at the same time: renumbering them distinguishes them by order alone."""
    mixed = ids_open_twice(trail)
    for entry in trail.entries:
        if entry.kind == "result" and entry.answers in mixed:
            reason = "Another call bore the same id at the same time, so whose result this is is not certain."
            yield finding("ambiguous.call-id-reused", entry.place, reason, entry.id)


def _refused(trail: Trail) -> Iterator[Finding]:
    """What the service of the source's API would refuse: the bundle's replay does not show that it would take it."""
    for item in refusals_of(trail, lambda path: Place(path_text(path))):
        if item.limit.refuses:
            yield finding(item.limit.code, item.place, item.what, item.step)


def _at_their_steps(trail: Trail, signed: Container[str | None]) -> Iterator[Finding]:
    """What lies outside the file, was cut or not understood, and what else the steps hold, each at its step.

    Args:
        trail: the session.
        signed: the steps whose thinking is named as what it is already.
    """
    finder = StepFinder(trail.entries)
    for outside in trail.outside:
        reason = f"{outside.what[:1].upper()}{outside.what[1:]} lies outside the file."
        yield finding("missing.attachment", outside.place, reason, finder.step_at(outside.place.path))
    for place in trail.truncated:
        reason = "The file says that something was cut or summarised here."
        yield finding("missing.truncated", place, reason, finder.step_at(place.path))
    for unread in trail.unread:
        reason = f"A part “{unread.kind}” was not understood, and left out."
        yield finding("missing.unread", unread.place, reason, finder.step_at(unread.place.path))
    outside_of = Counter(finder.step_at(item.place.path) for item in trail.outside)
    for aside in asides(trail):
        is_named = aside.what == THINKING and aside.step in signed
        if not outside_of[aside.step] and not is_named:
            many = f"{aside.count} times {aside.what}" if aside.count > 1 else aside.what
            reason = f"The source holds {many} here; a bundle cannot."
            yield finding("missing.attachment", aside.place, reason, aside.step)


def _missing(item: Finding, steps: Steps) -> Json:
    """A gap, at the step that it is of."""
    step = steps.names.get(item.step or "")
    return {"code": item.code, "step": step, "path": item.place.path, "reason": item.reason}


def _left_out(item: tuple[str, Entry, str | None, str]) -> Json:
    code, entry, after, reason = item
    return {"code": code, "path": entry.place.path, "after": after, "reason": reason}


def _still_left_out(trail: Trail, steps: Steps) -> Iterator[Json]:
    """What the file's own manifest says was left out of it, where it is such a bundle."""
    for left in left_out_of(trail):
        after = steps.names.get(left.step or "")
        path = f"manifest.left_out[{left.index}]"
        yield {"code": left.code, "path": path, "after": after, "reason": left.reason}


def _kept(trail: Trail, steps: Steps, found: Sequence[Finding]) -> Iterator[Json]:
    """The gaps that the file's own manifest names already, where it is such a bundle."""
    told = {(item.code, item.step) for item in found}
    for gap in gaps_named(trail):
        if (gap.code, gap.step) not in told:
            step = steps.names.get(gap.step or "")
            yield {"code": gap.code, "step": step, "path": f"manifest.missing[{gap.index}]", "reason": gap.reason}
