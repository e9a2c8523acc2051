"""International bank account numbers: a country of the register, its length, and the remainder 1 of ISO 13616.

Lengths are those of the IBAN registry that SWIFT keeps for ISO 13616.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .hit import Hit

_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FK FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
    for country in countries.split()
}
_DIGITS = re.compile(r"\d\d(?<=[A-Za-z]{2}\d\d)(?<![0-9A-Za-z][A-Za-z]{2}\d\d)(?=[ \-\u00a0]?[0-9A-Za-z])")
"""The two check digits, behind a country's two letters. Digits come first, because there are fewer of them."""

_REST = {
    length: re.compile(rf"(?:[ \-\u00a0]?[0-9A-Za-z]){{{length - 4}}}(?![0-9A-Za-z])")
    for length in set(_LENGTHS.values())
}


def find_ibans(text: str) -> Iterator[Hit]:
    """Each account number, with or without spaces; its identity has none and is in capitals."""
    for digits in _DIGITS.finditer(text):
        start = digits.start() - 2
        length = _LENGTHS.get(text[start : start + 2].upper())
        rest = _REST[length].match(text, digits.end()) if length else None
        if rest:
            number = re.sub(r"[^0-9A-Z]", "", text[start : rest.end()].upper())
            if _remainder(number) == 1:
                yield Hit("iban", start, rest.end(), number, "an IBAN")


def _remainder(number: str) -> int:
    return int("".join(str(int(sign, 36)) for sign in number[4:] + number[:4])) % 97
