"""Card and phone numbers that JSON holds without quotes, and the number that replaces each."""

from __future__ import annotations

import re

from .hit import Hit
from .plain import find_plain

_SHORTEST = 1_000_000


def find_in_number(value: str | int | float | bytes, name: str = "") -> Hit | None:
    """The hit that a whole number is, as a text of its digits; None where it is none."""
    if not isinstance(value, int) or value < _SHORTEST:
        return None
    return next((hit for hit in find_plain(str(value), name) if hit.kind in ("card", "phone")), None)


def number_for(token: str) -> str:
    """The digits that stand for a token where a number must stand.

    There are 16 of them and the first is a 9, which no card's number and no phone number is like; as a number they are
    below 2^53, so that JavaScript reads them exactly.
    """
    digits = int(re.sub(r"[^0-9a-f]", "", token.rpartition("-")[2]) or "0", 16) % 10**12
    return f"9000{digits:012}"
