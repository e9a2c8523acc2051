"""Findings grouped: one for each tool, each value and each cause, with how often it occurs and where.

Two findings of one code are the same where they are about the same thing, or say the same. Values that stand in exactly
the same places share one finding, so that a text with ten addresses is one finding, and an address in ten texts too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .finding import Finding
from .rules.missing import some
from .trail import Place

MOST_PLACES = 20
"""So many further places of one finding are listed; the others are counted."""


def grouped(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those of one thing as one, in the order in which the first of each stood."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for item in findings:
        groups.setdefault((item.code, item.severity, item.about or item.reason), []).append(item)
    return [_one(group) for group in _of_places(groups.values())]


def _of_places(groups: Iterable[list[Finding]]) -> Iterator[list[Finding]]:
    """The groups; of values that stand in the very same places, one group that says how many there are."""
    alike: dict[object, list[list[Finding]]] = {}
    for group in groups:
        key = (group[0].code, group[0].severity, tuple(item.place.path for item in group))
        alike.setdefault(key if group[0].name else id(group), []).append(group)
    for same in alike.values():
        yield same[0] if len(same) == 1 else _values([group[0] for group in same], same[0])


def _values(values: Sequence[Finding], group: Sequence[Finding]) -> list[Finding]:
    """Several values of one kind that stand in the same places: each sort of them with its count."""
    counts: dict[str, int] = {}
    for item in values:
        counts[item.name] = counts.get(item.name, 0) + 1
    sorts = some(f"{name} ({count})" if count > 1 else name for name, count in counts.items())
    shown = [item.shown for item in values if item.shown != "…"]
    like = f" They look like {some(shown, 3)}." if shown else ""
    reason = f"{len(values)} different values stand here in clear: {sorts}.{like}"
    first = replace(group[0], reason=reason, values=len(values))
    return [first, *group[1:]]


def _one(group: Sequence[Finding]) -> Finding:
    """The first of a group, with how often it occurs and where else."""
    first = group[0]
    if len(group) == 1:
        return first
    others = group[1:]
    places = tuple(Place(item.place.path, item.place.line, item.place.column) for item in others[:MOST_PLACES])
    reason = f"{first.reason} {_also(first, others)}"
    return replace(first, reason=reason, times=len(group), places=places)


def _also(first: Finding, others: Sequence[Finding]) -> str:
    steps = dict.fromkeys(item.step for item in others if item.step is not None and item.step != first.step)
    where = f" ({some(steps)})" if steps else ""
    return f"The same in {len(others)} more {'place' if len(others) == 1 else 'places'}{where}."
