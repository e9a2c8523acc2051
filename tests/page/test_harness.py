"""The harness itself: each guard fails when it should, and each kind of reader is real."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from builder.tools.environment import ROOT
from tests.page.harness import BrowserPool, Guard, Opener, Problem, axe, wait_for_engine
from tests.page.harness.opening import Saved

# The address of no machine: reserved for documentation.
ELSEWHERE = "http://192.0.2.1/x"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a small page with a script in it and return where."""

    def write_page(script: str = "", body: str = "<main><h1>Small</h1></main>", head: str = "") -> Path:
        page = tmp_path / "small.html"
        page.write_text(
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Small</title>{head}'
            f"</head><body>{body}<script>{script}</script></body></html>",
            "utf-8",
        )
        return page

    return write_page


@pytest.fixture
def own_guard() -> Guard:
    """A guard that this test judges itself, so that finding something does not fail it."""
    return Guard()


@pytest.fixture
def misbehave(
    browser_pool: BrowserPool, own_guard: Guard, browser_name: str, write: Write
) -> Callable[[str], list[str]]:
    """Run a script in a page and return what the guard has against it."""

    def run(script: str, head: str = "") -> list[str]:
        opener = Opener(browser_pool, own_guard, Path)
        page = opener(browser_name, path=write(script, head=head))
        for _ in range(20):
            page.wait_for_timeout(25)
            if own_guard.problems:
                break
        opener.close()
        return own_guard.verdict()

    return run


def in_worker(script: str) -> str:
    """A script that runs another in a worker made from a blob."""
    return f"new Worker(URL.createObjectURL(new Blob([{script!r}])))"


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("console.error('wrong')", "console error: wrong"),
        ("console.warn('odd')", "console warning: odd"),
        ("setTimeout(() => { throw new Error('thrown') })", "uncaught: .*thrown"),
        ("Promise.reject(new Error('refused'))", "uncaught: .*refused"),
        (in_worker("console.error('wrong')"), "console error: wrong"),
        (in_worker("throw new Error('thrown')"), "uncaught: .*thrown"),
        (in_worker("Promise.reject(new Error('refused'))"), "uncaught: .*refused"),
        (f"fetch('{ELSEWHERE}').catch(() => 0)", f"request: {ELSEWHERE}"),
        (f"new Image().src = '{ELSEWHERE}'", "request: https?://192.0.2.1/x"),
        (f"navigator.sendBeacon('{ELSEWHERE}')", f"request: {ELSEWHERE}"),
        (in_worker(f"fetch('{ELSEWHERE}').catch(() => 0)"), f"request: {ELSEWHERE}"),
        ("new WebSocket('ws://192.0.2.1/x')", "(request|uncaught|console error): .*192.0.2.1"),
    ],
)
def test_each_kind_of_trouble_is_found(
    misbehave: Callable[[str], list[str]], own_guard: Guard, script: str, kind: str
) -> None:
    """What a page must not do fails its test, in the page and in a worker."""
    assert misbehave(script), "the guard saw nothing"
    own_guard.expect(kind)
    unexplained = [line for line in own_guard.verdict() if line.startswith("declared")]
    assert unexplained == []


def test_what_the_policy_refuses_is_found(misbehave: Callable[..., list[str]]) -> None:
    """A request that the page's own policy stops is trouble too: somebody wrote it."""
    head = '<meta http-equiv="Content-Security-Policy" content="img-src \'none\'">'
    found = misbehave(f"new Image().src = '{ELSEWHERE}'", head=head)
    assert any("192.0.2.1" in line for line in found)


def test_a_quiet_page_is_let_pass(misbehave: Callable[[str], list[str]]) -> None:
    """Blobs, data addresses, workers and plain logging are no trouble."""
    quiet = "console.log('hello'); fetch('data:,x'); fetch(URL.createObjectURL(new Blob(['x'])))"
    assert misbehave(f"{quiet}; {in_worker(quiet)}") == []


def test_trouble_fails_a_test_that_passes_otherwise(tmp_path: Path, write: Write) -> None:
    """Through the fixtures, as tests of the page use them, trouble ends in an error."""
    (tmp_path / "conftest.py").write_text("from tests.page.conftest import *\n", "utf-8")
    test = tmp_path / "test_passes.py"
    test.write_text("def test_title(page): assert page.title() == 'Small'\n", "utf-8")
    page = write("console.error('wrong')")
    report = run_pytest(test, "-k", "chromium", page=page)
    assert "console error: wrong" in report
    assert "1 passed, 1 deselected, 1 error" in report


def run_pytest(*arguments: str | Path, page: Path) -> str:
    """Run pytest in a process of its own on another built page; return what it printed."""
    argv = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", *arguments]
    env = {**os.environ, "REPLAY_PAGE": str(page), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(argv, cwd=page.parent, env=env, capture_output=True, text=True, check=False)
    return done.stdout


def test_a_declared_problem_is_let_pass_and_must_happen() -> None:
    """What a test declares is excused when it happens, and missed when it does not."""
    guard = Guard([Problem("console error", "no WebAssembly here")])
    assert guard.verdict() == ["console error: no WebAssembly here"]
    guard.expect("no WebAssembly")
    assert guard.verdict() == []
    guard.expect("never said")
    assert guard.verdict() == ["declared, but did not happen: never said"]


def test_an_allowed_problem_may_happen_or_not() -> None:
    """Unlike a declared one; others are still found."""
    guard = Guard()
    guard.allow("favicon")
    assert guard.verdict() == []
    guard.problems += [Problem("request", "http://x/favicon.ico"), Problem("uncaught", "thrown")]
    assert guard.verdict() == ["uncaught: thrown"]


LOOK = """() => [
  matchMedia('(prefers-color-scheme: dark)').matches,
  matchMedia('(prefers-reduced-motion: reduce)').matches,
  typeof WebAssembly === 'object',
  innerWidth,
  location.hash,
  window.planted ?? null,
  navigator.onLine,
]"""


@pytest.mark.parametrize(
    ("options", "seen"),
    [
        ({}, [False, False, True, 1280, "", None, False]),
        ({"dark": True}, [True, False, True, 1280, "", None, False]),
        ({"reduced_motion": True}, [False, True, True, 1280, "", None, False]),
        ({"wasm": False}, [False, False, False, 1280, "", None, False]),
        ({"viewport": (320, 640)}, [False, False, True, 320, "", None, False]),
        ({"hash": "t=25"}, [False, False, True, 1280, "#t=25", None, False]),
        ({"init_script": "window.planted = 7"}, [False, False, True, 1280, "", 7, False]),
    ],
)
def test_each_kind_of_reader_is_real(
    open_page: Opener, browser_name: str, write: Write, options: dict[str, Any], seen: list[Any]
) -> None:
    """The page itself sees what the reader is said to have, and that it is offline."""
    page = open_page(browser_name, path=write(), **options)
    assert page.evaluate(LOOK) == seen


def test_without_script_the_fallback_shows(open_page: Opener, browser_name: str, write: Write) -> None:
    """With scripts off, none runs and what stands in noscript does."""
    body = "<main><h1>Before</h1><noscript><p>No script.</p></noscript></main>"
    page = write("document.querySelector('h1').textContent = 'After'", body=body)
    opened = open_page(browser_name, javascript=False, path=page)
    assert opened.locator("h1").inner_text() == "Before"
    assert opened.locator("p").inner_text() == "No script."


def test_the_strict_policy_does_not_hinder_axe(open_page: Opener, browser_name: str, write: Write) -> None:
    """axe-core runs though the page allows no script but its own, and finds a real fault."""
    policy = "default-src 'none'; script-src 'none'"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    fine = open_page(browser_name, path=write(head=head))
    assert axe(fine) == []
    faulty = write(body="<main><h1>Small</h1><button></button></main>", head=head)
    assert any(line.startswith("button-name") for line in axe(open_page(browser_name, path=faulty)))


def test_the_engine_is_waited_for(open_page: Opener, browser_name: str, write: Write) -> None:
    """Waiting ends when the state comes, and in an error when it never does."""
    script = "setTimeout(() => { document.documentElement.dataset.engine = 'python' }, 300)"
    page = open_page(browser_name, path=write(script))
    wait_for_engine(page, "python", seconds=5)
    with pytest.raises(TimeoutError):
        wait_for_engine(page, "prebuilt", seconds=0.2)


def test_saved_files_are_handed_over(
    open_page: Opener, browser_name: str, write: Write, save: Callable[..., Saved]
) -> None:
    """A download gives its name and its bytes, the second of a name like the first."""
    body = "<main><h1>Small</h1><a download='run.json'>Save</a></main>"
    script = (
        "const blob = new Blob(['{\"a\": 1}'], { type: 'application/json' });"
        "document.querySelector('a').href = URL.createObjectURL(blob);"
    )
    page = open_page(browser_name, path=write(script, body=body))
    for _ in range(2):
        assert save(page, page.locator("a").click) == Saved("run.json", b'{"a": 1}')
