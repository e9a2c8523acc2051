"""The command line, in a process of its own and in this one."""

from __future__ import annotations

import itertools
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.replay.fixtures import CONTENT, standard
from engine.replay.run import bundle_text, run, run_text
from engine.replay.settings import OPTIONS, Settings, read_settings
from tests.engine.commands import ENVIRONMENT

ROOT = CONTENT.parent


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """`python3 -m engine` from another working directory."""
    options = {"cwd": "/", "env": ENVIRONMENT, "capture_output": True, **options}
    return subprocess.run([sys.executable, "-m", "engine", *arguments], check=False, **options)


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """A shell script in which $ENGINE is `python3 -m engine`."""
    environment = {**ENVIRONMENT, "ENGINE": f"{sys.executable} -m engine"}
    return subprocess.run(["bash", "-c", script], cwd="/", env=environment, capture_output=True, check=False)


def printed(capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> bytes:
    """What a command prints in this process."""
    assert main(arguments) == 0
    return capfdbinary.readouterr().out


def told(done: subprocess.CompletedProcess[bytes]) -> str:
    """The message of a command that must have ended with exit code 2, printed nothing and shown no traceback."""
    message = done.stderr.decode()
    assert done.returncode == 2, message
    assert done.stdout == b""
    assert "Traceback" not in message
    assert message.startswith("python3 -m engine")
    return message


@pytest.fixture
def refused(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., str]:
    """The message of a command that must be refused, in this process, where an exception fails the test by itself."""

    def refuse(*arguments: str) -> str:
        try:
            code: Any = main(arguments)
        except SystemExit as end:
            code = end.code
        printed = capfdbinary.readouterr()
        return told(subprocess.CompletedProcess(arguments, code, printed.out, printed.err))

    return refuse


# --- what comes out ---------------------------------------------------------------------------------------------------


def test_the_defaults_are_the_opening() -> None:
    """`run` alone replays the opening set-up, for people, without colours when nobody looks."""
    done = command("run")
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "tools=live  model=pinned  state=included  email=clear  live_rate=92.4" in text
    assert "5 of 10" in text
    assert "1,108.8 INR" in text
    assert "Gate: fails" in text
    assert "\x1b" not in text


def test_the_report_tells_each_difference_once() -> None:
    """A rate that differs stands at the step that gave it, not again at each turn that reads it."""
    assert command("run").stdout.count(b"result.rate: recorded 91.8; replayed 92.4") == 1


def test_json_has_the_bytes_of_the_run_file() -> None:
    """`run --json` in a process of its own, to the byte."""
    expected = run_text(run(Settings(), standard())).encode()
    assert command("run", "--json").stdout == expected


def test_export_has_the_bytes_of_the_content_file() -> None:
    """The opening's bundle is the file in `content/`, to the byte."""
    assert command("export").stdout == (CONTENT / "session.json").read_bytes()


SETUPS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(setup.values()))
def test_every_option_is_heard(capfdbinary: pytest.CaptureFixture[bytes], setup: dict[str, str]) -> None:
    """Each of the 36 set-ups gives its run and its bundle."""
    options = [part for name, value in setup.items() for part in (f"--{name}", value)]
    settings = read_settings(setup)
    assert printed(capfdbinary, "run", "--json", *options) == run_text(run(settings, standard())).encode()
    assert printed(capfdbinary, "export", *options) == bundle_text(settings, standard()).encode()


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(setup.values()))
def test_the_report_tells_the_run(capfdbinary: pytest.CaptureFixture[bytes], setup: dict[str, str]) -> None:
    """Matches, departure, gate and each of its reasons stand in the text for people."""
    options = [part for name, value in setup.items() for part in (f"--{name}", value)]
    text = printed(capfdbinary, "run", *options).decode()
    document = run(read_settings(setup), standard())
    assert f"{document['matched_steps']} of 10" in text
    assert document["digest"] in text
    assert f"Left the script at:     {document['left_script_at'] or 'nowhere'}" in text
    assert all(f"- {reason}" in text for reason in document["gate_reasons"])
    assert ("Gate: passes" in text) == (document["gate"] == "pass")
    assert text.count("not reached  not reached") == sum(step["input"] == "not_reached" for step in document["steps"])


def test_the_live_rate_is_heard(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """At 91.8 the answer quotes what was recorded."""
    document = json.loads(printed(capfdbinary, "run", "--json", "--live-rate", "91.80"))
    assert document["settings"]["live_rate"] == "91.8"
    assert document["quoted_amount"] == "1101.6"


def test_another_session_can_be_replayed(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    """`--session` replays a bundle that `export -o` wrote; what was redacted stays so."""
    path = tmp_path / "bundle.json"
    assert main(["export", "--email", "token", "-o", str(path)]) == 0
    assert path.read_bytes() == bundle_text(read_settings({"email": "token"}), standard()).encode()
    document = json.loads(printed(capfdbinary, "run", "--json", "--tools", "recorded", "--session", str(path)))
    assert (document["gate"], document["emails_in_clear"]) == ("pass", 0)


def test_output_goes_to_a_file_and_nothing_to_the_terminal(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    """`--output` takes the same bytes and leaves the terminal alone."""
    path = tmp_path / "run.json"
    assert printed(capfdbinary, "run", "--json", "--output", str(path)) == b""
    assert path.read_bytes() == run_text(run(Settings(), standard())).encode()


def test_a_file_with_a_byte_order_mark_is_read(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    """As Windows editors write it."""
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + (CONTENT / "session.json").read_bytes())
    assert printed(capfdbinary, "export", "--session", str(path)) == (CONTENT / "session.json").read_bytes()


def test_help_is_given() -> None:
    """Each command says what its options are and what the opening has."""
    for arguments in (["--help"], ["run", "--help"], ["export", "--help"]):
        done = command(*arguments)
        assert (done.returncode, done.stderr) == (0, b"")
    assert b"default: pinned" in command("run", "--help").stdout


# --- what is refused --------------------------------------------------------------------------------------------------

BAD_ARGUMENTS: list[tuple[list[str], str]] = [
    ([], "required"),
    (["replay"], "replay"),
    (["run", "--tools", "hammer"], "hammer"),
    (["run", "--tools", "Called live"], "recorded"),
    (["run", "--model"], "--model"),
    (["run", "--speed", "2"], "--speed"),
    (["run", "more"], "more"),
    (["export", "--json"], "--json"),
    (["run", "--live-rate", "0"], "positive decimal"),
    (["run", "--live-rate", "-1"], "positive decimal"),
    (["run", "--live-rate", "1e2"], "positive decimal"),
    (["run", "--live-rate", "nan"], "positive decimal"),
    (["run", "--live-rate", "%s"], "positive decimal"),
    (["run", "--live-rate", ""], "positive decimal"),
    (["run", "--live-rate", "1000001"], "1000000"),
    (["run", "--session", "/nowhere/x.json"], "/nowhere/x.json"),
    (["run", "--session", "/"], "cannot be read"),
    (["run", "--session", ""], "cannot be read"),
    (["run", "--output", "/"], "cannot be written"),
    (["export", "--output", "/nowhere/x.json"], "/nowhere/x.json"),
    (["export", "--output", "/dev/full"], "cannot be written"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD_ARGUMENTS)
def test_bad_arguments_end_with_a_clear_message(refused: Callable[..., str], arguments: list[str], words: str) -> None:
    """Exit code 2, a message that names what is wrong, no traceback, nothing printed."""
    assert words in refused(*arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["run", "--tools", "hammer"], "hammer"), (["run", "--session", "/nowhere/x.json"], "/nowhere/x.json")],
)
def test_a_process_of_its_own_refuses_alike(arguments: list[str], words: str) -> None:
    """What the parser refuses and what the engine refuses, with the exit code that a shell sees."""
    assert words in told(command(*arguments))


BAD_FILES: list[tuple[bytes, str]] = [
    (b"", "not JSON"),
    (b"\xff\xfe", "not UTF-8"),
    (b"{", "line 1, column 2"),
    (b"[]", "An object is needed"),
    (b"{}", "format"),
    (b'{"format": "replay-bundle/1", "format": 1}', "stands twice"),
    (b"[1e999]", "too large"),
    (b"[" * 50_000, "nested too deeply"),
]


@pytest.mark.parametrize(("data", "words"), BAD_FILES)
def test_a_bad_file_is_refused_by_name(refused: Callable[..., str], tmp_path: Path, data: bytes, words: str) -> None:
    """The message names the file, the place in it and what is wrong."""
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    message = refused("run", "--session", str(path))
    assert str(path) in message
    assert words in message


def test_a_bad_place_in_a_file_is_named(refused: Callable[..., str], tmp_path: Path) -> None:
    """File and JSON path stand before the problem."""
    bundle = json.loads((CONTENT / "session.json").read_text(encoding="utf-8"))
    bundle["steps"][3]["actor"] = "robot"
    path = tmp_path / "robot.json"
    path.write_text(json.dumps(bundle), encoding="utf-8")
    assert f"{path}: steps[3].actor: The actor is 'robot'." in refused("run", "--session", str(path))


def test_a_path_that_is_no_text_is_refused() -> None:
    """A file name of bytes that are not UTF-8 is told without a traceback."""
    done = shell("$ENGINE run --session $'/nowhere/\\xff'")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


# --- pipes and terminals ----------------------------------------------------------------------------------------------


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """`| head -1` prints one line; the command ends quietly."""
    done = shell("$ENGINE run --json | head -1; echo ${PIPESTATUS[0]}")
    assert done.stdout == b"{\n0\n"
    assert done.stderr == b""


def test_a_pipe_that_nobody_reads_is_no_error() -> None:
    """Neither is a pipe whose other end is closed before anything is written."""
    done = shell("{ sleep 0.5; $ENGINE run --json; echo $? >&2; } | true")
    assert done.stderr == b"0\n"


@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("arguments", ["run", "run --json", "export"])
def test_an_unwritable_output_is_told(redirection: str, arguments: str) -> None:
    """A full disk or a closed output: exit code 2, one line, no traceback."""
    done = shell(f"$ENGINE {arguments} {redirection}")
    assert done.returncode == 2
    assert done.stderr.startswith(b"python3 -m engine: standard output: It ")
    assert done.stderr.count(b"\n") == 1


def in_terminal(*arguments: str, **environment: str) -> str:
    """What the command shows on a terminal."""
    here, there = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        stdout=there,
        stderr=subprocess.STDOUT,
        cwd="/",
        env={**ENVIRONMENT, **environment},
    )
    os.close(there)
    shown = b""
    try:
        while part := os.read(here, 4096):
            shown += part
    except OSError:  # Linux tells so that the other end is closed
        pass
    os.close(here)
    assert process.wait() == 0
    return shown.decode()


def test_a_terminal_gets_colours() -> None:
    """And the same words; an empty NO_COLOR refuses nothing."""
    shown = in_terminal("run", NO_COLOR="")
    assert "\x1b[31mGate: fails\x1b[0m" in shown
    assert "\x1b[32mS1 " in shown


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["run"], {"NO_COLOR": "1"}), (["run"], {"TERM": "dumb"}), (["run", "--json"], {}), (["export"], {})],
)
def test_a_terminal_can_do_without_colours(arguments: list[str], environment: dict[str, str]) -> None:
    """NO_COLOR, a dumb terminal and JSON have none."""
    assert "\x1b" not in in_terminal(*arguments, **environment)


def test_a_file_gets_no_colours_even_from_a_terminal(tmp_path: Path) -> None:
    """The terminal that the command runs in is not where the report goes."""
    path = tmp_path / "report.txt"
    assert in_terminal("run", "--output", str(path)) == ""
    assert path.read_bytes() == command("run").stdout


def test_a_session_cannot_command_the_terminal(tmp_path: Path) -> None:
    """Control characters and lone surrogates of a session are shown, not sent; a label stays in its line."""
    bundle = json.loads((CONTENT / "session.json").read_text(encoding="utf-8"))
    bundle["steps"][0]["label"] = "a\x1b[2Jb\nc\ud800"
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(bundle), encoding="utf-8")
    done = command("run", "--session", str(path))
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert rb"a\x1b[2Jb\nc\ud800" in done.stdout


def test_the_report_needs_no_utf_8_terminal() -> None:
    """Under the C locale the same bytes come out."""
    plain = command("run", env={**ENVIRONMENT, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert plain.stdout == command("run").stdout
