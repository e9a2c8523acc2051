"""Runs all detectors over a text as it stands, without decoding anything; of overlapping hits the surer one counts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from .assignments import find_assignments, find_keyed, kind_of_secret
from .cards import find_cards
from .emails import find_emails, has_an_at
from .headers import find_authorizations, find_cookies, find_header, kind_of_header
from .hit import Hit
from .homes import find_homes, find_keyed_host, names_a_host
from .ibans import find_ibans
from .ips import find_ips
from .pem import find_private_keys
from .persons import find_persons, kind_of_person
from .phones import find_phones
from .prose import NAMES, odd_words
from .tokens import find_tokens, has_long_word
from .urls import find_url_passwords
from .words import OWN_TOKEN

_BY_NAME: dict[Callable[[str, str], Iterator[Hit]], Callable[[str], object]] = {
    find_header: kind_of_header,
    find_keyed: kind_of_secret,
    find_persons: kind_of_person,
    find_keyed_host: names_a_host,
}
"""The detectors that go by the name under which a text stands, each with a test of whether the name means anything to
it."""

_DIGITS = re.compile(r"\d[\d \-./()+:\u00a0\u2009\u202f]{5}|\d\.\d")
_CARD_LENGTH = re.compile(r"\d(?:[ \-.+\u00a0\u2009\u202f]?\d){11}")
"""The digits of the shortest card number, however they are set apart."""

_TWO_LETTERS_TWO_DIGITS = re.compile(r"\d\d(?<=[A-Za-z]{2}\d\d)")
"""How an account number begins; written with the digits first, since few signs of a text are digits."""


def find_plain(text: str, key: str = "", odd: str | None = None) -> Iterator[Hit]:
    """Each hit in a text, outside the tokens that redaction writes.

    Args:
        text: the text, in which nothing is decoded.
        key: the name under which it stands in an object, or an empty text.
        odd: the text's odd words, where the caller has them already.
    """
    own = [found.span() for found in OWN_TOKEN.finditer(text)] if "[" in text else []
    return (
        hit
        for hit in _everything(text, key, odd_words(text) if odd is None else odd)
        if not own or not _touches(own, hit)
    )


def _touches(spans: list[tuple[int, int]], hit: Hit) -> bool:
    """Whether a hit overlaps one of the spans, which are in order and apart."""
    before = bisect_left(spans, (hit.end, 0)) - 1
    return before >= 0 and spans[before][1] > hit.start


def _everything(text: str, key: str, odd: str) -> Iterator[Hit]:
    """The hits of all detectors, each behind the cheapest test that can rule it out."""
    for find in _finders_of(key) if key else ():
        yield from find(text, key)
    if odd:
        yield from _by_signs(text, key, odd)


def _by_signs(text: str, key: str, odd: str) -> Iterator[Hit]:
    lower = odd.lower()
    if any(map(lower.__contains__, NAMES)):
        yield from _named(text)
    if "://" in odd:
        yield from find_url_passwords(text)
    if has_an_at(odd):
        yield from find_emails(text)
    yield from find_homes(text, odd, lower)
    if has_long_word(odd):
        yield from find_tokens(text)
    if _TWO_LETTERS_TWO_DIGITS.search(odd):
        yield from find_ibans(text)
    if odd.count(":") > 1 or (_DIGITS.search(odd) and _DIGITS.search(text)):
        yield from _numbers(text, key)


@lru_cache(maxsize=4096)
def _finders_of(key: str) -> tuple[Callable[[str, str], Iterator[Hit]], ...]:
    """The detectors to which a name says anything: few names say something to any."""
    return tuple(find for find, kind_of in _BY_NAME.items() if kind_of(key))


def _named(text: str) -> Iterator[Hit]:
    yield from find_private_keys(text)
    yield from find_authorizations(text)
    yield from find_cookies(text)
    yield from find_assignments(text)


def _numbers(text: str, key: str) -> Iterator[Hit]:
    # Before the cards: of two hits that cover the same digits the first one stays, and a name or a label says more.
    yield from find_phones(text, key)
    if _CARD_LENGTH.search(text):
        yield from find_cards(text)
    yield from find_ips(text, key)


def is_sure(hit: Hit) -> bool:
    """Whether a hit is a secret by its shape or name, which comes before what may lie encoded in it."""
    return hit.kind in ("secret", "header", "cookie", "private-key")


def apart(hits: Iterable[Hit]) -> list[Hit]:
    """The hits in the order of the text, without overlaps: of two the sure one stays, then the longer one."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
        elif is_sure(hit) and not is_sure(kept[-1]):
            kept[-1] = hit
    return kept
