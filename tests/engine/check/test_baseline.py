"""A baseline: what is known is quiet, what is new fails; lines that move change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.check.telling.baseline import baseline_text, compared, fingerprint, read_baseline
from engine.check.telling.document import Question, check
from engine.cli import main
from engine.replay.fixtures import CONTENT
from engine.replay.settings import Settings
from tests.engine.check.files import CLEAN, EMAIL, EVERYTHING, calls, chat, gives, says, system, user

PINNED = Question(Settings("recorded", "pinned"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a session that fails, and its baseline."""
    (tmp_path / "a.json").write_bytes(EVERYTHING)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "a.json", "--write-baseline", "known.json", "-o", "report.txt"]) == 0
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """A check beside the baseline: exit code and output."""
    code = main(["check", "a.json", "--baseline", "known.json", *arguments])
    return code, capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_what_is_known_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """The gate still says what it says; nothing is new, so the exit code is 0."""
    assert main(["check", "a.json"]) == 1
    assert "harm." in capsys.readouterr().out
    code, out = run(capsys)
    assert code == 0
    assert "Findings: 0 errors, 0 warnings, 0 notes" in out
    assert "Baseline: 0 new, " in out


def moved(data: bytes) -> bytes:
    """The same session, written in other lines, with a message more at its beginning."""
    value = json.loads(data)
    value["messages"].insert(1, user("Good morning."))
    value["messages"].insert(2, says("Good morning."))
    return json.dumps(value, indent=3).encode()


def test_lines_and_numbers_of_steps_do_not_matter(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A session that grows keeps its known findings."""
    (folder / "a.json").write_bytes(moved(EVERYTHING))
    code, out = run(capsys)
    assert (code, "Baseline: 0 new, " in out) == (0, True)


def grown(more: Any) -> bytes:
    """The session with more at its end."""
    value = json.loads(EVERYTHING)
    value["messages"] += more
    return json.dumps(value).encode()


NEW = {
    "another kind": [user("My card is 4111 1111 1111 1111."), says()],
    "one more of a known cause": [calls(("call_1", "get_order", {"order": "A-8"})), gives("call_1", "late"), says()],
}


@pytest.mark.parametrize("more", NEW.values(), ids=NEW)
def test_what_is_new_fails(folder: Path, capsys: pytest.CaptureFixture[str], more: Any) -> None:
    """It alone is told."""
    (folder / "a.json").write_bytes(grown(more))
    code, out = run(capsys)
    assert code == 1
    assert "  - new: error" in out
    assert EMAIL not in out


def test_what_is_graver_than_it_was_is_new(folder: Path) -> None:
    """A note that has become an error."""
    known = read_baseline(folder / "known.json")
    live = check(EVERYTHING, "a.json", Question(Settings("live")))
    assert "harm.changes-world" in {item["code"] for item in compared(live, known).new}


def test_a_step_that_is_not_certain_is_a_finding() -> None:
    """Where no finding tells of it."""
    data = chat(system(), user(), says(), model="gpt-4o")
    document = check(data, "a.json", PINNED)
    assert document["gate"] == "fail"
    assert [item["code"] for item in compared(document, {}).new if item["severity"] == "error"] == ["gate.fails"]


def test_a_new_warning_fails_where_it_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By `--fail-on warning`."""
    value = json.loads(EVERYTHING)
    value["messages"][1]["content"] += " From 81.2.69.142 today."
    (folder / "a.json").write_text(json.dumps(value))
    assert run(capsys)[0] == 0
    assert run(capsys, "--fail-on", "warning")[0] == 1


def test_what_is_gone_is_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that the baseline can be written anew."""
    (folder / "a.json").write_bytes(CLEAN)
    code, out = run(capsys)
    assert code == 0
    assert " 0 gone" not in out


@pytest.mark.usefixtures("folder")
def test_json_and_sarif_tell_which_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is left out of them; each finding says whether it is known."""
    document = json.loads(run(capsys, "--json")[1])
    schema = json.loads((CONTENT.parent / "engine/check.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(document)
    [session] = document["sessions"]
    assert session["findings"]
    assert all(item["known"] for item in session["findings"])
    [log] = json.loads(run(capsys, "--sarif")[1])["runs"]
    found = [result for result in log["results"] if result["ruleId"] != "gate.fails"]
    assert {result["baselineState"] for result in found} == {"unchanged"}
    assert all(result["partialFingerprints"] for result in found)


def test_fingerprints_of_one_session_differ() -> None:
    """Two findings are told apart."""
    [session] = check(EVERYTHING, "x")["sessions"]
    marks = [fingerprint(item) for item in session["findings"]]
    assert len(set(marks)) == len(marks)


def test_a_baseline_is_the_same_bytes_again() -> None:
    """In the order of names, with nothing of a person in clear."""
    documents = [check(EVERYTHING, name) for name in ("b.json", "a.json")]
    text = baseline_text(documents)
    assert text == baseline_text(list(reversed(documents)))
    assert EMAIL not in text


BROKEN = [
    "",
    "[]",
    "{}",
    '{"format": "replay-baseline/2", "files": {}}',
    '{"format": "replay-baseline/1", "files": []}',
]


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_baseline_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """With exit code 2 and a remedy, before anything is written."""
    (folder / "known.json").write_text(text)
    assert main(["check", "a.json", "--baseline", "known.json"]) == 2
    assert "--write-baseline" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a.json", "nowhere/known.json", "-"])
@pytest.mark.usefixtures("folder")
def test_no_baseline_is_written_over_what_is_read(name: str) -> None:
    """Nor where nothing can be written."""
    try:
        code = main(["check", "a.json", "--write-baseline", name, "-o", "report.txt"])
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    assert Path("a.json").read_bytes() == EVERYTHING


@pytest.mark.usefixtures("folder")
def test_a_baseline_can_be_brought_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """Read and written in one go: what is new still fails, and is known afterwards."""
    Path("a.json").write_bytes(grown(NEW["another kind"]))
    assert run(capsys, "--write-baseline", "known.json")[0] == 1
    assert run(capsys)[0] == 0
