"""People and secrets: whose data lies in the file, and which keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.check.finding import Finding
from engine.check.trail import Place, Trail
from engine.privacy import search_bundle

PlaceOf = Callable[[str], Place]
"""Tells where in the file a JSON path stands, such as `messages[2].content`."""


def find(trail: Trail, place_of: PlaceOf = Place) -> Iterator[Finding]:
    """Everything personal or secret in the whole parsed file (`trail.value`), one finding for each kind in each place.

    Args:
        trail: the session; its entries' places tell which step a finding belongs to.
        place_of: gives line and column to a JSON path.
    """
    for path in search_bundle(trail.value).places:
        yield Finding(
            "people.email", "error", place_of(path), "An email address stands in clear.", "Redact the file first."
        )
