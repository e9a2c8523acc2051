"""“Make it replayable”: the bundle replays and passes the engine's gate, nothing is invented, nothing is in clear."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.base.errors import InputError
from engine.base.json_text import canonical, parse
from engine.check.formats import read_trails
from engine.check.mending.bundle import bundle_text, replayable, sound
from engine.check.reading.source import read_source
from engine.check.rules.side_effects import Marks
from engine.check.telling.document import check
from engine.check.trail import ABSENT, Place, Trail
from engine.replay.fixtures import Fixtures, standard
from engine.replay.run import run
from engine.replay.session import read_session
from engine.replay.settings import Settings
from tests.engine.check import files
from tests.engine.check.files import CLEAN, EMAIL, EVERYTHING, KEY
from tests.engine.check.test_rules import CASES
from tests.engine.check.trails import PLAIN, REFUND, call, gives, says, trail, user

Json = Any

EXPORT = Settings("recorded", "injected")
"""Tools and model turns from the export."""


def replayed(bundle: Json) -> Json:
    """The engine's run of a bundle, read from its text, with tools and model turns from the export."""
    session = read_session(parse(bundle_text(bundle)))
    assert canonical(session.to_json()) == canonical(bundle)
    return run(EXPORT, Fixtures(session, standard().world, standard().models))


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


@pytest.mark.parametrize("session", SESSIONS)
def test_every_bundle_passes_the_check(session: Trail) -> None:
    """What is missing is named, so it is a note afterwards."""
    document = check(bundle_text(replayable(session)).encode(), "x.json")
    has_names = all(entry.tool for entry in session.entries if entry.kind == "call")
    if session.entries and document["error"] is None and has_names:
        assert (document["gate"], document["gate_reasons"]) == ("pass", [])
        assert document["sessions"][0]["counts"]["unknown"] == 0


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
