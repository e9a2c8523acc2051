"""What an export records: the four things that a replay needs, each with an answer, a count and a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.check.finding import Finding
from engine.check.recorded import recorded_by
from engine.check.trail import ABSENT, Place, Trail
from tests.engine.check.trails import PLAIN, call, gives, says, trail, user

EMAIL = Finding("people.email", "error", Place("messages[0]"), "An address.", "Redact.", "S1")
MASK = Finding("people.mask", "warning", Place("messages[1]"), "A mask.", "Use a token.", "S2")
UNOPENED = Finding("people.unopened", "note", Place("messages[1]"), "A container.", "Look into it.", "S2")

CASES: list[tuple[str, Trail, list[Finding], str, tuple[str, int, int, str]]] = [
    ("all results", PLAIN, [], "tool_results", ("yes", 1, 1, "Every call has its result in the file.")),
    (
        "some results",
        trail(call(), gives("S1"), call("get_b"), says()),
        [],
        "tool_results",
        ("partly", 1, 2, "1 of 2 calls have their result in the file."),
    ),
    ("no result", trail(call(), says()), [], "tool_results", ("no", 0, 1, "No call has its result in the file.")),
    (
        "a result without content",
        trail(call(), gives("S1", ABSENT)),
        [],
        "tool_results",
        ("no", 0, 1, "No call has its result in the file."),
    ),
    (
        "a refused call has none",
        trail(call("send_email", refused=True), says()),
        [],
        "tool_results",
        ("yes", 0, 0, "The session calls no tool, so there is no result to record."),
    ),
    (
        "results whose calls are cut off",
        trail(gives(None), gives(None), says()),
        [],
        "tool_results",
        ("no", 0, 2, "Results are in the file, but no call that they answer."),
    ),
    ("an exact version", PLAIN, [], "model_version", ("yes", 2, 2, "Every model step names an exact version.")),
    (
        "one exact version",
        trail(says(), user(), says(model=None)),
        [],
        "model_version",
        ("partly", 1, 2, "1 of 2 model steps name an exact version."),
    ),
    ("a family", trail(says(model="gpt-4o")), [], "model_version", ("no", 0, 1, "“gpt-4o” is not an exact version.")),
    (
        "no model",
        trail(says(model="unknown"), says(model=None)),
        [],
        "model_version",
        ("no", 0, 2, "No model step names the model that answered."),
    ),
    ("nobody answers", trail(user()), [], "model_version", ("yes", 0, 0, "No model answers in this session.")),
    (
        "a state",
        PLAIN,
        [],
        "initial_state",
        ("yes", 1, 1, "The file holds the state that the session began with."),
    ),
    (
        "no state, and a template",
        trail(says(), instruction="{tier}", initial_state=ABSENT),
        [],
        "initial_state",
        ("no", 0, 1, "The file does not say what state the session began with."),
    ),
    (
        "no state, and none referred to",
        trail(says(), initial_state=ABSENT),
        [],
        "initial_state",
        ("no", 0, 1, "The file does not say what state the session began with; the instruction refers to none."),
    ),
    (
        "nobody’s data",
        PLAIN,
        [],
        "placeholders",
        ("yes", 0, 0, "No person’s data and no secret was found in the file."),
    ),
    (
        "tokens",
        trail(user("I am [email-1]."), call(arguments={"to": ["[email-9f3aa0]"]}), gives("S2", {"a": "[step-1]"})),
        [],
        "placeholders",
        ("yes", 2, 2, "Consistent tokens stand in 2 steps."),
    ),
    (
        "in clear",
        PLAIN,
        [EMAIL, EMAIL],
        "placeholders",
        ("no", 0, 2, "People’s data or secrets are in clear in 2 places."),
    ),
    (
        "a cookie that lets nobody in",
        PLAIN,
        [replace(EMAIL, code="people.cookie", severity="note")],
        "placeholders",
        ("yes", 0, 0, "No person’s data and no secret was found in the file."),
    ),
    (
        "masked",
        PLAIN,
        [MASK],
        "placeholders",
        ("no", 0, 1, "A mask, which does not tell two values apart, stands in 1 place."),
    ),
    (
        "not searched, with a token",
        trail(user("[secret-00ff]")),
        [UNOPENED],
        "placeholders",
        ("partly", 1, 2, "Consistent tokens stand in 1 step. 1 place could not be searched."),
    ),
]


@pytest.mark.parametrize(
    ("session", "personal", "what", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_is_recorded(session: Trail, personal: list[Finding], what: str, expected: Any) -> None:
    """Answer, count and sentence."""
    record = next(each for each in recorded_by(session, personal) if each.what == what)
    assert (record.answer, record.held, record.of, record.text) == expected


def test_the_four_come_in_the_order_of_the_text() -> None:
    """Results, version, state, placeholders."""
    told = [record.what for record in recorded_by(PLAIN, [])]
    assert told == ["tool_results", "model_version", "initial_state", "placeholders"]
