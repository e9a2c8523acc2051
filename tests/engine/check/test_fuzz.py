"""Hostile and broken files: every reader, on mutated samples and on invented trees, raises nothing but InputError.

Hypothesis draws the mutations: bytes cut, doubled or overwritten; values of the parsed file replaced by values of
another kind, lists and keys dropped, doubled or exchanged. A file that takes long fails by the test's timeout.
"""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.check.formats import READERS, read_trails
from engine.check.reading.source import read_source
from engine.check.trail import Trail

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.rglob("*.*") if path.suffix != ".trail")
BYTES = [path.read_bytes() for path in FILES]
VALUES = [(path.parent.name, read_source(path.read_bytes()).value) for path in FILES]

FLAT: list[Any] = [None, True, 0, -1, 10**30, 1.5, "", "text", "{", "[1]", '{"a": 1}', "\ud800", [], {}]
NESTED: list[Any] = [[[]], [None], ["text"], {"": {}}, {"type": []}, {"type": {}}, {"id": ["x"]}, {"name": {"a": 1}}]
ODD: st.SearchStrategy[Any] = st.sampled_from([*FLAT, *NESTED])
WORDS = sorted({str(part) for _, value in VALUES for part in json.dumps(value).split('"')[1::2] if len(part) < 30})


def checked(trails: list[Trail]) -> None:
    """What holds of every trail, whatever the file."""
    for trail in trails:
        ids = [entry.id for entry in trail.entries]
        assert ids == [f"S{number}" for number in range(1, len(ids) + 1)]
        calls = {entry.id for entry in trail.entries if entry.kind == "call"}
        for entry in trail.entries:
            assert entry.answers is None or entry.answers in calls
            texts = (entry.text, entry.tool, entry.call_id, entry.model, entry.requested_model, entry.time)
            assert all(text is None or isinstance(text, str) for text in texts)
            assert entry.is_error is None or isinstance(entry.is_error, bool)
            hash(entry.place)
        assert trail.instruction is None or isinstance(trail.instruction, str)
        assert isinstance(trail.name, str)
        assert all(isinstance(tool.name, str) for tool in trail.tools or ())


def attempt(data: bytes, forced: str | None = None) -> None:
    """Read a file; an InputError is an answer, anything else is not."""
    try:
        checked(read_trails(read_source(data), forced))
    except InputError as error:
        assert str(error)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values within a value."""
    found = [path]
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found += places(inner, (*path, key))
    return found


def mutated(value: Any, path: tuple[Any, ...], how: str, odd: Any) -> Any:
    """A copy of a value, with the one at the path replaced, dropped, doubled or wrapped."""
    if not path:
        return {"replace": odd, "wrap": [value], "double": [value, value], "drop": {}}[how]
    key, rest = path[0], path[1:]
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    if rest or how in ("replace", "wrap"):
        copy[key] = mutated(copy[key], rest, how, odd)
    elif how == "double" and isinstance(copy, list):
        copy.insert(key, copy[key])
    elif how == "double":
        copy[str(odd)[:20]] = copy[key]
    else:
        del copy[key]
    return copy


@given(st.data())
@settings(max_examples=150)
def test_values_of_another_kind(data: st.DataObject) -> None:
    """Up to four values of a sample are not what the format has there."""
    name, value = data.draw(st.sampled_from(VALUES))
    for _ in range(data.draw(st.integers(1, 4))):
        path = data.draw(st.sampled_from(places(value)))
        how = data.draw(st.sampled_from(["replace", "replace", "wrap", "double", "drop"]))
        value = mutated(value, path, how, data.draw(ODD | st.sampled_from(WORDS)))
    text = json.dumps(value).encode()
    attempt(text)
    attempt(text, name)


@given(st.data())
@settings(max_examples=150)
def test_bytes_that_are_cut_or_changed(data: st.DataObject) -> None:
    """A sample's bytes: cut, overwritten, doubled, spliced with another's."""
    raw = data.draw(st.sampled_from(BYTES))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.integers(0, 300)))
        other = data.draw(
            st.sampled_from([b"", b"\x00", b"\xff", b'"', b"{", b"]", b"\\", b"\n", b",", raw[start:end] * 2])
        )
        raw = raw[:start] + other + raw[end:]
    attempt(raw)


TREES = st.recursive(
    ODD | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    max_leaves=40,
)


@given(TREES, st.sampled_from(sorted(READERS)))
@settings(max_examples=150)
def test_trees_of_the_formats_words(value: Any, name: str) -> None:
    """Anything that is built of the formats' own keys, read with any reader."""
    attempt(json.dumps(value).encode(), name)


@pytest.mark.parametrize("name", READERS)
def test_every_reader_on_odd_values_at_every_place(name: str) -> None:
    """Systematically: values all over each of its samples replaced by each odd kind."""
    kinds: list[Any] = [None, 7, "x", ["x"], {"x": {}}, [{"type": []}], [[None]]]
    for sample, value in VALUES:
        if sample == name:
            found = places(value)
            for path in found[:: len(found) // 30 + 1]:
                for odd in kinds:
                    attempt(json.dumps(mutated(value, path, "replace", odd)).encode(), name)


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-16")))
def test_anything(raw: bytes) -> None:
    """Bytes of no kind at all."""
    attempt(raw)


@given(st.text(alphabet="ab:-?|>'\"[]{},#&*! \n\t%@~.\\x1é", max_size=200))
@settings(max_examples=150)
def test_anything_that_looks_like_yaml(text: str) -> None:
    """YAML's own characters in any order, under a key that makes it YAML."""
    read_source(("a: " + text).encode())
    read_source(("- " + text).encode())
    read_source(text.encode())


@pytest.mark.parametrize("raw", [b"y: ''\ns: \x1f", b"- \x1c", b"a: \x1d\nb: 1"])
def test_what_atheris_found(raw: bytes) -> None:
    """Inputs that made a reader fail once."""
    attempt(raw)


HOSTILE = [
    "[" * 200_000,
    '{"a":' * 100_000,
    '["' + "\\" * 200_000,
    '"' + "\\u" * 100_000,
    "[" + '{"a":1,},' * 30_000,
    "[" + "NaN," * 60_000,
    '{"a":"x",' * 30_000,
    "[" + "[1,}," * 30_000,
    "a: " + " " * 300_000 + "x",
    'a: "' + " " * 300_000,
    "a: '" + " \n" * 100_000,
    'a: "' + "\\" * 300_001,
    "a: |\n" + " \n" * 100_000 + " x",
    "a: >\n" + "".join(" x\n\n" for _ in range(50_000)),
    "a: " + "b: " * 100_000,
    "a: [" + "[" * 100_000,
    "a: {" + "b: {" * 50_000,
    "a: [" + "x," * 100_000,
    "- " * 100_000,
    "a:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 700)),
    "a: !!binary |\n" + " AAAA\n" * 50_000,
    "a: " + "x #" * 100_000,
    "a: " + "\n  x" * 60_000,
    "\n".join(['{"a": 1}'] * 3 + ["{" * 1000] * 300),
    "\n".join(['{"role": "user", "content": "x"}'] * 20_000),
    "#" * 300_000 + "\na: 1",
    "\n" * 300_000 + "a: 1",
    "? " * 100_000,
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:8].encode("unicode_escape").decode() + str(len(text)))
def test_hostile_texts_take_no_time(text: str) -> None:
    """What is slow in careless readers: backtracking, recursion, quadratic joins."""
    attempt(text.encode())


@pytest.mark.timeout(60)
def test_many_calls_that_nobody_answers() -> None:
    """Pairing stays linear: one id for all of them, no ids at all, results of another tool."""
    many = 8_000
    for call_id in ("same", None):
        calls = [{"id": call_id, "function": {"name": "f", "arguments": "{}"}} for _ in range(many)]
        results = [{"role": "tool", "tool_call_id": call_id, "name": "g", "content": ""} for _ in range(many)]
        attempt(json.dumps([{"role": "assistant", "content": "", "tool_calls": calls}, *results]).encode())


def test_a_body_that_unfolds_to_a_bomb() -> None:
    """It is opened as far as a limit, and said to be cut."""
    packed = base64.b64encode(gzip.compress(b"0" * (80 * 1024 * 1024))).decode()
    text = (
        "version: 1\ninteractions:\n- request: {method: GET, uri: 'http://x/y'}\n  response:\n    status: {code: 200}\n"
    )
    (trail,) = read_trails(read_source(f"{text}    body:\n      string: !!binary {packed}\n".encode()))
    assert len(trail.truncated) == 1
