"""Payment card numbers: digits of an issuer's range and length whose last digit is right.

The check digit is that of ISO/IEC 7812-1 (Luhn). Ranges and lengths are those the networks publish: Visa 4 (16 or 19,
and 13 on old cards), Mastercard 51–55 and 2221–2720 (16), American Express 34 and 37 (15), Diners Club 300–305, 3095,
36, 38, 39 (14 to 19), Discover 6011, 644–649, 65 (16 to 19), JCB 3528–3589 (16 to 19), UnionPay 62 and 81 (16 to 19),
Maestro 5018, 5020, 5038, 5893, 6304, 6759, 6761–6763, 6799 (12 to 19), Dankort 5019 (16), Mir 2200–2204 (16 to 19),
RuPay 60, 508, 82 (16), Troy 9792 (16), UATP 1354 (15).

Left out: digits that go on as a word, a decimal or a UUID, digits all alike, and 13 digits that are right as a barcode
(EAN-13, whose numbers that begin with 4 are German, Japanese and others').
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .hit import Hit

_CARD = re.compile(
    r"(?<![0-9A-Za-z_])(?<!\d[.,])(?<![0-9A-Fa-f]{4}-)"
    r"(?:(?:[2-68]\d{3}|1354|9792)\d{8,15}+"
    r"|(?:[2-68]\d{3}|9792)(?P<gap>[ \-.+\u00a0\u2009\u202f])\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?:(?P=gap)\d{3})?"
    r"|4\d{3}(?P<narrow>[ \-.+\u00a0\u2009\u202f])\d{3}(?P=narrow)\d{3}(?P=narrow)\d{3}"
    r"|(?:3\d{3}|1354)(?P<wide>[ \-.+\u00a0\u2009\u202f])(?:\d{6}(?P=wide)\d{4,5}|\d{5}(?P=wide)\d{6}))"
    r"(?![0-9A-Za-z_])(?!-[0-9A-Fa-f]{4}-)(?![.,]\d)"
)
_BY_LENGTH = (
    ((13, 16, 19), r"4"),
    ((16,), r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|60|508|82|5019|9792"),
    ((15,), r"3[47]|1354"),
    (range(14, 20), r"30[0-5]|3095|3[689]"),
    (range(16, 20), r"6011|64[4-9]|65|35(?:2[89]|[3-8])|62|81|220[0-4]"),
    (range(12, 20), r"5018|5020|5038|5893|6304|6759|676[123]|6799"),
)
_RANGES = {
    length: re.compile("|".join(ranges for lengths, ranges in _BY_LENGTH if length in lengths))
    for length in range(12, 20)
}
_BARCODE = 13
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def find_cards(text: str) -> Iterator[Hit]:
    """Each card number; its identity is its digits."""
    for found in _CARD.finditer(text):
        digits = re.sub(r"\D", "", found[0])
        if is_card(digits):
            yield Hit("card", *found.span(), digits, "a payment card number")


def is_card(digits: str) -> bool:
    """Whether digits without spaces are a card's number: range, length and check digit."""
    ranges = _RANGES.get(len(digits))
    if ranges is None or ranges.match(digits) is None or len(set(digits)) == 1:
        return False
    return _luhn(digits) and not _is_barcode(digits)


def _is_barcode(digits: str) -> bool:
    """Whether digits are an EAN-13: weighted by 1 and 3 in turn, they add up to a multiple of ten."""
    numbers = [int(digit) for digit in digits]
    return len(digits) == _BARCODE and (sum(numbers[::2]) + 3 * sum(numbers[1::2])) % 10 == 0


def _luhn(digits: str) -> bool:
    numbers = [int(digit) for digit in reversed(digits)]
    return (sum(numbers[::2]) + sum(_DOUBLED[number] for number in numbers[1::2])) % 10 == 0
