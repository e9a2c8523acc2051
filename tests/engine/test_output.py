"""What commands write: never over what they read, never half, and quiet when they are interrupted or nobody listens."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.base.output import write
from engine.cli import main
from engine.replay.fixtures import CONTENT
from tests.engine.check.files import CLEAN, EVERYTHING
from tests.engine.commands import ENVIRONMENT

SESSION = (CONTENT / "session.json").read_bytes()

COMMANDS: dict[str, list[str]] = {
    "check": ["check", "own.json"],
    "check --json": ["check", "own.json", "--json"],
    "check --sarif": ["check", "own.json", "--sarif"],
    "check of two": ["check", "clean.json", "own.json"],
    "redact": ["redact", "own.json"],
    "run": ["run", "--session", "own.json"],
    "run --json": ["run", "--session", "own.json", "--json"],
    "export": ["export", "--session", "own.json"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a session that every command reads."""
    (tmp_path / "own.json").write_bytes(SESSION)
    (tmp_path / "clean.json").write_bytes(CLEAN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    """What stands in a folder."""
    return sorted(path.name for path in folder.iterdir())


def shell(script: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A shell script in which $ENGINE is `python3 -m engine`."""
    environment = {**ENVIRONMENT, "ENGINE": f"{sys.executable} -m engine"}
    return subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, check=False)


# --- never over what is read ------------------------------------------------------------------------------------------


def _same(folder: Path) -> str:
    return str(folder / "own.json")


def _roundabout(folder: Path) -> str:
    (folder / "sub").mkdir()
    return "sub/../own.json"


def _symbolic(folder: Path) -> str:
    (folder / "link.json").symlink_to("own.json")
    return "link.json"


def _of_links(folder: Path) -> str:
    (folder / "far.json").symlink_to("link.json")
    (folder / "link.json").symlink_to("own.json")
    return "far.json"


def _hard(folder: Path) -> str:
    (folder / "hard.json").hardlink_to(folder / "own.json")
    return "hard.json"


def _by_folder(folder: Path) -> str:
    (folder / "there").symlink_to(".")
    return "there/own.json"


WAYS = [_same, _roundabout, _symbolic, _of_links, _hard, _by_folder]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("way", WAYS)
def test_no_command_writes_over_what_it_reads(
    folder: Path, capfd: pytest.CaptureFixture[str], name: str, way: Callable[[Path], str]
) -> None:
    """By whatever name it is called: exit code 2, one line, the file as it was, nothing beside it."""
    output = way(folder)
    before = names(folder)
    assert main([*COMMANDS[name], "-o", output]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"python3 -m engine: {output}: This is the original")
    assert (folder / "own.json").read_bytes() == SESSION
    assert names(folder) == before


@pytest.mark.usefixtures("folder")
def test_it_is_refused_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is opened."""

    def opened(*_: object) -> bytes:
        raise AssertionError("it was read")

    monkeypatch.setattr(Path, "read_bytes", opened)
    monkeypatch.setattr(Path, "read_text", opened)
    for arguments in COMMANDS.values():
        assert main([*arguments, "-o", "own.json"]) == 2


def test_an_original_that_is_not_there_is_not_made(folder: Path) -> None:
    """The report of a file that is missing would take its name."""
    assert main(["check", "nowhere.json", "-o", "./nowhere.json"]) == 2
    assert names(folder) == ["clean.json", "own.json"]


@pytest.mark.parametrize("command", ["run", "export"])
@pytest.mark.parametrize("name", ["session.json", "world.py", "models.py"])
def test_the_explainers_own_files_are_originals_too(command: str, name: str) -> None:
    """Without a session of one's own they are what is read."""
    before = (CONTENT / name).read_bytes()
    assert main([command, "-o", str(CONTENT / name)]) == 2
    assert (CONTENT / name).read_bytes() == before


@pytest.mark.parametrize("script", ["$ENGINE check - -o own.json < own.json", "$ENGINE check own.json >> own.json"])
def test_a_redirection_is_seen_through(folder: Path, script: str) -> None:
    """Standard input from the output, standard output into the input."""
    done = shell(script, folder)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"This is the original" in done.stderr
    assert (folder / "own.json").read_bytes() == SESSION


def test_the_numbered_files_of_several_sessions_are_guarded(folder: Path) -> None:
    """None of them is written where one would be the original."""
    with (folder / "out-2.json").open("wb") as file:
        file.write(b"[" + EVERYTHING + b"," + EVERYTHING + b"]")
    before = (folder / "out-2.json").read_bytes()
    assert main(["redact", "out-2.json", "-o", "out.json"]) == 2
    assert (folder / "out-2.json").read_bytes() == before
    assert "out-1.json" not in names(folder)
    assert main(["redact", "out-2.json", "-o", "other.json"]) == 0
    assert {"other-1.json", "other-2.json"} <= set(names(folder))


def test_input_and_output_may_be_one_terminal_or_device(folder: Path) -> None:
    """What cannot be written over is no original."""
    done = shell("$ENGINE check own.json /dev/null -o /dev/null", folder)
    assert b"original" not in done.stderr


# --- never half -------------------------------------------------------------------------------------------------------


def failing(error: BaseException) -> Iterator[str]:
    """A text of which only the beginning comes."""
    yield "half of it"
    raise error


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), SystemExit(1)]
)
@pytest.mark.parametrize("former", [b"the former file", None])
def test_what_fails_on_the_way_leaves_the_former_file(
    tmp_path: Path, error: BaseException, former: bytes | None
) -> None:
    """A full disk, Ctrl-C, the end of the process: no half file, nothing beside it."""
    path = tmp_path / "out.json"
    if former is not None:
        path.write_bytes(former)
    before = names(tmp_path)
    with pytest.raises(InputError if isinstance(error, OSError) else type(error)):
        write(failing(error), path)
    assert names(tmp_path) == before
    assert former is None or path.read_bytes() == former


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_disk_that_fails_at_the_end_leaves_the_former_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Where the system says so only when all is written."""

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))

    path = tmp_path / "out.json"
    path.write_bytes(b"the former file")
    monkeypatch.setattr(os if step == "fsync" else Path, step, fails)
    with pytest.raises(InputError, match="cannot be written"):
        write("new", path)
    assert path.read_bytes() == b"the former file"
    assert names(tmp_path) == ["out.json"]


def test_a_file_system_that_is_full_is_told(folder: Path) -> None:
    """A limit on the size of files stands in for the full disk: the real system calls fail."""
    (folder / "out.json").write_bytes(b"the former file")
    done = shell("trap '' XFSZ; ulimit -f 1; $ENGINE run --json -o out.json", folder)
    assert done.returncode == 2
    assert done.stderr.startswith(b"python3 -m engine: out.json: It cannot be written")
    assert (folder / "out.json").read_bytes() == b"the former file"
    assert names(folder) == ["clean.json", "out.json", "own.json"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_permissions_stay(tmp_path: Path, mode: int) -> None:
    """Those of the former file."""
    path = tmp_path / "out.json"
    path.write_bytes(b"former")
    path.chmod(mode)
    write("new", path)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_permissions_that_new_files_have(tmp_path: Path) -> None:
    """The process's mask is heard."""
    before = os.umask(0o027)
    try:
        write("new", tmp_path / "out.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.json").stat().st_mode) == 0o640


def test_a_file_that_is_closed_to_writing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its folder would let it be replaced. The answer is set here, since root may write to everything."""
    path = tmp_path / "out.json"
    path.write_bytes(b"former")
    monkeypatch.setattr(os, "access", lambda target, mode: (target, mode) != (path, os.W_OK))
    with pytest.raises(InputError, match="Permission denied"):
        write("new", path)
    assert path.read_bytes() == b"former"


@pytest.mark.parametrize("exists", [True, False])
def test_a_symbolic_link_stays_one(tmp_path: Path, exists: bool) -> None:
    """What it points at is written, there already or not."""
    target, link = tmp_path / "far" / "target.json", tmp_path / "link.json"
    target.parent.mkdir()
    if exists:
        target.write_bytes(b"former")
    link.symlink_to("far/target.json")
    write("new", link)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert names(target.parent) == ["target.json"]


def test_links_that_go_in_circles_are_told(tmp_path: Path) -> None:
    """And stay."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(InputError, match="symbolic links"):
        write("new", tmp_path / "a")
    assert names(tmp_path) == ["a", "b"]
    assert (tmp_path / "a").is_symlink()


def test_a_named_pipe_gets_the_text(tmp_path: Path) -> None:
    """And stays a pipe."""
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write("new", pipe)
    reader.join()
    assert got == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_name_as_long_as_names_may_be_can_be_written(tmp_path: Path) -> None:
    """What stands beside it meanwhile has a name of its own."""
    path = tmp_path / ("n" * 255)
    write("new", path)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("output", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_its_path_is_added_to(folder: Path, output: str) -> None:
    """What stood in the file that it goes to stays; a pipe gets the same bytes."""
    plain = shell("$ENGINE run", folder).stdout
    assert shell(f"$ENGINE run -o {output} | cat", folder).stdout == plain
    assert shell(f"(echo first; $ENGINE run -o {output}) > out.txt", folder).returncode == 0
    assert (folder / "out.txt").read_bytes() == b"first\n" + plain


@pytest.mark.parametrize("name", COMMANDS)
def test_a_dash_is_standard_output(folder: Path, capfdbinary: pytest.CaptureFixture[bytes], name: str) -> None:
    """For every command; no file of that name is made."""
    code = main(COMMANDS[name])
    plain = capfdbinary.readouterr().out
    for output in (["-o", "-"], ["-o-"], ["--output=-"]):
        assert main([*COMMANDS[name], *output]) == code
        assert capfdbinary.readouterr().out == plain != b""
    assert names(folder) == ["clean.json", "own.json"]


# --- quiet ------------------------------------------------------------------------------------------------------------

QUIET = [
    ("$ENGINE --help | true; echo ${PIPESTATUS[0]}", b"0\n"),
    ("$ENGINE check --help | true; echo ${PIPESTATUS[0]}", b"0\n"),
    ("$ENGINE run -o /dev/stdout | true; echo ${PIPESTATUS[0]}", b"0\n"),
    ("$ENGINE check clean.json | true; echo ${PIPESTATUS[0]}", b"0\n"),
    ("$ENGINE check everything.json --json | true; echo ${PIPESTATUS[0]}", b"1\n"),
    ("$ENGINE check nowhere.json 2>&1 | true; echo ${PIPESTATUS[0]}", b"2\n"),
    ("$ENGINE nothing 2>&1 | true; echo ${PIPESTATUS[0]}", b"2\n"),
    ("$ENGINE check nowhere.json 2> /dev/full; echo $?", b"2\n"),
    ("$ENGINE check nowhere.json 2>&-; echo $?", b"2\n"),
]


@pytest.mark.parametrize(("script", "said"), QUIET)
def test_nobody_who_listens_is_no_noise(folder: Path, script: str, said: bytes) -> None:
    """A reader that has left changes neither the exit code nor what is said."""
    (folder / "everything.json").write_bytes(EVERYTHING)
    done = shell(script, folder)
    assert (done.stdout, done.stderr) == (said, b"")


LONG = b"[" + b",".join([b'{"role":"user","content":"Where is it?"}'] * 60_000) + b"]"
"""More than a pipe holds, and some seconds of work."""


BEGUN = "import sys; from engine.__main__ import run; print('begun', flush=True); sys.exit(run())"
"""Says when Python has started, before anything of the command line is imported."""


def interrupted(arguments: list[str], folder: Path, data: bytes, after: float, number: int) -> tuple[int, bytes]:
    """Exit code and all that is said of a command to which a signal is sent so many seconds after it took the data."""
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdin
    process.stdin.write(data)
    process.stdin.flush()
    time.sleep(after)
    process.send_signal(number)
    said = process.communicate(timeout=20)[0]
    return process.returncode, said


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("arguments", [["check", "-"], ["redact", "-", "-o", "out.json"]])
def test_an_interruption_is_quiet(folder: Path, arguments: list[str], number: int, code: int) -> None:
    """While more of standard input is waited for: the exit code that a shell gives, no traceback, no file."""
    assert interrupted(arguments, folder, LONG, 0, number) == (code, b"")
    assert names(folder) == ["clean.json", "own.json"]


@pytest.mark.parametrize("after", [0.02, 0.1, 0.4, 0.8])
def test_an_interruption_during_the_work_is_quiet(folder: Path, after: float) -> None:
    """At whatever moment: while a file is read, checked, written. The former file stays."""
    (folder / "long.json").write_bytes(LONG)
    (folder / "out.json").write_bytes(b"the former file")
    process = subprocess.Popen(
        [sys.executable, "-c", BEGUN, "check", "long.json", "--json", "-o", "out.json"],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline() == b"begun\n"
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == 130
    assert (folder / "out.json").read_bytes() == b"the former file"
    assert names(folder) == ["clean.json", "long.json", "out.json", "own.json"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_during_the_writing_leaves_nothing(folder: Path, number: int) -> None:
    """Sent once the file beside the former one is there."""
    (folder / "long.json").write_bytes(LONG)
    (folder / "out.json").write_bytes(b"the former file")
    command = [sys.executable, "-m", "engine", "check", "long.json", "--json", "-o", "out.json"]
    process = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE)
    while not list(folder.glob(".*.part")):
        assert process.poll() is None, "it was written before it could be interrupted"
    process.send_signal(number)
    assert process.communicate(timeout=20)[1] == b""
    assert process.returncode == 128 + number
    assert (folder / "out.json").read_bytes() == b"the former file"
    assert names(folder) == ["clean.json", "long.json", "out.json", "own.json"]


def test_standard_output_that_is_no_file_is_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one that a program which calls `main` puts there."""
    stdout = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", stdout)
    write("new", None)
    assert stdout.buffer.getvalue() == b"new"


@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs util-linux")
def test_a_disk_that_is_really_full_leaves_the_former_file(folder: Path) -> None:
    """A file system of 64 KiB in memory, where the system lets one be mounted."""
    script = (
        "mkdir disk && mount -t tmpfs -o size=64k none disk && printf former > disk/out.json && "
        "cp own.json disk && { head -c 100000 /dev/zero > disk/fill 2> /dev/null; "
        "$ENGINE check own.json --json -o disk/out.json; echo $?; cat disk/out.json; echo; ls -A disk; }"
    )
    inner = f"unshare --map-root-user --mount bash -c {script!r}"
    done = shell(inner.replace("$ENGINE", f"{sys.executable} -m engine"), folder)
    if b"unshare" in done.stderr or b"mount" in done.stderr:
        pytest.skip("no file system can be mounted here")
    assert done.stdout.split() == [b"2", b"former", b"fill", b"out.json", b"own.json"]
