"""`check` and `redact` on the command line: exit codes, forms, many files, and no traceback ever."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.check.formats import READERS, read_trails
from engine.check.rules.side_effects import Marks
from engine.check.telling.document import Question, check, check_text
from engine.cli import main
from engine.replay.settings import OPTIONS, all_settings
from tests.engine.check.files import CLEAN, EMAIL, EVERYTHING, KEY, chat, says, system, user
from tests.engine.commands import ENVIRONMENT

Json = Any


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the two files, to work in."""
    (tmp_path / "everything.json").write_bytes(EVERYTHING)
    (tmp_path / "clean.json").write_bytes(CLEAN)
    (tmp_path / "warned.json").write_bytes(chat(system(), user(), says(), model="gpt-4o"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*arguments: str, data: bytes = b"", **options: Any) -> subprocess.CompletedProcess[bytes]:
    """`python3 -m engine` in a process of its own."""
    call = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(call, check=False, input=data, env=ENVIRONMENT, capture_output=True, **options)


def run(capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> tuple[int, str, str]:
    """A command in this process: exit code, output, complaints."""
    code = main(arguments)
    captured = capfdbinary.readouterr()
    return code, captured.out.decode(), captured.err.decode()


EXIT_CODES: list[tuple[list[str], int]] = [
    (["clean.json"], 0),
    (["clean.json", "--email", "token"], 0),
    (["clean.json", "--tools", "live"], 1),
    (["clean.json", "--model", "latest"], 1),
    (["clean.json", "--fail-on", "error"], 0),
    (["clean.json", "--fail-on", "warning"], 0),
    (["warned.json", "--fail-on", "error"], 0),
    (["warned.json", "--fail-on", "warning"], 1),
    (["warned.json"], 0),
    (["everything.json"], 1),
    (["clean.json", "everything.json"], 1),
    (["clean.json", "nowhere.json"], 2),
    (["everything.json", "nowhere.json"], 2),
    (["clean.json", "--format", "openai_chat"], 0),
    (["clean.json", "--format", "nonsense"], 2),
    (["."], 1),
    ([""], 2),
    (["a\0b"], 2),
]


@pytest.mark.parametrize("form", [[], ["--json"], ["--sarif"]])
@pytest.mark.parametrize(("arguments", "code"), EXIT_CODES)
@pytest.mark.usefixtures("folder")
def test_exit_codes(
    capfdbinary: pytest.CaptureFixture[bytes], arguments: list[str], code: int, form: list[str]
) -> None:
    """0 passes, 1 the gate fails or a finding is at the level, 2 a file cannot be read; whatever the form."""
    found, _, complaints = run(capfdbinary, "check", *arguments, *form)
    assert found == code
    assert (complaints != "") == (code == 2)


BAD_ARGUMENTS: list[list[str]] = [
    ["check"],
    ["check", "clean.json", "--json", "--sarif"],
    ["check", "clean.json", "--fail-on", "note"],
    ["check", "clean.json", "--tools", "hammer"],
    ["check", "clean.json", "--live-rate", "2"],
    ["redact"],
    ["redact", "clean.json", "more.json"],
]


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS)
@pytest.mark.usefixtures("folder")
def test_bad_arguments_are_refused(arguments: list[str]) -> None:
    """With exit code 2."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


def test_the_formats_are_listed(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """By `--formats`, and row by row in docs/check.md."""
    with pytest.raises(SystemExit) as ended:
        main(["check", "--formats"])
    assert ended.value.code == 0
    listed = [line.split(maxsplit=1) for line in capfdbinary.readouterr().out.decode().splitlines()]
    assert listed == [[name, reader.TITLE] for name, reader in READERS.items()]
    listing = (Path(__file__).resolve().parents[3] / "docs" / "check.md").read_text(encoding="utf-8")
    rows = "".join(f"| `{name}` | {title} |\n" for name, title in listed)
    assert f"| --- | --- |\n{rows}" in listing


@pytest.mark.parametrize("chosen", all_settings())
@pytest.mark.usefixtures("folder")
def test_json_is_the_document(capfdbinary: pytest.CaptureFixture[bytes], chosen: Any) -> None:
    """To the byte, for each set-up."""
    options = [part for name in OPTIONS for part in (f"--{name}", chosen.choices()[name])]
    code, out, _ = run(capfdbinary, "check", "everything.json", "--json", *options)
    assert code == 1
    assert out == check_text(check(EVERYTHING, "everything.json", Question(chosen)))


@pytest.mark.usefixtures("folder")
def test_several_files_are_a_list(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """One document each, in order; one that cannot be read says so and stops none of the others."""
    code, out, complaints = run(capfdbinary, "check", "nowhere.json", "clean.json", "everything.json", "--json")
    documents = json.loads(out)
    assert code == 2
    assert [document["file"] for document in documents] == ["nowhere.json", "clean.json", "everything.json"]
    assert [document["gate"] for document in documents] == ["fail", "pass", "fail"]
    assert documents[0]["error"]["remedy"]
    assert complaints.startswith("python3 -m engine: nowhere.json: It cannot be read")


@pytest.mark.usefixtures("folder")
def test_sarif_is_one_log_for_all_files(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """With the files that could not be read among its notifications."""
    _, out, _ = run(capfdbinary, "check", "nowhere.json", "everything.json", "--sarif")
    [one] = json.loads(out)["runs"]
    assert one["results"]
    assert "nowhere.json" in one["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


@pytest.mark.usefixtures("folder")
def test_marks_are_heard(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Any number of them."""
    arguments = ["--safe", "issue_refund", "--safe", "x", "--unsafe", "get_order"]
    _, out, _ = run(capfdbinary, "check", "everything.json", "--json", *arguments)
    marks = Marks(frozenset({"issue_refund", "x"}), frozenset({"get_order"}))
    assert json.loads(out) == check(EVERYTHING, "everything.json", Question(marks=marks))


def test_standard_input_is_read() -> None:
    """As `-`, in bytes."""
    done = command("check", "-", data=CLEAN)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Check of standard input" in done.stdout
    assert command("check", "-", data=b"\xff\x00").returncode == 2


def test_closed_standard_input_is_told() -> None:
    """Without a traceback."""
    script = f"{sys.executable} -m engine check - <&-"
    done = subprocess.run(["bash", "-c", script], env=ENVIRONMENT, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.usefixtures("folder")
def test_the_report_tells_everything(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Steps, tools, findings, counts and the gate with every reason; no colours when nobody looks."""
    _, out, _ = run(capfdbinary, "check", "everything.json", "--tools", "live")
    document = check(EVERYTHING, "everything.json", Question(all_settings()[0]))
    assert "\x1b" not in out
    assert "tools=live  model=injected  state=included  email=clear" in out
    assert "issue_refund                   1 call     unsafe" in out
    assert "this set-up would call it again" in out
    assert "Steps: 2 certain, 4 unknown of 6" in out
    assert "Gate: fails" in out
    assert "1 side effect would run again: issue_refund at S4." in out
    assert all(item["reason"] in out for item in document["sessions"][0]["findings"])
    assert EMAIL not in out
    assert KEY not in out


@pytest.mark.usefixtures("folder")
def test_output_goes_to_a_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """And nothing to the terminal."""
    assert run(capfdbinary, "check", "clean.json", "-o", "out.txt") == (0, "", "")
    assert "Gate: passes" in Path("out.txt").read_text(encoding="utf-8")


HOSTILE = ["\x1b[2Jx", "a\nb", "\x07", "\u202ex", "\x9bx", "\ud800", "\r", "\u2028"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_session_cannot_command_the_terminal(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, text: str
) -> None:
    """Control characters and marks of direction are shown as escapes, wherever they stand."""
    path = tmp_path / "odd.json"
    path.write_bytes(chat(system(text), user(text), says(text), model=text))
    code, out, _ = run(capfdbinary, "check", str(path))
    assert code in (0, 1)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", out)


def test_long_sessions_are_shortened(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    """Of many steps only those that are not the same are shown, and of many findings the first of each code."""
    path = tmp_path / "long.json"
    path.write_bytes(chat(*(said for n in range(300) for said in (user(f"I am {n}{EMAIL}."), says())), model="gpt-4o"))
    _, out, _ = run(capfdbinary, "check", str(path))
    assert len(out.splitlines()) < 600
    assert "more of people.email" in out
    assert "that are the same are not shown" in out


# --- redact -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_redact_writes_a_bundle_that_passes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The original stays as it is; check and the engine's own gate pass; the salt is heard."""
    assert run(capfdbinary, "redact", "everything.json", "-o", "out.json", "--salt", "a") == (0, "", "")
    assert Path("everything.json").read_bytes() == EVERYTHING
    assert run(capfdbinary, "check", "out.json")[0] == 0
    code, out, _ = run(
        capfdbinary, "run", "--json", "--session", "out.json", "--tools", "recorded", "--model", "injected"
    )
    assert (code, json.loads(out)["gate"]) == (0, "pass")
    _, same, _ = run(capfdbinary, "redact", "everything.json", "--salt", "a")
    _, other, _ = run(capfdbinary, "redact", "everything.json", "--salt", "b")
    assert same == Path("out.json").read_text(encoding="utf-8") != other


@pytest.mark.usefixtures("folder")
def test_redact_says_which_files_it_wrote(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Of several sessions, each with its session."""
    rows = [
        {"type": "user", "sessionId": "s-1", "isSidechain": n > 0, "message": {"role": "user", "content": f"Hello {n}"}}
        for n in range(2)
    ]
    Path("two.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, out, said = run(capfdbinary, "redact", "two.jsonl", "-o", "out.json")
    assert (code, out) == (0, "")
    assert said.splitlines() == ["out-1.json: session s-1", "out-2.json: session s-1/sidechain"]
    assert Path("out-1.json").exists()
    assert Path("out-2.json").exists()


REFUSED: list[tuple[list[str], str]] = [
    (["nowhere.json"], "cannot be read"),
    (["everything.json", "-o", "everything.json"], "the original, which is never written over"),
    (["everything.json", "-o", "./everything.json"], "the original, which is never written over"),
    (["everything.json", "-o", "/nowhere/x.json"], "cannot be written"),
    (["everything.json", "--format", "nonsense"], "nonsense"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED)
@pytest.mark.usefixtures("folder")
def test_redact_refuses(capfdbinary: pytest.CaptureFixture[bytes], arguments: list[str], words: str) -> None:
    """With exit code 2 and a clear message; nothing is written."""
    code, out, complaints = run(capfdbinary, "redact", *arguments)
    assert (code, out) == (2, "")
    assert words in complaints
    assert Path("everything.json").read_bytes() == EVERYTHING


FAULTS = [TypeError, KeyError, ValueError, RecursionError, MemoryError, AttributeError, ZeroDivisionError]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.usefixtures("folder")
def test_a_fault_in_a_reader_is_told_and_stops_no_other_file(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """Like a file that cannot be read: exit code 2, no traceback."""

    def broken(source: Any, forced: str | None = None) -> Any:
        if source.name == "everything.json":
            raise fault
        return read_trails(source, forced)

    monkeypatch.setattr("engine.check.telling.document.read_trails", broken)
    monkeypatch.setattr("engine.check.cli.read_trails", broken)
    code, out, complaints = run(capfdbinary, "check", "everything.json", "clean.json", "--json")
    assert code == 2
    assert [item["error"] is None for item in json.loads(out)] == [False, True]
    assert complaints.startswith("python3 -m engine: everything.json: ")
    assert run(capfdbinary, "redact", "everything.json")[0] == 2


@given(
    st.binary(max_size=60)
    | st.builds(
        bytes.__add__, st.sampled_from([b"{", b"[", b'{"messages":[', b"\xff\xfe", b"- "]), st.binary(max_size=40)
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_file_holds_there_is_no_traceback(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Any bytes end with 0, 1 or 2."""
    for arguments in (["check", "-"], ["check", "-", "--json"], ["check", "-", "--sarif"], ["redact", "-"]):
        stdin, stdout = io.TextIOWrapper(io.BytesIO(data)), io.TextIOWrapper(io.BytesIO())
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(arguments) in (0, 1, 2)
