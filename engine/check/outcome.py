"""The outcome of a session: how many steps are certain, what would run again, whether the gate passes.

The gate passes when every step is certain to come out the same, no side effect runs again, nothing of a person and no
secret stands in clear, everything could be searched for them, and no other finding is an error. A failed gate gives
every reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..base.json_text import Json
from ..replay.settings import Settings
from .codes import CODES
from .finding import Finding
from .rules.judgement import Judgement
from .rules.missing import some
from .rules.side_effects import Judge, Marks
from .trail import Entry, Trail
from .verdict import State, Verdict

MASKS = "people.mask"
"""The beginning of the codes for a mask that stands where a datum was: nothing is in clear there."""

UNSEARCHED = "people.unopened"
"""The code for what was not searched to its end: nobody knows whether anything is in clear there."""


@dataclass(frozen=True, slots=True)
class SideEffect:
    """A call that changed the world, or may have.

    Attributes:
        entry: the call.
        judgement: why it counts as one that does.
        again: whether the set-up would carry it out again.
        certain: whether the replay is certain to reach it as recorded.
    """

    entry: Entry
    judgement: Judgement
    again: bool
    certain: bool

    def to_json(self) -> Json:
        """Its form in a check document."""
        judgement = {"safety": self.judgement.safety, "why": self.judgement.why}
        return {
            "step": self.entry.id,
            "tool": self.entry.tool or "",
            **judgement,
            "again": self.again,
            "certain": self.certain,
        }


@dataclass(frozen=True)
class Counts:
    """How many steps there are of each state, and which is the first that is not certain to be the same."""

    total: int
    same: int
    differs: int
    unknown: int
    first: str | None = None

    @property
    def text(self) -> str:
        """How many are certain, how many differ and how many are not known, of how many; no zero but the first."""
        numbers = {"certain": self.same, "different": self.differs, "unknown": self.unknown}
        told = [f"{number} {name}" for name, number in numbers.items() if number or name == "certain"]
        return f"{', '.join(told)} of {self.total}"

    def to_json(self) -> Json:
        """Its form in a check document: at least `same` steps come out as recorded, at most `same + unknown`."""
        states = {"same": self.same, "differs": self.differs, "unknown": self.unknown}
        return {"total": self.total, **states, "least": self.same, "most": self.same + self.unknown, "text": self.text}


def count(verdicts: Iterable[Verdict]) -> Counts:
    """How many steps come out how."""
    numbers: dict[State, int] = {"same": 0, "differs": 0, "unknown": 0}
    first = None
    for verdict in verdicts:
        numbers[verdict.state] += 1
        if first is None and verdict.state != "same":
            first = verdict.entry.id
    return Counts(sum(numbers.values()), numbers["same"], numbers["differs"], numbers["unknown"], first)


def side_effects(trail: Trail, verdicts: Sequence[Verdict], settings: Settings, marks: Marks) -> list[SideEffect]:
    """Every call that does not count as safe, and whether the set-up would carry it out again."""
    judge = Judge(trail.tools, marks)
    live = settings.tools == "live"
    judged = [(verdict, judge.call(verdict.entry)) for verdict in verdicts if verdict.entry.kind == "call"]
    return [
        SideEffect(verdict.entry, judgement, live, verdict.output == "same")
        for verdict, judgement in judged
        if not judgement.counts_as_safe
    ]


@dataclass(frozen=True)
class Outcome:
    """What a session comes to under one set-up.

    Attributes:
        counts: how many steps come out how.
        side_effects_rerun: how many calls that count as changing the world would be made again.
        gate_reasons: why the gate fails; empty where it passes.
    """

    counts: Counts
    side_effects_rerun: int
    gate_reasons: tuple[str, ...]


def outcome(counts: Counts, again: Sequence[SideEffect], findings: Sequence[Finding]) -> Outcome:
    """What it all comes to.

    Args:
        counts: how many steps come out how.
        again: the calls that would be made again.
        findings: those of the session.
    """
    reasons = (*_step_reasons(counts), *_effect_reasons(again), *clear_reasons(findings), *error_reasons(findings))
    return Outcome(counts, len(again), reasons)


def _step_reasons(counts: Counts) -> Iterator[str]:
    if counts.first is not None:
        yield f"{counts.text} steps; the first that is not certain is {counts.first}."


def _effect_reasons(again: Sequence[SideEffect]) -> Iterator[str]:
    refused = [effect for effect in again if effect.entry.refused]
    repeated = [effect for effect in again if not effect.entry.refused]
    if repeated:
        yield f"{len(repeated)} side {_noun(len(repeated), 'effect')} would run again: {_calls(repeated)}."
    if refused:
        calls = _noun(len(refused), "call")
        yield f"{len(refused)} refused {calls} would run for the first time: {_calls(refused)}."


def _calls(effects: Sequence[SideEffect]) -> str:
    return some(f"{effect.entry.tool or 'an unnamed tool'} at {effect.entry.id}" for effect in effects)


def clear_reasons(findings: Sequence[Finding]) -> Iterator[str]:
    """One sentence on what stands in clear, if anything does."""
    clear = [finding for finding in findings if in_clear(finding)]
    if clear:
        values: Counter[str] = Counter()
        for item in clear:
            values[item.code.partition(".")[2]] += item.values
        kinds = ", ".join(f"{kind} ({number})" for kind, number in values.items())
        yield f"People’s data or secrets stand in clear: {kinds}."


def error_reasons(findings: Sequence[Finding]) -> Iterator[str]:
    """One sentence for each code of the other errors: its title, how often, where first."""
    errors = [finding for finding in findings if finding.severity == "error" and not has_own_reason(finding)]
    first = {finding.code: finding for finding in reversed(errors)}
    for code, where in first.items():
        times = sum(finding.times for finding in errors if finding.code == code)
        title = CODES[code].title if code in CODES else code
        yield f"{title}: {_times(times)}, {'first ' if times > 1 else ''}at {_where(where)}."


def in_clear(finding: Finding) -> bool:
    """Whether a finding says that something of a person, or a secret, stands in clear in the export."""
    is_known = finding.code.startswith("people.") and not finding.code.startswith((MASKS, UNSEARCHED))
    return is_known and finding.severity == "error"


def has_own_reason(finding: Finding) -> bool:
    """Whether the gate names a finding by another of its reasons: side effects, things in clear."""
    return finding.code.startswith("harm.") or in_clear(finding)


def _where(finding: Finding) -> str:
    return finding.step or finding.place.path or "the file"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _noun(number: int, noun: str) -> str:
    return noun if number == 1 else f"{noun}s"
