"""Why a step differs: where a difference begins and what follows from it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.replay.fixtures import standard
from engine.replay.models import not_reproduced, read_model
from engine.replay.run import run
from engine.replay.session import read_session
from engine.replay.settings import Settings, all_settings
from engine.replay.subject import Subject
from tests.engine.recordings import recordings_and_today
from tests.engine.shop import fixtures_of, record, world_of

Json = Any

LATE = {"order": "A-1", "status": "late", "currency": "INR"}


def causes(document: Json) -> dict[str, tuple[list[str], list[str]]]:
    """Reasons and origins of each step that differs."""
    return {
        step["id"]: (step["cause"]["reasons"], step["cause"]["follows"])
        for step in document["steps"]
        if step["cause"] and step["input"] != "not_reached"
    }


def origins(document: Json) -> list[str]:
    """The steps at which something begins."""
    return [step for step, (reasons, _) in causes(document).items() if reasons]


CASES: list[tuple[Settings, dict[str, tuple[list[str], list[str]]]]] = [
    (
        Settings(),
        {
            "S5": (["live_answer"], []),
            "S6": ([], ["S5"]),
            "S7": (["live_answer"], ["S5"]),
            "S8": ([], ["S5", "S7"]),
            "S10": ([], ["S5", "S7"]),
        },
    ),
    (
        Settings(live=(("live_rate", "91.8"),)),
        {"S7": (["live_answer"], []), "S8": ([], ["S7"]), "S10": ([], ["S7"])},
    ),
    (
        Settings(model="injected"),
        {
            "S5": (["live_answer"], []),
            "S6": ([], ["S5"]),
            "S7": (["live_answer"], []),
            "S8": ([], ["S5", "S7"]),
            "S10": ([], ["S5", "S7"]),
        },
    ),
    (
        Settings("recorded", "pinned", "omitted"),
        {"S2": (["state_missing"], []), "S4": ([], ["S2"]), "S6": ([], ["S2"])},
    ),
    (
        Settings("live", "pinned", "omitted"),
        {
            "S2": (["state_missing"], []),
            "S4": ([], ["S2"]),
            "S5": (["live_answer"], []),
            "S6": ([], ["S2", "S5"]),
        },
    ),
    (Settings(model="latest"), {"S2": (["another_model"], [])}),
    (
        Settings(model="latest", state="omitted"),
        {"S2": (["state_missing", "another_model"], [])},
    ),
    (Settings("recorded", email="removed"), {"S2": (["address_removed"], [])}),
    (
        Settings("recorded", "latest", email="removed"),
        {"S2": (["address_removed"], [])},
    ),
    (
        Settings(email="token"),
        {"S3": (["live_placeholder"], []), "S4": ([], ["S3"])},
    ),
    (
        Settings(model="injected", email="removed"),
        {
            "S3": (["live_placeholder"], []),
            "S4": ([], ["S3"]),
            "S5": (["live_answer"], []),
            "S6": ([], ["S3", "S5"]),
            "S7": (["live_answer"], []),
            "S8": ([], ["S3", "S5", "S7"]),
            "S10": ([], ["S3", "S5", "S7"]),
        },
    ),
]


@pytest.mark.parametrize(("settings", "expected"), CASES)
def test_origins_and_knock_ons_name_the_right_steps(settings: Settings, expected: Json) -> None:
    """Each differing step says what begins there, and which steps the rest follows from."""
    assert causes(run(settings, standard())) == expected


def test_at_the_recorded_rate_only_the_credit_begins_something() -> None:
    """A live rate of 91.8 leaves one origin: the credit that is issued again under another name."""
    document = run(Settings(live=(("live_rate", "91.8"),)), standard())
    assert origins(document) == ["S7"]
    assert document["quoted_amount"] == "1101.6"


def test_a_step_can_be_origin_and_knock_on_at_once() -> None:
    """S7 of the opening: its number is new of itself, its amount follows from the rate, and the text says both."""
    step = next(step for step in run(Settings(), standard())["steps"] if step["id"] == "S7")
    assert step["cause"]["kind"] == "origin"
    assert step["cause"]["follows"] == ["S5"]
    assert "Begins here" in step["cause"]["text"]
    assert "Its input also differs, because of S5." in step["cause"]["text"]


def test_steps_not_reached_follow_from_the_departure() -> None:
    """Their cause is the step at which the script was left."""
    steps = run(Settings("recorded", "latest"), standard())["steps"][2:]
    assert {tuple(step["cause"]["follows"]) for step in steps} == {("S2",)}
    assert {step["cause"]["kind"] for step in steps} == {"knock_on"}


@given(recordings_and_today(), st.sampled_from(all_settings()))
def test_every_difference_has_a_cause_before_or_at_its_step(recorded: tuple[Json, Json], settings: Settings) -> None:
    """A step that differs begins something or follows from earlier origins; a step that matches has no cause."""
    document = run(settings, fixtures_of(*recorded))
    begun: list[str] = []
    for step in document["steps"]:
        cause = step["cause"]
        assert (cause is None) == step["matches"]
        if cause is None or step["input"] == "not_reached":
            continue
        assert cause["reasons"] or cause["follows"]
        assert set(cause["follows"]) <= set(begun)
        assert (cause["kind"] == "origin") == bool(cause["reasons"])
        begun += [step["id"]] if cause["reasons"] else []


@given(recordings_and_today(), st.sampled_from(all_settings()))
def test_the_first_difference_is_an_origin(recorded: tuple[Json, Json], settings: Settings) -> None:
    """What differs first follows from nothing."""
    document = run(settings, fixtures_of(*recorded))
    first = causes(document).get(document["first_difference"])
    assert first is None or (first[0] and not first[1])


def test_a_later_rate_is_an_origin_of_its_own() -> None:
    """Of two credits in two currencies, of which one rate moved, only that rate and the new names begin something."""
    known = {"a@b.com": LATE, "c@d.com": {**LATE, "currency": "USD"}}
    then = world_of(known, {"EUR-INR": "90", "EUR-USD": "1.1"}, 1)
    bundle = record(["I am a@b.com.", "I am c@d.com."], then, name_of="n{}".format)
    today = world_of(known, {"EUR-INR": "90", "EUR-USD": "1.2"}, 1)
    document = run(Settings(), fixtures_of(bundle, today))
    # the customer, get_order, order, get_fx, rate (12), issue_credit, credit, answer: eight steps each
    assert origins(document) == ["n12"]
    assert causes(document)["n14"] == ([], ["n12"])


def bundle_with(change: dict[str, Json]) -> Subject:
    """The standard session with its tool step S3 and the world's order changed."""
    bundle = standard().session.to_json()
    bundle["steps"][2]["output"] = {"result": change["recorded"]}
    return fixtures_of(bundle, world_of({"mira.rao@example.com": change["today"]}, {"EUR-INR": "92.4"}, 10))


def test_true_is_not_one_to_the_cause_either() -> None:
    """A live `true` where `1` was recorded differs, and the step says that it begins there."""
    fixtures = bundle_with({"recorded": {"late": 1}, "today": {"late": True}})
    document = run(Settings(model="injected"), fixtures)
    assert causes(document)["S3"] == (["live_answer"], [])


@pytest.mark.parametrize(
    ("state", "line"), [({"user:tier": "silver"}, "user:tier = silver"), ({}, None), ({"other": "x"}, None)]
)
def test_an_instruction_of_another_state_says_so(state: Json, line: str | None) -> None:
    """Where the state is there but another, or empty, the instruction differs and the state is not called missing."""
    bundle = standard().session.to_json()
    bundle["initial_state"] = state
    fixtures = dataclasses.replace(standard(), session=read_session(bundle))
    document = run(Settings("recorded", "injected"), fixtures)
    assert causes(document)["S2"] == (["instruction_differs"], [])
    assert document["steps"][1]["differences"][0].get("replayed") == line


def test_a_blank_line_more_is_a_difference_with_a_value() -> None:
    """An instruction recorded with one blank line more shows it: present on one side, absent on the other."""
    bundle = standard().session.to_json()
    bundle["instruction"]["as_recorded"].append("")
    fixtures = dataclasses.replace(standard(), session=read_session(bundle))
    document = run(Settings("recorded", "injected"), fixtures)
    found = document["steps"][1]["differences"][0]
    assert found == {"side": "input", "step": "S2", "field": "instruction", "recorded": ""}


def test_identical_input_gives_the_recorded_output() -> None:
    """The stated assumption holds for any recorded turn, also one that the scripted model would not write itself."""
    bundle = standard().session.to_json()
    bundle["steps"][9]["output"] = {"message": "Bye."}
    fixtures = dataclasses.replace(standard(), session=read_session(bundle))
    assert causes(run(Settings("recorded"), fixtures)) == {}
    found = not_reproduced(fixtures.session, read_model(fixtures.models, fixtures.session.model_version))
    assert found is not None
    assert (found.step, found.recorded) == ("S10", {"message": "Bye."})
