"""The walk, by property: recordings of any length, replayed in the world they were made in and in another."""

from __future__ import annotations

import dataclasses
import itertools
import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.base.json_text import canonical, digest
from engine.replay.fixtures import standard
from engine.replay.run import bundle_text, run, run_text
from engine.replay.session import read_session
from engine.replay.settings import Settings, all_settings
from engine.replay.subject import Subject
from tests.engine.recordings import credits_issued, recordings, recordings_and_today
from tests.engine.shop import fixtures_of, record, world_of

Json = Any

SETTINGS = st.sampled_from(all_settings())
LATE = {"order": "A-1", "status": "late", "currency": "INR"}


def mismatches(document: Json) -> list[str]:
    """The ids of the steps that do not match."""
    return [step["id"] for step in document["steps"] if not step["matches"]]


def bundle_of(settings: Settings, fixtures: Subject) -> Json:
    """The bundle of a set-up."""
    return json.loads(bundle_text(settings, fixtures))


# --- what is recorded comes out again ---------------------------------------------------------------------------------


@given(recordings(), st.sampled_from(["clear", "token"]))
def test_a_recording_comes_out_as_recorded(
    recorded: tuple[Json, Json], email: Literal["clear", "token", "removed"]
) -> None:
    """Recorded tools, the pinned model and the state reproduce every step, by construction."""
    document = run(Settings("recorded", "pinned", "included", email), fixtures_of(*recorded))
    assert mismatches(document) == []
    assert document["matched_steps"] == len(recorded[0]["steps"])
    assert all(step["cause"] is None and not step["differences"] for step in document["steps"])


@given(recordings())
def test_the_world_it_was_recorded_in_gives_the_same_again(recorded: tuple[Json, Json]) -> None:
    """Live tools in the very world of the recording match every step, and still run each credit again."""
    document = run(Settings(), fixtures_of(*recorded))
    assert mismatches(document) == []
    assert document["side_effects_rerun"] == credits_issued(recorded[0])


@given(recordings(), st.sampled_from(["clear", "token", "removed"]))
def test_injected_turns_match_without_a_model_call(
    recorded: tuple[Json, Json], email: Literal["clear", "token", "removed"]
) -> None:
    """Nothing is called and everything matches, whatever became of the addresses."""
    document = run(Settings("recorded", "injected", "included", email), fixtures_of(*recorded))
    assert mismatches(document) == []
    assert (document["model_calls"], document["live_tool_calls"]) == (0, 0)


def test_recordings_reach_sixty_steps_and_several_credits() -> None:
    """What the properties above are about does come up: long sessions with several side effects."""
    world = world_of({"a@b.com": LATE}, {"EUR-INR": "90"}, 1)
    bundle = record(["I am a@b.com."] * 9, world, length=60)
    assert len(bundle["steps"]) == 60
    assert credits_issued(bundle) > 5


# --- an independent judge ---------------------------------------------------------------------------------------------


def expected_states(bundle: Json, document: Json) -> list[tuple[str, str]]:
    """Input and output of each step, judged again from the outputs alone, the slow and simple way."""
    instruction_same = "initial_state" in bundle
    recorded: list[str] = []
    replayed: list[str] = []
    calls: dict[str, tuple[str, str]] = {}
    states, left = [], False
    for step in document["steps"]:
        if left:
            states.append(("not_reached", "not_reached"))
            continue
        old, new = canonical(step["recorded_output"]), canonical(step["replayed_output"])
        same_input = True
        if step["actor"] == "model":
            same_input = instruction_same and recorded == replayed
        if step["actor"] == "tool":
            answered = next(item["answers"] for item in bundle["steps"] if item["id"] == step["id"])
            same_input = calls[answered][0] == calls[answered][1]
        states.append(("same" if same_input else "differs", "same" if old == new else "differs"))
        recorded.append(old)
        replayed.append(new)
        calls[step["id"]] = (old, new)
        left = step["actor"] == "model" and step["recorded_output"].get("call") != step["replayed_output"].get("call")
    return states


@given(recordings_and_today(), SETTINGS)
def test_states_agree_with_a_slow_and_simple_judge(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Comparing whole prefixes gives what the running digest gives."""
    fixtures = fixtures_of(*recorded)
    document = run(settings, fixtures)
    bundle = bundle_of(settings, fixtures)
    states = [(step["input"], step["output"]) for step in document["steps"]]
    assert states == expected_states(bundle, document)


@given(recordings_and_today(), SETTINGS)
def test_metrics_follow_from_the_steps(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Every count of the document is the count of its steps."""
    document = run(settings, fixtures_of(*recorded))
    steps = document["steps"]
    reached = [step for step in steps if step["input"] != "not_reached"]
    live = [step for step in reached if step["source"] == "live"]
    assert document["total_steps"] == len(steps)
    assert document["matched_steps"] == sum(step["input"] == step["output"] == "same" for step in steps)
    assert document["first_difference"] == next(iter(mismatches(document)), None)
    assert document["model_calls"] == sum(step["source"] == "regenerated" for step in reached)
    assert document["live_tool_calls"] == len(live)
    assert document["side_effects_rerun"] == sum(step["tool"] == "issue_credit" for step in live)
    again = [effect for effect in document["side_effects"] if effect["by"] == "replay"]
    assert [effect["step"] for effect in again] == [step["id"] for step in live if step["tool"] == "issue_credit"]
    assert (document["gate"] == "pass") == (document["gate_reasons"] == [])


def test_a_side_effect_alone_fails_the_gate() -> None:
    """Where every step matches and no address is in clear, a credit issued again is the one reason."""
    world = world_of({"[email-1]": LATE}, {"EUR-INR": "90"}, 1)
    document = run(Settings(), fixtures_of(record(["I am [email-1]."], world), world))
    assert (document["matched_steps"], document["emails_in_clear"]) == (8, 0)
    assert (document["gate"], document["side_effects_rerun"]) == ("fail", 1)
    assert document["gate_reasons"] == ["1 side effect ran again: issue_credit at turn 6."]


def test_the_latest_quoted_amount_is_the_run_s() -> None:
    """Of two answers with an amount the later one counts, also where a closing without one follows."""
    known = {"a@b.com": LATE, "c@d.com": {**LATE, "currency": "USD"}}
    world = world_of(known, {"EUR-INR": "90", "EUR-USD": "1.5"}, 1)
    said = ["I am a@b.com.", "I am c@d.com.", "Thanks."]
    document = run(Settings("recorded"), fixtures_of(record(said, world), world))
    assert (document["quoted_amount"], document["quoted_currency"]) == ("18", "USD")


def test_many_side_effects_are_named_up_to_five() -> None:
    """The reason counts them all, names five and says how many more."""
    world = world_of({"[email-1]": LATE}, {"EUR-INR": "90"}, 1)
    bundle = record(["I am [email-1]."] * 7, world, name_of="n{}".format)
    reasons = run(Settings(), fixtures_of(bundle, world))["gate_reasons"]
    named = ", ".join(f"issue_credit at n{number}" for number in (6, 14, 22, 30))
    assert reasons == [f"7 side effects ran again: {named} and issue_credit at n38 and 2 more."]


def test_a_tool_of_which_nothing_is_known_counts_as_a_side_effect() -> None:
    """A bundle that does not say whether its tools change the world is not taken for harmless."""
    world = world_of({"[email-1]": LATE}, {"EUR-INR": "90"}, 1)
    bundle = {**record(["I am [email-1]."], world), "tools": []}
    assert run(Settings(), fixtures_of(bundle, world))["side_effects_rerun"] == 3
    assert run(Settings("recorded"), fixtures_of(bundle, world))["side_effects_rerun"] == 0


@given(recordings_and_today(), SETTINGS)
def test_nothing_is_reached_after_the_script_was_left(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Behind the departure every step is not reached, before it every step is; a user turn never differs."""
    document = run(settings, fixtures_of(*recorded))
    steps = document["steps"]
    ids = [step["id"] for step in steps]
    left = document["left_script_at"]
    behind = len(ids) if left is None else ids.index(left) + 1
    assert all(step["input"] != "not_reached" for step in steps[:behind])
    assert all(step["replayed_output"] is None for step in steps[behind:])
    assert all(not step["matches"] for step in steps[behind:])
    assert all(step["matches"] for step in steps[:behind] if step["actor"] == "user")


@given(recordings_and_today(), SETTINGS)
def test_events_are_spread_over_sixty_seconds(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Each has a whole second of its own, equally far apart as whole seconds allow, the last at the end."""
    document = run(settings, fixtures_of(*recorded))
    times = [event["t"] for event in document["events"]]
    steps = [event["step"] for event in document["events"]]
    assert len(times) == len(document["steps"]) + 2
    assert steps == [*(step["id"] for step in document["steps"]), None, None]
    gaps = {later - earlier for earlier, later in itertools.pairwise([0, *times])}
    assert min(gaps) >= 1
    assert max(gaps) - min(gaps) <= 1
    assert times[-1] == max(60, len(times))


@given(recordings_and_today(), SETTINGS)
def test_every_run_and_bundle_is_of_its_schema(
    run_schema: Draft202012Validator,
    bundle_schema: Draft202012Validator,
    recorded: tuple[Json, Json],
    settings: Settings,
) -> None:
    """Sessions of any length give documents that the published schemas accept."""
    fixtures = fixtures_of(*recorded)
    run_schema.validate(run(settings, fixtures))
    bundle_schema.validate(bundle_of(settings, fixtures))


@given(recordings_and_today(), SETTINGS)
def test_a_run_says_what_its_bundle_holds(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Tool results, model turns, state and links between steps are the bundle's."""
    fixtures = fixtures_of(*recorded)
    document, bundle = run(settings, fixtures), bundle_of(settings, fixtures)
    actors = [step["actor"] for step in bundle["steps"]]
    assert document["bundle"] == {
        "user": bundle["user"],
        "model_version": bundle["model"]["version"],
        "initial_state": bundle.get("initial_state"),
        "tool_results": actors.count("tool"),
        "model_turns": actors.count("model"),
    }
    assert [step["answers"] for step in document["steps"]] == [step.get("answers") for step in bundle["steps"]]


# --- what differs -----------------------------------------------------------------------------------------------------


def differing_fields(old: Json, new: Json) -> int:
    """How many innermost fields differ, counted on its own."""
    if isinstance(old, dict) and isinstance(new, dict):
        return sum(differing_fields(old[key], new[key]) if key in old and key in new else 1 for key in {*old, *new})
    return int(old != new)


@given(recordings_and_today(), SETTINGS)
def test_differences_are_listed_or_counted(recorded: tuple[Json, Json], settings: Settings) -> None:
    """A turn's listed differences and those left off are together all that differs before it; twelve are listed."""
    document = run(settings, fixtures_of(*recorded))
    before = 0
    for step in document["steps"]:
        if step["input"] == "not_reached":
            break
        own = differing_fields(step["recorded_output"], step["replayed_output"])
        listed = [item for item in step["differences"] if item["side"] == "output"]
        assert len(listed) == own
        if step["actor"] == "model":
            read = [item for item in step["differences"] if item["side"] == "input"]
            instruction = sum(item["field"] == "instruction" for item in read)
            assert len(read) - instruction == min(before, 12)
            assert step["differences_left_off"] == max(0, before - 12)
        before += own


@given(recordings_and_today(), SETTINGS)
def test_a_difference_holds_both_values_of_its_field(recorded: tuple[Json, Json], settings: Settings) -> None:
    """An output's difference names the field in recorded and replayed output, and the two are not equal."""
    document = run(settings, fixtures_of(*recorded))
    for step in document["steps"]:
        for found in step["differences"]:
            if found["side"] == "output":
                path = found["field"].split(".")
                assert found.get("recorded") == at(step["recorded_output"], path)
                assert found.get("replayed") == at(step["replayed_output"], path)
                assert found.get("recorded") != found.get("replayed")


def at(value: Json, path: list[str]) -> Json:
    """The value of a field; None where it is absent."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def test_a_long_session_counts_what_it_leaves_off() -> None:
    """With nine credits at another rate the last turn lists twelve differences and counts the rest."""
    then = world_of({"a@b.com": LATE}, {"EUR-INR": "90"}, 1)
    bundle = record(["I am a@b.com."] * 9, then)
    today = world_of({"a@b.com": LATE}, {"EUR-INR": "91"}, 10)
    last = run(Settings(), fixtures_of(bundle, today))["steps"][-1]
    listed = [item for item in last["differences"] if item["side"] == "input"]
    # rate, asked amount, credit's name, credited amount: 4 in each of 9 rounds, and 8 answers before the last
    assert len(listed) == 12
    assert last["differences_left_off"] == 4 * 9 + 8 - 12


# --- one document, one digest -----------------------------------------------------------------------------------------


@given(recordings_and_today(), SETTINGS)
def test_the_digest_is_of_the_document_without_it(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Take the digest away and hash the rest: it comes out again."""
    document = run(settings, fixtures_of(*recorded))
    assert digest({key: value for key, value in document.items() if key != "digest"}) == document["digest"]


@given(recordings_and_today(), SETTINGS)
def test_a_run_is_the_same_twice(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Nothing of one run is left for the next."""
    fixtures = fixtures_of(*recorded)
    assert run_text(run(settings, fixtures)) == run_text(run(settings, fixtures))


@given(recordings_and_today(), SETTINGS)
def test_a_bundle_reads_back_to_itself(recorded: tuple[Json, Json], settings: Settings) -> None:
    """Export, read, export in clear gives the same text."""
    fixtures = fixtures_of(*recorded)
    text = bundle_text(settings, fixtures)
    again = dataclasses.replace(fixtures, session=read_session(bundle_of(settings, fixtures)))
    assert bundle_text(Settings(), again) == text


def test_different_setups_have_different_digests() -> None:
    """The 36 documents are 36 different ones."""
    assert len({run(settings, standard())["digest"] for settings in all_settings()}) == 36


@pytest.mark.timeout(60)
def test_three_thousand_steps_are_no_more_than_long() -> None:
    """A turn does not look at the whole conversation before it: a long session ends within the timeout."""
    then = world_of({"a@b.com": LATE}, {"EUR-INR": "90"}, 1)
    bundle = record(["I am a@b.com."] * 375, then)
    document = run(Settings(), fixtures_of(bundle, world_of({"a@b.com": LATE}, {"EUR-INR": "91"}, 376)))
    assert document["total_steps"] == 3000
    assert document["side_effects_rerun"] == 375
