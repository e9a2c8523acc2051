"""Phone numbers: international ones by ITU-T E.164, national ones where punctuation or a label marks them.

An international number has a plus, a country code that the ITU has assigned, and at most 15 digits; North American ones
have exactly ten after it, neither area nor exchange beginning with 0 or 1. Without a plus, a row of digits is a phone
number only as North America, France, Britain or Germany write theirs, or after a word such as `phone`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .hit import Hit
from .words import BEGINS

_CODES = (
    r"(?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]"
    r"|21[1-368]|2[2-4]\d|25[0-8]|26[0-9]|29[0-17-9]|3[578]\d|42[0137]|50\d|59\d|67[02-9]|68\d|69[0-2]|85[0-6]|88\d"
    r"|96[0-8]|97[0-7]|99[2-68])"
)
_GAP = r"[ \-./\u00a0\u2011\u2013]"
_INTERNATIONAL = re.compile(
    rf"(?<![\w+.])\+(?:1{_GAP}?\(?[2-9]\d\d\)?{_GAP}?[2-9]\d\d{_GAP}?\d{{4}}"
    rf"|(?={_CODES})[2-9](?:{_GAP}?\(?\d\)?){{8,13}}(?<=\d\d))(?![\w+])(?![.,:]\d)"
)
_NATIONAL = re.compile(
    r"(?<![\w+.,/=\-])(?:\([2-9]\d\d\) ?[2-9]\d\d[ \-.]\d{4}|(?:1[ \-.])?[2-9]\d\d([\-.])[2-9]\d\d\1\d{4}"
    r"|0[1-9](?:[ .]\d\d){4}|07\d{3} \d{3} ?\d{3}|01[567]\d[ /\-]\d{7,8})(?![\w\-/=])(?![.,]\d)"
)
_LABELLED = re.compile(
    rf"{BEGINS}(?:tele?phone|phone|mobile|cell|tel|fax|whatsapp|call me (?:at|on))(?:[ _\-]?(?:number|no|nr))?\b"
    rf"[^\w\n+(]{{0,6}}(\+?\(?\d(?:[ \-./()]{{0,2}}\d){{6,14}})(?![\w\-])",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(?:phone|mobile|msisdn|whatsapp|(?:\A|[_\-.])(?:tel|fax|cell))(?:[_\-]?(?:number|no|nr))?\Z", re.IGNORECASE
)
_ANY = re.compile(r"\s*(\+?\(?\d(?:[ \-./()]{0,2}\d){6,14})\s*\Z")
_RUN = re.compile(r"[\d(][\d() .\-/]{8,}+")
"""What a national number can stand in; looking there alone costs a tenth."""

_WORDS = ("phone", "mobile", "cell", "tel", "fax", "whatsapp", "call me")
_BEHIND = 2
"""How many characters behind a number show whether it goes on."""

_NORTH_AMERICAN = re.compile(r"[2-9]\d\d[2-9]\d{6}\Z")
_DATE = re.compile(r"(?:19|20)\d\d[-./]\d\d[-./]\d\d|\d\d[-./]\d\d[-./](?:19|20)\d\d")


def find_phones(text: str, key: str = "") -> Iterator[Hit]:
    """Each phone number; its identity is its digits, with North America's 1 also where it is left out.

    Args:
        text: the text.
        key: the name under which the text stands; `phone` and the like make any row of digits a number.
    """
    if _is_phone(key) and (found := _ANY.match(text)):
        yield _hit(found, 1)
        return
    if "+" in text:
        yield from (_hit(found, 0) for found in _INTERNATIONAL.finditer(text))
    for run in _RUN.finditer(text):
        yield from (_hit(found, 0) for found in _NATIONAL.finditer(text, run.start(), run.end() + _BEHIND))
    if any(map(text.lower().__contains__, _WORDS)):
        yield from (_hit(found, 1) for found in _LABELLED.finditer(text) if not _DATE.match(found[1]))


@lru_cache(maxsize=4096)
def _is_phone(key: str) -> bool:
    return _KEY.search(key) is not None


def _hit(found: re.Match[str], group: int) -> Hit:
    digits = re.sub(r"\D", "", found[group])
    return Hit("phone", *found.span(group), f"1{digits}" if _NORTH_AMERICAN.match(digits) else digits, "a phone number")
