"""Fixtures for tests of the page in real browsers, from the disk, with the network off."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, sync_playwright

from builder.runtime import Runtime
from builder.tools.environment import ROOT
from builder.tools.launch import VIEWPORT
from tests.page.harness import BrowserPool, Guard, Host, Opener, SharedPages, serving
from tests.page.harness.opening import Saved
from tests.page.start.pages import stub_runtime


def built_page() -> Path:
    """The page that ``python3 build.py`` wrote; the test fails when there is none.

    The variable REPLAY_PAGE names another.
    """
    page = Path(os.environ.get("REPLAY_PAGE") or ROOT / "dist" / "index.html")
    if not page.is_file():
        pytest.fail(f"there is no {page}: run python3 build.py first", pytrace=False)
    return page


def built_folder() -> Path:
    """The hosted form that ``python3 build.py`` wrote."""
    return built_page().parent / "hosted"


@pytest.fixture(scope="session")
def browser_pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserPool]:
    """The browsers of this test process, closed at its end."""
    with sync_playwright() as playwright:
        pool = BrowserPool(playwright, tmp_path_factory.mktemp("saved"))
        yield pool
        pool.close()


@pytest.fixture(scope="session")
def shared_pages(browser_pool: BrowserPool, request: pytest.FixtureRequest) -> Iterator[SharedPages]:
    """The pages that tests of this process share."""
    pages = SharedPages(lambda guard: Opener(browser_pool, guard, built_page), lambda: request.session.testsfailed)
    yield pages
    pages.close()


@pytest.fixture(params=["chromium", "firefox"])
def browser_name(request: pytest.FixtureRequest) -> str:
    """Each test that uses this runs in both browsers."""
    return str(request.param)


@pytest.fixture
def guard() -> Guard:
    """What the test's pages did wrong; ``guard.expect(pattern)`` declares what must happen."""
    return Guard()


@pytest.fixture
def open_page(browser_pool: BrowserPool, guard: Guard) -> Iterator[Opener]:
    """``open_page(browser_name, dark=…, …)`` opens the page; see :class:`Opener`."""
    opener = Opener(browser_pool, guard, built_page)
    yield opener
    opener.close()
    judge(guard)


def judge(guard: Guard) -> None:
    """Fail the test where its pages did what they must not."""
    verdict = guard.verdict()
    if verdict:
        pytest.fail("the page misbehaved:\n  " + "\n  ".join(verdict), pytrace=False)


@pytest.fixture
def page(open_page: Opener, browser_name: str) -> Page:
    """The built page, opened by a reader with nothing special, in each browser."""
    return open_page(browser_name)


@pytest.fixture
def dark() -> bool:
    """Whether the reader of ``ready`` has a dark theme; a test's cases may say otherwise."""
    return False


@pytest.fixture
def width() -> int:
    """How wide the window of ``ready`` is; a test's cases may say otherwise."""
    return VIEWPORT[0]


@pytest.fixture
def ready(shared_pages: SharedPages, browser_name: str, dark: bool, width: int) -> Iterator[Page]:
    """The built page in its opening state with Python there, in each browser; a page that tests share."""
    with shared_pages.lend(browser_name, "dark" if dark else "", dark=dark) as (page, guard):
        page.set_viewport_size(ViewportSize(width=width, height=VIEWPORT[1]))
        yield page
    judge(guard)


@pytest.fixture
def save(open_page: Opener) -> Callable[[Page, Callable[[], None]], Saved]:
    """``save(page, trigger)`` returns the file that ``trigger()`` makes the page offer."""
    return open_page.save


@pytest.fixture(scope="session")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    """A runtime whose engine does what a test asks of it."""
    return stub_runtime(tmp_path_factory.mktemp("stub"))


@pytest.fixture
def host() -> Iterator[Callable[..., Host]]:
    """``host(headers=…, missing=…, cut=…)`` serves the hosted form; see :class:`Host`."""
    with ExitStack() as running:

        def serve(**how: Any) -> Host:
            return running.enter_context(serving(Host(built_folder(), **how)))

        yield serve
