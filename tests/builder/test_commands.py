"""Running other programs, and telling a person how it goes."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import NETWORK_REMEDY, Job, run


def python(tmp_path: Path, code: str) -> Job:
    """A job that runs a line of Python."""
    return Job("Trying", [sys.executable, "-c", code], tmp_path / "log" / "try.log", remedy="Try harder.")


def test_output_goes_to_the_log(tmp_path: Path) -> None:
    """Both streams are kept, after the command that made them."""
    job = python(tmp_path, "import sys; print('out', flush=True); print('err', file=sys.stderr)")
    run(job)
    lines = job.log.read_text("utf-8").splitlines()
    assert lines[0].startswith("$ ")
    assert lines[1:] == ["out", "err"]


def test_a_failure_shows_the_last_words(tmp_path: Path) -> None:
    """Command, exit code, end of the output, log and remedy; not the output's beginning."""
    job = python(tmp_path, "print(*range(100), sep='\\n'); raise SystemExit(7)")
    with pytest.raises(BuildError) as caught:
        run(job)
    text = str(caught.value)
    assert "Trying failed (exit code 7)" in text
    assert sys.executable in text
    assert "| 99\n" in text
    assert "| 50\n" not in text
    assert str(job.log) in text
    assert text.endswith("Try harder.")


def test_a_network_failure_gets_the_network_remedy(tmp_path: Path) -> None:
    """What pip says of a name that cannot be found is recognised."""
    job = python(tmp_path, "raise SystemExit('[Errno -3] Temporary failure in name resolution')")
    with pytest.raises(BuildError) as caught:
        run(job)
    assert caught.value.remedy == NETWORK_REMEDY


def test_a_program_that_is_not_there_is_a_build_error(tmp_path: Path) -> None:
    """The operating system's word is passed on, without a traceback."""
    with pytest.raises(BuildError, match="no-such-program"):
        run(Job("Trying", ["no-such-program"], tmp_path / "log"))


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (BuildError("wrong"), "wrong"),
        (BuildError("wrong", remedy="mend it"), "wrong\n  mend it"),
        (BuildError("wrong", file=Path("a.md")), "a.md: wrong"),
        (BuildError("wrong", file=Path("a.md"), line=3, remedy="one\ntwo"), "a.md:3: wrong\n  one\n  two"),
    ],
)
def test_an_error_reads_from_place_to_remedy(error: BuildError, text: str) -> None:
    """Place, message and remedy, whichever of them are known."""
    assert str(error) == text


def test_a_stage_is_one_line_with_its_time() -> None:
    """Title, dots, seconds."""
    out = io.StringIO()
    with Progress(out).stage("Cooking"):
        assert out.getvalue().startswith("Cooking ...")
        assert "\n" not in out.getvalue()
    assert re.fullmatch(r"Cooking \.+ +\d+\.\d s\n", out.getvalue())


def test_a_note_does_not_run_into_a_stage() -> None:
    """The note has its own lines, and the stage says again what has ended."""
    out = io.StringIO()
    progress = Progress(out)
    with progress.stage("Cooking"):
        progress.note("salt\npepper")
    lines = out.getvalue().splitlines()
    assert lines[1:3] == ["  salt", "  pepper"]
    assert lines[0].startswith("Cooking ")
    assert re.fullmatch(r"Cooking \.+ +\d+\.\d s", lines[3])


def test_a_failed_stage_says_so() -> None:
    """The error goes on, and the line ends in "failed"."""
    out = io.StringIO()
    with pytest.raises(KeyError), Progress(out).stage("Cooking"):
        raise KeyError
    assert out.getvalue().endswith("s failed\n")
