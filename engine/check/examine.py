"""One session examined under one set-up: its findings, its verdict, its gate.

The gate passes when every step is certain to come out the same, no side effect runs again, nothing of a person and no
secret stands in clear, and no other finding is an error. A failed gate gives every reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.check.codes import CODES
from engine.check.finding import GROUPS, Finding
from engine.check.manifest import as_named, gaps_named
from engine.check.rules import ambiguous, harm, missing, underneath
from engine.check.rules.side_effects import NO_MARKS, Judge, Marks, ToolUse, tools_used
from engine.check.trail import Trail
from engine.check.verdict import Counts, SideEffect, Verdict, count, judge_steps, side_effects
from engine.replay.settings import Settings

MASKS = "people.mask"
"""The beginning of the codes for a mask that stands where a datum was: nothing is in clear there."""


@dataclass(frozen=True)
class Examination:
    """What is known of a session before it is replayed.

    Attributes:
        trail: the session, without the file's value.
        settings: the set-up.
        verdicts: one for each step.
        counts: how many come out how.
        findings: by group and in the order of `engine.check.codes`.
        tools: the tools that it calls.
        effects: the calls that changed the world, or may have.
        gate_reasons: why the gate fails; empty where it passes.
    """

    trail: Trail
    settings: Settings
    verdicts: tuple[Verdict, ...]
    counts: Counts
    findings: tuple[Finding, ...]
    tools: tuple[ToolUse, ...]
    effects: tuple[SideEffect, ...]
    gate_reasons: tuple[str, ...]


def examine(trail: Trail, settings: Settings, marks: Marks = NO_MARKS, personal: Sequence[Finding] = ()) -> Examination:
    """Examine a session.

    Args:
        trail: the session.
        settings: the set-up.
        marks: the reader's own marks of tools.
        personal: the findings of people and secrets that belong to this session.

    Returns:
        The examination. Time is linear in the number of steps and findings.
    """
    holders = {item.step for item in personal if item.step is not None and not item.code.startswith(MASKS)}
    verdicts = tuple(judge_steps(trail, settings, holders))
    counts = count(verdicts)
    effects = tuple(side_effects(trail, verdicts, settings, marks))
    findings = tuple(sorted(_findings(trail, settings, marks, personal), key=_rank))
    tools = tuple(tools_used(trail, Judge(trail.tools, marks), marks))
    reasons = tuple(_gate_reasons(verdicts, counts, effects, findings))
    return Examination(replace(trail, value=None), settings, verdicts, counts, findings, tools, effects, reasons)


def _findings(trail: Trail, settings: Settings, marks: Marks, personal: Sequence[Finding]) -> Iterator[Finding]:
    harms = harm.find(trail, marks, live=settings.tools == "live")
    own = [*missing.told_once(missing.find(trail), trail), *ambiguous.find(trail), *underneath.find(trail), *harms]
    yield from as_named(own, gaps_named(trail))
    for item in personal:
        replaced = settings.email != "clear" and not item.code.startswith(MASKS)
        yield replace(item, severity="note") if replaced else item


def in_clear(finding: Finding) -> bool:
    """Whether a finding says that something of a person, or a secret, stands in clear in the export."""
    return finding.code.startswith("people.") and finding.severity == "error" and not finding.code.startswith(MASKS)


def told_elsewhere(finding: Finding) -> bool:
    """Whether the gate names a finding by another of its reasons: side effects, things in clear."""
    return finding.code.startswith("harm.") or in_clear(finding)


def error_reasons(findings: Sequence[Finding]) -> Iterator[str]:
    """One sentence for each code of the other errors: its title, how often, where first."""
    errors = [finding for finding in findings if finding.severity == "error" and not told_elsewhere(finding)]
    first = {finding.code: finding for finding in reversed(errors)}
    for code, times in Counter(finding.code for finding in errors).items():
        title = CODES[code].title if code in CODES else code
        yield f"{title}: {_times(times)}, {'first ' if times > 1 else ''}at {_where(first[code])}."


def _gate_reasons(
    verdicts: Sequence[Verdict], counts: Counts, effects: Sequence[SideEffect], findings: Sequence[Finding]
) -> Iterator[str]:
    if counts.same < counts.total:
        first = next(verdict.entry.id for verdict in verdicts if verdict.state != "same")
        yield f"{counts.text} steps; the first that is not certain is {first}."
    again = [f"{effect.entry.tool or 'an unnamed tool'} at {effect.entry.id}" for effect in effects if effect.again]
    if again:
        yield f"{len(again)} side {_noun(len(again), 'effect')} would run again: {missing.some(again)}."
    yield from clear_reasons(findings)
    yield from error_reasons(findings)


def clear_reasons(findings: Sequence[Finding]) -> Iterator[str]:
    """One sentence on what stands in clear, if anything does."""
    clear = Counter(finding.code.partition(".")[2] for finding in findings if in_clear(finding))
    if clear:
        kinds = ", ".join(f"{kind} ({number})" for kind, number in clear.items())
        places = sum(clear.values())
        yield f"People’s data or secrets stand in clear in {places} {_noun(places, 'place')}: {kinds}."


_ORDER = {code: index for index, code in enumerate(CODES)}


def _rank(finding: Finding) -> tuple[int, int]:
    """By group, then by code; equal ones stay in the file's order."""
    group = finding.code.partition(".")[0]
    return GROUPS.index(group) if group in GROUPS else len(GROUPS), _ORDER.get(finding.code, len(_ORDER))


def _where(finding: Finding) -> str:
    return finding.step or finding.place.path or "the file"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _noun(number: int, noun: str) -> str:
    return noun if number == 1 else f"{noun}s"
