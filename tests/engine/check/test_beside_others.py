"""The detectors beside maintained ones of others: what those take for somebody's is found here too."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator

import phonenumbers
import pytest
from detect_secrets.core.scan import scan_line
from detect_secrets.settings import default_settings
from hypothesis import given
from hypothesis import strategies as st
from phonenumbers import PhoneNumberFormat, PhoneNumberType
from stdnum import ean, iban, luhn

from engine.check.detect import search_text
from engine.check.detect.cards import is_card
from tests.engine.check.planted import CARDS, TOKENS

SIGNS = {"n": string.digits, "a": string.ascii_uppercase, "c": string.digits + string.ascii_uppercase}


def values(text: str, kind: str) -> list[str]:
    """What the hits of a kind cover in a text."""
    return [text[hit.start : hit.end] for hit in search_text(text) if hit.kind == kind]


@pytest.mark.parametrize("issuer", TOKENS)
def test_what_detect_secrets_finds_is_found(issuer: str) -> None:
    """By its detectors of shapes; those of entropy take every word of a line for a secret."""
    line = f'value = "{TOKENS[issuer]}"'
    with default_settings():
        found = [secret for secret in scan_line(line) if "Entropy" not in secret.type]
    ours = " ".join(values(line, "secret"))
    assert [secret.type for secret in found if str(secret.secret_value).strip('"') not in ours] == []


@given(st.text(string.digits, min_size=12, max_size=19))
def test_a_cards_check_digit_is_luhns(digits: str) -> None:
    """As python-stdnum reckons it, and no barcode is a card."""
    body = digits[:-1]
    assert not is_card(digits) or luhn.is_valid(digits)
    assert not is_card(digits) or not ean.is_valid(digits)
    wrong = body + str((int(luhn.calc_check_digit(body)) + 1) % 10)
    assert not is_card(wrong)


@pytest.mark.parametrize("number", CARDS)
def test_each_planted_card_is_right(number: str) -> None:
    """So that the tests that look for it look for a card."""
    assert luhn.is_valid(re.sub(r"\D", "", number))


def ibans() -> Iterator[str]:
    """A number of each country in python-stdnum's copy of the register, of the structure that it gives."""
    chance = random.Random(1)
    for country in map("".join, ((first, second) for first in SIGNS["a"] for second in SIGNS["a"])):
        [(_, properties), *_] = iban._ibandb.info(country) or [("", {})]
        parts = re.findall(r"(\d+)!?([nac])", properties.get("bban", ""))
        body = "".join(chance.choice(SIGNS[kind]) for count, kind in parts for _ in range(int(count)))
        if body:
            yield country + iban.calc_check_digits(f"{country}00{body}") + body


@pytest.mark.parametrize("number", list(ibans()))
def test_an_account_number_of_each_country_is_found(number: str) -> None:
    """Written together and in groups of four; with another check digit it is none."""
    assert iban.is_valid(number, check_country=False)
    grouped = " ".join(re.findall(".{1,4}", number))
    wrong = f"{number[:2]}{(int(number[2:4]) + 1) % 97:02}{number[4:]}"
    assert values(f"to {number}, please", "iban") == [number]
    assert values(f"to {grouped}, please", "iban") == [grouped]
    assert values(f"to {wrong}, please", "iban") == []


SHORTEST = 9
"""Digits of an international number, the country's among them: what is shorter may be anything, and is not taken."""


def phones(region: str) -> set[str]:
    """A region's example numbers, mobile and fixed, as they are written internationally."""
    kinds = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE)
    numbers = filter(None, (phonenumbers.example_number_for_type(region, kind) for kind in kinds))
    forms = (PhoneNumberFormat.E164, PhoneNumberFormat.INTERNATIONAL)
    return {phonenumbers.format_number(number, form) for number in numbers for form in forms}


@pytest.mark.parametrize("region", sorted(phonenumbers.SUPPORTED_REGIONS))
def test_a_phone_number_of_each_region_is_found(region: str) -> None:
    """In running text, from its plus to its last digit; those of some islands are too short to be told."""
    for number in phones(region):
        expected = [number] if len(re.sub(r"\D", "", number)) >= SHORTEST else []
        assert values(f"Call {number} today", "phone") == expected
