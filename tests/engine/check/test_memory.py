"""What keeps a check small: narrow texts, no looking for cycles, digests and texts made in parts."""

from __future__ import annotations

import gc
import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.check import widths
from engine.check.document import check
from engine.check.source import read_source
from engine.check.widths import escaped
from engine.jsontext import Json, canonical, digest, pretty

MANY = "x" * 40
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def messages(text: str) -> bytes:
    """A file in which an emoji stands before, on the line of, and after what is found."""
    rows: list[Json] = [{"role": "user", "content": f"{text} {MANY} mira.rao@example.com"} for _ in range(3)]
    return json.dumps({"messages": rows, "model": "gpt-4o-2024-08-06"}, ensure_ascii=False).encode()


def test_an_emoji_makes_no_text_wide() -> None:
    """It is an escape in the text, and itself in what is read."""
    data = messages("😀 ’")
    found = escaped(data)
    assert found is not None
    assert max(found[0]) == "’"
    assert len(found[1]) == 3
    assert read_source(data).value == json.loads(data)


def test_a_narrow_text_has_the_places_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is the same, columns included, as of the text as it stands."""
    data = messages("😀 ’")
    narrow = check(data, "x")
    monkeypatch.setattr(widths, "_FEW", len(data))
    assert escaped(data) is None
    assert narrow == check(data, "x")


@pytest.mark.parametrize("data", [rb'{"a": "\%s"}' % "😀".encode(), b'{"a": "\xf0\x9f"}' + b" " * 99, "a: 😀".encode()])
def test_what_an_escape_would_change_is_read_as_it_stands(data: bytes) -> None:
    """A backslash before it, bytes that are no UTF-8, a text that is no JSON."""
    assert escaped(data + b" " * 99) is None


def test_a_character_that_two_blocks_share_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a block ends."""
    data = messages("😀")
    whole = escaped(data)
    for size in range(1, 9):
        monkeypatch.setattr(widths, "_BLOCK", size)
        assert escaped(data) == whole


@pytest.mark.parametrize("is_on", [True, False])
def test_the_collector_is_as_it_was(is_on: bool) -> None:
    """Also after a file that cannot be read."""
    (gc.enable if is_on else gc.disable)()
    try:
        for data in (messages(""), b"\x00", b"{}"):
            check(data, "x")
            assert gc.isenabled() is is_on
    finally:
        gc.enable()


@settings(max_examples=50)
@given(VALUES)
def test_a_digest_is_of_the_canonical_form(value: Json) -> None:
    """Though it is made in parts, as the text of a file is."""
    assert digest(value) == hashlib.sha256(canonical(value).encode()).hexdigest()
    assert pretty(value).endswith("\n")
    assert json.loads(pretty(value)) == value
