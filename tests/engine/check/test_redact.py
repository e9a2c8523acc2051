"""Consistent tokens: nothing is left, nothing else is changed, equal values meet and others do not."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.check.detect import search_text, search_value
from engine.check.mending.tokens import Redactor, redact_value, redactor
from engine.replay.privacy import search_bundle
from tests.engine.check import planted
from tests.engine.check.planted import ENCODINGS, ONE_OF_EACH, TEXTUAL, TOKENS

Json = Any
Encode = Callable[[str], str]

MAIL = "jo.doe@example.org"
TOKEN = re.compile(r"\[(?:email|card|iban|phone|ip|secret|cookie|private-key)-[0-9a-f]{12,}\]")


def token(value: str, salt: str = "s") -> str:
    """The token of one value."""
    result: str = redact_value(value, salt)
    assert TOKEN.fullmatch(result)
    return result


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_a_value_becomes_a_token_of_its_kind(kind: str) -> None:
    """And of nothing else."""
    assert token(ONE_OF_EACH[kind]).startswith(f"[{kind}-")


SAME = [
    ("jo.doe@example.org", "JO.DOE@Example.ORG"),
    ("jo.doe@example.org", "jo.doe%40example.org"),
    ("4111 1111 1111 1111", "4111-1111-1111-1111"),
    ("4111 1111 1111 1111", "4111111111111111"),
    ("DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
    ("+49 170 1234567", "+49-170-1234567"),
    ("+1 415 555 0132", "(415) 555-0132"),
    ("2a00:1450:4001:82b::200e", "2A00:1450:4001:082B:0:0:0:200E"),
    (planted.PRIVATE_KEY, planted.PRIVATE_KEY.replace("\n", "\\n")),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_value_have_one_token(one: str, other: str) -> None:
    """However it is written."""
    assert token(one) == unquote(redact_value(other, "s"))


def test_the_same_secret_has_one_token_in_header_and_text() -> None:
    """The scheme stays."""
    key = TOKENS["GitHub"]
    assert redact_value([key, f"Authorization: Bearer {key}"], "s") == [
        token(key),
        f"Authorization: Bearer {token(key)}",
    ]


def test_the_salt_decides_whether_two_files_meet() -> None:
    """One salt, one token; another salt, another token."""
    assert token(MAIL, "a") == redact_value({"x": [MAIL]}, "a")["x"][0]
    assert token(MAIL, "a") != token(MAIL, "b")


def test_tokens_that_would_collide_are_lengthened() -> None:
    """Of a thousand values none share a token, even when tokens are made to begin with one digit."""
    change = Redactor("s", digits=1)
    tokens = [change(f"jo{number}@example.org") for number in range(1000)]
    assert len(set(tokens)) == 1000
    assert [change(f"jo{number}@example.org") for number in range(1000)] == tokens


@pytest.mark.parametrize("kind", ONE_OF_EACH)
@pytest.mark.parametrize("encode", ENCODINGS)
def test_in_each_container_the_same_token_stands(kind: str, encode: Encode) -> None:
    """Encoded again as it was: the container opens to the text with the token in it."""
    value = ONE_OF_EACH[kind]
    changed = redact_value(encode(value), "s")
    assert list(search_text(changed)) == []
    assert reopened(encode, changed) == reopened(encode, encode(token(value)))


def reopened(encode: Encode, text: str) -> Json:
    """What a container holds, where the same content can be written in several ways."""
    if encode in (planted.in_gzip, planted.in_data_url):
        data = base64.b64decode(text.rpartition(",")[2])
        return gzip.decompress(data) if encode is planted.in_gzip else data
    if encode is planted.in_binary_text:
        return gzip.decompress(text.encode("latin-1"))
    if encode is planted.in_url:
        return parse_qs(urlsplit(text).query)
    if encode in (planted.in_json, planted.in_spaced_json):
        return json.loads(text)
    return text


def test_json_in_a_text_keeps_its_writing() -> None:
    """Blanks, numbers, order, doubled keys and escapes of all else stay."""
    text = '{ "n": 1.50e3,\n  "m": "é \\u00e9 \\/ jo.doe@example.org", "n": [-0, true],"k":"\\/"}'
    assert redact_value(text, "s") == text.replace("\\u00e9 \\/ jo.doe@example.org", f"é / {token(MAIL)}")


def test_a_url_keeps_its_parts() -> None:
    """Only the value is written anew."""
    text = f"https://x.org/a%2Fb;c?to=%22{MAIL}%22&x=%7e+1#f%20g"
    assert redact_value(text, "s") == text.replace(
        f"%22{MAIL}%22", f"%22{token(MAIL).replace('[', '%5B').replace(']', '%5D')}%22"
    ) or (redact_value(text, "s") == text.replace(MAIL, token(MAIL)))


def test_keys_are_redacted_and_stay_apart() -> None:
    """Two spellings of one address as keys of one object stay two keys, in JSON text too."""
    value = {MAIL: 1, MAIL.upper(): 2, "x": 3}
    expected = {token(MAIL): 1, f"{token(MAIL)} (2)": 2, "x": 3}
    assert redact_value(value, "s") == expected
    assert json.loads(redact_value(json.dumps(value), "s")) == expected


def test_a_number_stays_a_number() -> None:
    """A card's number becomes another whole number that JavaScript reads exactly, the same in JSON text."""
    changed = redact_value({"card": 4111111111111111, "text": '{"card": 4111111111111111}'}, "s")
    assert isinstance(changed["card"], int)
    assert changed["card"] < 2**53
    assert json.loads(changed["text"])["card"] == changed["card"]
    assert redact_value(changed, "s") == changed


def test_a_secret_told_by_its_name_is_replaced_everywhere() -> None:
    """Also where no name stands beside it, and by the redactor that was made from the file."""
    value = {"password": "s3cret-horse", "note": "I typed s3cret-horse."}
    own = redact_value(value, "s")["password"]
    assert redact_value(value, "s")["note"] == f"I typed {own}."
    assert redactor(value, "s")("s3cret-horse") == own


def test_a_common_word_is_no_secret_elsewhere() -> None:
    """A password that is a short word is replaced under its name only."""
    changed = redact_value({"password": "letmein", "note": "they letmein"}, "s")
    assert changed["note"] == "they letmein"
    assert changed["password"] != "letmein"


def test_cookies_keep_names_and_attributes() -> None:
    """Their values go."""
    changed = redact_value({"Set-Cookie": ["sid=abc; Path=/; Secure"], "Cookie": "sid=abc; b=c"}, "s")
    assert re.fullmatch(r"sid=\[cookie-\w+\]; Path=/; Secure", changed["Set-Cookie"][0])
    assert changed["Cookie"].startswith(changed["Set-Cookie"][0].partition(";")[0])


WORDS = st.sampled_from(
    [*ONE_OF_EACH.values(), "hello", "100%", "{", "[email-7]", "order 12", MAIL.upper(), "é", "\\n"]
)


@st.composite
def encoded(draw: st.DrawFn) -> str:
    """Some words, in some containers in each other."""
    text = " ".join(draw(st.lists(WORDS, max_size=3)))
    for encode in draw(st.lists(st.sampled_from(TEXTUAL), max_size=3)):
        text = encode(text)
    return text


def values() -> st.SearchStrategy[Json]:
    """JSON values whose texts hold people's data, encoded or not, as keys too, beside names that tell."""
    names = st.sampled_from(["a", "password", "Authorization", "Cookie", "phone", "name", "value"]) | encoded()
    leaf = st.none() | st.booleans() | st.integers() | encoded() | st.just(4111111111111111)
    return st.recursive(
        leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=6
    )


@settings(deadline=None, max_examples=150)
@given(values())
def test_nothing_is_left_and_nothing_changes_a_second_time(value: Json) -> None:
    """Neither by this search nor by the bundle's privacy check; and the shape is kept."""
    changed = redact_value(value, "s")
    assert [hit for _, hit in search_value(changed)] == []
    assert search_bundle(changed).addresses == 0
    assert redact_value(changed, "s") == changed
    assert shape(changed) == shape(value)


def shape(value: Json) -> Json:
    """The types of a value, in its nesting."""
    if isinstance(value, dict):
        return [shape(item) for item in value.values()]
    if isinstance(value, list):
        return [[shape(item) for item in value]]
    return type(value).__name__


@settings(deadline=None)
@given(
    st.recursive(
        st.text(max_size=5) | st.integers(0, 999),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    )
)
def test_what_holds_nothing_stays_as_it_is(value: Json) -> None:
    """Where nothing is found nothing is changed."""
    if not list(search_value(value)):
        assert redact_value(value, "s") == value
