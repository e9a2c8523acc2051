"""What `check` is given: folders, patterns, several at once; each file once, in an order that does not change."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine.check.inputs import inputs_of
from engine.cli import main
from tests.engine.check.files import CLEAN, EVERYTHING
from tests.engine.commands import ENVIRONMENT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with sessions, and with what is none."""
    for name, data in {
        "logs/b.json": CLEAN,
        "logs/a.json": CLEAN,
        "logs/deep/c.jsonl": EVERYTHING,
        "logs/notes.txt": b"no session",
        "logs/package.json": b'{"name": "shop"}',
        "logs/.git/x.json": CLEAN,
        "logs/.hidden.json": CLEAN,
        "one/clean.json": CLEAN,
        "od[d].json": CLEAN,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


NAMED: dict[str, tuple[list[str], list[str]]] = {
    "a file": (["logs/a.json"], ["logs/a.json"]),
    "a folder": (["logs"], ["logs/a.json", "logs/b.json", "logs/deep/c.jsonl", "logs/package.json"]),
    "a pattern": (["logs/*.json"], ["logs/a.json", "logs/b.json", "logs/package.json"]),
    "a pattern over folders": (["**/*.jsonl"], ["logs/deep/c.jsonl"]),
    "each once": (["logs/b.json", "logs/?.json"], ["logs/b.json", "logs/a.json"]),
    "a name that looks like a pattern": (["od[d].json"], ["od[d].json"]),
    "standard input": (["-"], ["-"]),
}


@pytest.mark.parametrize(("arguments", "names"), NAMED.values(), ids=NAMED)
@pytest.mark.usefixtures("folder")
def test_files_are_found(arguments: list[str], names: list[str]) -> None:
    """Hidden ones are not, nor what no session is called."""
    assert [item.name.replace(os.sep, "/") for item in inputs_of(arguments)] == names


@pytest.mark.parametrize(
    ("argument", "problem"), [("empty", "The folder holds no file"), ("*.yaml", "matches no file")]
)
@pytest.mark.usefixtures("folder")
def test_nothing_found_is_an_error(capsys: pytest.CaptureFixture[str], argument: str, problem: str) -> None:
    """As a file that cannot be read; the others are checked all the same."""
    assert main(["check", argument, "one", "--json"]) == 2
    captured = capsys.readouterr()
    assert problem in captured.err
    assert [document["error"] is None for document in json.loads(captured.out)] == [False, True]


@pytest.mark.usefixtures("folder")
def test_what_is_no_session_is_passed_over_in_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """And said to be; by its own name it is an error."""
    assert main(["check", "logs", "--json"]) == 1
    captured = capsys.readouterr()
    assert "package.json: passed over" in captured.err
    assert [Path(document["file"]).name for document in json.loads(captured.out)] == ["a.json", "b.json", "c.jsonl"]
    assert main(["check", "logs/package.json"]) == 2


@pytest.mark.usefixtures("folder")
def test_a_broken_session_in_a_folder_is_no_stranger(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is an error, wherever it was found."""
    (folder / "logs/cut.json").write_bytes(CLEAN[: len(CLEAN) // 2])
    (folder / "logs/empty.json").write_bytes(b"")
    assert main(["check", "logs"]) == 2
    assert "empty.json" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_several_at_once_say_the_same(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """To the byte, in the same order, with the same exit code."""
    outputs = []
    for jobs in ("1", "3"):
        code = main(["check", "logs", "one", "nowhere.json", "--json", "--jobs", jobs])
        captured = capfdbinary.readouterr()
        outputs.append((code, captured.out, captured.err))
    assert outputs[0] == outputs[1]
    assert outputs[0][0] == 2


@pytest.mark.parametrize("jobs", ["0", "-1", "two", ""])
def test_jobs_are_a_number(jobs: str) -> None:
    """From 1 on."""
    with pytest.raises(SystemExit) as caught:
        main(["check", "a.json", "--jobs", jobs])
    assert caught.value.code == 2


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGINT to send")
def test_an_interruption_ends_all_of_them(tmp_path: Path) -> None:
    """At once and quietly, with the shell's exit code."""
    steps = [{"role": ("user", "assistant")[n % 2], "content": f"Words {n} " * 9} for n in range(40_000)]
    for name in ("a.json", "b.json", "c.json"):
        (tmp_path / name).write_text(json.dumps(steps))
    call: list[Any] = [sys.executable, "-m", "engine", "check", str(tmp_path), "--jobs", "2"]
    with subprocess.Popen(call, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, complaints = process.communicate(timeout=20)
    assert (process.returncode, out, complaints) == (130, b"", b"")
