"""The privacy check: the bundle itself is searched, every field of it; how it was made is not asked."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.json_text import Json
from ..base.json_walk import texts
from .addresses import find_addresses


@dataclass(frozen=True)
class PrivacyFinding:
    """What the check found.

    Attributes:
        addresses: how many different addresses stand in clear.
        places: the JSON path of each text that holds one, in order.
    """

    addresses: int
    places: tuple[str, ...]


def search_bundle(bundle: Json) -> PrivacyFinding:
    """Search every text of a bundle's JSON, keys too, for email addresses in clear."""
    found = [(place, address) for place, text in texts(bundle) for address in find_addresses(text)]
    return PrivacyFinding(len({address for _, address in found}), tuple(dict.fromkeys(place for place, _ in found)))
