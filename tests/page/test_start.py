"""Python starts in the page, from the image as well as plainly, and answers as CPython does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from builder.runtime import Runtime
from builder.runtime.build import experiment_requests
from builder.runtime.pyodide import find_pyodide
from builder.tools.environment import ROOT, npm_folder
from engine.service import answer
from tests.page.harness import Opener
from tests.page.start.pages import real_runtime, write_page

ASK = "request => window.engine.ask(request)"
ASK_ALL = "requests => Promise.all(requests.map(request => window.engine.ask(request)))"
ASK_FAILING = "request => window.engine.ask(request).then(() => null, error => error)"


@pytest.fixture(scope="session")
def real() -> Runtime:
    """The project's own runtime."""
    return real_runtime()


def without(runtime: Runtime, *names: str) -> list[Any]:
    """The payloads but for those of these names."""
    return [payload for payload in runtime.payloads if payload.name not in names]


def last_state(page: Page) -> dict[str, Any]:
    """What the engine said last of itself."""
    state: dict[str, Any] = page.evaluate("window.states.at(-1)")
    return state


@pytest.mark.parametrize("way", ["image", "plain"])
def test_every_set_up_is_answered_with_the_bytes_of_cpython(
    way: str, browser_name: str, open_page: Opener, real: Runtime, tmp_path: Path
) -> None:
    """All set-ups, run and exported, from the image and after a plain start."""
    payloads = real.payloads if way == "image" else without(real, "image")
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", payloads))
    requests = [json.loads(request) for request in experiment_requests()]
    answers = page.evaluate(ASK_ALL, requests)
    assert answers == [answer(json.dumps(request)) for request in requests]
    assert last_state(page)["detail"]["way"] == way


def test_what_was_rehearsed_needs_no_more_than_was_called_in_the_rehearsal(
    browser_name: str, open_page: Opener, real: Runtime, tmp_path: Path
) -> None:
    """In this browser as in Node: all set-ups, run and exported, with nothing else ever there."""
    payloads = without(real, "engine", "rest", "library")
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", payloads))
    requests = [json.loads(request) for request in experiment_requests()]
    assert page.evaluate(ASK_ALL, requests) == [answer(json.dumps(request)) for request in requests]
    assert [state["state"] for state in page.evaluate("window.states")] == ["starting", "python"]
    assert last_state(page)["detail"]["way"] == "image"


def test_the_image_is_accepted(browser_name: str, open_page: Opener, real: Runtime, tmp_path: Path) -> None:
    """Nothing about these browsers makes the image unusable; else the reason is shown here."""
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", real.payloads))
    page.evaluate(ASK, {"do": "run", "settings": {}})
    assert page.evaluate("window.states") == [
        {"state": "starting", "detail": None},
        {"state": "python", "detail": {"way": "image", "reason": ""}},
    ]


def test_a_restored_python_can_import_and_read_later(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """The library and the engine's files are in place after a restore."""
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", stub.payloads))
    assert json.loads(page.evaluate(ASK, {"do": "import late"})) == [False, "better than never"]
    imported = page.evaluate(ASK, {"do": "import", "name": "shutil"})
    major, minor, _ = find_pyodide(npm_folder(ROOT)).python_version.split(".")
    assert imported == f'"/lib/python{major}{minor}.zip/shutil.pyc"'
    assert json.loads(page.evaluate(ASK, {"do": "read"})) == {"fixture": "as written"}
    assert last_state(page)["detail"]["way"] == "image"


def test_chance_is_not_part_of_the_image(browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path) -> None:
    """Two readers do not draw the same numbers."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    draws = {open_page(browser_name, path=path).evaluate(ASK, {"do": "draw"}) for _ in range(2)}
    assert len(draws) == 2


def test_an_exception_rejects_its_own_request_alone(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """And it comes as a plain object that says what happened."""
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", stub.payloads))
    error = page.evaluate(ASK_FAILING, {"do": "raise", "message": "this one only"})
    assert error["name"] == "PythonError"
    assert "ValueError: this one only" in error["message"]
    assert page.evaluate(ASK, {"do": "other"}) == '"nothing"'
    assert last_state(page)["state"] == "python"


def test_requests_are_answered_in_order(browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path) -> None:
    """Also those that came before Python was there."""
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", stub.payloads))
    requests = [{"do": "count", "name": name} for name in "abc"]
    assert page.evaluate(ASK_ALL, requests)[-1] == '["a", "b", "c"]'


def test_a_reload_in_the_middle_of_a_start_does_no_harm(
    browser_name: str, open_page: Opener, real: Runtime, tmp_path: Path
) -> None:
    """Python starts again each time."""
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", real.payloads))
    for pause in (0, 100, 300):
        page.wait_for_timeout(pause)
        page.reload(wait_until="commit")
    page.wait_for_load_state()
    assert page.evaluate(ASK, {"do": "run", "settings": {}}) == answer('{"do": "run"}')
