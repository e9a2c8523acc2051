"""“Make it replayable”: the bundle replays and passes the engine's gate, nothing is invented, nothing is in clear."""

from __future__ import annotations

import copy
import dataclasses
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.base.errors import InputError
from engine.base.json_text import canonical, parse
from engine.check.examine import examine
from engine.check.formats import read_trails
from engine.check.mending.asides import asides
from engine.check.mending.bundle import bundle_text, replayable, sound
from engine.check.reading.source import read_source
from engine.check.rules.side_effects import Marks
from engine.check.telling.document import check
from engine.check.trail import ABSENT, Place, Trail
from engine.check.verdict import CAREFUL
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.session import read_session
from engine.replay.settings import Settings
from tests.engine.check import files
from tests.engine.check.files import CLEAN, EMAIL, EVERYTHING, KEY
from tests.engine.check.test_formats import FILES as SAMPLES
from tests.engine.check.test_rules import CASES
from tests.engine.check.trails import PLAIN, REFUND, call, gives, says, trail, user

Json = Any

EXPORT = Settings("recorded", "injected")
"""Tools and model turns from the export."""


def replayed(bundle: Json) -> Json:
    """The engine's run of a bundle, read from its text, with tools and model turns from the export."""
    session = read_session(parse(bundle_text(bundle)))
    assert canonical(session.to_json()) == canonical(bundle)
    return run(EXPORT, dataclasses.replace(standard(), session=session))


def trails_of(data: bytes) -> list[Trail]:
    """The sessions of a file."""
    return read_trails(read_source(data, "x"))


SESSIONS = [PLAIN, REFUND, *(session for _, session, _ in CASES)]


@pytest.mark.parametrize("session", SESSIONS)
def test_every_bundle_passes_the_gate_of_the_engine(bundle_schema: Draft202012Validator, session: Trail) -> None:
    """Whatever the session lacks: it is of the schema, is read back whole, and replays."""
    bundle = replayable(session)
    bundle_schema.validate(bundle)
    document = replayed(bundle)
    assert (document["gate"], document["gate_reasons"]) == ("pass", [])
    assert document["matched_steps"] == len(bundle["steps"])


PINNED = Settings("recorded", "pinned")


def certain(session: Trail, settings: Settings) -> list[str]:
    """The places in the source of the steps that are certain, with the manifest's of a bundle."""
    manifest = session.value.get("manifest") if isinstance(session.value, dict) else None
    places = manifest["places"] if manifest else {entry.id: entry.place.path for entry in session.entries}
    verdicts = examine(session, settings).verdicts
    return [places[verdict.entry.id] for verdict in verdicts if verdict.state == "same"]


def of_bundle(session: Trail) -> Trail:
    """What the check reads of a session's bundle."""
    return trails_of(bundle_text(replayable(session)).encode())[0]


@pytest.mark.parametrize("settings", [CAREFUL, PINNED, Settings("live", "injected")])
@pytest.mark.parametrize("session", SESSIONS)
def test_a_bundle_is_never_more_certain_than_its_source(session: Trail, settings: Settings) -> None:
    """A gap that the manifest names stays a gap: what was not certain before is not certain after."""
    if session.entries:
        assert set(certain(of_bundle(session), settings)) <= set(certain(session, settings))


@pytest.mark.parametrize("settings", [CAREFUL, PINNED])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_bundle_of_a_sample_is_never_more_certain_than_the_sample(path: Path, settings: Settings) -> None:
    """As every framework writes them."""
    for session in trails_of(path.read_bytes()):
        assert set(certain(of_bundle(session), settings)) <= set(certain(session, settings))


@pytest.mark.parametrize("session", SESSIONS)
def test_what_was_certain_stays_so(session: Trail) -> None:
    """With tools and model turns from the export, a bundle loses nothing by being one."""
    if session.entries and not replayable(session)["manifest"]["left_out"]:
        assert set(certain(of_bundle(session), CAREFUL)) == set(certain(session, CAREFUL))


@pytest.mark.parametrize("session", SESSIONS)
def test_what_a_manifest_names_is_a_note(session: Trail) -> None:
    """So that only a gap among the steps fails the gate of a bundle."""
    document = check(bundle_text(replayable(session)).encode(), "x.json")
    if session.entries and document["error"] is None:
        severities = {item["severity"] for item in document["sessions"][0]["findings"]}
        assert "error" not in severities
        assert (document["gate"] == "pass") == (document["sessions"][0]["counts"]["unknown"] == 0)


@pytest.mark.parametrize("data", [EVERYTHING, CLEAN])
def test_a_file_becomes_a_bundle_that_passes_everywhere(data: bytes) -> None:
    """In the engine and in the check, with tools and model turns from the export."""
    [session] = trails_of(data)
    bundle = replayable(session, "salt")
    assert replayed(bundle)["gate"] == "pass"
    assert check(bundle_text(bundle).encode(), "x")["gate"] == "pass"


def test_nothing_is_in_clear() -> None:
    """No address and no key, not even in the gzip body; the same value has the same token."""
    [session] = trails_of(EVERYTHING)
    bundle = replayable(session)
    text = bundle_text(bundle)
    assert EMAIL not in text
    assert KEY not in text
    said = bundle["steps"][-1]["output"]["message"]
    token = said.removeprefix("Done, ").removesuffix(".")
    assert bundle["steps"][1]["output"]["arguments"] == {"email": token}
    assert json.loads(bundle["steps"][4]["output"]["result"])["to"] == token


def test_a_salt_makes_tokens_meet_or_not() -> None:
    """The same salt, the same tokens; another salt, others; both are texts of the same places."""
    [session] = trails_of(EVERYTHING)
    assert replayable(session, "a") == replayable(session, "a")
    assert replayable(session, "a") != replayable(session, "b")


def test_the_original_is_not_changed() -> None:
    """Neither the trail nor the parsed file."""
    [session] = trails_of(EVERYTHING)
    before = repr(session), copy.deepcopy(session.value)
    replayable(session)
    assert (repr(session), session.value) == before


def test_reused_ids_are_told_apart_by_occurrence() -> None:
    """Each result answers the call that it answered."""
    data = files.chat(
        files.user(),
        files.calls(("c", "get_a", {}), ("c", "get_b", {})),
        files.gives("c", "first"),
        files.gives("c", "second"),
        files.calls(("c", "get_c", {})),
        files.gives("c", "third"),
        files.says(),
    )
    steps = replayable(trails_of(data)[0])["steps"]
    told = {step["output"]["result"]: step["answers"] for step in steps if step["actor"] == "tool"}
    assert told == {"first": "S2", "second": "S3", "third": "S6"}
    assert [step["id"] for step in steps] == [f"S{number}" for number in range(1, 9)]


def test_parallel_results_may_come_in_any_order() -> None:
    """Several calls of one turn are consecutive steps; their results follow as they came."""
    session = trail(call("get_a", turn=1), call("get_b", turn=1), gives("S2", "b"), gives("S1", "a"), says())
    bundle = replayable(session)
    assert [step.get("answers") for step in bundle["steps"]] == [None, None, "S2", "S1", None]
    assert replayed(bundle)["gate"] == "pass"


LEFT_OUT = [
    ("missing.call", trail(gives(None, "stray"), says())),
    ("ambiguous.answered-twice", trail(call(), gives("S1", "a"), gives("S1", "stray"))),
    ("missing.result-content", trail(call(), gives("S1", ABSENT))),
]


@pytest.mark.parametrize(("code", "session"), LEFT_OUT)
def test_what_cannot_be_replayed_is_left_out_and_named(code: str, session: Trail) -> None:
    """With its place in the source; it is not among the steps."""
    bundle = replayable(session)
    [item] = bundle["manifest"]["left_out"]
    assert item["code"] == code
    assert item["path"].startswith("messages[")
    assert "stray" not in json.dumps(bundle["steps"])


def test_what_is_missing_is_named() -> None:
    """Code, step and place of each gap; where each step stood."""
    bundle = replayable(trail(user(), call(), says(), instruction=None, initial_state=ABSENT))
    missing = {item["code"]: (item["step"], item["path"]) for item in bundle["manifest"]["missing"]}
    assert missing == {
        "missing.result": ("S2", "messages[1]"),
        "missing.initial-state": (None, "messages[0]"),
        "missing.instruction": (None, "messages[0]"),
    }
    assert bundle["manifest"]["places"] == {"S1": "messages[0]", "S2": "messages[1]", "S3": "messages[2]"}
    assert bundle["manifest"]["source_format"] == "handmade"


def test_a_cut_file_says_so_in_its_manifest() -> None:
    """And the check of the bundle keeps it as a note."""
    source = read_source(EVERYTHING[: EVERYTHING.rindex(b"Done")], "cut")
    [session] = read_trails(source)
    bundle = replayable(session, defects=source.defects)
    assert "file.cut-off" in [item["code"] for item in bundle["manifest"]["missing"]]
    document = check(bundle_text(bundle).encode(), "x")
    assert document["gate"] == "pass"
    notes = [item for item in document["sessions"][0]["findings"] if item["code"] == "file.cut-off"]
    assert [item["severity"] for item in notes] == ["note"]


def test_twelve_missing_results_are_not_twenty_certain_steps() -> None:
    """The calls without a result, and what reads that they are missing, are not certain in the bundle either."""
    turns = [step for n in range(4) for step in (user(), call("get_a", {"n": n}), says())]
    document = check(bundle_text(replayable(trail(*turns))).encode(), "x.json")
    counts = document["sessions"][0]["counts"]
    assert (counts["same"], counts["unknown"], counts["total"]) == (4, 8, 12)
    assert document["gate"] == "fail"


VERSIONS = trail(user(), says(model="m-2026-01-01"), user(), says(model="m-2026-02-02"), user(), says(model=None))


def test_each_step_keeps_its_own_model() -> None:
    """The bundle names the first; what another answered, and what nobody knows, stands with the step."""
    bundle = replayable(VERSIONS)
    assert bundle["model"] == {"version": "m-2026-01-01"}
    assert bundle["manifest"]["of_steps"] == {"S4": {"model": "m-2026-02-02"}, "S6": {"model": "unknown"}}
    assert [entry.model for entry in of_bundle(VERSIONS).entries] == [
        None,
        "m-2026-01-01",
        None,
        "m-2026-02-02",
        None,
        "unknown",
    ]


def test_what_a_step_cannot_say_of_itself_is_kept() -> None:
    """A refusal, an error, an answer that is a call, calls of one turn, a program's call."""
    session = trail(
        call("send_a", refused=True, turn=1),
        call("get_b", turn=1),
        gives("S2", "no", is_error=True),
        call("final_result", is_answer=True),
        call("GET x/y", by_program=True),
        gives("S5"),
    )
    read = of_bundle(session).entries
    assert [entry.refused for entry in read][:2] == [True, False]
    assert read[0].turn == read[1].turn
    assert read[2].is_error
    assert read[3].is_answer
    assert read[4].by_program


def part(**fields: Json) -> Json:
    """A message of a user with a text and one more part."""
    return {"role": "user", "content": [{"type": "text", "text": "Which plate?"}, fields]}


ASIDES: list[tuple[str, Json, str]] = [
    ("an image", part(type="image_url", image_url={"url": "data:image/png;base64,iVBORw0KGgo="}), "S1"),
    (
        "an image",
        part(type="image", source={"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}),
        "S1",
    ),
    ("a file", part(type="file", file={"file_data": "JVBERi0="}), "S1"),
    ("a sound or a film", part(type="input_audio", input_audio={"data": "UklGRg=="}), "S1"),
    ("a model’s thinking", {"role": "assistant", "content": "Yes.", "reasoning_content": "Let me see."}, "S1"),
]


@pytest.mark.parametrize(("what", "message", "step"), ASIDES)
def test_what_a_bundle_cannot_hold_is_named_at_its_step(what: str, message: Json, step: str) -> None:
    """And a turn that reads it is not called again with the same; injected it is as recorded."""
    messages = [message, {"role": "user", "content": "And?"}, {"role": "assistant", "content": "No."}]
    data = json.dumps({"model": "gpt-4o-2024-08-06", "messages": [{"role": "system", "content": "See."}, *messages]})
    [session] = trails_of(data.encode())
    bundle = replayable(session)
    (named,) = (item for item in bundle["manifest"]["missing"] if item["code"] == "missing.attachment")
    assert named["step"] == step
    assert what in named["reason"]
    [read] = trails_of(bundle_text(bundle).encode())
    assert certain(read, CAREFUL) == [entry.place.path for entry in session.entries]
    assert len(certain(read, PINNED)) < len(session.entries)


def test_thinking_in_blocks_and_in_json_text_is_named() -> None:
    """Each sort once for a step, with how often."""
    blocks = [{"type": "thinking", "thinking": "a", "signature": "x"}, {"type": "redacted_thinking", "data": "y"}]
    value = {"a": [{"content": [*blocks, {"type": "text", "text": "Hi"}], "more": json.dumps({"parts": blocks[:1]})}]}
    session = Trail("test", "", (replace(says("Hi"), id="S1", place=Place("a[0]")),), value=value)
    assert [(item.what, item.count, item.place.path) for item in asides(session)] == [
        ("a model’s thinking", 3, "a[0].content[0]")
    ]


@pytest.mark.parametrize(
    "value",
    [
        {"type": "file"},
        {"thinking": {"type": "enabled", "budget_tokens": 1}},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"properties": {"image": {"type": "string"}}},
        {"type": "text", "text": "an image"},
        {"reasoning_content": ""},
        {"reasoning": {"effort": "low"}},
    ],
)
def test_settings_and_schemas_are_no_such_thing(value: Json) -> None:
    """They only speak of it."""
    session = Trail("test", "", (replace(says("Hi"), id="S1", place=Place("a[0]")),), value={"a": [value]})
    assert list(asides(session)) == []


def test_a_bundle_of_a_bundle_keeps_what_was_named() -> None:
    """The second manifest names what the first one did."""
    once = replayable(trail(user(), says(), truncated=(Place("messages[0]"),), instruction=None))
    [session] = trails_of(bundle_text(once).encode())
    twice = replayable(session)
    codes = [{item["code"] for item in bundle["manifest"]["missing"]} for bundle in (once, twice)]
    assert codes[0] <= codes[1]
    assert twice["steps"] == once["steps"]


INSTRUCTIONS: list[tuple[str | None, Any, Json]] = [
    (None, ABSENT, {"template": None, "as_recorded": []}),
    ("a\nb", ABSENT, {"template": None, "as_recorded": ["a", "b"]}),
    ('{"a": 1}', {"b": "c"}, {"template": None, "as_recorded": ['{"a": 1}']}),
    ("tier {tier}", {"tier": "gold"}, {"template": ["tier {tier}"], "as_recorded": ["tier gold"]}),
    ("tier {tier}", ABSENT, {"template": None, "as_recorded": ["tier {tier}"]}),
]


@pytest.mark.parametrize(("text", "state", "expected"), INSTRUCTIONS)
def test_an_instruction_is_built_only_where_its_state_is_known(text: str | None, state: Any, expected: Json) -> None:
    """Otherwise it stands as recorded, braces and all, and replays the same."""
    bundle = replayable(trail(user(), says(), instruction=text, initial_state=state))
    assert bundle["instruction"] == expected
    assert replayed(bundle)["gate"] == "pass"


STATES: list[tuple[Any, Json]] = [
    ({"a": "b"}, {"a": "b"}),
    ({"a": {"b": [1]}, "n": None}, {"a": '{"b": [1]}', "n": "null"}),
    ([1], {"state": "[1]"}),
    (None, {"state": "null"}),
    ({}, {}),
]


@pytest.mark.parametrize(("state", "expected"), STATES)
def test_a_state_is_text_or_json_text(state: Any, expected: Json) -> None:
    """Its values stay parseable; a state that is not there is left out."""
    assert replayable(trail(says(), initial_state=state))["initial_state"] == expected
    assert "initial_state" not in replayable(trail(says(), initial_state=ABSENT))


def test_tools_carry_the_verdict_on_them() -> None:
    """A marked tool is what the reader says; a declared one that is not called is there too."""
    bundle = replayable(REFUND, marks=Marks(safe=frozenset({"issue_refund"})))
    assert {tool["name"]: tool["changes_world"] for tool in bundle["tools"]} == {
        "get_order": False,
        "issue_refund": False,
    }


def nested(levels: int) -> Json:
    """A list so many levels deep."""
    value: Json = "end"
    for _ in range(levels):
        value = [value]
    return value


SOUND: list[tuple[Json, Json]] = [
    (float("nan"), "nan"),
    ([float("inf")], ["inf"]),
    ({"a": (1, 2)}, {"a": [1, 2]}),
    (1.5, 1.5),
    (True, True),
    (b"x", "b'x'"),
]


@pytest.mark.parametrize(("value", "expected"), SOUND)
def test_values_become_strict_json(value: Json, expected: Json) -> None:
    """Without loss."""
    assert sound(value) == expected


def test_runaway_nesting_becomes_text() -> None:
    """The bundle can be read, and the text is the rest of the value."""
    bundle = replayable(trail(call(), gives("S1", nested(99))))
    assert replayed(bundle)["gate"] == "pass"


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=5)
    | st.sampled_from([EMAIL, KEY, f'{{"to": "{EMAIL}"}}', "4111111111111111", 4111111111111111]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.just(EMAIL), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(VALUES, VALUES, VALUES, st.text(st.characters(codec=None), max_size=8) | st.just(f"I am {EMAIL}"))
def test_any_values_make_a_bundle_that_replays(arguments: Json, result: Json, state: Json, text: str) -> None:
    """Read back, of the engine, without the address."""
    session = trail(
        user(text),
        call(arguments=arguments),
        gives("S2", result),
        says(text),
        initial_state=state,
        value=[text, arguments, result, state],
    )
    bundle = replayable(session)
    assert replayed(bundle)["gate"] == "pass"
    assert EMAIL not in bundle_text(bundle)
    for step in bundle["steps"]:
        before = step["output"].get("result")
        if isinstance(result, str) and result.startswith("{") and before is not None:
            json.loads(before)


BROKEN: list[tuple[Json, str]] = [
    (None, "manifest"),
    ({}, "manifest.source_format"),
    ({"source_format": 1}, "manifest.source_format"),
    ({"source_format": "x"}, "manifest.missing"),
    ({"source_format": "x", "missing": [1]}, "manifest.missing[0]"),
    ({"source_format": "x", "missing": []}, "manifest.left_out"),
    ({"source_format": "x", "missing": [], "left_out": []}, "manifest.places"),
    ({"source_format": "x", "missing": [], "left_out": [], "places": [], "more": 1}, "manifest"),
    ({"source_format": "x", "missing": [], "left_out": [], "places": {}, "of_steps": 1}, "manifest.of_steps"),
]


@pytest.mark.parametrize(("manifest", "place"), BROKEN)
def test_a_broken_manifest_is_refused(manifest: Json, place: str) -> None:
    """With its place."""
    bundle = {**replayable(PLAIN), "manifest": manifest}
    with pytest.raises(InputError) as caught:
        read_session(bundle)
    assert caught.value.place == place


@pytest.mark.parametrize(
    "manifest",
    [[], {"missing": 1}, {"missing": [1, {"code": []}, {"code": "x"}, {"code": "missing.result", "step": 1}]}],
)
def test_a_strange_manifest_does_not_stop_a_check(manifest: Json) -> None:
    """It is read as far as it makes sense."""
    text = json.dumps({**replayable(PLAIN), "manifest": manifest})
    assert check(text.encode(), "x")["error"] is None


def test_a_session_of_results_alone_is_no_bundle() -> None:
    """Each result needs the call that it answers; a bundle without a step would pass every gate and replay nothing."""
    with pytest.raises(InputError, match="No step of this session can be replayed") as refused:
        replayable(trail(gives(None), gives(None)))
    assert refused.value.remedy
