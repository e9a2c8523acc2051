"""All detectors over one text as it stands, without opening anything; of hits that overlap the surer one counts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from engine.check.detect.assignments import find_assignments, find_keyed
from engine.check.detect.cards import find_cards
from engine.check.detect.emails import find_emails
from engine.check.detect.headers import find_authorizations, find_cookies, find_header
from engine.check.detect.hit import Hit
from engine.check.detect.homes import find_homes, find_keyed_host
from engine.check.detect.ibans import find_ibans
from engine.check.detect.ips import find_ips
from engine.check.detect.pem import find_private_keys
from engine.check.detect.persons import find_persons
from engine.check.detect.phones import find_phones
from engine.check.detect.tokens import find_tokens
from engine.check.detect.urls import find_url_passwords
from engine.check.detect.words import OWN_TOKEN

_NAMES = (
    *("key", "token", "secret", "passw", "passp", "passc", "pwd", "credential", "bearer", "basic", "authorization"),
    *("cookie", "jwt", "kennwort", "mot_de_passe", "contraseña"),
)
_DIGITS = re.compile(r"\d[\d \-./()+:\u00a0\u2009\u202f]{5}|\d\.\d")


def find_plain(text: str, key: str = "") -> Iterator[Hit]:
    """Each hit in a text, outside the tokens that redaction writes.

    Args:
        text: the text, in which nothing is decoded.
        key: the name under which it stands in an object, or an empty text.
    """
    own = [found.span() for found in OWN_TOKEN.finditer(text)] if "[" in text else []
    return (hit for hit in _everything(text, key) if not own or not _touches(own, hit))


def _touches(spans: list[tuple[int, int]], hit: Hit) -> bool:
    """Whether a hit overlaps one of the spans, which are in order and apart."""
    before = bisect_left(spans, (hit.end, 0)) - 1
    return before >= 0 and spans[before][1] > hit.start


def _everything(text: str, key: str) -> Iterator[Hit]:
    """The hits of all detectors, each behind the cheapest test that tells that it will find nothing."""
    if key:
        yield from find_header(text, key)
        yield from find_keyed(text, key)
        yield from find_persons(text, key)
        yield from find_keyed_host(text, key)
    lower = text.lower()
    if any(name in lower for name in _NAMES):
        yield from _named(text)
    if "://" in text:
        yield from find_url_passwords(text)
    yield from find_emails(text)
    yield from find_homes(text)
    yield from find_tokens(text)
    if _DIGITS.search(text) or text.count(":") > 1:
        yield from _numbers(text, key)


def _named(text: str) -> Iterator[Hit]:
    yield from find_private_keys(text)
    yield from find_authorizations(text)
    yield from find_cookies(text)
    yield from find_assignments(text)


def _numbers(text: str, key: str) -> Iterator[Hit]:
    yield from find_cards(text)
    yield from find_ibans(text)
    yield from find_phones(text, key)
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
