"""What a subject declares: live values, figures, what identifies a person; and modules that are none."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.base.errors import InputError, SubjectError
from engine.replay.declared import read_subject, unit_key
from engine.replay.export import export
from engine.replay.fixtures import CONTENT, load, load_module, load_subject, standard
from engine.replay.identifiers import Identifiers
from engine.replay.privacy import search_bundle
from engine.replay.run import run
from engine.replay.session import read_session
from engine.replay.settings import Settings, all_settings, read_settings
from engine.replay.subject import LiveValue, Subject

Json = Any
CLINIC = CONTENT.parent / "examples" / "clinic"


def live(**change: Json) -> LiveValue:
    """A live value, declared as the shop declares its own, with some of it otherwise."""
    world = SimpleNamespace(**vars(standard().world))
    world.LIVE_VALUES = [{**standard().world.LIVE_VALUES[0], **change}]
    sentences = standard().sentences.texts
    return read_subject(standard().session, world, standard().models, sentences).live_values[0]


COLD = {"name": "live_degrees", "key": "degrees", "flag": "--live-degrees", "value": "-4", "least": "-90", "most": "60"}

READ = [
    (COLD, "-4", "-4"),
    (COLD, "-0", "0"),
    (COLD, "-4.50", "-4.5"),
    (COLD, " 12 ", "12"),
    ({**COLD, "above": False}, "-90", "-90"),
    ({**COLD, "decimals": 0}, "7.0", "7"),
]

REFUSED = [
    (COLD, "-90", "no live degrees.*above -90 and up to 60, such as -4"),
    (COLD, "61", "no live degrees"),
    ({**COLD, "above": False}, "-90.1", "from -90 to 60"),
    ({**COLD, "decimals": 0}, "7.5", "whole number"),
    ({**COLD, "decimals": 1}, "7.55", "no live degrees.*up to 60 with at most 1 decimal, such as -4"),
    ({**COLD, "decimals": 1}, "77.55", "up to 60, such as -4"),
    ({"decimals": 2}, "7.555", "up to 1000000 with at most 2 decimals, such as 92.4"),
    ({}, "-1", "a positive decimal number up to 1000000, such as 92.4"),
    ({"decimals": 0, "value": "92"}, "0", "a positive whole number"),
]


@pytest.mark.parametrize(("change", "text", "read"), READ)
def test_a_live_value_within_its_bounds_is_read(change: Json, text: str, read: str) -> None:
    """As the shortest text of it."""
    assert live(**change).read(text) == read


@pytest.mark.parametrize(("change", "text", "says"), REFUSED)
def test_a_live_value_out_of_bounds_is_refused(change: Json, text: str, says: str) -> None:
    """The message tells the bounds and gives an example."""
    with pytest.raises(InputError, match=says):
        live(**change).read(text)


@pytest.mark.parametrize("folder", [CONTENT, CLINIC])
def test_the_shop_and_the_clinic_are_subjects_alike(folder: Path) -> None:
    """Each gives a run for every set-up, with its live values in the settings and its figures among the metrics."""
    subject = load_subject(folder)
    document = run(Settings(), subject)
    for value in subject.live_values:
        assert document["settings"][value.name] == value.value
        moved = run(read_settings({value.name: "3"}, subject.live_values), subject)
        assert moved["settings"][value.name] == "3"
        assert moved["digest"] != document["digest"]
    for figure in subject.models.FIGURES:
        assert (document[figure] is None) == (document[unit_key(figure)] is None)
    assert len({run(each, subject)["digest"] for each in all_settings()}) == len(all_settings())


@pytest.mark.parametrize(
    ("figure", "unit"), [("quoted_amount", "quoted_currency"), ("nights", "nights_unit"), ("_amount", "_currency")]
)
def test_a_figure_has_its_unit_beside_it(figure: str, unit: str) -> None:
    """An amount's unit is its currency."""
    assert unit_key(figure) == unit


KINDS = Identifiers({"patient": re.compile(r"\bPT-[0-9]{5}\b"), "phone": re.compile(r"\+[0-9 ]{6,}[0-9]")})
SAID = "I am PT-48213, ring +44 7700 900123 or write to ruth@clinic.example.org; not PT-99999x."


def test_every_kind_of_identifier_is_found_in_order() -> None:
    """Addresses among them."""
    assert [(each.kind, each.identity) for each in KINDS.find(SAID)] == [
        ("patient", "PT-48213"),
        ("phone", "+44 7700 900123"),
        ("email", "ruth@clinic.example.org"),
    ]
    assert search_bundle({"a": SAID, "PT-48213": [SAID]}, KINDS).addresses == 3
    assert search_bundle({"a": SAID}).addresses == 1


def test_an_address_that_holds_another_identifier_is_an_address() -> None:
    """Of two that overlap the address counts, and nothing of it is left."""
    text = "PT-48213@clinic.example.org"
    assert [each.kind for each in KINDS.find(text)] == ["email"]
    assert KINDS.replace(text, lambda _: "T") == "T"


@pytest.mark.parametrize("email", ["token", "removed"])
def test_every_identifier_is_redacted_by_kind(email: Any) -> None:
    """The same one by the same token, and what stood there as a token already keeps its number."""
    bundle = standard().session.to_json()
    bundle["steps"][0]["output"] = {"message": f"{SAID} Again: PT-48213. Before: [patient-4]."}
    exported = export(read_session(bundle), Settings(email=email), KINDS).to_json()
    message = exported["steps"][0]["output"]["message"]
    assert search_bundle(exported, KINDS).addresses == 0
    if email == "token":
        assert message.count("[patient-5]") == 2
        assert "[phone-1]" in message
    else:
        assert message.count("[removed]") == 4


def test_a_live_tool_that_is_asked_with_a_token_of_any_kind_does_not_know_the_placeholder() -> None:
    """The reason says so, and not that the service has another answer today."""
    document = run(read_settings({"email": "token"}), load_subject(CLINIC))
    reasons = {step["id"]: step["cause"]["reasons"] for step in document["steps"] if step["cause"]}
    assert reasons["S3"] == ["live_placeholder"]


def broken(folder: Path, file: str, text: str) -> Subject:
    """The shop, with one of its files another."""
    for name in ("session.json", "world.py", "models.py", "sentences.json"):
        (folder / name).write_bytes((CONTENT / name).read_bytes())
    (folder / file).write_text(text, "utf-8")
    return load_subject(folder)


BROKEN = [
    ("world.py", "def f(:", r"world\.py, line 1: This is no Python"),
    ("world.py", "x = 1\n1 / 0\n", r"world\.py, line 2: It fails with ZeroDivisionError"),
    ("world.py", "", r"world\.py: (opening|answer) is missing"),
    (
        "models.py",
        "respond = figures = ALIASES = VERSIONS = FIGURES = 7\n",
        r"models\.py, respond: respond is no function",
    ),
    ("sentences.json", "[]", r"sentences\.json: An object is needed"),
]


@pytest.mark.parametrize(("file", "text", "says"), BROKEN)
def test_a_file_that_is_none_of_a_subject_is_named_with_its_line(
    tmp_path: Path, file: str, text: str, says: str
) -> None:
    """And no traceback is met."""
    with pytest.raises(SubjectError, match=says):
        broken(tmp_path, file, text)


def test_what_a_module_raises_while_it_is_asked_is_told_with_its_line(tmp_path: Path) -> None:
    """Whatever it is, and whichever function."""
    source = (CONTENT / "models.py").read_text("utf-8")
    text = source.replace('    last = messages[-1]["output"]', '    last = [][7]\n    last = messages[-1]["output"]')
    line = text[: text.index("[][7]")].count("\n") + 1
    with pytest.raises(SubjectError, match=rf"models\.py, line {line}: respond fails with IndexError"):
        run(Settings(), broken(tmp_path, "models.py", text))


ODD_ANSWERS: list[Json] = [
    None,
    "hm",
    {},
    {"message": 7},
    {"call": "get_fx"},
    {"message": "a", "more": 1},
    ("a",),
    {1: 2},
]


@pytest.mark.parametrize("answered", ODD_ANSWERS)
def test_an_action_of_another_form_is_refused(answered: Json) -> None:
    """The answer is shown, and what it ought to be."""
    models = SimpleNamespace(**vars(standard().models))
    models.respond = lambda version, instruction, messages: answered
    with pytest.raises(SubjectError, match="respond"):
        run(Settings(model="latest"), dataclasses.replace(standard(), models=models))


@pytest.mark.parametrize("answered", [None, ({"a"}, {}), ({"rate": float("nan")}, {}), ({"a": (1,)}, {}), [1, 2]])
def test_an_answer_of_another_form_is_refused(answered: Json) -> None:
    """It is no pair, or no JSON value."""
    world = SimpleNamespace(**vars(standard().world))
    world.answer = lambda tool, arguments, state: answered
    with pytest.raises(SubjectError, match=r"no pair|no JSON value"):
        run(Settings(), dataclasses.replace(standard(), world=world))


def test_a_module_is_loaded_without_a_trace_and_anew_each_time(tmp_path: Path) -> None:
    """Nothing is written beside its source, and one folder's is not another's."""
    path = tmp_path / "world.py"
    for number in (1, 2):
        path.write_text(f"NUMBER = {number}\n", "utf-8")
        assert number == load_module(path).NUMBER
    assert [each.name for each in tmp_path.iterdir()] == ["world.py"]


def test_a_subject_without_sentences_has_the_explainers(tmp_path: Path) -> None:
    """They speak of no shop."""
    for name in ("session.json", "world.py", "models.py"):
        (tmp_path / name).write_bytes((CONTENT / name).read_bytes())
    assert load_subject(tmp_path).sentences == standard().sentences
    assert json.dumps(load(CONTENT / "sentences.json")).count("credit") == 0
