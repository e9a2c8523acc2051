"""What is said of a run comes from the subject's file, and a mistake there is told by its name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.base.errors import SubjectError
from engine.replay.fixtures import CONTENT
from engine.replay.sentences import PARTS, read_sentences

OWN: dict[str, Any] = json.loads((CONTENT / "sentences.json").read_text("utf-8"))


def test_the_explainers_file_has_every_sentence_with_all_its_parts() -> None:
    """Each part stands in its sentence; in their order, as the file of a stranger would be compared with it."""
    assert list(OWN) == list(PARTS)
    assert all(f"{{{part}}}" in OWN[name] for name, parts in PARTS.items() for part in parts)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"and": None}, "and: It is no sentence"),
        ({"and": "{first} {other}"}, "and: It is no sentence.*{first}, {last}"),
        ({"and": "{first"}, "and: It is no sentence"),
        ({"and": "{}"}, "and: It is no sentence"),
        ({"event.user": "{0}"}, "event.user: It is no sentence.*none"),
        ({"more.or.less": "x"}, "'more.or.less' is asked for by nothing"),
    ],
)
def test_a_sentence_that_cannot_be_said_is_refused(change: dict[str, Any], says: str) -> None:
    """By name, with the parts that it may have."""
    with pytest.raises(SubjectError, match=says):
        read_sentences({**OWN, **change})


def test_a_missing_sentence_is_named() -> None:
    """It is never left unsaid."""
    with pytest.raises(SubjectError, match="'and' is missing"):
        read_sentences({name: text for name, text in OWN.items() if name != "and"})
    with pytest.raises(SubjectError, match="object"):
        read_sentences([])


@pytest.mark.parametrize(("count", "said"), [(1, ["x"]), (2, ["x", "x"]), (4, ["a", "b", "c", "d"])])
def test_a_list_is_said_in_words(count: int, said: list[str]) -> None:
    """As many as there are."""
    words = read_sentences({**OWN, "and": "{first} & {last}"})
    expected = {1: "x", 2: "x & x", 4: "a, b, c & d"}
    assert words.all_of(said) == expected[count]
    assert words.all_of([]) == ""


def test_a_number_has_its_noun() -> None:
    """One, or another number."""
    words = read_sentences(OWN)
    assert [words.count("effects", number) for number in (0, 1, 2)] == [
        "0 side effects",
        "1 side effect",
        "2 side effects",
    ]
