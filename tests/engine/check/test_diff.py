"""Two recordings of one task: the first step at which they part, and the cause."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.check.parting import CAUSES, parting
from engine.check.trail import Trail
from engine.cli import main
from engine.replay.fixtures import CONTENT
from tests.engine.check.files import CLEAN, EMAIL, EVERYTHING
from tests.engine.check.trails import call, declared, gives, says, trail, user

MOMENT = "2026-03-01T10:15:30.123Z"
RANDOM = "6f1c2a52-9d1a-4d1e-8b1a-2f6f0c7b9a11"


def session(*steps: Any, **facts: Any) -> Trail:
    """A session of one exact version."""
    return trail(*steps, **facts)


def refused(asked: Any) -> Any:
    """A call that was refused."""
    return replace(asked, refused=True)


BASE = session(user(), call(arguments={"order": "A-7"}), gives("S2", {"status": "late"}), says())

CASES: dict[str, tuple[Trail, Trail, str, int]] = {
    "ends": (BASE, session(*BASE.entries[:3]), "ends", 3),
    "user": (BASE, session(user("Cancel it."), *BASE.entries[1:]), "user", 0),
    "live_answer": (BASE, session(*BASE.entries[:2], gives("S2", {"status": "sent"}), says()), "live_answer", 2),
    "model": (BASE, session(*BASE.entries[:3], says("No.")), "model", 3),
    "another_model": (BASE, session(*BASE.entries[:3], says("No.", model="m-2027-01-01")), "another_model", 3),
    "instruction": (BASE, session(*BASE.entries[:3], says("No."), instruction="Be short."), "instruction", 3),
    "initial_state": (
        BASE,
        session(*BASE.entries[:3], says("No."), initial_state={"tier": "gold"}),
        "initial_state",
        3,
    ),
    "tools": (BASE, session(*BASE.entries[:3], says("No."), tools=(declared("other"),)), "tools", 3),
    "sampling": (BASE, session(*BASE.entries[:3], says("No."), sampling={"temperature": 1}), "sampling", 3),
    "refused": (BASE, session(BASE.entries[0], refused(BASE.entries[1]), *BASE.entries[2:]), "refused", 1),
    "redacted": (
        session(user(f"I am {EMAIL}."), says()),
        session(user("I am [email-149f9f6ef92a]."), says()),
        "redacted",
        0,
    ),
    "clock": (
        session(user(), call(arguments={"at": MOMENT}), gives("S2")),
        session(user(), call(arguments={"at": "2026-03-02T11:00:00.456Z"}), gives("S2")),
        "clock",
        1,
    ),
    "chance": (
        session(user(), call(arguments={"key": RANDOM}), gives("S2")),
        session(user(), call(arguments={"key": RANDOM.replace("6f1c", "a77d")}), gives("S2")),
        "chance",
        1,
    ),
}


@pytest.mark.parametrize(("first", "second", "cause", "same"), CASES.values(), ids=CASES)
def test_the_cause_is_told(first: Trail, second: Trail, cause: str, same: int) -> None:
    """From either side, after as many steps that are the same."""
    for pair in ((first, second), (second, first)):
        found = parting(*pair)
        assert (found.cause, found.same) == (cause, same)


def test_every_cause_is_produced() -> None:
    """No text stands there for nothing."""
    assert {cause for _, _, cause, _ in CASES.values()} == set(CAUSES)


def test_the_same_steps_are_the_same() -> None:
    """Whatever the ids, the times and the models' names; what differs beside them is told."""
    other = tuple(replace(entry, time="1", call_id="x", model="m-2027-01-01") for entry in BASE.entries)
    found = parting(BASE, session(*other, instruction="Be short."))
    assert (found.cause, found.same, found.steps) == (None, 4, (None, None))
    assert [item.what for item in found.beside] == ["instruction", "model"]


def test_the_first_value_that_differs_is_told() -> None:
    """By its path in the step."""
    found = parting(BASE, session(user(), call(arguments={"order": "A-8"}), gives("S2"), says())).difference
    assert found is not None
    assert (found.path, found.first, found.second) == (("arguments", "order"), "A-7", "A-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two recordings of one task."""
    (tmp_path / "a.json").write_bytes(EVERYTHING)
    (tmp_path / "b.json").write_bytes(EVERYTHING.replace(b"Done,", b"No,"))
    (tmp_path / "c.json").write_bytes(CLEAN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_command_tells_where_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    """With the steps, their lines and both values, in which nothing of a person is in clear."""
    assert main(["diff", "a.json", "b.json"]) == 1
    out = capsys.readouterr().out
    assert "5 steps are the same; then they part." in out
    assert "Cause: the same model reads the same input and acts differently" in out
    assert "a.json: S6, line" in out
    assert EMAIL not in out


@pytest.mark.usefixtures("folder")
def test_the_document_is_of_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """Of recordings that part, and of those that do not."""
    schema = Draft202012Validator(json.loads((CONTENT.parent / "engine/diff.schema.json").read_text(encoding="utf-8")))
    for names, code in ((("a.json", "b.json"), 1), (("a.json", "a.json"), 0), (("c.json", "a.json"), 1)):
        assert main(["diff", *names, "--json"]) == code
        document = json.loads(capsys.readouterr().out)
        schema.validate(document)
        assert (document["cause"] is None) == (code == 0)


BAD = {
    "a file that is not there": ["a.json", "nowhere.json"],
    "a session that is not there": ["a.json", "b.json", "--session", "2"],
    "an unknown format": ["a.json", "b.json", "--format", "nonsense"],
    "over what is read": ["a.json", "b.json", "-o", "b.json"],
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_compared_is_an_error(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    """With exit code 2 and a remedy."""
    assert main(["diff", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err
