"""Money and rates, as decimals: never a binary float."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal

from ..base.errors import InputError

_CONTEXT = Context(prec=50, rounding=ROUND_HALF_UP)
_CENT = Decimal("0.01")
_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?", re.ASCII)
_QUOTED = re.compile(r"(?<![\w.,])([0-9][0-9,]*(?:\.[0-9]+)?) ([A-Z]{3})(?![A-Za-z])", re.ASCII)

RATE_LIMIT = Decimal(1_000_000)
"""The highest live rate that is accepted; no pair of currencies in use comes near it."""


def read_amount(text: str) -> Decimal | None:
    """A decimal from text such as `1101.6`; None where it is none."""
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def read_rate(text: str) -> Decimal:
    """A live rate: a positive decimal such as `92.4`, at most a million, at most nine decimals.

    Raises:
        InputError: for anything else.
    """
    rate = read_amount(text.strip())
    if rate is None or not 0 < rate <= RATE_LIMIT:
        raise InputError(
            f"{text!r} is no live rate.",
            place="live rate",
            remedy="Give a positive decimal number up to 1000000, such as 92.4.",
        )
    return rate


def convert(amount: Decimal, rate: Decimal) -> Decimal:
    """An amount in another currency, to the hundredth, half up."""
    return _CONTEXT.multiply(amount, rate).quantize(_CENT, context=_CONTEXT)


def plain(amount: Decimal) -> str:
    """The shortest text of a decimal: `1101.60` becomes `1101.6`, never an exponent."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def grouped(amount: Decimal) -> str:
    """An amount for people: `1101.6` becomes `1,101.6`."""
    whole, dot, part = plain(amount).partition(".")
    return f"{int(whole):,}{dot}{part}"


def last_quoted(text: str) -> tuple[Decimal, str] | None:
    """The last amount of money that a text quotes, with its currency: `1,101.6 INR`; None where it quotes none."""
    found = _QUOTED.findall(text)
    amount = read_amount(found[-1][0].replace(",", "")) if found else None
    return None if amount is None else (amount, found[-1][1])
