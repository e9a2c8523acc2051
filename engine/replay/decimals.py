"""Decimal numbers as text: never a binary float."""

from __future__ import annotations

import re
from decimal import Decimal

_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,9})?", re.ASCII)


def read_decimal(text: str) -> Decimal | None:
    """A decimal from text such as `1101.6` or `-4`; None where it is none."""
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def plain(number: Decimal) -> str:
    """The shortest text of a decimal: `1101.60` becomes `1101.6`, never an exponent, and zero has no sign."""
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def grouped(number: Decimal) -> str:
    """A number for people: `1101.6` becomes `1,101.6`."""
    whole, dot, part = plain(abs(number)).partition(".")
    return f"{'-' if number < 0 else ''}{int(whole):,}{dot}{part}"
