"""People and secrets: whose data lies in the file, and which keys."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace

from ..codes import finding
from ..detect import Hit, mask, search_value, veil
from ..detect.opened import Budget
from ..finding import Finding
from ..reading.paths import Path, path_text
from ..stepfinder import StepFinder
from ..trail import ABSENT, Place, Trail

PlaceOf = Callable[[str], Place]
"""Tells where in the file a JSON path stands, such as `messages[2].content`."""

_PIECES = " A stream brings it in pieces."

LARGEST = 256 * 2**20
"""How many bytes all compressed bodies of a file together may open to."""


def find(trail: Trail, place_of: PlaceOf = Place, others: Sequence[Trail] = ()) -> Iterator[Finding]:
    """Everything personal or secret in the whole parsed file (`trail.value`), one finding for each value in each place.

    A value that stands twice in one text counts once. Nothing is shown whole, not even in a path. A value that a stream
    has cut to pieces is found in the text that the pieces make, at the step that says it.

    Args:
        trail: the session; its entries' places show which step a finding belongs to.
        place_of: gives line and column to a JSON path.
        others: the file's other sessions.
    """
    budget = Budget(LARGEST)
    found: dict[Path, dict[tuple[str, str], Hit]] = {}
    for leaf, hit in search_value(trail.value, budget):
        found.setdefault(leaf.path, {}).setdefault((hit.kind, hit.identity), hit)
    finder = StepFinder(trail.entries)
    for path, hits in found.items():
        text = path_text(path)
        place, step = place_of(text), finder.step_at(text)
        veiled = path_text(veil(part) if isinstance(part, str) else part for part in path)
        for hit in hits.values():
            yield _finding(hit, Place(veiled, place.line, place.column), step)
    whole = {known for hits in found.values() for known in hits}
    for session in (trail, *others):
        yield from _in_pieces(session, whole, budget)


def _in_pieces(trail: Trail, whole: Container[tuple[str, str]], budget: Budget) -> Iterator[Finding]:
    """What stands in the texts of streamed answers, and nowhere in the file in one piece."""
    for entry in trail.entries:
        if entry.joined:
            said = [entry.text, *(value for value in (entry.arguments, entry.result) if value is not ABSENT)]
            hits = {(hit.kind, hit.identity): hit for _, hit in search_value(said, budget)}
            cut = [hit for known, hit in hits.items() if known not in whole]
            yield from (_finding(hit, entry.place, entry.id, _PIECES) for hit in cut)


def _finding(hit: Hit, place: Place, step: str | None, pieces: str = "") -> Finding:
    told = finding(f"people.{hit.kind}", place, _reason(hit) + pieces, step, severity=hit.severity, about=hit.identity)
    return replace(told, name="" if hit.kind == "unopened" else hit.name, shown=mask(hit))


def _reason(hit: Hit) -> str:
    inside = f", inside {' in '.join(reversed(hit.path))}" if hit.path else ""
    if hit.kind == "unopened":
        return f"Here stands {hit.name}, so nobody knows what is in it{inside}."
    return f"{hit.name[:1].upper()}{hit.name[1:]} in clear: {mask(hit)}{inside}."
