"""Reading a bundle: what is malformed is refused with its place and a remedy, and what is read replays."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.base.errors import EngineError, InputError
from engine.base.json_text import canonical
from engine.replay.fixtures import standard
from engine.replay.run import bundle_text, run, run_text
from engine.replay.session import Session, read_session
from engine.replay.settings import Settings, all_settings
from engine.replay.subject import Subject
from engine.replay.terminal_report import report
from tests.engine.paths import inside

Json = Any
Path = tuple[str | int, ...]


def bundle() -> Json:
    """A fresh copy of the standard session's bundle."""
    return copy.deepcopy(standard().session.to_json())


def changed(path: Path, value: Json) -> Json:
    """The bundle with another value at a place."""
    result = bundle()
    inside(result, path[:-1])[path[-1]] = value
    return result


def without(path: Path) -> Json:
    """The bundle without what stands at a place."""
    result = bundle()
    del inside(result, path[:-1])[path[-1]]
    return result


MALFORMED: list[tuple[Json, str]] = [
    (None, "the bundle"),
    ([], "the bundle"),
    ("x", "the bundle"),
    ({}, "format"),
    (without(("format",)), "format"),
    (changed(("format",), "replay-bundle/2"), "format"),
    (changed(("format",), ["replay-bundle/1"]), "format"),
    (without(("session",)), "session"),
    (changed(("session",), None), "session"),
    (without(("user",)), "user"),
    (without(("model",)), "model"),
    (changed(("model",), "helpdesk"), "model"),
    (without(("model", "version")), "model.version"),
    (changed(("model", "version"), 3), "model.version"),
    (changed(("model", "name"), "x"), "model"),
    (without(("tools",)), "tools"),
    (changed(("tools",), {}), "tools"),
    (changed(("tools", 1), "get_fx"), "tools[1]"),
    (without(("tools", 1, "name")), "tools[1].name"),
    (changed(("tools", 1, "name"), "get_order"), "tools[1].name"),
    (without(("tools", 2, "changes_world")), "tools[2].changes_world"),
    (changed(("tools", 2, "changes_world"), 1), "tools[2].changes_world"),
    (changed(("tools", 2, "changes_world"), "true"), "tools[2].changes_world"),
    (changed(("tools", 0, "note"), "x"), "tools[0]"),
    (without(("instruction",)), "instruction"),
    (without(("instruction", "template")), "instruction.template"),
    (changed(("instruction", "template"), "x"), "instruction.template"),
    (changed(("instruction", "as_recorded", 2), 5), "instruction.as_recorded[2]"),
    (changed(("instruction", "lines"), []), "instruction"),
    (changed(("initial_state",), None), "initial_state"),
    (changed(("initial_state", "user:tier"), 1), "initial_state.user:tier"),
    (without(("steps",)), "steps"),
    (changed(("steps",), {}), "steps"),
    (changed(("steps", 0), None), "steps[0]"),
    (without(("steps", 0, "id")), "steps[0].id"),
    (changed(("steps", 0, "id"), 1), "steps[0].id"),
    (changed(("steps", 1, "id"), "S1"), "steps[1].id"),
    (without(("steps", 0, "actor")), "steps[0].actor"),
    (changed(("steps", 0, "actor"), "robot"), "steps[0].actor"),
    (changed(("steps", 0, "actor"), ["user"]), "steps[0].actor"),
    (changed(("steps", 0, "label"), None), "steps[0].label"),
    (changed(("steps", 0, "note"), "x"), "steps[0]"),
    (changed(("steps", 0, "answers"), "S2"), "steps[0]"),
    (without(("steps", 0, "output")), "steps[0].output"),
    (changed(("steps", 0, "output"), "hello"), "steps[0].output"),
    (without(("steps", 0, "output", "message")), "steps[0].output.message"),
    (changed(("steps", 0, "output", "message"), None), "steps[0].output.message"),
    (changed(("steps", 0, "output", "cc"), "x"), "steps[0].output"),
    (changed(("steps", 0, "output"), {"call": "x", "arguments": {}}), "steps[0].output"),
    (changed(("steps", 1, "output", "call"), None), "steps[1].output.call"),
    (changed(("steps", 1, "output", "message"), "x"), "steps[1].output"),
    (without(("steps", 1, "output", "arguments")), "steps[1].output.arguments"),
    (changed(("steps", 1, "output", "arguments"), []), "steps[1].output.arguments"),
    (without(("steps", 2, "output", "result")), "steps[2].output"),
    (changed(("steps", 2, "output", "error"), 1), "steps[2].output"),
    (without(("steps", 2, "answers")), "steps[2].answers"),
    (changed(("steps", 2, "answers"), None), "steps[2].answers"),
    (changed(("steps", 2, "answers"), "S1"), "steps[2].answers"),
    (changed(("steps", 2, "answers"), "S4"), "steps[2].answers"),
    (changed(("steps", 4, "answers"), "S2"), "steps[4].answers"),
    (without(("steps", 1)), "steps[1].answers"),
]


@pytest.mark.parametrize(("value", "place"), MALFORMED)
def test_a_malformed_bundle_is_refused_with_place_and_remedy(value: Json, place: str) -> None:
    """The message begins with where it is and ends with what to do."""
    with pytest.raises(InputError) as caught:
        read_session(value)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"{place}: ")
    assert caught.value.remedy
    assert str(caught.value).endswith(caught.value.remedy)


def test_a_well_formed_bundle_is_read_whole() -> None:
    """Reading and writing gives the same JSON."""
    assert canonical(read_session(bundle()).to_json()) == canonical(bundle())


# --- mutations --------------------------------------------------------------------------------------------------------

JUNK: st.SearchStrategy[Json] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None), max_size=4)
    | st.sampled_from(["S1", "S2", "user", "model", "tool", "get_order", "issue_credit", "INR", "x@y.com"])
    | st.sampled_from(["[removed]", "[email-1]", "[email-999999999]", "{user:tier}", "{", "12 EUR", "late"])
    | st.sampled_from(["", "helpdesk-2026-10-28", "latest", "1e5", "92.4", "9999999999999999.999999999"])
    | st.builds(list)
    | st.builds(dict)
    | st.builds(lambda: {"result": {}})
    | st.builds(lambda: {"message": "Thanks."})
    | st.builds(lambda: {"call": "issue_credit", "arguments": {}})
    | st.dictionaries(st.sampled_from(["email", "from", "to", "credit", "amount", "rate"]), st.integers(0, 3))
)


def nodes(value: Json) -> Iterator[tuple[Json, str | int]]:
    """Every place in the value, as the container and the key in it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in list(pairs):
        yield value, key
        yield from nodes(item)


def mutate(draw: st.DrawFn, value: Json) -> None:
    """Delete, replace, double or swap one node, whichever."""
    places = list(nodes(value))
    if not places:
        return
    container, key = draw(st.sampled_from(places))
    kind = draw(st.sampled_from(["delete", "replace", "double", "swap", "swap"]))
    if kind == "delete":
        del container[key]
    elif kind == "replace":
        container[key] = draw(JUNK)
    elif kind == "double":
        double(draw, container, key)
    else:
        other, where = draw(st.sampled_from(places))
        container[key], other[where] = copy.deepcopy(other[where]), copy.deepcopy(container[key])


def double(draw: st.DrawFn, container: Json, key: str | int) -> None:
    """The node a second time: beside it in a list, under another key in an object."""
    twin = copy.deepcopy(container[key])
    if isinstance(container, list):
        container.insert(draw(st.integers(0, len(container))), twin)
    else:
        container[draw(st.text(max_size=3) | st.sampled_from(sorted(container)))] = twin


@st.composite
def mutants(draw: st.DrawFn) -> Json:
    """The bundle after one to four mutations; more often than not in its steps."""
    value = bundle()
    for _ in range(draw(st.integers(1, 4))):
        mutate(draw, draw(st.sampled_from([value, value["steps"]])) if "steps" in value else value)
    return value


def read(value: Json) -> Session | None:
    """The session, or None where the reader refuses it in the way it should."""
    try:
        return read_session(value)
    except InputError as error:
        assert error.place, "an error names its place"
        assert error.remedy, "an error says what to do"
        return None


@settings(max_examples=200)
@given(mutants())
def test_a_mutant_is_refused_or_read(value: Json) -> None:
    """The reader works or raises InputError, and what it read it writes again as it was."""
    session = read(copy.deepcopy(value))
    if session is not None:
        for step in value["steps"]:
            if step.get("label") == "":
                del step["label"]  # an empty label and none are the same
        assert canonical(session.to_json()) == canonical(value)


@settings(max_examples=150)
@given(mutants())
def test_reader_and_schema_agree(bundle_schema: Draft202012Validator, value: Json) -> None:
    """What the reader reads the schema accepts; what only the reader refuses are links and names used twice."""
    try:
        read_session(copy.deepcopy(value))
        assert bundle_schema.is_valid(value)
    except InputError as error:
        if bundle_schema.is_valid(value):
            assert error.place.rpartition(".")[2] in {"id", "answers", "name"}


@settings(max_examples=50)
@given(mutants())
def test_what_is_read_replays_under_every_setup(run_schema: Draft202012Validator, value: Json) -> None:
    """A run comes out, or an EngineError that says what to do; never another exception."""
    session = read(value)
    if session is None:
        return
    fixtures = dataclasses.replace(standard(), session=session)
    documents = [document for document in (replayed(chosen, fixtures) for chosen in all_settings()) if document]
    for document in documents[:1]:
        run_schema.validate(document)


def replayed(chosen: Any, fixtures: Subject) -> Json:
    """The run of a set-up, written in every form; None for an EngineError with a remedy."""
    try:
        document = run(chosen, fixtures)
        run_text(document).encode("utf-8")
        bundle_text(chosen, fixtures).encode("utf-8")
    except EngineError as error:
        assert error.remedy
        return None
    report(document, colour=False).encode("utf-8")
    return document


def test_an_unknown_model_is_refused_only_where_it_must_be_asked() -> None:
    """A pinned version that the fixtures lack repeats itself on what it read; on anything else it is an error."""
    fixtures = dataclasses.replace(standard(), session=read_session(changed(("model", "version"), "gone-1")))
    assert run(Settings("recorded", "pinned"), fixtures)["matched_steps"] == 10
    assert run(Settings("live", "injected"), fixtures)["matched_steps"] == 5
    with pytest.raises(EngineError, match=r"gone-1.*helpdesk-2026-05-12"):
        run(Settings("live", "pinned"), fixtures)


ODD_BUT_READABLE: list[Json] = [
    changed(("steps",), []),
    changed(("tools",), []),
    changed(("steps", 1, "output", "arguments"), {"email": []}),
    changed(("steps", 1, "output", "arguments"), {"email": {}}),
    changed(("steps", 3, "output", "arguments"), {}),
    changed(("steps", 3, "output", "arguments"), {"from": None, "to": [1]}),
    changed(("steps", 5, "output", "arguments"), {"credit": "all"}),
    changed(("steps", 4, "output", "result"), None),
    changed(("steps", 4, "output", "result"), {"rate": 91.8}),
    changed(("steps", 4, "output", "result"), {"rate": "999999999999999999.999999999"}),
    changed(("steps", 6, "output", "result"), {"amount": [], "currency": {}}),
    changed(("steps", 0, "output", "message"), "\ud800"),
    changed(("steps", 0, "label"), "\x1b[31m\ud800"),
    changed(("initial_state",), {}),
    changed(("initial_state", "user:tier"), "{user:tier}"),
    changed(("instruction", "template"), ["{", "}", "{}", "{{user:tier}}", "{0}"]),
]


@pytest.mark.parametrize("value", ODD_BUT_READABLE)
def test_odd_but_readable_sessions_replay(run_schema: Draft202012Validator, value: Json) -> None:
    """Each of them gives 36 runs."""
    fixtures = dataclasses.replace(standard(), session=read_session(value))
    for chosen in all_settings():
        run_schema.validate(replayed(chosen, fixtures))
