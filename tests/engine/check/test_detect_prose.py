"""Leaving plain words out before the search changes nothing of what is found."""

from __future__ import annotations

import random

import pytest

from engine.check.detect.plain import find_plain
from engine.check.detect.prose import NAMES, odd_words
from engine.check.detect.tree import tree
from engine.check.detect.words import words
from tests.engine.check.planted import CARDS, IBANS, PHONES, PRIVATE_KEY, PUBLIC_IPS, TOKENS, fake

PLANTED = [
    *CARDS,
    *IBANS,
    *PHONES,
    *PUBLIC_IPS,
    *TOKENS.values(),
    PRIVATE_KEY,
    *(
        "mira.rao@example.org",
        "mira%40example.org",
        "mira&#64;example.org",
        "mira\\u0040example.org",
        "mira＠example.org",
    ),
    *("/Users/mira.rao/src", "C:\\Users\\Mira\\x", "miras-macbook.local", "LAPTOP-8H3K2M1"),
    *(
        "call me on 555 0134 778",
        "https://mira:s3cretpass@example.org/",
        f"password: {fake('prose', 20)}",
        f"Bearer {fake('prose', 30)}",
    ),
    *(
        f"token = {fake('prose', 24)}",
        "2001:db8::7334",
        "10.0.0.1",
        "%7B%22a%22%3A1%7D",
        "{}",
        "data: {}",
        "xxxx",
        "[email-1f]",
    ),
]
WORDS = words(
    "the order was sent (later) than it's said; why? harbour, Straße naïve заказ 注文 a I end. well-known A-17 12 34 7"
)
GAPS = [" ", " ", " ", "\n", "\t", "\u00a0", "\u2009", "", ".", "-", ": "]


def _text(chance: random.Random) -> str:
    parts = [chance.choice(PLANTED) if chance.random() < 0.15 else chance.choice(sorted(WORDS)) for _ in range(14)]
    return "".join(part + chance.choice(GAPS) for part in parts)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("key", ["", "note", "phone", "authorization", "hostname"])
def test_the_same_is_found_with_and_without_plain_words(seed: int, key: str) -> None:
    """Of texts in which data stand among words, however they are set apart."""
    chance = random.Random(f"{seed} {key}")
    for _ in range(25):
        text = _text(chance)
        assert list(find_plain(text, key)) == list(find_plain(text, key, text))


def test_prose_has_no_odd_words_the_second_time_either() -> None:
    """Words of letters, with the punctuation of sentences."""
    prose = "The order was sent later than it’s said (why?); it rained, at the harbour. Straße, naïve, заказ!"
    assert odd_words(prose) == odd_words(prose) == ""
    assert tree(f"{prose} {prose}") == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_word_that_names_a_secret_is_odd_in_any_case(name: str) -> None:
    """However it is written."""
    for word in (name, name.upper(), f"({name})", f"my{name}"):
        assert odd_words(f"the {word} is") == word


@pytest.mark.parametrize(
    "word", ["A-17", "a@b", "x.local", "information", "informations", "%41", "{", '"a', "/home/x", "a:b", "…", "..."]
)
def test_what_a_detector_could_ask_for_is_odd(word: str) -> None:
    """Signs, digits, and words as long as a key may be."""
    assert odd_words(f"it is {word} then") == ("" if word == "information" else word)


def test_many_different_words_are_forgotten_again() -> None:
    """What is known of words takes no more room than a short text."""
    for number in range(40_000):
        letters = "".join("abcdefghij"[int(digit)] for digit in str(number))
        assert odd_words(letters) == ""
    assert odd_words("the harbour") == ""
