"""Refused calls: told by the wording of every framework, in any format, and said to run for the first time."""

from __future__ import annotations

from typing import Any

import pytest

from engine.check.examine import examine
from engine.check.formats.refusals import is_refusal
from engine.check.telling.answer import answer
from engine.replay.settings import Settings
from tests.engine.check.test_formats import trail_of
from tests.engine.check.trails import call, gives, says, trail, user

LIVE = Settings("live", "injected")

REFUSALS: list[Any] = [
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit).",
    "The user doesn’t want to take this action right now.",
    "Permission to use Bash with command rm -rf x has been denied.",
    "Claude requested permissions to write to /srv/a, but you haven't granted it yet.",
    "exec command rejected by user",
    "patch rejected by user",
    {"error": "[Operation Cancelled] Reason: User did not allow tool call"},
    [{"type": "text", "text": "The user has declined to run this tool. DO NOT attempt to call this tool again."}],
    "Error: The user rejected permission to use this specific tool call.",
    "The user denied this operation.",
    "User rejected the tool call for `delete_rows` with id c1",
    "Tool execution was not approved.",
    '{"error": "This tool call is rejected."}',
    "The tool call was denied.",
    "Tool execution denied.",
    "Tool call was not approved by the user",
    "Action rejected: too dangerous",
]
ANSWERS: list[Any] = [
    "deleted 3 rows",
    "The report says: User rejected the tool call",
    {"error": "row 7: permission denied by the database"},
    {"status": "rejected", "reason": "insufficient funds"},
    ["User rejected", 1][1:],
    None,
    "",
    7,
    "rejected by userland filesystem driver"[12:],
]


@pytest.mark.parametrize("said", REFUSALS)
def test_a_refusal_is_told_by_its_words(said: Any) -> None:
    """As text, as JSON text, as an object, in a block."""
    assert is_refusal(said)


@pytest.mark.parametrize("said", ANSWERS)
def test_an_answer_is_no_refusal(said: Any) -> None:
    """Neither one that speaks of a refusal, nor one that another system refused."""
    assert not is_refusal(said)


def test_any_format_takes_them_from_the_one_table() -> None:
    """At the call and at its result."""
    asked = {"id": "c1", "type": "function", "function": {"name": "delete_rows", "arguments": "{}"}}
    read = trail_of(
        {
            "messages": [
                {"role": "user", "content": "Clean up."},
                {"role": "assistant", "content": None, "tool_calls": [asked]},
                {"role": "tool", "tool_call_id": "c1", "content": REFUSALS[0]},
            ]
        }
    )
    assert [entry.refused for entry in read.entries] == [False, True, True]


def test_a_refused_call_would_run_for_the_first_time() -> None:
    """In the finding, in the gate's reasons and in the answer."""
    session = trail(user(), call("delete_rows", refused=True), gives("S2", REFUSALS[10], refused=True), says())
    examined = examine(session, LIVE)
    (refused,) = (item for item in examined.findings if item.code == "harm.refused")
    assert refused.reason.endswith("called live, it would run for the first time.")
    assert "1 refused call would run for the first time: delete_rows at S2." in examined.outcome.gate_reasons
    assert answer(examined).endswith("called live, it runs `delete_rows` for the first time.")


def test_a_tool_that_ran_once_runs_again() -> None:
    """Though another call of it was refused."""
    session = trail(call("delete_rows", refused=True), call("delete_rows", {"n": 2}), gives("S2", "done"))
    examined = examine(session, LIVE)
    assert answer(examined).endswith("called live, it runs `delete_rows` again.")
    assert [reason for reason in examined.outcome.gate_reasons if "side effect" in reason] == [
        "1 side effect would run again: delete_rows at S2."
    ]
