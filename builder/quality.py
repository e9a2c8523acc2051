"""Linters, type checks and tests, each a step that can be asked for by name."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from builder.browsers import ensure_browsers
from builder.environment import node_executable, npm_folder
from builder.errors import BuildError
from builder.progress import Progress

TYPED = ("build.py", "engine", "builder", "tests")
PAGE_TESTS = Path("tests", "page")


def ruff(root: Path) -> int:
    """Look for mistakes and bad habits in the Python files; return ruff's exit code."""
    return _python(root, "ruff", "check", ".")


def ruff_format(root: Path) -> int:
    """Check that the Python files are formatted; return ruff's exit code."""
    return _python(root, "ruff", "format", "--check", ".")


def mypy(root: Path) -> int:
    """Check the types of the Python files; return mypy's exit code."""
    return _python(root, "mypy", *(name for name in TYPED if (root / name).exists()))


def tsc(root: Path) -> int:
    """Check the types of the page's scripts, project by project; return the worst exit code."""
    compiler = npm_folder(root) / "typescript" / "bin" / "tsc"
    return max(
        _call(root, str(node_executable()), str(compiler), "--noEmit", "-p", str(project))
        for project in script_projects(root)
    )


def script_projects(root: Path) -> list[Path]:
    """The TypeScript projects: the one at the root, and the scripts' own (workers differ)."""
    return [
        root / "tsconfig.json",
        *sorted((root / "site_templates" / "scripts").rglob("tsconfig.json")),
    ]


CHECKS: dict[str, Callable[[Path], int]] = {
    "ruff": ruff,
    "format": ruff_format,
    "mypy": mypy,
    "tsc": tsc,
}


def run_checks(root: Path, progress: Progress, names: Sequence[str] = tuple(CHECKS)) -> None:
    """Run the named checks, all of them even if one fails.

    Raises BuildError naming those that failed; what they found is printed as they go.
    """
    failed = [name for name in names if not _passes(root, progress, name)]
    if failed:
        raise BuildError(
            f"these checks failed: {', '.join(failed)}.",
            remedy=f"To run one alone: python3 build.py test --only {failed[0]}",
        )


def _passes(root: Path, progress: Progress, name: str) -> bool:
    with progress.stage(f"Checking: {name}"):
        progress.note("")
        return CHECKS[name](root) == 0


def run_pytest(root: Path, progress: Progress, arguments: Sequence[str]) -> int:
    """Run pytest, after seeing to browsers if the page's tests are among those asked for.

    Returns pytest's exit code. Raises BuildError when a browser is missing.
    """
    if touches_page_tests(root, arguments):
        ensure_browsers(root, progress)
    return _python(root, "pytest", *(arguments or whole_suite()))


def whole_suite() -> list[str]:
    """Arguments for all tests: spread over the processors."""
    return ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]


def touches_page_tests(root: Path, arguments: Sequence[str]) -> bool:
    """Whether pytest, given these arguments, would collect tests that need browser and page."""
    page = root / PAGE_TESTS
    named = [root / argument.partition("::")[0] for argument in arguments if argument[:1] != "-"]
    paths = [path.resolve() for path in named if path.exists()]
    return not paths or any(path in (page, *page.parents) or page in path.parents for path in paths)


def _python(root: Path, module: str, *arguments: str) -> int:
    return _call(root, sys.executable, "-m", module, *arguments)


def _call(root: Path, *argv: str) -> int:
    return subprocess.call(argv, cwd=root, stdin=subprocess.DEVNULL)
