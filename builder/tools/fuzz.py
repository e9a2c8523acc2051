"""Fuzzing the readers of foreign files, led by coverage: ``python3 build.py fuzz``.

Why beside the tests' own fuzzing with Hypothesis: atheris sees which lines an input reaches, and keeps changing what
reached new ones. It does not install on every system and takes time, so it is not part of the tests. What it
reaches is kept under ``.build/fuzz``, and the next run starts from there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import Job, run
from builder.tools.environment import build_folder, log_file, python_stamp, venv_python

SAMPLES = Path("tests", "engine", "check", "samples")
HARNESS = "tests.engine.check.fuzz_readers"
LONGEST_INPUT = 20_000
SLOW_SECONDS = 20
REMEDY = "Where atheris has no build, python3 build.py test tests/engine/check/test_fuzz.py fuzzes without it."


def main(root: Path, argv: list[str]) -> int:
    """Fuzz for a while; return 0 where nothing was found.

    Raises BuildError when atheris cannot be installed, or an input made a reader fail.
    """
    options = parse(argv)
    library = install_atheris(root, Progress())
    work = build_folder(root) / "fuzz"
    for folder in (work / "corpus", work / "found"):
        folder.mkdir(parents=True, exist_ok=True)
    found = subprocess.run(command(root, options.seconds), cwd=root, env=environment(library, root), check=False)
    if found.returncode:
        raise BuildError(
            f"a reader failed or was slow; the input lies in {work / 'found'}.",
            remedy="See it fail again with python3 -m engine check, and add it to tests/engine/check/test_fuzz.py.",
        )
    return 0


def parse(argv: list[str]) -> argparse.Namespace:
    """The options of the verb."""
    parser = argparse.ArgumentParser(prog="build.py fuzz", allow_abbrev=False)
    parser.add_argument("--seconds", type=int, default=60, help="for how long; 0 goes on until it is interrupted")
    return parser.parse_args(argv)


def install_atheris(root: Path, progress: Progress) -> Path:
    """Install atheris in a folder of its own, unless it stands there; return the folder."""
    folder = build_folder(root) / "fuzz" / "library"
    stamp = python_stamp(root, "requirements-fuzz.txt")
    if stamp.is_fresh() and folder.is_dir():
        return folder
    argv = [
        *(str(venv_python(root)), "-m", "pip", "install", "--target", str(folder), "--upgrade"),
        *("--require-hashes", "--only-binary", ":all:", "--no-input", "-r", "requirements-fuzz.txt"),
    ]
    with progress.stage("Installing atheris"):
        run(Job("Installing atheris", argv, log_file(root, "pip-fuzz"), REMEDY, cwd=root))
        stamp.write()
    return folder


def command(root: Path, seconds: int) -> list[str]:
    """The harness with libFuzzer's options: where to keep what it reaches, where to start from, when to stop."""
    work = build_folder(root) / "fuzz"
    return [
        *(sys.executable, "-m", HARNESS, str(work / "corpus"), *sample_folders(root)),
        *(f"-max_total_time={seconds}", f"-max_len={LONGEST_INPUT}", f"-timeout={SLOW_SECONDS}"),
        f"-artifact_prefix={work / 'found'}/",
    ]


def sample_folders(root: Path) -> list[str]:
    """The real-shaped files that mutation starts from, a folder for each format."""
    return [str(path) for path in sorted((root / SAMPLES).iterdir()) if path.is_dir()]


def environment(library: Path, root: Path) -> dict[str, str]:
    """Where the harness finds atheris and the engine."""
    return {**os.environ, "PYTHONPATH": f"{library}{os.pathsep}{root}"}
