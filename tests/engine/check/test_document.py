"""The check document: of its schema, canonical, with everything at its place, and nothing shown whole."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.base.json_text import digest
from engine.check.rules.side_effects import Marks
from engine.check.telling.document import Question, check, check_text
from engine.check.telling.steps import SHORT
from engine.check.verdict import CAREFUL
from engine.replay.settings import Settings, all_settings
from tests.engine.check.files import (
    CLEAN,
    EMAIL,
    EVERYTHING,
    KEY,
    calls,
    chat,
    gives,
    line_of,
    says,
    system,
    user,
    without,
)

Json = Any

SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).resolve().parents[3] / "engine" / "check.schema.json").read_text(encoding="utf-8"))
)


def test_the_schema_is_one() -> None:
    """By its own rules."""
    Draft202012Validator.check_schema(SCHEMA.schema)


@pytest.mark.parametrize("data", [EVERYTHING, CLEAN, b"", b"{}", b"\xff\xfe", b"[1, 2", b"x"])
@pytest.mark.parametrize("settings", all_settings())
def test_every_document_is_of_the_schema(data: bytes, settings: Settings) -> None:
    """For every file and set-up, read or not; the digest is that of the rest."""
    document = check(data, "x.json", Question(settings))
    SCHEMA.validate(document)
    assert document["digest"] == digest(without(document, "digest"))
    assert json.loads(check_text(document)) == document


DOCUMENT = check(EVERYTHING, "everything.json")


@pytest.mark.parametrize("key", sorted(DOCUMENT))
def test_every_key_is_required(key: str) -> None:
    """At the top."""
    assert not SCHEMA.is_valid(without(DOCUMENT, key))


@pytest.mark.parametrize("part", ["steps", "findings", "tools", "side_effects", "records"])
def test_every_key_of_a_part_is_required(part: str) -> None:
    """Of steps, findings, tools, side effects and records; and no other key is taken."""
    for key in DOCUMENT["sessions"][0][part][0]:
        broken = copy.deepcopy(DOCUMENT)
        del broken["sessions"][0][part][0][key]
        assert not SCHEMA.is_valid(broken)
    broken = copy.deepcopy(DOCUMENT)
    broken["sessions"][0][part][0]["more"] = 1
    assert not SCHEMA.is_valid(broken)


FOUND: list[tuple[str, str, str, str]] = [
    ("people.email", "S1", "messages[1].content", "I want my money back"),
    ("people.secret", "S3", "messages[3].content", "H4sI"),
    ("ambiguous.call-id-reused", "S4", "messages[4].tool_calls[0]", "amount"),
    ("underneath.model-alias", "S2", "messages[2].tool_calls[0]", '"email'),
    ("harm.changes-world", "S4", "messages[4].tool_calls[0]", "amount"),
]


@pytest.mark.parametrize(("code", "step", "path", "words"), FOUND)
def test_everything_is_found_where_it_is(code: str, step: str, path: str, words: str) -> None:
    """Email, key in a gzip body, reused id, alias and refund: step, path and line of each."""
    found = [item for item in DOCUMENT["sessions"][0]["findings"] if item["code"] == code and item["step"] == step]
    assert found
    assert found[0]["path"].startswith(path)
    assert found[0]["line"] == line_of(EVERYTHING, words)


def test_one_value_is_one_finding_with_its_places() -> None:
    """The address in the message, in the call's arguments and further on."""
    (email,) = (item for item in DOCUMENT["sessions"][0]["findings"] if item["code"] == "people.email")
    others = {place["path"]: place["line"] for place in email["places"]}
    assert email["times"] == len(others) + 1
    assert f"The same in {len(others)} more places" in email["reason"]
    assert others["messages[2].tool_calls[0].function.arguments"] == line_of(EVERYTHING, '"email')


def test_nothing_is_shown_whole() -> None:
    """No address and no key stands anywhere in the document."""
    for settings in all_settings():
        text = check_text(check(EVERYTHING, "everything.json", Question(settings)))
        assert EMAIL not in text
        assert KEY not in text


def test_a_clean_file_passes() -> None:
    """Nothing but what every chat lacks."""
    document = check(CLEAN, "clean.json")
    assert (document["gate"], document["gate_reasons"]) == ("pass", [])
    assert [item["code"] for item in document["sessions"][0]["findings"]] == ["missing.initial-state"]
    assert document["sessions"][0]["findings"][0]["severity"] == "note"


@pytest.mark.parametrize("settings", all_settings())
def test_both_outcomes_stand_in_every_document(settings: Settings) -> None:
    """That of the set-up is the session's own; the sentence is the same whatever is asked of the tools."""
    (session,) = check(EVERYTHING, "x", Question(settings))["sessions"]
    (other,) = check(EVERYTHING, "x", Question(dataclasses.replace(settings, tools="live")))["sessions"]
    own = {key: session[key] for key in ("counts", "side_effects_rerun", "gate", "gate_reasons")}
    assert session["outcomes"][settings.tools] == own
    assert (session["outcomes"], session["answer"]) == (other["outcomes"], other["answer"])


def test_what_is_wrong_with_the_file_counts_in_the_outcomes() -> None:
    """A session of a file that is cut off does not pass, though nothing is wrong with the session itself."""
    document = check(CLEAN.rstrip()[:-1], "cut.json")
    (session,) = document["sessions"]
    assert (session["gate"], document["gate"]) == ("pass", "fail")
    assert [session["outcomes"][tools]["gate"] for tools in ("recorded", "live")] == ["fail", "fail"]
    assert session["outcomes"]["recorded"]["gate_reasons"] == document["gate_reasons"]
    assert "a value that is cut off" in session["answer"]


def test_what_belongs_to_no_session_is_replaced_as_well() -> None:
    """Two sessions and a key beside them: in clear it is an error, as a token it is worth a note."""
    rows = [{"messages": [user(), says()]} for _ in range(2)]
    data = json.dumps([*rows, {"aws_access_key_id": KEY}]).encode()
    in_clear, as_tokens = CAREFUL, dataclasses.replace(CAREFUL, email="token")
    for settings, severity in ((in_clear, "error"), (as_tokens, "note")):
        document = check(data, "x", Question(settings))
        assert len(document["sessions"]) == 2
        found = [item["severity"] for item in document["findings"] if item["code"] == "people.secret"]
        assert found == [severity]


def test_steps_are_told_in_a_few_words() -> None:
    """A message by its beginning, on one line; a call and a result by the tool."""
    data = chat(user("a\nb " + "x" * 200), calls(("1", "get_order", {})), gives("1", "y"), says("Hi"))
    steps = check(data, "x")["sessions"][0]["steps"]
    assert [step["short"][:6] for step in steps] == ["a b xx", "calls ", "get_or", "Hi"]
    assert len(steps[0]["short"]) == SHORT
    assert [step["tool"] for step in steps] == [None, "get_order", "get_order", None]


def test_steps_tell_what_calls_and_results_hold() -> None:
    """The first of their values, each with its name, cleaned as its name tells; nothing of a message."""
    arguments = {"order": "A-7", "to": {"password": "kestrel-9"}, "note": "x" * 200, "last": 1}
    data = chat(
        user(), calls(("1", "send", arguments)), gives("1", {"sent": True, "id": 7}), calls(("2", "ping", {})), says()
    )
    steps = check(data, "x")["sessions"][0]["steps"]
    holds = [step["holds"] for step in steps]
    assert holds[0] == holds[4] == ""
    assert re.fullmatch(r"order: A-7 · password: \[secret-[0-9a-f]+\] · note: x+…", holds[1])
    assert len(holds[1]) == SHORT
    assert (holds[2], holds[3]) == ("id: 7", "")


def test_what_several_steps_tell_of_one_place_is_cleaned_in_each() -> None:
    """OpenTelemetry's attributes hold a whole conversation as one text: the finding has one step, the data several."""
    parts = [[{"type": "text", "content": f"I am {name}@example.com."}] for name in ("mira", "jo", "kim")]
    messages = [{"role": "user", "parts": part} for part in parts]
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(messages)}
    document = check(json.dumps([{"traceId": "t", "spanId": "s", "attributes": attributes}]).encode(), "x")
    assert [step["short"][:12] for step in document["sessions"][0]["steps"]][:3] == ["I am [email-"] * 3
    assert "@example.com" not in check_text(document)


def test_what_is_joined_from_pieces_is_cleaned() -> None:
    """No piece holds the address, so nothing is found; the step that joins them would show it."""
    events = [
        {"type": "message_start", "message": {"type": "message", "role": "assistant", "content": [], "model": "m"}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            for piece in ("Write to mira.rao@", "example.com", " today.")
        ),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_stop"},
    ]
    document = check("\n".join(map(json.dumps, events)).encode(), "x.jsonl")
    assert document["sessions"][0]["steps"][0]["short"].startswith("Write to [email-")


def test_marks_and_settings_are_kept() -> None:
    """Sorted, as asked; and the verdict follows them."""
    settings = Settings("live", "injected", "included", "token")
    marks = Marks(safe=frozenset({"issue_refund", "a"}), unsafe=frozenset({"get_order"}))
    document = check(EVERYTHING, "x", Question(settings, marks))
    assert document["marks"] == {"safe": ["a", "issue_refund"], "unsafe": ["get_order"]}
    assert document["settings"] == settings.choices()
    session = document["sessions"][0]
    assert [(effect["step"], effect["again"]) for effect in session["side_effects"]] == [("S2", True)]
    assert [(tool["name"], tool["safety"], tool["marked"]) for tool in session["tools"]] == [
        ("get_order", "unsafe", True),
        ("issue_refund", "safe", True),
    ]


UNREADABLE: list[tuple[bytes, str | None, str]] = [
    (b"", None, "empty"),
    (b"{}", None, "The format is not known"),
    (b'{"messages": []}', "openai_chat", "no step"),
    (CLEAN, "nonsense", "nonsense"),
]


@pytest.mark.parametrize(("data", "form", "words"), UNREADABLE)
def test_an_unreadable_file_says_why(data: bytes, form: str | None, words: str) -> None:
    """With a remedy; its gate fails."""
    document = check(data, "x.json", Question(format=form))
    assert words in document["error"]["problem"]
    assert document["error"]["remedy"]
    assert (document["gate"], document["sessions"]) == ("fail", [])


def test_a_cut_file_is_checked_as_far_as_it_goes() -> None:
    """The defect stands with the file, and its gate fails for it."""
    document = check(EVERYTHING[: EVERYTHING.rindex(b"Done")], "cut.json")
    assert "file.cut-off" in [item["code"] for item in document["findings"]]
    assert any("cut off" in reason for reason in document["gate_reasons"])
    assert len(document["sessions"][0]["steps"]) >= 5


HOSTILE = ["\x1b[2J", "\ud800", "</script><script>alert(1)</script>", "\u202e", "'\"`", "\x00", "%s{0}", "a" * 5000]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_only_texts(text: str) -> None:
    """In every field; the document stays of its schema and can be encoded."""
    data = chat(
        system(text), user(text), calls((text, text, {text: text})), gives(text, text), says(text), model=text, seed=1
    )
    document = check(data, text)
    SCHEMA.validate(document)
    check_text(document).encode("utf-8")


TEXT = st.text(st.characters(codec=None), max_size=6) | st.sampled_from(
    [EMAIL, "call_1", "get_order", "send_email", "{}"]
)
MESSAGES = st.lists(
    st.builds(user, TEXT)
    | st.builds(system, TEXT)
    | st.builds(says, TEXT)
    | st.builds(calls, st.tuples(TEXT, TEXT, TEXT), st.tuples(TEXT, TEXT, TEXT))
    | st.builds(gives, TEXT, TEXT),
    max_size=8,
)


@given(MESSAGES, st.sampled_from(all_settings()))
def test_any_conversation_gets_a_verdict(messages: list[Json], settings: Settings) -> None:
    """Of the schema, with every step judged; an address is never shown."""
    document = check(chat(*messages), "x.json", Question(settings))
    SCHEMA.validate(document)
    assert EMAIL not in check_text(document)
    for session in document["sessions"]:
        counts = session["counts"]
        assert counts["total"] == len(session["steps"]) == counts["same"] + counts["differs"] + counts["unknown"]
        known = {step["id"] for step in session["steps"]}
        assert all(set(step["follows"]) <= known and step["reason"] for step in session["steps"])
