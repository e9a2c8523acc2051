"""The page's two requests about a file of the reader's own."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.check.rules.side_effects import Marks
from engine.check.telling.document import Question, check, check_text
from engine.replay.session import read_session
from engine.replay.settings import all_settings
from engine.service import answer
from tests.engine.check.files import CLEAN, EMAIL, EVERYTHING, KEY

Json = Any


def ask(do: str, data: bytes | None = None, **request: Json) -> Json:
    """The answer to a request."""
    return json.loads(answer(json.dumps({"do": do, **request}), data))


@pytest.mark.parametrize("settings", all_settings())
def test_check_gives_the_document(settings: Any) -> None:
    """The text of the file from the command line, to the byte."""
    request = {"do": "check", "name": "x.json", "text": EVERYTHING.decode(), "settings": settings.choices()}
    assert answer(json.dumps(request)) == check_text(check(EVERYTHING, "x.json", Question(settings)))


def test_a_file_comes_as_text_as_base64_or_beside_the_request() -> None:
    """All three give the same; absent settings are the careful ones."""
    expected = check(EVERYTHING, "x.json")
    assert ask("check", name="x.json", text=EVERYTHING.decode()) == expected
    assert ask("check", name="x.json", base64=base64.b64encode(EVERYTHING).decode()) == expected
    assert ask("check", EVERYTHING, name="x.json") == expected
    assert ask("check", memoryview(EVERYTHING), name="x.json") == expected  # type: ignore[arg-type]


def test_marks_and_format_are_heard() -> None:
    """A partial set of marks is enough."""
    expected = check(EVERYTHING, "x", Question(marks=Marks(safe=frozenset({"issue_refund"})), format="openai_chat"))
    assert ask("check", EVERYTHING, name="x", marks={"safe": ["issue_refund"]}, format="openai_chat") == expected


def test_a_file_that_cannot_be_read_is_told_in_the_document() -> None:
    """It is no failed request."""
    assert ask("check", b"{}", name="x")["error"]["problem"].startswith("The format is not known")


def test_make_replayable_gives_bundle_and_both_checks() -> None:
    """Before the gate fails, afterwards it passes; nothing is in clear."""
    made = ask("make_replayable", EVERYTHING, name="logs/mine.jsonl", salt="s")
    assert set(made) == {"name", "bundle", "before", "after"}
    assert made["name"] == "mine.replayable.json"
    assert (made["before"]["gate"], made["after"]["gate"]) == ("fail", "pass")
    assert made["before"] == check(EVERYTHING, "logs/mine.jsonl")
    assert EMAIL not in made["bundle"]
    assert KEY not in made["bundle"]
    read_session(json.loads(made["bundle"]))


def test_the_salt_is_heard() -> None:
    """Another salt, other tokens."""
    bundles = {ask("make_replayable", EVERYTHING, salt=salt)["bundle"] for salt in ("a", "b", "")}
    assert len(bundles) == 3


BAD: list[tuple[Json, str]] = [
    ({"do": "check"}, "no file"),
    ({"do": "check", "text": 1}, "no file"),
    ({"do": "check", "base64": "%"}, "base64"),
    ({"do": "check", "text": "x", "name": 1}, "Text is needed"),
    ({"do": "check", "text": "x", "format": 1}, "format"),
    ({"do": "check", "text": "x", "marks": 1}, "Marks"),
    ({"do": "check", "text": "x", "marks": {"safe": [1]}}, "Marks"),
    ({"do": "check", "text": "x", "marks": {"safe": "abc"}}, "Marks"),
    ({"do": "check", "text": "x", "settings": {"live_rate": "2"}}, "live_rate"),
    ({"do": "check", "text": "x", "settings": {"tools": "hammer"}}, "recorded or live"),
    ({"do": "make_replayable", "text": "{}"}, "format is not known"),
    ({"do": "make_replayable", "text": CLEAN.decode(), "session": 1}, "session 1"),
    ({"do": "make_replayable", "text": CLEAN.decode(), "session": "0"}, "session '0'"),
    ({"do": "make_replayable", "text": CLEAN.decode(), "salt": 1}, "Text is needed"),
]


@pytest.mark.parametrize(("request_value", "words"), BAD)
def test_a_bad_request_is_answered_with_an_error(request_value: Json, words: str) -> None:
    """Problem, place and remedy."""
    error = json.loads(answer(json.dumps(request_value)))["error"]
    assert words in " ".join(error.values())
    assert error["remedy"]


@given(st.sampled_from(["check", "make_replayable"]), st.text(st.characters(codec=None)), st.binary(max_size=30))
def test_whatever_is_sent_is_answered(do: str, text: str, data: bytes) -> None:
    """With JSON."""
    assert isinstance(ask(do, name=text, text=text), dict)
    assert isinstance(ask(do, data), dict)


def test_requests_do_not_know_of_each_other() -> None:
    """The same question, the same answer, whatever was asked in between."""
    first = ask("check", EVERYTHING, name="x")
    ask("make_replayable", CLEAN, salt="y")
    assert ask("check", EVERYTHING, name="x") == first


def kept(do: str, data: bytes, **request: Json) -> tuple[Json, bytes, list[bytes]]:
    """The short answer, the bytes of the file that was kept, and the list that the content was handed over in."""
    pieces: list[bytes] = []
    handed: list[Any] = [bytearray(data)]
    text = answer(json.dumps({"do": do, **request}), handed, lambda piece: pieces.append(bytes(piece)))
    return json.loads(text), b"".join(pieces), handed


def test_what_is_kept_is_the_file_and_the_answer_is_short() -> None:
    """Of a long session the first steps come; the slices of the file hold the others, each once and in order."""
    rows = [{"role": ("user", "assistant")[step % 2], "content": f"jo{step}@x.org …"} for step in range(1801)]
    data = json.dumps({"model": "gpt-4o-2024-08-06", "messages": rows}).encode()
    short, file, handed = kept("check", data, name="x.json")
    assert handed == []
    whole = check(data, "x.json")
    assert file == check_text(whole).encode()
    (session,), (expected,) = short["check"]["sessions"], whole["sessions"]
    steps = session["steps"] + [
        step for start, end in session["slices"] for step in json.loads(b"[%b]" % file[start:end])
    ]
    assert (len(session["steps"]), len(session["slices"])) == (200, 4)
    assert steps == expected["steps"]
    assert len(session["findings"]) < len(expected["findings"]) == sum(session["found"].values())
    places = {finding["step"]: finding["slice"] for finding in session["findings"]}
    assert {slice for step, slice in places.items() if step and int(step[1:]) <= 200} <= {None}


def test_many_findings_of_a_kind_do_not_hide_another_kind() -> None:
    """Two hundred of a severity are shown at first, and the first of each code."""
    rows = [{"role": "user", "content": f"jo{number}@x.org"} for number in range(250)]
    data = json.dumps({"model": "gpt-4o-2024-08-06", "messages": [*rows, {"role": "user", "content": KEY}]}).encode()
    short, _, _ = kept("check", data, name="x.json")
    (session,) = short["check"]["sessions"]
    codes = [finding["code"] for finding in session["findings"] if finding["severity"] == "error"]
    assert (codes.count("people.email"), codes.count("people.secret")) == (200, 1)
    assert session["found"]["error"] == 251


def test_a_bundle_is_kept_as_well() -> None:
    """The same bytes as without; before and after come without what only the download holds."""
    whole = ask("make_replayable", EVERYTHING, name="x.json", salt="s")
    short, file, _ = kept("make_replayable", EVERYTHING, name="x.json", salt="s")
    assert file == whole["bundle"].encode()
    assert set(short) == {"name", "before", "after"}
    assert [short[when]["gate"] for when in ("before", "after")] == ["fail", "pass"]


def test_an_unusable_file_is_told_and_kept_alike() -> None:
    """The error stands in the short answer; a bad request is an error as ever."""
    short, file, _ = kept("check", b"{}", name="x")
    assert short["check"]["error"]["problem"].startswith("The format is not known")
    assert file == check_text(check(b"{}", "x")).encode()
    assert "error" in kept("check", b"{}", format=1)[0]
