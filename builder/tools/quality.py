"""Linters, type checks and tests, each a step that can be asked for by name."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.browsers import ensure_browsers, try_webkit
from builder.tools.environment import node_executable, npm_folder

TYPED = ("build.py", "engine", "builder", "content", "examples", "tests")
PYTHON = (sys.executable, "-m")
PAGE_TESTS = Path("tests", "page")


Result = subprocess.CompletedProcess[str]


def ruff(root: Path) -> Result:
    """Look for mistakes and bad habits in the Python files."""
    return _quiet(root, *PYTHON, "ruff", "check", ".")


def ruff_format(root: Path) -> Result:
    """Check that the Python files are formatted."""
    return _quiet(root, *PYTHON, "ruff", "format", "--check", "--output-format", "concise", ".")


def mypy(root: Path) -> Result:
    """Check the types of the Python files."""
    return _quiet(root, *PYTHON, "mypy", *(name for name in TYPED if (root / name).exists()))


def tsc(root: Path) -> Result:
    """Check the types of the page's scripts, project by project; the worst result counts."""
    compiler = str(npm_folder(root) / "typescript" / "bin" / "tsc")
    command = (str(node_executable()), compiler, "--noEmit", "--pretty", "false", "-p")
    results = (_quiet(root, *command, str(project)) for project in script_projects(root))
    return max(results, key=lambda result: result.returncode)


def script_projects(root: Path) -> list[Path]:
    """The TypeScript projects: those at the root, and the scripts' own (workers differ)."""
    return [
        *sorted(root.glob("tsconfig*.json")),
        *sorted((root / "site_templates" / "scripts").rglob("tsconfig.json")),
    ]


CHECKS: dict[str, Callable[[Path], Result]] = {
    "ruff": ruff,
    "format": ruff_format,
    "mypy": mypy,
    "tsc": tsc,
}


def run_checks(root: Path, progress: Progress, names: Sequence[str] = tuple(CHECKS)) -> None:
    """Run the named checks, all of them even if one fails.

    Raises BuildError naming those that failed; what they found is printed.
    """
    failed = [name for name in names if not _passes(root, progress, name)]
    if failed:
        raise BuildError(
            f"these checks failed: {', '.join(failed)}.",
            remedy=f"To run one alone: python3 build.py test --only {failed[0]}",
        )


def _passes(root: Path, progress: Progress, name: str) -> bool:
    with progress.stage(f"Checking: {name}"):
        done = CHECKS[name](root)
        if done.returncode:
            progress.note(done.stdout.rstrip())
        return done.returncode == 0


def run_pytest(root: Path, progress: Progress, arguments: Sequence[str], *, thorough: bool = False) -> int:
    """Run pytest, after seeing to browsers if the page's tests are among those asked for.

    ``thorough`` runs every case in every browser, also where the cases differ in data only.
    Returns pytest's exit code. Raises BuildError when a browser is missing.
    """
    if touches_page_tests(root, arguments):
        ensure_browsers(root, progress)
        try_webkit(root, progress)
    argv = (*PYTHON, "pytest", *(arguments or whole_suite()), *(["--thorough"] if thorough else []))
    return subprocess.call(argv, cwd=root, stdin=subprocess.DEVNULL)


def whole_suite() -> list[str]:
    """Arguments for all tests: spread over the processors."""
    return ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]


def touches_page_tests(root: Path, arguments: Sequence[str]) -> bool:
    """Whether pytest, given these arguments, would collect tests that need browser and page."""
    page = root / PAGE_TESTS
    named = [root / argument.partition("::")[0] for argument in arguments if argument[:1] != "-"]
    paths = [path.resolve() for path in named if path.exists()]
    return not paths or any(path in (page, *page.parents) or page in path.parents for path in paths)


def _quiet(root: Path, *argv: str) -> Result:
    """Run a check with all that it prints caught as its standard output."""
    return subprocess.run(
        argv,
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
