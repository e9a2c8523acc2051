"""The two tapes: what a cell shows, what has been played, and what the run before had."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.harness import Opener, wait_for_engine
from tests.page.reading import LABELS, Reader

PALE = re.compile("is-later")


def row(page: Page, step: str) -> Locator:
    """The row of a step, or of the privacy check or the outcome."""
    return page.locator(f'.rows > [data-row="{step}"]')


def recorded(page: Page, step: str) -> str:
    """What the recorded tape shows of a step."""
    return row(page, step).locator(".value-recorded .gist").inner_text()


def replayed(page: Page, step: str) -> str:
    """What the replayed tape shows of a step; nothing where it is not reached."""
    found = row(page, step).locator(".value-replayed .gist")
    return found.inner_text() if found.count() else ""


def words(page: Page) -> list[str]:
    """How each step came out, in words."""
    return page.locator(".rows .word").all_inner_texts()


STEPS = [f"S{number}" for number in range(1, 11)]


def test_the_opening_run_by_sign_and_word(ready: Page) -> None:
    """Where a difference begins and where it follows; the signs of input and output; a user turn has no input."""
    assert words(ready)[:5] == ["same", "same", "same", "same", "begins here"]
    assert words(ready)[5:] == ["follows S5", "begins here", "follows S5, S7", "same", "follows S5, S7"]
    signs = {step: row(ready, step).locator(".io").all_inner_texts() for step in ("S1", "S5", "S7", "S10")}
    assert [text[-1:] for text in signs["S1"]] == ["", "="]
    assert [text[-1:] for text in signs["S5"]] == ["=", "≠"]
    assert [text[-1:] for text in signs["S7"]] == ["≠", "≠"]
    assert [text[-1:] for text in signs["S10"]] == ["≠", "="]


def test_a_cell_shows_the_field_that_differs(ready: Page) -> None:
    """Never equal values in red: another tool, the line that the instruction lacks, what another turn has read."""
    reader = Reader(ready)
    shown = {step: (recorded(ready, step), replayed(ready, step)) for step in STEPS}
    assert shown["S5"] == ("91.8", "92.4")
    assert shown["S6"] == ("1,101.6", "1,108.8")
    assert shown["S7"] == ("cr_9", "cr_10")
    assert shown["S8"] == ("… 1,101.6 INR …", "… 1,108.8 INR …")
    assert shown["S10"][1] == "reads 92.4"
    reader.choose(tools="recorded", state="omitted")
    for step in ("S2", "S4"):
        assert replayed(ready, step) == "no user:tier = gold"
    reader.choose(state="included", model="latest")
    assert replayed(ready, "S2").startswith("lookup_order ")
    expect(row(ready, "S2").locator(".who")).to_contain_text("get_order")


@pytest.mark.long
def test_equal_values_look_equal_and_others_do_not(ready: Page) -> None:
    """In every set-up: a row that is same shows one text twice, one that differs never does."""
    reader = Reader(ready)
    for tools in ("live", "recorded"):
        for model in ("pinned", "injected", "latest"):
            for state in ("included", "omitted"):
                for email in ("clear", "token", "removed"):
                    reader.choose(tools=tools, model=model, state=state, email=email)
                    standing = ready.locator(".rows > [data-row^=S]").evaluate_all(
                        "all => all.map(e => [e.className, ...['.value-recorded', '.value-replayed']"
                        ".map(s => e.querySelector(`${s} .gist`)?.textContent ?? '')])"
                    )
                    for look, left, right in standing:
                        assert (left == right) == ("row-same" in look), (tools, model, state, email, left, right)


def test_the_recorded_tape_changes_by_redaction_alone(ready: Page) -> None:
    """Whatever the replay does, the recording is what it is."""
    reader = Reader(ready)
    before = [recorded(ready, step) for step in STEPS]
    for choice in ({"tools": "recorded"}, {"model": "latest"}, {"state": "omitted"}, {"model": "injected"}):
        reader.choose(**choice)
        assert [recorded(ready, step) for step in STEPS] == before
    reader.choose(email="token")
    assert recorded(ready, "S2") == "[email-1]"


def test_ahead_of_the_playhead_everything_is_pale_but_there(ready: Page) -> None:
    """At 0 s all twelve rows can be read; each is inked when its time comes, the gate last."""
    reader = Reader(ready)
    expect(ready.locator(".rows > li")).to_have_count(12)
    assert replayed(ready, "S7") == "cr_10"
    expect(row(ready, "S7")).to_have_class(PALE)
    reader.seek(35)
    expect(row(ready, "S7")).not_to_have_class(PALE)
    expect(row(ready, "S8")).to_have_class(PALE)
    expect(ready.locator(".verdict")).to_have_class(PALE)
    reader.seek(60)
    expect(ready.locator(".verdict")).not_to_have_class(PALE)
    expect(row(ready, "outcome")).to_have_class(re.compile("is-now"))


def test_the_playhead_stands_where_the_slider_does(ready: Page) -> None:
    """In the row of the event that comes next, as far down as the time is between two events."""
    reader = Reader(ready)
    for seconds in (0, 7, 29, 31, 58):
        reader.seek(seconds)
        found = ready.locator(".rows > .is-next")
        expect(found).to_have_attribute("data-event", str(seconds // 5 + 1))
        part = found.evaluate("e => Number(getComputedStyle(e).getPropertyValue('--part'))")
        assert part == pytest.approx(seconds % 5 / 5, abs=0.01)


def test_the_run_before_stays_as_a_second_mark(ready: Page) -> None:
    """In the cells and figures that differ, until it is hidden, or another choice takes its place."""
    reader = Reader(ready)
    reader.choose(tools="recorded")
    marked = ready.locator(".rows .before")
    expect(marked).to_have_count(5)
    expect(row(ready, "S5").locator(".before s")).to_have_text("92.4")
    expect(ready.locator(".figure-matched_steps .before s")).to_have_text("5")
    ready.locator("#forget").click()
    expect(marked).to_have_count(0)
    expect(ready.locator("#forget")).to_be_hidden()
    reader.choose(email="token")
    expect(row(ready, "S2").locator(".before s")).to_have_text("mira.rao@example.com")


def test_the_columns_stand_still_whatever_came_out(ready: Page) -> None:
    """Two set-ups can be compared by eye; and the run before never cuts a value that would fit."""
    ready.set_viewport_size({"width": 1280, "height": 720})
    reader = Reader(ready)
    left = "all => [...new Set(all.map(e => Math.round(e.getBoundingClientRect().left)))]"
    places = ready.locator(".value-replayed").evaluate_all(left)
    for choice in ({"model": "latest"}, {"model": "injected", "email": "removed"}, {"tools": "recorded"}):
        reader.choose(**choice)
        assert ready.locator(".value-replayed").evaluate_all(left) == places
    reader.choose(tools="live", model="pinned", email="clear")
    cut = "e => e.scrollWidth > e.clientWidth + 1"
    assert not row(ready, "S6").locator(".value-replayed .gist").evaluate(cut)
    assert ready.locator(".who, .word").evaluate_all(f"all => all.filter({cut}).length") == 0


def test_a_link_opens_without_marks_of_a_run_before(open_page: Opener, browser_name: str) -> None:
    """Whoever follows one has seen no other run."""
    page = open_page(browser_name, hash="tools=recorded&email=token")
    wait_for_engine(page, "python")
    expect(page.locator('[data-metric="gate"]')).to_have_text("passes")
    expect(page.locator(".before")).to_have_count(0)


def test_a_steps_fields_open_under_its_row(ready: Page) -> None:
    """Recorded beside replayed, the cause, a way to the origin; Escape closes and the focus never leaves the row."""
    cell = ready.locator('.cell[data-open="S8"]')
    expect(cell).to_have_attribute("aria-expanded", "false")
    cell.click()
    opened = ready.locator(".opened")
    expect(opened).to_contain_text("Follows from S5 and S7")
    expect(cell).to_have_attribute("aria-expanded", "true")
    expect(cell).to_be_focused()
    expect(opened.locator("mark", has_text="1,108.8").first).to_be_visible()
    opened.get_by_role("button", name="Go to S5").click()
    expect(row(ready, "S5").locator(".opened")).to_be_visible()
    expect(opened).to_have_count(1)
    ready.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(ready.locator('.cell[data-open="S5"]')).to_be_focused()


# Where the page stands once a window of another size has been laid out.
SETTLED = """() => new Promise((done) => requestAnimationFrame(() =>
  requestAnimationFrame(() => done(Math.round(scrollY)))))"""


def test_an_open_step_leaves_inputs_gate_and_player_in_view(ready: Page) -> None:
    """It scrolls within the tape, and the text beside it stays where the reader has it."""
    ready.set_viewport_size({"width": 1280, "height": 720})
    ready.locator("#failure-boundary").evaluate("e => e.scrollIntoView()")
    before = ready.evaluate(SETTLED)
    # Not Playwright's click, which scrolls the page by itself in Firefox.
    ready.locator('.cell[data-open="S8"]').dispatch_event("click")
    assert ready.evaluate(SETTLED) == before
    for place in ("#input-tools", '[data-metric="gate"]', "#play"):
        expect(ready.locator(place)).to_be_in_viewport(ratio=0.9)


def test_live_calls_reach_todays_world_and_recorded_ones_do_not(ready: Page) -> None:
    """One is asked, one has its rate, one is changed; with tools from the export there is none, and no rate."""
    world = ready.locator(".rows .world")
    expect(world).to_have_count(3)
    expect(row(ready, "S7").locator(".pill-changed")).to_contain_text(LABELS["tapes"]["changed"])
    expect(row(ready, "S5").locator("#input-rate")).to_have_value("92.4")
    Reader(ready).choose(tools="recorded")
    expect(world).to_have_count(0)


def test_the_live_rate_is_moved_where_it_acts(ready: Page) -> None:
    """Typed, by key or dragged: at 91.8 S5 is same and S7 differs still; one step back leaves it."""
    field = ready.locator("#input-rate")
    field.press("ArrowDown")
    expect(ready.locator('[data-row="S5"] .value-replayed .gist')).to_have_text("92.3")
    expect(field).to_be_focused()
    for _ in range(5):
        field.press("ArrowDown")
    expect(field).to_have_value("91.8")
    expect(row(ready, "S5")).to_have_class(re.compile("row-same"))
    expect(row(ready, "S7")).to_have_class(re.compile("row-origin"))
    # All the way it is compared with the run it was moved from.
    expect(row(ready, "S5").locator(".before s")).to_have_text("92.4")
    box = ready.locator("label.live").bounding_box()
    assert box is not None
    ready.mouse.move(box["x"] + 4, box["y"] + 6)
    ready.mouse.down()
    ready.mouse.move(box["x"] + 24, box["y"] + 6, steps=4)
    ready.mouse.up()
    expect(field).to_have_value("92.3")
    expect(ready.locator('[data-metric="first_difference"]')).to_have_text("S5")


def test_a_run_that_comes_does_not_write_over_a_rate_that_is_being_typed(ready: Page) -> None:
    """The reader chooses one rate and begins to type the next before the first one's run is there."""
    field = ready.locator("#input-rate")
    field.evaluate(
        """(e) => {
          e.focus();
          e.value = "91.5";
          e.dispatchEvent(new Event("change", { bubbles: true }));
          e.value = "9";
          e.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(ready.locator('[data-row="S5"] .value-replayed .gist')).to_have_text("91.5")
    expect(field).to_have_value("9")


def test_the_replays_credit_lands_on_the_account_when_its_time_comes(ready: Page) -> None:
    """Pale before S7, inked from then on, with its amount."""
    entry = ready.locator(".entry-replay")
    expect(entry).to_contain_text("cr_10")
    expect(entry).to_contain_text("1,108.8 INR")
    expect(entry).to_have_class(PALE)
    Reader(ready).seek(35)
    expect(entry).not_to_have_class(PALE)
    expect(ready.locator(".entry-session")).to_contain_text("cr_9")


def test_under_each_input_stands_what_the_export_holds(ready: Page) -> None:
    """What the replay does not use says so; the state that is left out and the token are seen."""
    held = {name: ready.locator(f'[data-panel="held-{name}"]') for name in ("tools", "model", "state", "email")}
    expect(held["tools"]).to_have_text("3 results, not used")
    expect(held["email"]).to_have_text("mira.rao@example.com")
    reader = Reader(ready)
    reader.choose(tools="recorded", state="omitted", email="token")
    expect(held["tools"]).to_have_text("3 results")
    expect(held["state"]).to_have_text(LABELS["held"]["left_out"])
    expect(held["email"]).to_have_text("[email-1]")
