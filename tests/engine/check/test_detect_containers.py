"""What lies encoded in what is opened, to a bound; and no text takes long."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.check.detect import search_text, search_value
from engine.check.detect.opened import DEEPEST, REMEMBERED, Budget
from engine.check.detect.tree import tree
from engine.check.mending.tokens import redactor
from tests.engine.check.planted import ENCODINGS, ONE_OF_EACH, TEXTUAL, in_base64, in_gzip, in_json, in_sentence

Encode = Callable[[str], str]


def kinds(text: str) -> set[str]:
    """The kinds of the hits in a text."""
    return {hit.kind for hit in search_text(text)}


@pytest.mark.parametrize("kind", ONE_OF_EACH)
@pytest.mark.parametrize("encode", ENCODINGS)
def test_each_value_is_found_in_each_container(kind: str, encode: Encode) -> None:
    """Whatever it is and whatever it is in."""
    assert kind in kinds(encode(ONE_OF_EACH[kind]))


@pytest.mark.parametrize("kind", ONE_OF_EACH)
@pytest.mark.parametrize("outer", ENCODINGS)
@pytest.mark.parametrize("inner", TEXTUAL)
def test_each_value_is_found_in_each_container_in_each(kind: str, outer: Encode, inner: Encode) -> None:
    """Two deep, every pair of them."""
    assert kind in kinds(outer(inner(ONE_OF_EACH[kind])))


@settings(deadline=None)
@given(st.sampled_from(sorted(ONE_OF_EACH)), st.lists(st.sampled_from(TEXTUAL), max_size=5))
def test_each_value_is_found_at_any_depth(kind: str, encodings: list[Encode]) -> None:
    """Up to five containers in each other."""
    text = ONE_OF_EACH[kind]
    for encode in encodings:
        text = encode(text)
    assert kind in kinds(text)


def test_the_way_to_a_hit_is_told() -> None:
    """Outermost container first; the place is that of the outermost."""
    text = in_sentence(in_base64(in_json(in_gzip("jo@example.org"))))
    (hit,) = search_text(text)
    assert hit.path == ("base64", "JSON", "base64", "gzip")
    assert "." not in text[hit.start : hit.end]


def test_a_token_is_one_secret_and_not_opened() -> None:
    """A JSON Web Token that holds an address is replaced as a whole."""
    parts = [in_base64(json.dumps(part)).rstrip("=") for part in ({"alg": "none"}, {"email": "jo@example.org"})]
    assert [hit.kind for hit in search_text(".".join([*parts, "c2ln" * 8]))] == ["secret"]


# --- bounds -----------------------------------------------------------------------------------------------------------


def bomb(megabytes: int) -> str:
    """Zeros in gzip in base64."""
    return base64.b64encode(gzip.compress(bytes(megabytes * 2**20), mtime=0)).decode()


@pytest.mark.timeout(20)
def test_a_bomb_is_not_opened_to_its_end() -> None:
    """It is said not to have been opened, and redaction replaces it as a whole."""
    text = bomb(100)
    assert kinds(text) == {"unopened"}
    redacted = redactor(text, "")(text)
    assert len(redacted) < 100
    assert kinds(redacted) == set()


@pytest.mark.timeout(20)
def test_many_bodies_share_one_allowance() -> None:
    """A list of bombs costs no more than one allowance."""
    budget = Budget(2**20)
    value = [bomb(1)[:-8] + str(number) for number in range(30)] + [in_gzip("jo@example.org" * 1000)] * 100
    assert "unopened" in {hit.kind for _, hit in search_value(value, budget)}
    assert budget.left >= 0


@pytest.mark.timeout(20)
def test_a_bomb_in_a_bomb_is_not_opened() -> None:
    """Nor is one that is itself compressed."""
    inner = gzip.compress(gzip.compress(bytes(50 * 2**20)))
    assert kinds(base64.b64encode(inner).decode()) == {"unopened"}


@pytest.mark.timeout(20)
def test_what_lies_too_deep_is_said_to_be_unopened() -> None:
    """One level more than are opened."""
    text = "jo@example.org and more"
    for _ in range(DEEPEST + 2):
        text = in_base64(text)
    assert kinds(text) == {"unopened"}


@pytest.mark.parametrize("data", [b"\x28\xb5\x2f\xfd" + bytes(20), gzip.compress(b"x" * 999, mtime=0)[:-12]])
def test_what_cannot_be_opened_never_raises(data: bytes) -> None:
    """Another compression, a body that was cut off."""
    assert kinds(base64.b64encode(data).decode()) <= {"unopened"}


def test_a_gzip_body_that_was_read_as_text_is_told() -> None:
    """Its bytes were replaced by the reader; what was in it is lost."""
    text = gzip.compress(b"jo@example.org", mtime=0).decode("utf-8", "replace")
    assert kinds(text) == {"unopened"}


@settings(deadline=None)
@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")) | st.binary().map(zlib.compress).map(repr))
def test_no_text_raises(text: str) -> None:
    """Any text is searched and redacted."""
    for outer in (text, base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()):
        redacted = redactor(outer, "")(outer)
        assert not tree(redacted)


# --- linear in the text -----------------------------------------------------------------------------------------------

# What is quadratic takes longer than the timeout, and what is linear a thirtieth of it at most.
LENGTH = 100_000
SEEDS = [
    *[
        "a",
        "A",
        "1",
        ".",
        "-",
        "+",
        "'",
        "%",
        "@",
        "{",
        "é",
        "\\",
        "&",
        "[",
        '"',
        ":",
        "=",
        " ",
        "\n",
        "/",
        "_",
        "*",
        "x",
    ],
    *["a.", "a@", "%40", "%25", "\\n", r"\u0040", '{"', '{"a":', "[1,", '"a" ', "{}\n", "data: {\n", "[[", "((", "<x"],
    *["sk-", "sk-a", "-eyJ", "eyJa.", "xox", "SG.a", "a:b@", "://", "://a:b", "http://a:b@c ", "sig=", "pat", "key-"],
    *["password", "password:", 'password="', "password: ", "token is ", "secret:'", "authorization: ", "Bearer a1"],
    *["cookie: a=", "; a=b", "-----BEGIN PRIV" + "ATE KEY-----", "-----", "PuTTY-User-Key-File-2: a\n", "M.", "MTA"],
    *[
        "1 ",
        "1-",
        "4111 ",
        "4111111111111111 ",
        "+1 ",
        "+49 ",
        "(415) ",
        "phone: 1",
        "DE89 ",
        "DE89a",
        "1.",
        "1.1.1.1 ",
    ],
    *["::", "2001:", "fe80::1 ", "12:", "H4sI", "A" * 60 + "\n", "A" * 15 + " ", "QUFB" * 4 + "=", "eJ", "[email-00]"],
]
STARTS = [
    "",
    "password: ",
    "authorization: ",
    "cookie: a=",
    "eyJ",
    "+49",
    "://a:",
    "-----BEGIN PRIV" + "ATE KEY-----",
    "{",
]


PAIRS = [
    *(("", seed) for seed in SEEDS),
    *((start, seed) for number, start in enumerate(STARTS[1:]) for seed in SEEDS[number::9]),
]


@pytest.mark.timeout(8)
@pytest.mark.parametrize(("start", "seed"), PAIRS)
def test_adversarial_texts_end_soon(start: str, seed: str) -> None:
    """Texts of 100,000 characters made to be looked at again and again are searched in time."""
    text = start + seed * (LENGTH // len(seed))
    assert sum(1 for _ in search_text(text)) <= LENGTH


PROSE = "It rained at the harbour all day, and nobody wrote to anybody about it until the evening. "


def test_a_text_without_a_hit_is_remembered_under_its_name_alone() -> None:
    """Under another name the same text may be a secret; one that holds a hit is searched, and found, each time."""
    budget = Budget()
    secret = f"{PROSE[:40]}{'x7Kq2mZr' * 4}"
    values = [{"content": PROSE, "note": secret}, {"content": PROSE, "password": secret}, {"mail": f"{PROSE} a@b.org"}]
    found = [hit.kind for _, hit in search_value([*values, *values], budget)]
    assert found == ["secret", "email"] * 2
    assert budget.is_clean(PROSE, "content", DEEPEST)
    assert not budget.is_clean(secret, "password", DEEPEST)


def test_what_is_remembered_is_bounded() -> None:
    """Texts without a hit are let go of together, so that a large file is not held twice."""
    budget = Budget()
    for number in range(3):
        budget.remember(f"{number}" * (REMEMBERED // 2), "content", DEEPEST)
    assert [budget.is_clean(f"{n}" * (REMEMBERED // 2), "content", DEEPEST) for n in range(3)] == [False, False, True]
