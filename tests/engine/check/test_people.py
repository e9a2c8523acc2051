"""The findings on people and secrets: where they are, to which step they belong, and what they show."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.check.codes import CODES
from engine.check.finding import Finding
from engine.check.reading.paths import path_text
from engine.check.rules import people
from engine.check.trail import Entry, Place, Trail
from tests.engine.check.planted import ONE_OF_EACH, PRIVATE_KEY, TEXTUAL, TOKENS, in_base64, in_gzip, in_json

Json = Any

SESSION: Json = {
    "messages": [
        {"role": "user", "content": "I am jo.doe@example.org, call +49 170 1234567."},
        {"role": "assistant", "tool_calls": [{"arguments": json.dumps({"email": "jo.doe@example.org"})}]},
        {"role": "tool", "content": {"body": in_gzip(f"key {TOKENS['Stripe']}"), "server": "84.17.45.201"}},
    ],
    "headers": {"Authorization": ["Bearer abcdef"], "Cookie": "sid=abc"},
}


def trail(value: Json = None, *entries: Entry) -> Trail:
    """A session with that file's value."""
    return Trail("test", "", entries, value=value)


def found(value: Json, *entries: Entry) -> list[Finding]:
    """The findings of a file."""
    return list(people.find(trail(value, *entries)))


def test_each_kind_is_found_at_its_place() -> None:
    """In order of the file, with the path of the text that holds it."""
    assert [(item.code, item.place.path, item.severity) for item in found(SESSION)] == [
        ("people.email", "messages[0].content", "error"),
        ("people.phone", "messages[0].content", "error"),
        ("people.email", "messages[1].tool_calls[0].arguments", "error"),
        ("people.secret", "messages[2].content.body", "error"),
        ("people.ip", "messages[2].content.server", "warning"),
        ("people.header", "headers.Authorization[0]", "error"),
        ("people.cookie", "headers.Cookie", "error"),
    ]


def test_a_finding_says_what_and_where() -> None:
    """Its kind, a masked form, the containers it lies in."""
    reasons = [item.reason for item in found(SESSION)]
    assert reasons[0] == "An email address in clear: j…@e….org."
    assert reasons[2] == "An email address in clear: j…@e….org, inside JSON."
    assert "inside gzip in base64" in reasons[3]


def test_a_value_that_stands_twice_in_one_text_is_found_once() -> None:
    """In either spelling."""
    assert [item.about for item in found("a@x.org A@X.org b@x.org")] == ["a@x.org", "b@x.org"]


def test_a_finding_belongs_to_the_step_it_lies_in() -> None:
    """The innermost entry above its path; none outside all entries."""
    entries = [Entry(f"S{n + 1}", "user", "message", Place(f"messages[{n}]")) for n in range(3)]
    assert [item.step for item in found(SESSION, *entries)] == ["S1", "S1", "S2", "S3", "S3", None, None]


def test_line_and_column_come_from_the_source() -> None:
    """Asked for by the path."""
    (item,) = people.find(trail({"a": [1, "a@x.org"]}), lambda path: Place(path, len(path), 9))
    assert item.place == Place("a[1]", 4, 9)


def test_every_code_is_listed() -> None:
    """With its title and its remedy."""
    assert {item.code for item in found([*ONE_OF_EACH.values(), SESSION])} <= CODES.keys()


def test_an_address_in_a_key_is_not_shown_in_the_path() -> None:
    """Neither for itself nor for what lies below it."""
    items = found({"jo.doe@example.org": {"ip": "84.17.45.201"}})
    assert len(items) == 2
    assert all("jo.doe" not in json.dumps(item.to_json()) for item in items)


@settings(deadline=None)
@given(
    st.sampled_from(sorted(ONE_OF_EACH)),
    st.lists(st.sampled_from(TEXTUAL), max_size=4),
    st.lists(st.sampled_from(["list", "object", "key"]), max_size=5),
)
def test_a_planted_value_is_found_at_any_place_and_never_shown(
    kind: str, encodings: list[Callable[[str], str]], wraps: list[str]
) -> None:
    """In any nesting of values and containers, as a key too."""
    text = ONE_OF_EACH[kind]
    for encode in encodings:
        text = encode(text)
    value: Json = text
    for wrap in wraps:
        as_key = wrap == "key" and isinstance(value, str)
        value = {value: 1} if as_key else {"a.b": value} if wrap == "object" else [0, value]
    items = found(value)
    assert f"people.{kind}" in {item.code for item in items}
    assert ONE_OF_EACH[kind] not in json.dumps([item.to_json() for item in items], ensure_ascii=False)


@pytest.mark.parametrize("secret", [*TOKENS.values(), PRIVATE_KEY, "hunter2hunter2"])
def test_no_secret_is_ever_shown(secret: str) -> None:
    """Not even half of it."""
    shown = json.dumps([item.to_json() for item in found({"password": secret, "x": in_json(secret)})])
    assert secret not in shown
    assert secret[8 : 8 + len(secret) // 2] not in shown


def test_paths_are_the_sources_own() -> None:
    """Keys with dots are quoted as in `engine.check.reading.paths`."""
    (item,) = found({"a.b": "a@x.org"})
    assert item.place.path == path_text(["a.b"])
    assert in_base64("x") == "eA=="
