"""The page for everybody: rules of axe-core, structure, keyboard, focus, targets."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.harness import READERS, Opener, axe, wait_for_engine
from tests.page.reading import INPUTS, LABELS, Reader

OPEN_ALL = "() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })"


def in_use(page: Page) -> Reader:
    """The page in the middle of things: mid-play, details open, a note shown."""
    reader = Reader(page)
    wait_for_engine(page, "python")
    page.evaluate("() => { location.hash = 't=25&tools=maybe'; }")
    expect(page.locator("#ignored")).to_be_visible()
    page.evaluate(OPEN_ALL)
    return reader


@pytest.mark.alike(firefox=1)
@pytest.mark.long
@pytest.mark.parametrize(("browser_name", "dark", "width"), READERS)
def test_axe_finds_nothing(ready: Page) -> None:
    """As it opens, mid-play with everything open, and with a run that passes."""
    assert axe(ready) == []
    reader = in_use(ready)
    assert axe(ready) == []
    reader.choose(tools="recorded", email="token")
    reader.seek(60)
    assert axe(ready) == []


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("choice", [{"model": "latest"}, {"email": "removed"}])
def test_axe_finds_nothing_where_steps_are_not_reached(ready: Page, choice: dict[str, str]) -> None:
    """What is dimmed must still be readable."""
    reader = in_use(ready)
    reader.choose(**choice)
    reader.seek(60)
    ready.evaluate(OPEN_ALL)
    assert axe(ready) == []


def test_axe_finds_nothing_without_python(open_page: Opener, browser_name: str) -> None:
    """The message and the marks of the runs computed at build."""
    page = open_page(browser_name, init_script="delete window.Worker;")
    wait_for_engine(page, "prebuilt")
    Reader(page).choose(model="latest")
    assert axe(page) == []


def test_headings_go_down_by_one(ready: Page) -> None:
    """One first-level heading, and no level left out."""
    levels = ready.evaluate(
        "() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')]"
        ".filter((each) => each.checkVisibility()).map((each) => Number(each.tagName[1]))"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_the_tables_are_tables(ready: Page) -> None:
    """Heads with a scope in each; the steps' table has a caption."""
    ready.evaluate(OPEN_ALL)
    steps = ready.locator('[data-panel="table"] > table')
    expect(steps.locator("> caption")).to_have_text(LABELS["panels"]["data_caption"])
    assert steps.locator("> thead th").count() == steps.locator('> thead th[scope="col"]').count() > 0
    assert steps.locator('> tbody > tr > th[scope="row"]').count() == 10
    assert ready.locator("main th:not([scope])").count() == 0


def test_the_trace_is_an_ordered_list(ready: Page) -> None:
    """Of twelve items."""
    trace = ready.get_by_role("region", name="Event trace").locator("ol")
    expect(trace.get_by_role("listitem")).to_have_count(12)


def test_every_control_has_a_name_of_its_own(ready: Page) -> None:
    """Native controls with real labels, each described where it has a help text."""
    for name in INPUTS:
        control = Reader(ready).control(name)
        expect(control).to_have_accessible_description(INPUTS[name]["help"])
        assert control.evaluate("(each) => each.tagName") in ("SELECT", "INPUT")


FOCUSED = """() => {
  const each = document.activeElement;
  const style = getComputedStyle(each);
  const box = each.getBoundingClientRect();
  return {
    name: each.id || each.name || each.className || each.tagName,
    tag: each.tagName,
    outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    shown: box.width > 0 && box.right > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""

ORDER = [
    *("skip", "input-tools", "input-model", "state", "input-email"),
    *("play", "next", "restart", "time", "speed"),
    *("copy-link", "download-bundle", "download-run"),
]


def tabbed(page: Page, last: str) -> list[Any]:
    """What Tab leads to, one after the other, up to an element."""
    found: list[Any] = []
    while not found or found[-1]["name"] != last:
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUSED))
        assert len(found) < 150, [each["name"] for each in found]
    return found


def test_every_control_is_reached_by_tab_in_order_and_seen(page: Page) -> None:
    """From the skip link to the downloads; wherever the focus is, it shows."""
    wait_for_engine(page, "python")
    found = tabbed(page, "download-run")
    names = [each["name"] for each in found]
    assert [name for name in names if name in ORDER] == ORDER
    unseen = [each for each in found if not (each["outline"] and each["shown"])]
    assert unseen == []


def test_the_skip_link_skips(page: Page) -> None:
    """It shows when it has the focus, and leads to the experiment."""
    skip = page.get_by_role("link", name=LABELS["page"]["skip"])
    page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#inputs")).to_be_in_viewport()


def test_the_whole_experiment_is_done_by_keyboard(ready: Page) -> None:
    """Choices, tick, play and next, with no mouse."""
    reader = Reader(ready)
    reader.control("tools").focus()
    ready.keyboard.press("A")
    reader.wait()
    expect(reader.control("tools")).to_have_value("recorded")
    reader.control("state").press("Space")
    reader.wait()
    expect(reader.control("state")).not_to_be_checked()
    assert reader.metric("left_script_at") == "S6"
    reader.button("Next event").press("Enter")
    reader.expect_time(5)
    reader.button("Play").press("Space")
    expect(reader.button("Pause")).to_be_focused()


SMALL = """() => [...document.querySelectorAll('button, select, input, summary, textarea')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each.id || each.className || each.textContent, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 23.9 || box.height < 23.9)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("width", [1280, 320])
def test_targets_are_at_least_24_pixels_each_way(ready: Page) -> None:
    """For fingers that tremble."""
    in_use(ready)
    assert ready.evaluate(SMALL) == []
