"""With scripts off: the opening run and the prose are all there, and a note says what is missing.

Firefox with scripts off answers a question, but cannot wait for something to become true: so nothing here is waited
for, which a page without scripts does not need.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.replay.settings import Settings
from tests.page.conftest import built_page, judge
from tests.page.harness import BrowserPool, Guard, Opener
from tests.page.reading import LABELS, SECTIONS, Reader, expected


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def bare(request: pytest.FixtureRequest, browser_pool: BrowserPool) -> Iterator[Page]:
    """The page as a reader without scripts has it; nothing in it can change from one test to the next."""
    opener = Opener(browser_pool, Guard(), built_page)
    yield opener(request.param, javascript=False)
    opener.close()
    judge(opener.guard)


def test_the_opening_run_stands_complete(bare: Page) -> None:
    """Metrics, reasons, steps, digest and all twelve events, each of them visible."""
    assert Reader(bare).shown() == expected(Settings())
    assert bare.locator(".events > li .event-body").filter(visible=True).count() == 12
    for name in ("Event trace", "Computed data", "Final metrics"):
        assert bare.get_by_role("region", name=name).is_visible()
    assert "92.4" in (bare.locator('[data-panel="table"] [data-step="S5"]').text_content() or "")
    assert bare.locator("html").get_attribute("data-engine") == "none"


def test_the_prose_is_readable(bare: Page) -> None:
    """All sections, their figures filled in."""
    prose = bare.get_by_role("article").text_content() or ""
    assert "5 of 10 steps match" in prose
    assert "1,108.8 INR" in prose
    assert bare.locator("article section h2").filter(visible=True).count() == len(SECTIONS)


def test_a_note_says_what_is_missing(bare: Page) -> None:
    """Where the controls are, and no other message beside it."""
    note = bare.locator("noscript p")
    assert note.is_visible()
    assert note.inner_text() == LABELS["page"]["no_script"]
    for id in ("ignored", "computing", "engine-note", "copied", "no-start"):
        assert bare.locator(f"#{id}").is_hidden()


def test_no_link_leads_out_of_the_page(bare: Page) -> None:
    """Anchors work; nothing else is linked."""
    targets = [link.get_attribute("href") or "" for link in bare.locator("a").all()]
    assert targets
    assert [target for target in targets if not target.startswith("#")] == []


def test_the_note_is_for_readers_without_script_only(ready: Page) -> None:
    """Others never see it."""
    expect(ready.locator("noscript")).to_be_hidden()
