"""Money and rates: decimals from text to text, never an exponent, never a float."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.json_text import canonical
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import Settings

_MODELS: Any = standard().models
convert, grouped, last_quoted = _MODELS.convert, _MODELS.grouped, _MODELS.last_quoted
plain, read_amount = _MODELS.plain, _MODELS.read_amount
RATE = standard().live_values[0]

RATES = st.decimals("0.000000001", "1000000", places=9)
AMOUNTS = st.decimals("0", "999999999", places=9)


@given(RATES)
def test_a_rate_reads_back_from_its_text(rate: Decimal) -> None:
    """Its text has no exponent and is the same number."""
    text = plain(rate)
    assert set(text) <= set("0123456789.")
    assert RATE.read(text) == text
    assert Decimal(RATE.read(f" {text}\n")) == rate


BAD_RATES = [
    *["", " ", "0", "0.0", "-1", "+1", "1e3", "1E-3", "nan", "NaN", "inf", "Infinity", "1,5", "1_000"],
    *["1.", ".5", "0x10", "1000000.000000001", "1000001", "0.0000000001", "٣", "１", "1 2", "1.2.3", "92.4\x00"],
    "9" * 5000,
]


@pytest.mark.parametrize("text", BAD_RATES)
def test_what_is_no_rate_is_refused(text: str) -> None:
    """Only positive decimals up to a million in plain digits are live rates; the message says so."""
    with pytest.raises(InputError, match=r"positive decimal.*1000000"):
        RATE.read(text)


@pytest.mark.parametrize("text", ["1000000", "1000000.000", "0.000000001", "007.50", "92.4"])
def test_rates_up_to_the_limits_are_read(text: str) -> None:
    """A million is the highest, nine decimals the finest."""
    assert Decimal(RATE.read(text)) == Decimal(text)


@given(AMOUNTS, RATES)
def test_conversion_is_exact_to_the_hundredth(amount: Decimal, rate: Decimal) -> None:
    """Half a hundredth at most lies between the product and its rounding."""
    cents = convert(amount, rate)
    exact = int(amount.scaleb(9)) * int(rate.scaleb(9))
    assert abs(int(cents.scaleb(2)) * 10**16 - exact) * 2 <= 10**16
    assert cents.as_tuple().exponent == -2


CONVERSIONS = [
    ("12", "91.8", "1101.6"),
    ("12", "92.4", "1108.8"),
    ("1", "0.005", "0.01"),
    ("1", "0.004", "0"),
    ("1", "0.015", "0.02"),
    ("12", "1000000", "12000000"),
    ("0.1", "0.2", "0.02"),
    ("999999999", "1000000", "999999999000000"),
]


@pytest.mark.parametrize(("amount", "rate", "text"), CONVERSIONS)
def test_conversions_in_plain_text(amount: str, rate: str, text: str) -> None:
    """Rounded half up, without needless zeros, and readable again."""
    result = plain(convert(Decimal(amount), Decimal(rate)))
    assert result == text
    assert read_amount(result) == Decimal(text)


@given(AMOUNTS)
def test_an_amount_quoted_in_a_text_is_read_from_it(amount: Decimal) -> None:
    """What is written for people is read back, with its currency."""
    assert last_quoted(f"You get {grouped(amount)} INR today.") == (amount, "INR")


QUOTES = [
    ("1,101.6 INR", (Decimal("1101.6"), "INR")),
    ("first 12 EUR, then 1,108.8 INR.", (Decimal("1108.8"), "INR")),
    ("12 euros", None),
    ("A12 EUR", None),
    ("12 EUROS", None),
    ("", None),
    ("12EUR", None),
]


@pytest.mark.parametrize(("text", "quoted"), QUOTES)
def test_the_last_quoted_amount(text: str, quoted: tuple[Decimal, str] | None) -> None:
    """A number, a space, a currency of three capital letters; the last one counts."""
    assert last_quoted(text) == quoted


@pytest.mark.parametrize(
    ("number", "text"),
    [("0", "0"), ("1101.60", "1,101.6"), ("1E+3", "1,000"), ("0.10", "0.1"), ("1234567.8", "1,234,567.8")],
)
def test_amounts_for_people(number: str, text: str) -> None:
    """Groups of three before the point, none behind it."""
    assert grouped(Decimal(number)) == text


@given(RATES)
def test_a_run_at_any_live_rate_quotes_the_credit_it_issued(rate: Decimal) -> None:
    """The answer's amount is 12 EUR at the live rate, to the hundredth, and nothing in the run is a float."""
    document = run(Settings(live=(("live_rate", plain(rate)),)), standard())
    assert document["settings"]["live_rate"] == plain(rate)
    assert document["quoted_amount"] == plain(convert(Decimal(12), rate))
    assert document["side_effects"][-1]["result"]["amount"] == document["quoted_amount"]
    assert not any(isinstance(leaf, float) for leaf in leaves(document))
    assert "e+" not in canonical(document).lower()


def leaves(value: object) -> list[object]:
    """Every innermost value."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("seed", ["1", "1,", "1.", "1 ", "1 E", "1 EUR ", "1,1.1 EURO "])
def test_adversarial_texts_are_read_soon(seed: str) -> None:
    """A text of 200,000 characters is searched for amounts once."""
    last_quoted(seed * (200_000 // len(seed)))
