"""People and secrets: whose data lies in the file, and which keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..codes import finding
from ..detect import Hit, mask, search_value, veil
from ..detect.opened import Budget
from ..finding import Finding
from ..reading.paths import Path, path_text
from ..stepfinder import StepFinder
from ..trail import Place, Trail

PlaceOf = Callable[[str], Place]
"""Tells where in the file a JSON path stands, such as `messages[2].content`."""

LARGEST = 256 * 2**20
"""How many bytes all compressed bodies of a file together may open to."""


def find(trail: Trail, place_of: PlaceOf = Place) -> Iterator[Finding]:
    """Everything personal or secret in the whole parsed file (`trail.value`), one finding for each value in each place.

    A value that stands twice in one text counts once. Nothing is shown whole, in a path neither.

    Args:
        trail: the session; its entries' places tell which step a finding belongs to.
        place_of: gives line and column to a JSON path.
    """
    found: dict[Path, dict[tuple[str, str], Hit]] = {}
    for leaf, hit in search_value(trail.value, Budget(LARGEST)):
        found.setdefault(leaf.path, {}).setdefault((hit.kind, hit.identity), hit)
    finder = StepFinder(trail.entries)
    for path, hits in found.items():
        text = path_text(path)
        place, step = place_of(text), finder.step_at(text)
        veiled = path_text(veil(part) if isinstance(part, str) else part for part in path)
        for hit in hits.values():
            yield _finding(hit, Place(veiled, place.line, place.column), step)


def _finding(hit: Hit, place: Place, step: str | None) -> Finding:
    told = finding(f"people.{hit.kind}", place, _reason(hit), step, severity=hit.severity, about=hit.identity)
    return replace(told, name="" if hit.kind == "unopened" else hit.name, shown=mask(hit))


def _reason(hit: Hit) -> str:
    inside = f", inside {' in '.join(reversed(hit.path))}" if hit.path else ""
    if hit.kind == "unopened":
        return f"Here stands {hit.name}, so nobody knows what is in it{inside}."
    return f"{hit.name[:1].upper()}{hit.name[1:]} stands here in clear: {mask(hit)}{inside}."
