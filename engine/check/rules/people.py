"""People and secrets: whose data lies in the file, and which keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.check.codes import finding
from engine.check.detect import Hit, mask, search_value, veil
from engine.check.detect.opened import Budget
from engine.check.finding import Finding, Severity
from engine.check.reading.paths import Path, path_text
from engine.check.stepfinder import StepFinder
from engine.check.trail import Place, Trail

PlaceOf = Callable[[str], Place]
"""Tells where in the file a JSON path stands, such as `messages[2].content`."""

LARGEST = 256 * 2**20
"""How many bytes all compressed bodies of a file together may open to."""

_SHOWN = 3
_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}

_Key = tuple[Path, str]


def find(trail: Trail, place_of: PlaceOf = Place) -> Iterator[Finding]:
    """Everything personal or secret in the whole parsed file (`trail.value`), one finding for each kind in each place.

    A value that stands twice in one text counts once; how many other places it stands in is said. Nothing is shown
    whole, in a path neither.

    Args:
        trail: the session; its entries' places tell which step a finding belongs to.
        place_of: gives line and column to a JSON path.
    """
    found: dict[_Key, dict[str, Hit]] = {}
    for leaf, hit in search_value(trail.value, Budget(LARGEST)):
        found.setdefault((leaf.path, f"people.{hit.kind}"), {}).setdefault(hit.identity, hit)
    places = Counter(identity for hits in found.values() for identity in hits)
    finder = StepFinder(trail.entries)
    for (path, code), hits in found.items():
        yield _finding(path, code, tuple(hits.values()), places, (place_of, finder))


def _finding(
    path: Path, code: str, hits: Sequence[Hit], places: Counter[str], where: tuple[PlaceOf, StepFinder]
) -> Finding:
    place_of, finder = where
    text = path_text(path)
    place = place_of(text)
    veiled = path_text(veil(part) if isinstance(part, str) else part for part in path)
    severity = min((hit.severity for hit in hits), key=_RANK.__getitem__)
    own = Place(veiled, place.line, place.column)
    return finding(code, own, _reason(hits, places), finder.step_at(text), severity=severity)


def _reason(hits: Sequence[Hit], places: Counter[str]) -> str:
    first = hits[0]
    shown = ", ".join(dict.fromkeys(mask(hit) for hit in hits[:_SHOWN]))
    inside = f", inside {' in '.join(reversed(first.path))}" if first.path else ""
    if first.kind == "unopened":
        more = f" and {len(hits) - 1} more such {'part' if len(hits) == 2 else 'parts'}" if len(hits) > 1 else ""  # noqa: PLR2004
        return f"Here stands {first.name}{inside}{more}, so nobody knows all that is in it."
    if len(hits) > 1:
        more = ", …" if len(hits) > _SHOWN else ""
        return f"{len(hits)} different values, such as {first.name}, stand here in clear: {shown}{more}{inside}."
    others = places[first.identity] - 1
    also = f"; it stands in {others} other {'place' if others == 1 else 'places'} too" if others else ""
    return f"{first.name[:1].upper()}{first.name[1:]} stands here in clear: {shown}{inside}{also}."
