"""The verdict in three sentences: whatever is asked, whoever reads it."""

from __future__ import annotations

import json

import pytest

from engine.check.examine import examine
from engine.check.finding import Finding
from engine.check.rules.masks import find_masks
from engine.check.telling.document import Question, check
from engine.check.telling.sentences import sentences
from engine.check.telling.terminal_report import report
from engine.check.trail import Place, Trail
from engine.check.verdict import CAREFUL
from engine.replay.settings import Settings
from tests.engine.check.files import CLEAN, EVERYTHING
from tests.engine.check.trails import PLAIN, REFUND, call, gives, says, trail, user

BOTH = (CAREFUL, Settings("live", "injected"))
EMAIL = Finding("people.email", "error", Place("messages[0]"), "An address.", "Redact.", "S1")
CUT = Finding("file.cut-off", "error", Place("messages[0]"), "Cut.", "Export again.")
UNSEARCHED = Finding("people.unopened", "error", Place("messages[0]"), "Packed.", "Look.", "S1")
NOTHING = "No person’s data and no secret was found; names and addresses in running text are not looked for."

CASES: list[tuple[Trail, list[Finding], list[Finding], int, str]] = [
    (PLAIN, [], [], 0, "Played back from this file alone, all 4 steps come out as recorded."),
    (trail(), [], [], 0, "This file holds no step, so there is nothing to play back."),
    (trail(user()), [], [], 0, "Played back from this file alone, the one step comes out as recorded."),
    (
        trail(call(), says()),
        [],
        [],
        0,
        "Played back from this file alone, 0 of 2 steps are certain to come out as recorded; the first that is not is "
        "S1, for its result is not in the file, so a replay has nothing to answer it with.",
    ),
    (
        PLAIN,
        [],
        [CUT],
        0,
        "Played back from this file alone, all 4 steps come out as recorded, but the file has a fault: a value that is "
        "cut off.",
    ),
    (
        trail(user(), says(), instruction=None),
        [],
        [],
        0,
        "Played back from this file alone, all 2 steps come out as recorded; no model could be asked again, for the "
        "instruction is not in the file.",
    ),
    (
        trail(user(), says(model="gpt-4o"), user(), says()),
        [],
        [],
        0,
        "Played back from this file alone, all 4 steps come out as recorded; for 1 of its 2 model steps no exact "
        "version is named, so another model might answer if asked again.",
    ),
    (
        trail(user(), says(model=None)),
        [],
        [],
        0,
        "Played back from this file alone, all 2 steps come out as recorded; for its model steps no exact version is "
        "named, so another model might answer if asked again.",
    ),
    (
        trail(call("GET a", by_program=True, model=None), gives("S1", by_program=True), instruction=None),
        [],
        [],
        0,
        "Played back from this file alone, all 2 steps come out as recorded.",
    ),
    (trail(user()), [], [], 1, "It calls no tool, so nothing can happen a second time."),
    (
        trail(gives(None), says()),
        [],
        [],
        1,
        "Results of tools are in it and no call of them, so nobody knows what those calls did.",
    ),
    (
        PLAIN,
        [],
        [],
        1,
        "If its tools were called for real, they would change nothing, but they may answer otherwise today.",
    ),
    (REFUND, [], [], 1, "If its tools were called for real, `issue_refund` (1 call) would act on the world again."),
    (
        trail(call("frobnicate"), gives("S1"), call("frobnicate"), gives("S3")),
        [],
        [],
        1,
        "If its tools were called for real, `frobnicate` (2 calls) might act on the world again: nobody vouches for "
        "them.",
    ),
    (
        trail(call("send_a", refused=True), says()),
        [],
        [],
        1,
        "If its tools were called for real, `send_a` (1 call) would act on the world for the first time.",
    ),
    (PLAIN, [], [], 2, NOTHING),
    (
        PLAIN,
        [EMAIL],
        [],
        2,
        "Do not pass the file on as it is: it holds people’s data or secrets in clear, an email address (1).",
    ),
    (
        PLAIN,
        [UNSEARCHED],
        [],
        2,
        "Nobody knows whether the file holds people’s data or secrets: a part of it could not be searched.",
    ),
]


def test_a_mask_that_live_tools_would_send_is_no_fault_of_the_file_alone() -> None:
    """Whatever is asked of the tools: the first sentence is about a replay that calls none."""
    session = trail(user(), call("send_mail", {"to": "[REDACTED]"}), gives("S2"))
    said = {sentences([examine(session, settings, personal=[*find_masks(session)])], [])[0] for settings in BOTH}
    assert said == {"Played back from this file alone, all 3 steps come out as recorded."}


@pytest.mark.parametrize(("session", "personal", "of_file", "which", "expected"), CASES)
def test_each_sentence(
    session: Trail, personal: list[Finding], of_file: list[Finding], which: int, expected: str
) -> None:
    """The same, harmless, fit to be passed on."""
    assert sentences([examine(session, CAREFUL, personal=personal)], of_file)[which] == expected


def test_several_sessions_are_counted_together() -> None:
    """The first step that is not certain says of which session it is."""
    both = [examine(session, CAREFUL) for session in (PLAIN, trail(call(), says()))]
    assert "4 of 6 steps are certain" in sentences(both, [])[0]
    assert "is S1 of session 2, for" in sentences(both, [])[0]


@pytest.mark.parametrize("settings", [CAREFUL, Settings("live", "injected")])
def test_the_first_two_are_the_same_whatever_is_asked(settings: Settings) -> None:
    """They tell both outcomes."""
    assert sentences([examine(REFUND, settings)], []) == sentences([examine(REFUND, CAREFUL)], [])


@pytest.mark.parametrize("data", [EVERYTHING, CLEAN])
def test_a_report_begins_and_ends_with_them(data: bytes) -> None:
    """And the document holds them."""
    document = check(data, "x.json")
    lines = report(document, colour=False).splitlines()
    told = [f"  {sentence}" for sentence in document["verdict"]]
    assert len(told) == 3
    assert lines[1:4] == told
    assert lines[-3:] == told


def test_nothing_is_shown_whole_in_them() -> None:
    """A tool's name may hold an address."""
    asked = {"id": "c", "type": "function", "function": {"name": "send_jo@x.org", "arguments": "{}"}}
    rows = [{"role": "assistant", "tool_calls": [asked]}, {"role": "tool", "tool_call_id": "c", "content": "ok"}]
    document = check(json.dumps({"messages": rows}).encode(), "x", Question())
    assert "jo@x.org" not in json.dumps(document["verdict"])


def test_a_file_that_cannot_be_read_has_three_too() -> None:
    """What is wrong, and what to do."""
    assert check(b"{}", "x")["verdict"][0] == "This file cannot be checked, so nothing is known of a replay."
