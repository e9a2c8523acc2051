"""What the page's scripts say is the author's, too: with every word marked, nothing is said without a mark.

What is data, and what is left out, is told in `tests/builder/test_marked.py`.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder.site.scripts import bundle_script
from builder.tools.environment import ROOT
from tests.builder.authoring import SMALL_RUNTIME, Author
from tests.builder.marking import OPEN, data_words, marked_in, said_on, unmarked
from tests.page.harness import Opener


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Author:
    """An author who has marked every word."""
    return marked_in(tmp_path_factory.mktemp("marked"))


@pytest.fixture
def opened(author: Author, open_page: Opener, tmp_path: Path) -> Page:
    """Their page, which has no Python inside and says so."""
    path = tmp_path / "index.html"
    path.write_text(author.page(bundle_script(ROOT), dataclasses.replace(SMALL_RUNTIME, payloads=())), "utf-8")
    page = open_page("chromium", path=path)
    expect(page.locator("html")).to_have_attribute("data-engine", "prebuilt")
    return page


def said(page: Page) -> set[str]:
    """The words without a mark in all that the page says now."""
    return {word for text in said_on(page.content()) for word in unmarked(text)}


def test_nothing_is_said_without_a_mark_whatever_the_reader_does(author: Author, opened: Page) -> None:
    """Inputs are chosen and undone, it plays, steps are opened, links are followed, misunderstood and copied."""
    known = data_words(author)
    found = said(opened)
    for place in (
        "tools=recorded&model=latest&state=omitted&email=removed&t=60",
        "tools=live&model=injected&state=included&email=token&t=35",
        "tools=live&model=pinned&state=included&email=clear&rate=91.8&t=0",
        "tools=recorded&model=injected&state=included&email=token&t=60&7=1",
    ):
        opened.evaluate("(hash) => { location.hash = hash; }", place)
        expect(opened.locator("#experiment")).not_to_have_attribute("aria-busy", "true")
        opened.wait_for_timeout(150)
        found |= said(opened)
        for step in ("S2", "S7"):
            opened.locator(f'[data-open="{step}"]').dispatch_event("click")
            found |= said(opened)
    for button in ("#restart", "#next", "#next", "#play", "#copy-link", "#unfold", "#undo"):
        opened.locator(button).dispatch_event("click")
        opened.wait_for_timeout(150)
        found |= said(opened)
    opened.locator("a[data-try]").first.dispatch_event("click")
    found |= said(opened)
    assert OPEN in opened.locator("#now").inner_text()
    assert OPEN in opened.locator("#engine-note").inner_text()
    assert sorted(found - known) == []
