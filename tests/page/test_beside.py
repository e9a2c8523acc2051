"""Cause, effect and text on one screen: sentences tried in place, dock and sheet, what is in view together."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.harness import Opener, axe, wait_for_engine
from tests.page.reading import LABELS, Reader

SIZES = {"wide": (1440, 900), "desk": (1280, 720), "tablet": (768, 1024), "phone": (375, 812)}


def resize(page: Page, size: str) -> None:
    """Give the window one of the sizes."""
    width, height = SIZES[size]
    page.set_viewport_size(ViewportSize(width=width, height=height))


# Whether the reader sees an element whole: within the window, and nothing of the page over its middle.
SEEN = """(selector) => {
  const element = document.querySelector(selector);
  const box = element.getBoundingClientRect();
  const inside = box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const there = inside && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return Boolean(there) && (element.contains(there) || there.contains(element));
}"""


def seen(page: Page, *selectors: str) -> dict[str, Any]:
    """Which of the elements the reader sees."""
    return {selector: page.evaluate(SEEN, selector) for selector in selectors}


def all_seen(page: Page, *selectors: str) -> None:
    """That the reader sees all of them at once."""
    assert seen(page, *selectors) == dict.fromkeys(selectors, True)


@pytest.mark.parametrize("size", SIZES)
def test_each_sentence_is_tried_in_place(ready: Page, size: str) -> None:
    """The link stays where it is and keeps the focus; count and gate are in view; what came of it is said."""
    resize(ready, size)
    links = ready.locator("a[data-try]")
    for index in range(links.count()):
        link = links.nth(index)
        link.evaluate("e => e.scrollIntoView({ block: 'center' })")
        before = link.bounding_box()
        link.click()
        Reader(ready).wait()
        after = link.bounding_box()
        assert before and after
        assert abs(after["y"] - before["y"]) <= 4
        expect(link).to_be_focused()
        all_seen(ready, '[data-metric="matched_steps"]', '[data-metric="gate"]', "#now")
        told = (link.get_attribute("data-rows") or "").split()
        outlined = ready.locator(".rows > .is-told").evaluate_all("all => all.map((each) => each.dataset.row)")
        assert sorted(outlined) == sorted(told)
        expect(ready.locator("#now")).to_contain_text(re.compile(f"steps match|{LABELS['now']['unchanged']}"))


@pytest.mark.parametrize("size", ["wide", "desk"])
def test_from_any_input_the_gate_s7_and_play_are_in_view(ready: Page, size: str) -> None:
    """At the top of the page and anywhere in the text; no inner scrolling."""
    resize(ready, size)
    for place in ("h1", "#self-contained", "#reading-the-run"):
        ready.locator(place).evaluate("e => e.scrollIntoView({ block: 'start' })")
        for name in ("tools", "model", "state", "email"):
            all_seen(ready, f'#inputs [name="{name}"]')
        all_seen(ready, '[data-metric="gate"]', '.rows [data-row="S7"] .value-replayed', "#play", "#time", ".ledger")
    assert (
        ready.evaluate(
            "() => { const e = document.querySelector('#experiment'); return e.scrollHeight - e.clientHeight; }"
        )
        <= 0
    )


def test_the_run_stays_in_view_whatever_came_out(ready: Page) -> None:
    """In each set-up of the map the player stands on its place."""
    resize(ready, "desk")
    places = set()
    for cell in ready.locator(".map-cell").all():
        cell.dispatch_event("click")
        Reader(ready).wait()
        places.add(ready.locator("#play").evaluate("e => Math.round(e.getBoundingClientRect().top)"))
        all_seen(ready, "#play")
    assert max(places) - min(places) <= 4


def test_what_a_choice_came_to_can_be_undone(ready: Page) -> None:
    """It is said beside the run, with a way back that keeps the focus."""
    reader = Reader(ready)
    reader.choose(tools="recorded")
    expect(ready.locator("#now")).to_have_text(
        "10 of 10 steps match. The gate fails. Tools during replay: Answered from the export. "
        "The export holds 1 email address in clear."
    )
    undo = ready.get_by_role("button", name=LABELS["now"]["undo"])
    undo.focus()
    undo.press("Enter")
    reader.wait()
    expect(reader.control("tools")).to_have_value("live")
    expect(undo).to_be_focused()


def test_back_and_forward_return_set_up_moment_and_position(open_page: Opener, browser_name: str) -> None:
    """To the pixel, as the reader left them."""
    page = open_page(browser_name, viewport=SIZES["desk"])
    wait_for_engine(page, "python")
    reader = Reader(page)
    left = []
    for name in ("recorded_tools", "alias", "stateless"):
        link = page.locator(f"a[data-try={name}]")
        link.evaluate("e => e.scrollIntoView({ block: 'center' })")
        left.append((page.evaluate("() => [Math.round(scrollY), location.hash]"), reader.shown()["digest"]))
        link.click()
        reader.wait()
    left.append((page.evaluate("() => [Math.round(scrollY), location.hash]"), reader.shown()["digest"]))
    for way, places in (("back", left[-2::-1]), ("forward", left[1:])):
        for where, digest in places:
            page.evaluate("(way) => history[way]()", way)
            page.wait_for_function(
                "([y, hash]) => (location.hash || '#') === (hash || '#') && Math.round(scrollY) === y", arg=where
            )
            reader.wait()
            assert reader.shown()["digest"] == digest


def test_nothing_changes_by_scrolling_alone(ready: Page) -> None:
    """The figure follows the text by the reader's hand only."""
    resize(ready, "desk")
    before = Reader(ready).shown()
    for section in ready.locator(".prose section").all():
        section.evaluate("e => e.scrollIntoView()")
    assert Reader(ready).shown() == before
    assert ready.locator("#time").input_value() == "0"


@pytest.fixture
def phone(open_page: Opener, browser_name: str) -> Page:
    """A phone with the page open and Python there."""
    page = open_page(browser_name, viewport=SIZES["phone"])
    wait_for_engine(page, "python")
    return page


def unfold(page: Page) -> None:
    """Open the sheet."""
    page.locator("#unfold").click()
    expect(page.locator("#experiment")).to_have_attribute("role", "dialog")


def test_the_dock_takes_at_most_a_third_and_tells_the_run(phone: Page) -> None:
    """Twelve marks that lead to their moments, the event in words, count, gate, Play, Next event."""
    height = phone.locator("#experiment").evaluate("e => e.getBoundingClientRect().height")
    assert height <= 0.3 * SIZES["phone"][1]
    marks = phone.locator(".mark button")
    expect(marks).to_have_count(12)
    marks.nth(6).click()
    expect(phone.locator("#time")).to_have_value("35")
    expect(phone.locator("#now")).to_contain_text("S7: issue_credit is called live")
    all_seen(phone, "#now", '[data-metric="matched_steps"]', '[data-metric="gate"]', "#play", "#next", "#unfold")


def test_in_a_low_window_the_dock_is_one_line(phone: Page) -> None:
    """A window of 320 by 256, as an enlargement of 400 % leaves."""
    phone.set_viewport_size({"width": 320, "height": 256})
    assert phone.locator("#experiment").evaluate("e => e.getBoundingClientRect().height") <= 48
    all_seen(phone, '[data-metric="gate"]', "#play", "#unfold")
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("size", [(812, 375), (640, 360), (900, 500)])
def test_a_phone_on_its_side_has_a_dock_too(phone: Page, size: tuple[int, int]) -> None:
    """One line with gate, count, marks and Play, where a sentence is tried; unfolded it is a dialog with its player."""
    width, height = size
    phone.set_viewport_size(ViewportSize(width=width, height=height))
    link = phone.locator("a[data-try=recorded_tools]")
    link.evaluate("e => e.scrollIntoView({ block: 'center' })")
    link.click()
    Reader(phone).wait()
    assert phone.locator("#experiment").evaluate("e => e.getBoundingClientRect().height") <= 48
    all_seen(phone, '[data-metric="matched_steps"]', '[data-metric="gate"]', ".mark:last-child", "#play", "#unfold")
    unfold(phone)
    all_seen(phone, "#input-tools", '[data-metric="gate"]', "#play", "#time", "#speed", "#unfold")
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [(1366, 620), (1280, 580)])
def test_in_a_low_window_inputs_gate_and_player_stay_in_view(ready: Page, size: tuple[int, int]) -> None:
    """As on a small laptop, whose browser takes a fifth of the screen."""
    ready.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    ready.locator("#self-contained").evaluate("e => e.scrollIntoView({ block: 'start' })")
    for name in ("tools", "model", "state", "email"):
        all_seen(ready, f'#inputs [name="{name}"]')
    all_seen(ready, '[data-metric="gate"]', '.rows [data-row="S7"] .value-replayed', "#play", "#time")


def test_the_sheet_shows_inputs_gate_s7_and_play_at_once(phone: Page) -> None:
    """The whole chain from cause to effect, without scrolling; nothing wider than the phone; axe is content."""
    unfold(phone)
    for name in ("tools", "model", "state", "email"):
        all_seen(phone, f'#inputs [name="{name}"]')
    all_seen(phone, '[data-metric="gate"]', '.rows [data-row="S7"] .value-replayed', "#play")
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= SIZES["phone"][0]
    assert axe(phone) == []


def test_the_sheet_is_a_dialog(phone: Page) -> None:
    """It takes the focus and keeps it; Escape closes it and gives the focus back to its button."""
    unfold(phone)
    expect(phone.locator("#experiment")).to_be_focused()
    expect(phone.locator("#experiment")).to_have_attribute("aria-modal", "true")
    for _ in range(15):
        phone.keyboard.press("Tab")
        inside = (
            "() => document.activeElement === document.body || document.activeElement.closest('#experiment') !== null"
        )
        assert phone.evaluate(inside)
    phone.locator("#play").focus()
    phone.keyboard.press("Escape")
    expect(phone.locator("#experiment")).not_to_have_attribute("role", "dialog")
    expect(phone.locator("#unfold")).to_be_focused()


def test_the_way_back_closes_the_sheet_and_keeps_what_was_chosen(phone: Page) -> None:
    """As the back gesture of a phone does it."""
    reader = Reader(phone)
    unfold(phone)
    reader.choose(tools="recorded")
    reader.choose(email="token")
    phone.evaluate("() => history.back()")
    expect(phone.locator("#experiment")).not_to_have_attribute("role", "dialog")
    expect(phone.locator('[data-metric="gate"]')).to_have_text("passes")
    phone.wait_for_function("() => location.hash.includes('tools=recorded') && location.hash.includes('email=token')")


def test_a_steps_fields_open_under_the_row_that_is_tapped(phone: Page) -> None:
    """In the sheet, at its row."""
    unfold(phone)
    phone.locator('.cell[data-open="S6"]').click()
    expect(phone.locator('.rows [data-row="S6"] .opened')).to_be_in_viewport()


def test_a_phones_tape_follows_the_run_until_the_reader_scrolls(phone: Page) -> None:
    """In a low sheet the row of the event that happens comes into view by itself."""
    phone.set_viewport_size({"width": 375, "height": 520})
    unfold(phone)
    phone.locator("#speed").select_option("4")
    phone.locator("#play").click()
    expect(phone.locator('.rows [data-row="S10"]')).to_have_class("row row-follows is-now", timeout=20_000)
    expect(phone.locator('.rows [data-row="S10"]')).to_be_in_viewport()


def test_a_tablets_run_stands_on_top_and_unfolds_in_place(ready: Page) -> None:
    """It sticks, with inputs, gate, marks, event and player; unfolded it shows the tapes and is no dialog."""
    resize(ready, "tablet")
    ready.locator("#failure-boundary").evaluate("e => e.scrollIntoView()")
    all_seen(ready, '#inputs [name="tools"]', '[data-metric="gate"]', ".marks", "#now", "#play")
    assert ready.locator("#experiment").evaluate("e => e.getBoundingClientRect().top") == 0
    expect(ready.locator("#failure-boundary")).to_be_in_viewport()
    ready.locator("#unfold").click()
    expect(ready.locator(".rows")).to_be_visible()
    expect(ready.locator("#experiment")).not_to_have_attribute("role", "dialog")
    ready.locator("#unfold").click()
    expect(ready.locator(".rows")).to_be_hidden()


def test_next_event_and_slider_are_announced(ready: Page) -> None:
    """Each event that is reached, and how many were passed on the way."""
    status = ready.locator("#status")
    ready.locator("#next").click()
    expect(status).to_contain_text("The user’s message comes from the export.")
    ready.locator("#time").fill("35")
    expect(status).to_contain_text(f"{LABELS['now']['passed']} 5. S7: issue_credit is called")


def test_every_heading_is_in_the_accessibility_tree(ready: Page) -> None:
    """Also of what is far below."""
    names = ready.get_by_role("heading").evaluate_all("all => all.map((each) => each.textContent.trim())")
    shown = ready.locator("h1, h2, h3").evaluate_all("all => all.filter(e => e.checkVisibility()).length")
    assert len(names) == shown
    snapshot = ready.locator("body").aria_snapshot()
    for title in (
        "Try your own session",
        "Event trace",
        "Computed data",
        "Failure boundary: what changes underneath you",
    ):
        assert f'heading "{title}"' in snapshot
