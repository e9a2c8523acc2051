"""Examines a session: findings, verdict, and the outcome with tools answered from the export and with tools live."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..replay.settings import Settings, Tools
from .codes import CODES
from .finding import GROUPS, Finding
from .manifest import as_named, gaps_named
from .outcome import MASKS, Outcome, SideEffect, count, outcome, side_effects
from .recorded import Recorded, recorded_by
from .rejected.found import NOTHING, Refused
from .rules import ambiguous, harm, masks, missing, underneath
from .rules.side_effects import NO_MARKS, Judge, Marks, ToolUse, tools_used
from .together import grouped
from .trail import Trail
from .verdict import Drifts, Verdict, judge_steps

_DRIFTS = ("underneath.clock", "underneath.chance", "underneath.today")
"""Findings of an argument that a regenerated turn would send otherwise; each ends with a reason of the verdict."""


@dataclass(frozen=True)
class Examination:
    """What is known of a session before it is replayed.

    Attributes:
        trail: the session, without the file's value.
        settings: the set-up.
        verdicts: one for each step.
        findings: by group and in the order of `engine.check.codes`.
        tools: the tools that it calls.
        effects: the calls that changed the world, or may have.
        outcomes: what it comes to, with tools answered from the export and with tools called live.
        recorded: whether the file records what a replay needs.
        sensitive: the steps that hold people's data, secrets or masks.
    """

    trail: Trail
    settings: Settings
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    tools: tuple[ToolUse, ...]
    effects: tuple[SideEffect, ...]
    outcomes: Mapping[Tools, Outcome]
    recorded: tuple[Recorded, ...]
    sensitive: frozenset[str]

    @property
    def outcome(self) -> Outcome:
        """What it comes to under the set-up."""
        return self.outcomes[self.settings.tools]


def examine(
    trail: Trail,
    settings: Settings,
    marks: Marks = NO_MARKS,
    personal: Sequence[Finding] = (),
    refused: Refused = NOTHING,
) -> Examination:
    """Examine a session.

    Args:
        trail: the session.
        settings: the set-up.
        marks: the reader's own marks of tools.
        personal: the findings of people and secrets that belong to this session.
        refused: what the service would refuse of it.

    Returns:
        The examination. Time is linear in the number of steps and findings.
    """
    drifting = tuple(underneath.find(trail))
    in_clear, drifts = _in_clear(personal), _drifts(drifting)
    masked = masks.masked_steps(trail) if any(item.code == masks.READ for item in personal) else frozenset()

    def judged(tools: Tools) -> Iterator[Verdict]:
        chosen = replace(settings, tools=tools)
        return judge_steps(trail, chosen, in_clear, drifts, masked, refused.turns(settings))

    verdicts = tuple(judged(settings.tools))
    effects = tuple(side_effects(trail, verdicts, settings, marks))
    drifting = (*drifting, *refused.findings(settings))
    findings = _findings(trail, settings, marks, drifting, personal)

    def come_to(tools: Tools) -> Outcome:
        # The other verdicts are counted as they come: kept, those of a long session would take much memory.
        counts = count(verdicts if tools == settings.tools else judged(tools))
        return outcome(counts, effects if tools == "live" else (), tuple(masks.under(findings, tools)))

    return Examination(
        trail=replace(trail, value=None),
        settings=settings,
        verdicts=verdicts,
        findings=findings,
        tools=tuple(tools_used(trail, Judge(trail.tools, marks), marks)),
        effects=effects,
        outcomes={"recorded": come_to("recorded"), "live": come_to("live")},
        recorded=tuple(recorded_by(trail, personal)),
        sensitive=frozenset(item.step for item in personal if item.step is not None),
    )


def _in_clear(personal: Iterable[Finding]) -> frozenset[str]:
    """The steps in which something of a person, or a secret, stands in clear."""
    return frozenset(item.step for item in personal if item.step is not None and not item.code.startswith(MASKS))


def _drifts(found: Iterable[Finding]) -> Drifts:
    drifts: dict[str, tuple[str, ...]] = {}
    for item in found:
        if item.code in _DRIFTS and item.step is not None:
            drifts[item.step] = (*drifts.get(item.step, ()), item.code.partition(".")[2])
    return drifts


def _findings(
    trail: Trail, settings: Settings, marks: Marks, drifting: Sequence[Finding], personal: Sequence[Finding]
) -> tuple[Finding, ...]:
    """All findings, as grave as they are under the set-up, the gravest groups first."""
    harms = harm.find(trail, marks, live=settings.tools == "live")
    lacking = missing.joined_by_format(missing.find(trail), trail)
    found = [*lacking, *ambiguous.find(trail), *drifting, *harms]
    own = as_named(found, gaps_named(trail))
    exported = masks.under(as_exported(personal, settings), settings.tools)
    return tuple(sorted(grouped((*own, *exported)), key=_rank))


def as_exported(personal: Sequence[Finding], settings: Settings) -> Iterator[Finding]:
    """Findings of people and secrets: notes where the export replaces or removes what they name."""
    for item in personal:
        replaced = settings.email != "clear" and not item.code.startswith(MASKS)
        yield replace(item, severity="note") if replaced else item


_ORDER = {code: index for index, code in enumerate(CODES)}


def _rank(finding: Finding) -> tuple[int, int]:
    """By group, then by code; equal ones stay in the file's order."""
    group = finding.code.partition(".")[0]
    return GROUPS.index(group) if group in GROUPS else len(GROUPS), _ORDER.get(finding.code, len(_ORDER))
