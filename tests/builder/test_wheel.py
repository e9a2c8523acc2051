"""The wheel, installed where nothing else is: its command does what the checkout does, to the byte."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

import engine
from builder.progress import Progress
from builder.tools.environment import ROOT
from builder.tools.wheel import make_wheel

SAMPLES = sorted((ROOT / "content" / "samples").iterdir())
BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@dataclass(frozen=True)
class Installed:
    """A bare environment with the wheel, and a folder far from the checkout."""

    wheel: Path
    python: Path
    folder: Path

    @property
    def command(self) -> Path:
        """The command that the wheel brings."""
        return self.python.with_name("replay-gate")

    def run(self, *arguments: str | Path, with_python: tuple[str, ...] | None = None) -> Done:
        """The command's doing; with Python's arguments, as that module."""
        start = [self.command] if with_python is None else [self.python, *with_python]
        return doing([*start, *arguments], self.folder, BARE)


Done = tuple[int, bytes, bytes]
"""Exit code, standard output, standard error."""


def doing(argv: list[str | Path], folder: Path, environment: Mapping[str, str]) -> Done:
    """What a command prints and ends with."""
    done = subprocess.run(argv, cwd=folder, env=dict(environment), capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def in_checkout(*arguments: str | Path, folder: Path) -> Done:
    """The same, by the checkout's `python3 -m engine`."""
    return doing([sys.executable, "-m", "engine", *arguments], folder, {**BARE, "PYTHONPATH": str(ROOT)})


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel made and installed without a network: it needs nothing but Python."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = make_wheel(ROOT, folder / "made", Progress(StringIO()))
    venv.create(folder / "bare", with_pip=False)
    python = folder / "bare" / "bin" / "python"
    install = ["-m", "pip", "--python", str(python), "install", "--no-index", "--quiet", str(wheel)]
    subprocess.run([sys.executable, *install, "--disable-pip-version-check"], check=True)
    (folder / "elsewhere").mkdir()
    return Installed(wheel, python, folder / "elsewhere")


def test_the_same_commit_gives_the_same_bytes(installed: Installed, tmp_path: Path) -> None:
    """Made once more, on a day of its own."""
    again = make_wheel(ROOT, tmp_path, Progress(StringIO()))
    assert again.name == installed.wheel.name
    assert again.read_bytes() == installed.wheel.read_bytes()


def test_it_brings_one_package_and_no_other_name(installed: Installed) -> None:
    """A package called `engine` would stand in another's way; the page's texts and the builder stay at home."""
    names = zipfile.ZipFile(installed.wheel).namelist()
    metadata = f"replay_gate-{engine.__version__}.dist-info"
    assert {name.partition("/")[0] for name in names} == {"replay_gate", metadata}
    sources = {path.relative_to(ROOT / "engine").as_posix() for path in (ROOT / "engine").rglob("*.py")}
    assert {f"replay_gate/{name}" for name in sources} <= set(names)
    assert [name for name in names if name.startswith("replay_gate/content/prose")] == []
    text = zipfile.ZipFile(installed.wheel).read(f"{metadata}/METADATA").decode()
    assert "Requires-Dist" not in text
    assert "Requires-Python: >=3.11" in text


def test_check_gives_the_checkouts_bytes(installed: Installed) -> None:
    """The report, JSON and SARIF, with the same exit code, also by several processes."""
    for form in ([], ["--json", "--jobs", "2"], ["--sarif"], ["--tools", "live"]):
        arguments: list[str | Path] = ["check", *SAMPLES, *form]
        assert installed.run(*arguments) == in_checkout(*arguments, folder=installed.folder)


def test_a_report_gives_the_checkouts_bytes(installed: Installed, tmp_path: Path) -> None:
    """The page of a report is inside the package."""
    here, there = tmp_path / "here.html", tmp_path / "there.html"
    assert installed.run("check", *SAMPLES, "--html", here)[0] == 1
    assert in_checkout("check", *SAMPLES, "--html", there, folder=tmp_path)[0] == 1
    assert here.read_bytes() == there.read_bytes()


def test_redact_gives_the_checkouts_bytes(installed: Installed, tmp_path: Path) -> None:
    """A bundle of each sample that has one session."""
    for sample in SAMPLES:
        here, there = tmp_path / "here.json", tmp_path / "there.json"
        assert installed.run("redact", sample, "-o", here, "--salt", "x")[0] == 0, sample
        assert in_checkout("redact", sample, "-o", there, "--salt", "x", folder=tmp_path)[0] == 0
        assert here.read_bytes() == there.read_bytes()


@pytest.mark.parametrize("line", ["run", "run --json --tools recorded --email token", "export", "export --email token"])
def test_run_and_export_give_the_checkouts_bytes(installed: Installed, line: str) -> None:
    """The session and today's world are inside the package."""
    done = installed.run(*line.split())
    assert done == in_checkout(*line.split(), folder=installed.folder)
    assert done[0] == 0


def test_it_calls_itself_as_it_was_started(installed: Installed) -> None:
    """In help and in complaints; a reader copies what they see."""
    assert installed.run("--version") == (0, f"replay-gate {engine.__version__}\n".encode(), b"")
    assert installed.run("check", "--help")[1].startswith(b"usage: replay-gate check ")
    assert installed.run("check", "nowhere.json")[2].startswith(b"replay-gate: nowhere.json: It cannot be read")
    as_module = installed.run("check", "nowhere.json", with_python=("-m", "replay_gate"))
    assert as_module[2].startswith(b"python3 -m replay_gate: nowhere.json: It cannot be read")
    assert in_checkout("--version", folder=installed.folder)[1] == f"replay-gate {engine.__version__}\n".encode()


def test_no_engine_can_be_imported_there(installed: Installed) -> None:
    """The folder's name in the checkout is not the package's."""
    code, _, complaint = installed.run(with_python=("-c", "import engine"))
    assert (code, b"No module named 'engine'" in complaint) == (1, True)


def test_the_wheels_maker_is_the_one_that_is_locked() -> None:
    """What `pip install .` fetches by itself is the version that the lock holds, with its hashes."""
    wanted = re.search(r'requires = \["hatchling==([^"]+)"\]', (ROOT / "pyproject.toml").read_text("utf-8"))
    locked = re.search(r"^hatchling==(\S+)", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)
    assert wanted and locked
    assert wanted[1] == locked[1]
