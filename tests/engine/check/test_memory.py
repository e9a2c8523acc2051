"""What keeps a check small: narrow texts, no looking for cycles, digests and texts made in parts."""

from __future__ import annotations

import gc
import hashlib
import json
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.json_text import Json, canonical, digest, pretty
from engine.check.reading import widths
from engine.check.reading.source import read_source
from engine.check.reading.widths import escaped
from engine.check.telling.document import check

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


SMALL = "the order was sent on a later day than was said, since it rained at the harbour " * 3


def small_messages(count: int) -> bytes:
    """Steps of 280 bytes."""
    return json.dumps([{"role": ("user", "assistant")[n % 2], "content": f"{SMALL}{n}"} for n in range(count)]).encode()


def small_calls(count: int) -> bytes:
    """Calls and their results, of 300 bytes each."""
    rows: list[Json] = []
    for turn in range(count // 2):
        asked = {"name": "get_order", "arguments": json.dumps({"order": f"A-{turn}", "note": SMALL[:160]})}
        call = {"id": f"call_{turn:06}", "type": "function", "function": asked}
        rows.append({"role": "assistant", "content": None, "tool_calls": [call]})
        rows.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps({"lines": [SMALL]})})
    return json.dumps(rows).encode()


def small_rows(count: int) -> bytes:
    """Rows of JSON Lines of 360 bytes, more than half of which are keys and ids."""
    return "\n".join(
        json.dumps(
            {
                "type": "user",
                "uuid": f"{n:032x}",
                "parentUuid": f"{n - 1:032x}" if n else None,
                "sessionId": "s1",
                "timestamp": f"2026-01-01T00:{n // 60 % 60:02}:{n % 60:02}.000Z",
                "message": {"role": "user", "content": [{"type": "text", "text": f"{SMALL[:80]}{n}"}]},
            }
        )
        for n in range(count)
    ).encode()


@pytest.mark.parametrize(("made", "most"), [(small_messages, 5.5), (small_calls, 6.5), (small_rows, 7.0)])
def test_small_steps_take_few_times_their_size(made: Callable[[int], bytes], most: float) -> None:
    """What grows with the file: two lengths are compared, so that imports and caches of a fixed size do not count."""
    check(made(2000), "x")
    sizes, peaks = zip(*(highest(made(count)) for count in (400, 2000)), strict=True)
    assert (peaks[1] - peaks[0]) / (sizes[1] - sizes[0]) < most


def highest(data: bytes) -> tuple[int, int]:
    """A file's size, and the most that Python had for its check at once."""
    tracemalloc.start()
    try:
        check(data, "x")
        return len(data), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_rows_share_their_keys_and_names() -> None:
    """Each row of JSON Lines is read by itself."""
    first, second = read_source(small_rows(2)).documents
    assert all(mine is others for mine, others in zip(first, second, strict=True))
    assert first["message"]["role"] is second["message"]["role"]
