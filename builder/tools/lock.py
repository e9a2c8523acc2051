"""Rewrites the lock files: ``python3 build.py lock``, after editing what they are made from.

``--python`` makes those of the Python packages alone and ``--npm`` those of the npm packages, so that an upgrade of one
kind leaves the other as it is. No lock names a registry: each build uses the registry that its own clients are set up
for.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import Job, run
from builder.tools.environment import (
    BENCH_SET,
    BUILD_SET,
    NPM_QUIET,
    build_folder,
    log_file,
    node_environment,
    npm_command,
    venv_python,
)

KINDS = ("python", "npm")
UV = "uv==0.13.9"
PYTHON_LOCKS = ("requirements", "requirements-test", "requirements-fuzz")
OLDEST_PYTHON = "3.11"
ADDRESS = re.compile(r"https?://\S+")


def lock(root: Path, progress: Progress, kinds: Collection[str] = KINDS) -> None:
    """Rewrite the requirements*.txt, each package-lock.json, or both.

    Raises BuildError when a tool fails, or a lock would name an address.
    """
    if "python" in kinds:
        lock_all_python(root, progress)
    if "npm" in kinds:
        lock_all_npm(root, progress)


def lock_all_python(root: Path, progress: Progress) -> None:
    """Rewrite the requirements*.txt."""
    with progress.stage(f"Installing {UV}"):
        uv = install_uv(root)
    for name in PYTHON_LOCKS:
        with progress.stage(f"Locking {name}.in"):
            lock_python(root, uv, name)


def lock_all_npm(root: Path, progress: Progress) -> None:
    """Rewrite each package-lock.json."""
    for wanted in (BUILD_SET, BENCH_SET):
        with progress.stage(f"Locking {Path(wanted.source, 'package.json')}"):
            lock_npm(root, root / wanted.source)


def install_uv(root: Path) -> Path:
    """Put uv into a folder of its own and return its Python package's runner."""
    folder = build_folder(root) / "uv"
    argv = [str(venv_python(root)), "-m", "pip", "install", "--target", str(folder), "--upgrade"]
    run(Job("Installing uv", [*argv, UV], log_file(root, "pip-uv")))
    return folder


def lock_python(root: Path, uv: Path, name: str) -> None:
    """Compile ``NAME.in`` to ``NAME.txt``: exact versions and hashes, for every platform."""
    command = [
        *(str(venv_python(root)), "-m", "uv", "pip", "compile", f"{name}.in"),
        *("--output-file", f"{name}.txt", "--upgrade", "--universal", "--generate-hashes"),
        *("--python-version", OLDEST_PYTHON, "--no-emit-index-url", "--no-config"),
        *("--custom-compile-command", "python3 build.py lock"),
    ]
    env = {"PYTHONPATH": str(uv)}
    run(Job(f"Locking {name}.in", command, log_file(root, f"lock-{name}"), cwd=root, env=env))
    refuse_addresses(root / f"{name}.txt")


def lock_npm(root: Path, source: Path) -> None:
    """Make the package-lock.json in ``source`` from its package.json alone, in a folder of its own."""
    folder = build_folder(root) / "npm-lock"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copyfile(source / "package.json", folder / "package.json")
    argv = npm_command("install", "--package-lock-only", "--ignore-scripts", *NPM_QUIET)
    argv.append("--omit-lockfile-registry-resolved")
    log = log_file(root, "lock-npm")
    run(Job("Locking package.json", argv, log, cwd=folder, env=node_environment()))
    refuse_addresses(folder / "package-lock.json")
    shutil.copyfile(folder / "package-lock.json", source / "package-lock.json")


def refuse_addresses(lock: Path) -> None:
    """Raise BuildError when a lock holds an address: it would tie every build to that host."""
    for number, line in enumerate(lock.read_text("utf-8").splitlines(), start=1):
        found = ADDRESS.search(line)
        if found:
            raise BuildError(f"the lock names {found[0]}", file=lock, line=number)
