"""JSON in and out: strict reading, the canonical form, the form of files, digests."""

from __future__ import annotations

import hashlib
import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.json_text import DEEPEST, canonical, digest, parse, pretty
from engine.replay.compare import ABSENT, differences, line_differences, same

Json = Any

ANY_TEXT = st.text(st.characters(codec=None), max_size=8)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ANY_TEXT
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)


def shuffled(value: Json, seed: random.Random) -> Json:
    """The same value with every object's keys in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(item, seed)) for key, item in value.items()]
        seed.shuffle(items)
        return dict(items)
    return [shuffled(item, seed) for item in value] if isinstance(value, list) else value


@given(VALUES, st.randoms(use_true_random=False))
def test_digests_do_not_depend_on_the_order_of_keys(value: Json, seed: random.Random) -> None:
    """Equal values have equal canonical texts and digests."""
    other = shuffled(value, seed)
    assert canonical(other) == canonical(value)
    assert digest(other) == digest(value)
    assert same(value, other)


@given(VALUES, VALUES)
def test_digests_tell_values_apart(one: Json, other: Json) -> None:
    """Different canonical texts have different digests."""
    assert (digest(one) == digest(other)) == (canonical(one) == canonical(other))


@given(VALUES)
def test_the_canonical_form_is_ascii_without_spaces_and_reads_back(value: Json) -> None:
    """It is the value itself, in one line of ASCII, its digest the SHA-256 of it."""
    text = canonical(value)
    assert text.isascii()
    assert "\n" not in text
    assert canonical(json.loads(text)) == text
    assert digest(value) == hashlib.sha256(text.encode()).hexdigest()


@given(VALUES, st.booleans())
def test_the_form_of_files_is_utf_8_and_reads_back(value: Json, sort_keys: bool) -> None:
    """Every value, lone surrogates too, can be written to a file and read again."""
    text = pretty(value, sort_keys=sort_keys)
    assert text.endswith("\n")
    assert canonical(parse(text.encode("utf-8").decode("utf-8"))) == canonical(value)


FORMS: list[tuple[Json, str, str]] = [
    ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}', '{\n  "b": 1,\n  "a": [\n    true,\n    null\n  ]\n}\n'),
    ({}, "{}", "{}\n"),
    ([], "[]", "[]\n"),
    ("é", '"\\u00e9"', '"é"\n'),
    ("\ud800", '"\\ud800"', '"\\ud800"\n'),
    ("\x01\n\x7f", '"\\u0001\\n\\u007f"', '"\\u0001\\n\x7f"\n'),
    ("😀", '"\\ud83d\\ude00"', '"😀"\n'),
]


@pytest.mark.parametrize(("value", "short", "long"), FORMS)
def test_both_forms_of_a_value(value: Json, short: str, long: str) -> None:
    """The canonical form sorts keys and escapes; the form of files keeps order and letters."""
    assert canonical(value) == short
    assert pretty(value) == long


def test_files_can_have_sorted_keys() -> None:
    """A run's file has its keys sorted."""
    assert pretty({"b": 1, "a": 2}, sort_keys=True) == '{\n  "a": 2,\n  "b": 1\n}\n'


BROKEN: list[tuple[str, str]] = [
    ("", "line 1, column 1"),
    ("{", "line 1, column 2"),
    ('{"a": 1,\n}', "line 2, column 1"),
    ("[1] 2", "column 5"),
    ("NaN", "NaN"),
    ("[-Infinity]", "Infinity"),
    ("[1e999]", "too large"),
    ("[-1e999]", "too large"),
    ('{"a": 1, "a": 1}', "'a' stands twice"),
    ('[{"x": {"b": 1, "a": 2, "b": 3}}]', "'b' stands twice"),
    ("[" * 200 + "]" * 200, "nested too deeply"),
    ("[" * 100_000, "nested too deeply"),
    ("1" * 5000, "limit"),
    ("'a'", "line 1"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_what_is_not_strict_json_is_refused_with_its_place(text: str, words: str) -> None:
    """The error names the file, says what is wrong where, and what to do."""
    with pytest.raises(InputError) as caught:
        parse(text, "some.json")
    assert words in str(caught.value)
    assert "some.json" in caught.value.place
    assert caught.value.remedy


def test_nesting_has_a_limit_that_is_kept_exactly() -> None:
    """As many levels as said are read, one more is not; lists and objects count alike."""
    assert parse("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(InputError):
        parse('{"a":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1))


@pytest.mark.timeout(20)
def test_a_key_twice_among_many_is_found_soon() -> None:
    """An object of 200,000 keys is read once, not once for each key."""
    keys = ",".join(f'"{number}":0' for number in range(200_000))
    with pytest.raises(InputError, match="stands twice"):
        parse(f'{{{keys},"199999":0}}')


# --- what differs -----------------------------------------------------------------------------------------------------


@given(VALUES, VALUES)
def test_values_are_the_same_or_differ_somewhere(one: Json, other: Json) -> None:
    """No difference is listed exactly where the canonical texts are equal."""
    assert (list(differences("x", one, other)) == []) == (canonical(one) == canonical(other))


COMPARED: list[tuple[Json, Json, list[tuple[str, Json, Json]]]] = [
    (1, 1, []),
    (1, True, [("", 1, True)]),
    (1, 1.0, [("", 1, 1.0)]),
    (0, False, [("", 0, False)]),
    ("1", 1, [("", "1", 1)]),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}, []),
    ({"a": 1}, {"a": 2}, [("a", 1, 2)]),
    ({"a": {"b": 1, "c": 1}}, {"a": {"b": 2, "c": 1}}, [("a.b", 1, 2)]),
    ({"a": [1, 2]}, {"a": [1, 3]}, [("a[1]", 2, 3)]),
    ({"a": [1]}, {"a": [1, 2]}, [("a", [1], [1, 2])]),
    ({"a": 1}, {}, [("a", 1, ABSENT)]),
    ({}, {"a": None}, [("a", ABSENT, None)]),
    ({"z": 1, "a": 1}, {"b": 1}, [("z", 1, ABSENT), ("a", 1, ABSENT), ("b", ABSENT, 1)]),
    ({"a": 1}, [1], [("", {"a": 1}, [1])]),
    (None, {}, [("", None, {})]),
]


@pytest.mark.parametrize(("recorded", "replayed", "expected"), COMPARED)
def test_differences_are_named_field_by_field(recorded: Json, replayed: Json, expected: Json) -> None:
    """The innermost fields, in the recording's order, then what the replay adds."""
    found = list(differences("x", recorded, replayed))
    assert [(item.field, item.recorded, item.replayed) for item in found] == expected
    assert [type(item.replayed) for item in found] == [type(values[2]) for values in expected]


LINES: list[tuple[str, str, Json]] = [
    ("a b c", "a b c", []),
    ("a b c", "a c", [("b", ABSENT)]),
    ("a c", "a b c", [(ABSENT, "b")]),
    ("a b c", "a x c", [("b", "x")]),
    ("a b c", "x y", [("a\nb\nc", "x\ny")]),
    ("a a", "a", [("a", ABSENT)]),
    ("", "a", [("", "a")]),
]


@pytest.mark.parametrize(("recorded", "replayed", "expected"), LINES)
def test_an_instruction_differs_in_its_middle_lines(recorded: str, replayed: str, expected: Json) -> None:
    """Equal lines are taken off at both ends; a side without lines is absent."""
    found = line_differences("x", recorded.split(" "), replayed.split(" "))
    assert [(item.recorded, item.replayed) for item in found] == expected


@given(VALUES, st.booleans())
def test_pretty_is_what_pythons_encoder_writes(value: Json, sort: bool) -> None:
    """To the byte, whatever the value; half a surrogate pair as its escape."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False, sort_keys=sort)
    assert pretty(value, sort_keys=sort) == re.sub("[\ud800-\udfff]", lambda at: f"\\u{ord(at[0]):04x}", text) + "\n"
