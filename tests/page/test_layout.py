"""The page at every width, enlarged, on paper, and without motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.harness import Opener, wait_for_engine
from tests.page.reading import Reader
from tests.page.test_access import in_use

WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const clips = (each) => each && (getComputedStyle(each).overflowX !== 'visible' || clips(each.parentElement));
  return [...document.querySelectorAll('body *')]
    .filter((each) => each.getBoundingClientRect().right > width + 1 && !clips(each.parentElement))
    .map((each) => `${each.tagName}.${each.className || each.id}: ${each.getBoundingClientRect().right}`);
}"""


def expect_no_scrolling_sideways(page: Page) -> None:
    """Everything fits into the width; the list names what does not."""
    assert page.evaluate(WIDE) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize("width", [320, 360, 768, 1280, 2560])
def test_nothing_is_scrolled_sideways(ready: Page) -> None:
    """As it opens, and in use with everything open, whatever the set-up."""
    expect_no_scrolling_sideways(ready)
    reader = in_use(ready)
    expect_no_scrolling_sideways(ready)
    reader.choose(email="token", model="latest")
    reader.seek(60)
    expect_no_scrolling_sideways(ready)


def test_a_zoom_loses_nothing(ready: Page) -> None:
    """On a screen of 1280, 200 % leave 640 pixels."""
    ready.set_viewport_size({"width": 640, "height": 400})
    in_use(ready)
    expect_no_scrolling_sideways(ready)
    expect(Reader(ready).button("Play")).to_be_visible()


@pytest.mark.parametrize(("browser_name", "size"), [("chromium", (375, 812)), ("chromium", (1280, 720))])
def test_letters_twice_as_large_lose_nothing(ready: Page, size: tuple[int, int]) -> None:
    """The text alone is enlarged, of which a media query hears nothing; the run keeps room, and Play is in view."""
    ready.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    ready.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    expect_no_scrolling_sideways(ready)
    run = ready.locator("#experiment")
    assert run.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    assert run.evaluate("e => e.getBoundingClientRect().width") >= min(size[0], 480)
    if size[0] < 600:
        expect(Reader(ready).button("Play")).to_be_in_viewport(ratio=0.95)
        expect(ready.locator("#unfold")).to_be_in_viewport(ratio=0.95)
    ready.evaluate("() => { document.documentElement.style.fontSize = ''; }")


def test_lines_of_prose_are_of_a_readable_length(ready: Page) -> None:
    """As wide as some 66 digits, which is some 75 letters."""
    width = ready.evaluate(
        """() => {
          const text = document.querySelector('article section p');
          const probe = Object.assign(document.createElement('span'), { textContent: '0'.repeat(10) });
          text.append(probe);
          const measure = probe.getBoundingClientRect();
          probe.remove();
          return text.getBoundingClientRect().width / (measure.width / 10);
        }"""
    )
    assert 40 <= width <= 72


@pytest.mark.parametrize("browser_name", ["chromium"])
def test_the_page_prints_whole(ready: Page) -> None:
    """What has not happened yet is printed too; what only works on a screen is not; Chromium alone can tell."""
    reader = Reader(ready)
    reader.expect_happened(0)
    ready.emulate_media(media="print")
    pale = ready.locator(".rows > .is-later .value-replayed").first
    assert pale.evaluate("e => getComputedStyle(e).fontWeight") == "600"
    playhead = "e => getComputedStyle(e, '::after').display"
    assert ready.locator(".rows > .is-next").evaluate(playhead) == "none"
    for hidden in ("#play", "#time", "#copy-link"):
        expect(ready.locator(hidden)).to_be_hidden()
    for shown in ("h1", '[data-panel="metrics"]', '[data-panel="trace"]', "article"):
        expect(ready.locator(shown).first).to_be_visible()
    assert len(ready.pdf()) > 10_000
    ready.emulate_media(media="null")


MOVES = """() => [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility()).filter((each) => {
  const { transitionDuration, animationDuration, animationName } = getComputedStyle(each);
  // What merely appears after a while, in no time, does not move.
  const moves = animationName !== 'none' && parseFloat(animationDuration) > 0;
  return moves || transitionDuration.split(',').some((each) => parseFloat(each) > 0);
}).map((each) => each.className || each.tagName)"""


def test_nothing_moves_for_those_who_ask_for_it(open_page: Opener, browser_name: str) -> None:
    """Neither transition nor animation; playback works all the same."""
    page = open_page(browser_name, reduced_motion=True)
    reader = Reader(page)
    wait_for_engine(page, "python")
    assert page.evaluate(MOVES) == []
    reader.button("Play").click()
    expect(reader.button("Pause")).to_be_visible()
    assert page.evaluate(MOVES) == []
    reader.button("Next event").click()
    expect(reader.slider).not_to_have_value("0")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_light_and_dark_follow_the_reader(open_page: Opener, browser_name: str, dark: bool) -> None:
    """Dark paper under light ink, or the other way round."""
    page = open_page(browser_name, dark=dark)
    paper, ink = page.evaluate(
        """() => ['backgroundColor', 'color'].map((name) =>
          getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0))"""
    )
    assert (paper < ink) is dark
