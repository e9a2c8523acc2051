"""The mission's outcomes, row by row. The figures here come from the spec, not from the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import OPTIONS, Settings, all_settings, read_settings

Json = Any

OPENING = "live pinned included clear"


def run_of(setup: str) -> Json:
    """The run of a set-up written as its four values."""
    return run(read_settings(dict(zip(OPTIONS, setup.split(), strict=True))), standard())


def step_of(document: Json, step: str) -> Json:
    """A step of a run."""
    return next(item for item in document["steps"] if item["id"] == step)


def states_of(document: Json) -> str:
    """Input and output of each step in two letters: same, differs, not reached."""
    letter = {"same": "s", "differs": "D", "not_reached": "-"}
    return " ".join(letter[step["input"]] + letter[step["output"]] for step in document["steps"])


# --- the table of section 4 ------------------------------------------------------------------------------------------

ROWS: list[tuple[str, str, Json]] = [
    (OPENING, "matched_steps", 5),
    (OPENING, "total_steps", 10),
    (OPENING, "first_difference", "S5"),
    (OPENING, "left_script_at", None),
    (OPENING, "side_effects_rerun", 1),
    (OPENING, "emails_in_clear", 1),
    (OPENING, "quoted_amount", "1108.8"),
    (OPENING, "quoted_currency", "INR"),
    (OPENING, "gate", "fail"),
    ("recorded pinned included clear", "matched_steps", 10),
    ("recorded pinned included clear", "side_effects_rerun", 0),
    ("recorded pinned included clear", "emails_in_clear", 1),
    ("recorded pinned included clear", "quoted_amount", "1101.6"),
    ("recorded pinned included clear", "gate", "fail"),
    ("recorded pinned included token", "matched_steps", 10),
    ("recorded pinned included token", "emails_in_clear", 0),
    ("recorded pinned included token", "gate", "pass"),
    ("recorded injected included token", "gate", "pass"),
    ("recorded injected included token", "model_calls", 0),
    ("recorded pinned omitted clear", "first_difference", "S2"),
    ("recorded pinned omitted clear", "left_script_at", "S6"),
    ("recorded pinned omitted token", "left_script_at", "S6"),
    ("live pinned omitted clear", "left_script_at", "S6"),
    ("recorded latest included clear", "left_script_at", "S2"),
    ("recorded latest included clear", "matched_steps", 1),
    ("live latest included clear", "matched_steps", 1),
    ("recorded injected included removed", "gate", "pass"),
    ("recorded pinned included removed", "gate", "fail"),
    ("recorded latest included removed", "gate", "fail"),
    ("live injected included removed", "gate", "fail"),
    ("recorded pinned included removed", "left_script_at", "S2"),
    ("live pinned included removed", "left_script_at", "S2"),
    ("live injected included removed", "first_difference", "S3"),
]


@pytest.mark.parametrize(("setup", "key", "expected"), ROWS)
def test_the_table_of_outcomes_comes_out(setup: str, key: str, expected: Json) -> None:
    """Each figure of the mission's table is what the run says."""
    assert run_of(setup)[key] == expected


OUTPUTS: list[tuple[str, str, Json]] = [
    (OPENING, "S3", {"result": {"order": "A-1042", "status": "late", "currency": "INR"}}),
    (OPENING, "S5", {"result": {"rate": "92.4"}}),
    (OPENING, "S7", {"result": {"credit": "cr_10", "amount": "1108.8", "currency": "INR"}}),
    (OPENING, "S10", {"message": "You are welcome. Have a good day."}),
    (
        "recorded pinned included token",
        "S2",
        {"call": "get_order", "arguments": {"email": "[email-1]"}},
    ),
    (
        "recorded latest included clear",
        "S2",
        {"call": "lookup_order", "arguments": {"email": "mira.rao@example.com"}},
    ),
    (
        "recorded latest included token",
        "S2",
        {"call": "lookup_order", "arguments": {"email": "[email-1]"}},
    ),
    ("live injected included removed", "S3", {"result": {"error": "no order found"}}),
    ("live injected included token", "S3", {"result": {"error": "no order found"}}),
]


@pytest.mark.parametrize(("setup", "step", "output"), OUTPUTS)
def test_steps_yield_what_the_mission_says(setup: str, step: str, output: Json) -> None:
    """The replayed output of the step is the mission's."""
    assert step_of(run_of(setup), step)["replayed_output"] == output


MESSAGES = [
    (OPENING, "S8", "1,108.8 INR"),
    ("recorded pinned included clear", "S8", "1,101.6 INR"),
    ("recorded pinned included removed", "S2", "email address"),
    ("recorded latest included removed", "S2", "email address"),
    ("live pinned included token", "S4", "order number"),
]


@pytest.mark.parametrize(("setup", "step", "words"), MESSAGES)
def test_the_model_says_what_the_mission_says(setup: str, step: str, words: str) -> None:
    """The message quotes the amount, or asks for what is missing."""
    assert words in step_of(run_of(setup), step)["replayed_output"]["message"]


def test_no_credit_is_offered_without_the_tier() -> None:
    """Without the initial state the pinned model answers at S6 with a message that holds no amount."""
    message = step_of(run_of("recorded pinned omitted token"), "S6")["replayed_output"]["message"]
    assert not any(letter.isdigit() for letter in message)


def test_the_token_stands_wherever_the_address_stood() -> None:
    """Message, call and owner of the session hold the same token, and no address."""
    document = run_of("recorded pinned included token")
    assert "[email-1]" in step_of(document, "S1")["recorded_output"]["message"]
    assert "@" not in str(document)


def test_the_opening_is_what_the_reader_finds() -> None:
    """Without a choice the set-up is the opening one of section 3."""
    assert " ".join(Settings().choices().values()) == OPENING


# --- all 36 set-ups --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What section 4 says of some set-ups, worked out by hand."""

    states: str
    left_at: str | None = None
    again: int = 0
    asked: int = 0
    live: int = 0
    quoted: str | None = None


ALL_SAME = "ss ss ss ss ss ss ss ss ss ss"
LEFT_AT_S2 = "ss sD -- -- -- -- -- -- -- --"
LEFT_AT_S2_STATELESS = "ss DD -- -- -- -- -- -- -- --"
EVERY_TURN_READS_OTHER = "ss Ds ss Ds ss Ds ss Ds ss Ds"

OUTCOMES: dict[str, Outcome] = {
    "recorded injected included clear|token|removed": Outcome(ALL_SAME, quoted="1101.6"),
    "recorded injected omitted clear|token|removed": Outcome(EVERY_TURN_READS_OTHER, quoted="1101.6"),
    "recorded pinned included clear|token": Outcome(ALL_SAME, asked=5, quoted="1101.6"),
    "recorded pinned omitted clear|token": Outcome("ss Ds ss Ds ss DD -- -- -- --", left_at="S6", asked=3),
    "live injected included clear": Outcome("ss ss ss ss sD Ds sD Ds ss Ds", again=1, live=3, quoted="1101.6"),
    "live injected included token|removed": Outcome("ss ss sD Ds sD Ds sD Ds ss Ds", again=1, live=3, quoted="1101.6"),
    "live injected omitted clear": Outcome("ss Ds ss Ds sD Ds sD Ds ss Ds", again=1, live=3, quoted="1101.6"),
    "live injected omitted token|removed": Outcome("ss Ds sD Ds sD Ds sD Ds ss Ds", again=1, live=3, quoted="1101.6"),
    "live pinned included clear": Outcome("ss ss ss ss sD DD DD DD ss Ds", again=1, asked=5, live=3, quoted="1108.8"),
    "live pinned included token": Outcome("ss ss sD DD -- -- -- -- -- --", left_at="S4", asked=2, live=1),
    "live pinned omitted clear": Outcome("ss Ds ss Ds sD DD -- -- -- --", left_at="S6", asked=3, live=2),
    "live pinned omitted token": Outcome("ss Ds sD DD -- -- -- -- -- --", left_at="S4", asked=2, live=1),
    "recorded|live pinned included removed": Outcome(LEFT_AT_S2, left_at="S2", asked=1),
    "recorded|live pinned omitted removed": Outcome(LEFT_AT_S2_STATELESS, left_at="S2", asked=1),
    "recorded|live latest included clear|token|removed": Outcome(LEFT_AT_S2, left_at="S2", asked=1),
    "recorded|live latest omitted clear|token|removed": Outcome(LEFT_AT_S2_STATELESS, left_at="S2", asked=1),
}

PASSING = {
    "recorded injected included token",
    "recorded injected included removed",
    "recorded pinned included token",
}

SETUPS = [" ".join(settings.choices().values()) for settings in all_settings()]


def outcome_of(setup: str) -> Outcome:
    """The one expectation whose pattern covers the set-up."""
    values = setup.split()
    found = [
        outcome
        for pattern, outcome in OUTCOMES.items()
        if all(value in part.split("|") for value, part in zip(values, pattern.split(), strict=True))
    ]
    assert len(found) == 1, setup
    return found[0]


def test_there_are_thirty_six_setups() -> None:
    """Two, three, two and three options make 36, each once."""
    assert len(set(SETUPS)) == 36


@pytest.mark.parametrize("setup", SETUPS)
def test_every_setup_walks_as_section_4_says(setup: str) -> None:
    """Each step's input and output are same, different or not reached as the rules say."""
    document, expected = run_of(setup), outcome_of(setup)
    assert states_of(document) == expected.states
    assert document["left_script_at"] == expected.left_at
    assert document["matched_steps"] == expected.states.split().count("ss")


@pytest.mark.parametrize("setup", SETUPS)
def test_every_setup_counts_as_section_4_says(setup: str) -> None:
    """Side effects, model calls, live calls, addresses and the quoted amount are the rules' own."""
    document, expected = run_of(setup), outcome_of(setup)
    assert document["side_effects_rerun"] == expected.again
    assert document["model_calls"] == expected.asked
    assert document["live_tool_calls"] == expected.live
    assert document["quoted_amount"] == expected.quoted
    assert document["emails_in_clear"] == int(setup.endswith("clear"))


@pytest.mark.parametrize("setup", SETUPS)
def test_the_gate_passes_for_three_setups_only(setup: str) -> None:
    """A passing gate has no reason; a failing one has a reason for each thing that is wrong."""
    document = run_of(setup)
    wrong = [
        document["matched_steps"] < 10,
        document["side_effects_rerun"] > 0,
        document["emails_in_clear"] > 0,
    ]
    assert (document["gate"] == "pass") == (setup in PASSING)
    assert len(document["gate_reasons"]) == sum(wrong)


@pytest.mark.parametrize("setup", SETUPS)
def test_answers_come_from_where_the_setup_says(setup: str) -> None:
    """Users from the export, tools from the export or live, model turns injected or regenerated."""
    tools, model, *_ = setup.split()
    expected = {
        "user": "export",
        "tool": "live" if tools == "live" else "export",
        "model": "injected" if model == "injected" else "regenerated",
    }
    assert {step["actor"]: step["source"] for step in run_of(setup)["steps"]} == expected


@pytest.mark.parametrize("setup", SETUPS)
def test_playback_has_twelve_events_five_seconds_apart(setup: str) -> None:
    """Ten steps, the privacy check and the outcome, the last at sixty seconds."""
    events = run_of(setup)["events"]
    assert [event["t"] for event in events] == list(range(5, 61, 5))
    assert [event["kind"] for event in events] == [*["step"] * 10, "privacy", "outcome"]
    assert [event["step"] for event in events] == [*(f"S{n}" for n in range(1, 11)), None, None]


def test_steps_that_are_not_reached_say_so() -> None:
    """The event of a step behind the departure says that it is not reached, and where the script was left."""
    events = run_of("recorded latest included clear")["events"][2:10]
    assert all("Not reached" in event["text"] and "S2" in event["text"] for event in events)


def test_another_argument_of_the_same_call_is_no_departure() -> None:
    """At the opening S6 asks for another amount, and the replay goes on to its end."""
    document = run_of(OPENING)
    assert step_of(document, "S6")["output"] == "differs"
    assert step_of(document, "S10")["input"] != "not_reached"


def test_the_opening_shows_both_amounts_side_by_side() -> None:
    """What differs at S6 names the field, the recorded and the replayed amount, as decimals in text."""
    found = step_of(run_of(OPENING), "S6")["differences"]
    own = [difference for difference in found if difference["side"] == "output"]
    assert own == [
        {
            "side": "output",
            "step": "S6",
            "field": "arguments.credit.amount",
            "recorded": "1101.6",
            "replayed": "1108.8",
        }
    ]


def test_the_missing_state_shows_as_a_missing_line() -> None:
    """The instruction's line with the tier is in the recording and absent, not empty, in the replay."""
    difference = step_of(run_of("recorded injected omitted clear"), "S2")["differences"]
    assert difference == [{"side": "input", "step": "S2", "field": "instruction", "recorded": "user:tier = gold"}]


def test_side_effects_list_the_session_and_the_replay() -> None:
    """The opening run's two credits are cr_9 by the session and cr_10 by the replay."""
    effects = run_of(OPENING)["side_effects"]
    assert [(effect["by"], effect["result"]["credit"]) for effect in effects] == [
        ("session", "cr_9"),
        ("replay", "cr_10"),
    ]


REASONS = [
    (OPENING, ["5 of 10 steps match", "S5"], ["1 side effect ran again", "issue_credit at S7"], ["1 email address"]),
    ("recorded latest included token", ["1 of 10 steps match", "S2", "8 steps are not reached"]),
    ("recorded pinned omitted token", ["3 of 10 steps match", "S2", "leaves the script at S6", "4 steps are not"]),
]


@pytest.mark.parametrize(("setup", "reasons"), [(setup, reasons) for setup, *reasons in REASONS])
def test_a_failed_gate_says_why(setup: str, reasons: list[list[str]]) -> None:
    """Every reason in turn, with its counts and steps."""
    for said, words in zip(run_of(setup)["gate_reasons"], reasons, strict=True):
        assert all(word in said for word in words)
