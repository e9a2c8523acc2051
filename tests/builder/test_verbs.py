"""The command line: which verb does what, with which steps."""

from __future__ import annotations

import subprocess
import threading
import urllib.request
from pathlib import Path

import pytest

from builder import __main__ as verbs
from builder.errors import BuildError
from builder.progress import Progress
from builder.tools import lock, quality
from builder.tools.environment import ROOT
from builder.tools.lock import refuse_addresses
from builder.tools.serve import open_server, serve
from builder.tools.subjects import EXAMPLE as CLINIC
from builder.tools.subjects import page_folder

EXAMPLE = f"build {CLINIC} {page_folder(CLINIC)}"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what a verb would do instead of doing it."""
    done: list[str] = []

    def build_site(_: Progress, content: Path | None = None, out: Path | None = None) -> Path:
        done.append(" ".join(["build", *(str(path) for path in (content, out) if path)]))
        return Path("dist")

    def run_pytest(_: Path, __: Progress, arguments: list[str], *, thorough: bool) -> int:
        done.append(" ".join(["pytest", *arguments, *["thorough"] * thorough]))
        return 0

    monkeypatch.setattr(verbs, "ensure_test_packages", lambda root, progress: None)
    monkeypatch.setattr(verbs, "ensure_node_packages", lambda root, progress: None)
    monkeypatch.setattr(verbs, "build_site", build_site)
    monkeypatch.setattr(quality, "run_checks", lambda root, progress, names=("all",): done.extend(names))
    monkeypatch.setattr(quality, "run_pytest", run_pytest)
    return done


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ["build"]),
        ("build", ["build"]),
        ("--content /a --out /b/../c", ["build /a /c"]),
        ("build --content /a", ["build /a"]),
        ("check", ["all"]),
        ("test", ["ruff", "format", "mypy", "tsc", "build", EXAMPLE, "pytest"]),
        ("test --only mypy", ["mypy"]),
        ("test --only tsc --only pytest", ["tsc", "build", EXAMPLE, "pytest"]),
        ("test tests/builder -k foo", ["pytest tests/builder -k foo"]),
        ("test --only pytest -- tests/builder -x", ["pytest tests/builder -x"]),
        ("test tests/page", ["build", EXAMPLE, "pytest tests/page"]),
        ("test tests/page --thorough", ["build", EXAMPLE, "pytest tests/page thorough"]),
        ("test --content /a", [f"build /a {page_folder(Path('/a'))}", "pytest tests/page/any_subject"]),
        ("test --content /a --out /b -k axe", ["build /a /b", "pytest tests/page/any_subject -k axe"]),
    ],
)
def test_each_line_does_its_steps(steps: list[str], line: str, expected: list[str]) -> None:
    """The steps, in order; the site is built where the page's tests need it."""
    assert verbs.main(line.split()) == 0
    assert steps == expected


def test_an_error_is_printed_plainly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A BuildError ends in exit code 1 and its text, nothing else."""

    def fail(*_: object) -> None:
        raise BuildError("wrong", file=Path("a.md"), line=3, remedy="mend it")

    monkeypatch.setattr(verbs, "build_site", fail)
    assert verbs.main([]) == 1
    assert capsys.readouterr().err == "error: a.md:3: wrong\n  mend it\n"


@pytest.mark.parametrize("line", ["bake", "build --fast", "serve --port x", "test --only bake"])
def test_a_mistaken_line_is_refused(line: str) -> None:
    """The command line's mistakes end in exit code 2, as argparse has it."""
    with pytest.raises(SystemExit) as caught:
        verbs.main(line.split())
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("arguments", "touched"),
    [
        ([], True),
        (["-x"], True),
        (["tests"], True),
        (["tests/page/test_harness.py::test_a_quiet_page_is_let_pass"], True),
        (["tests/builder"], False),
        (["tests/builder/test_verbs.py", "-k", "page"], False),
    ],
)
def test_the_page_is_needed_by_its_own_tests_only(arguments: list[str], touched: bool) -> None:
    """Neither browser nor page is asked for when only other tests run."""
    assert quality.touches_page_tests(ROOT, arguments) is touched


def test_all_checks_run_though_one_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each failed check is named, and what it printed is shown."""

    def result(code: int, text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], code, text)

    checks = {"a": lambda root: result(1, "a: bad"), "b": lambda root: result(0, "b: fine")}
    checks["c"] = lambda root: result(2, "c: worse")
    monkeypatch.setattr(quality, "CHECKS", checks)
    with pytest.raises(BuildError, match="failed: a, c"):
        quality.run_checks(ROOT, Progress(), list(checks))
    shown = capsys.readouterr().out
    assert "a: bad" in shown
    assert "c: worse" in shown
    assert "fine" not in shown


def test_the_server_gives_what_is_in_the_folder(tmp_path: Path) -> None:
    """On the loopback address, at a port that was free."""
    (tmp_path / "index.html").write_text("<p>hello", "utf-8")
    with open_server(tmp_path, 0) as server:
        threading.Thread(target=server.handle_request).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/") as answer:
            assert answer.read() == b"<p>hello"
        with pytest.raises(BuildError, match="cannot listen"):
            open_server(tmp_path, server.server_port)


def test_serving_before_building_says_what_to_do(tmp_path: Path) -> None:
    """There is nothing to serve yet, and the remedy is to build."""
    with pytest.raises(BuildError, match=r"python3 build\.py"):
        serve(tmp_path / "dist", 0)


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("lock", ["requirements", "requirements-test", "requirements-fuzz", ".", "builder/bench"]),
        ("lock --python", ["requirements", "requirements-test", "requirements-fuzz"]),
        ("lock --npm", [".", "builder/bench"]),
        ("lock --npm --python", ["requirements", "requirements-test", "requirements-fuzz", ".", "builder/bench"]),
    ],
)
def test_each_kind_of_lock_is_made_by_itself(monkeypatch: pytest.MonkeyPatch, line: str, made: list[str]) -> None:
    """An upgrade of Pyodide does not bring new Python packages along."""
    done: list[str] = []
    monkeypatch.setattr(lock, "install_uv", lambda root: root)
    monkeypatch.setattr(lock, "lock_python", lambda root, uv, name: done.append(name))
    monkeypatch.setattr(lock, "lock_npm", lambda root, source: done.append(source.relative_to(root).as_posix()))
    assert verbs.main(line.split()) == 0
    assert done == made


def test_a_lock_that_names_an_address_is_refused(tmp_path: Path) -> None:
    """The line is named, so that it can be looked at."""
    file = tmp_path / "lock.txt"
    file.write_text("a==1\nb @ https://host.invalid/b.whl\n", "utf-8")
    with pytest.raises(BuildError, match=r"lock\.txt:2: the lock names https://host\.invalid"):
        refuse_addresses(file)
