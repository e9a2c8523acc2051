"""The privacy check: searches every field of the bundle itself, however it was made."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.json_text import Json
from ..base.json_walk import texts
from .identifiers import Identifiers


@dataclass(frozen=True)
class PrivacyFinding:
    """What the check found.

    Attributes:
        addresses: how many different email addresses, and other identifiers of the subject, stand in clear.
        places: the JSON path of each text that holds one, in order.
    """

    addresses: int
    places: tuple[str, ...]


def search_bundle(bundle: Json, identifiers: Identifiers | None = None) -> PrivacyFinding:
    """Search every text of a bundle's JSON, keys too, for what identifies a person; addresses, if nothing is said."""
    look = (identifiers or Identifiers()).find
    found = [(place, (each.kind, each.identity)) for place, text in texts(bundle) for each in look(text)]
    return PrivacyFinding(len({who for _, who in found}), tuple(dict.fromkeys(place for place, _ in found)))
