"""Playback: one clock, twelve events, every way of getting to a moment."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import judge
from tests.page.harness import Opener, SharedPages
from tests.page.reading import LABELS, Reader, document_of, expected, set_up

PLAYER = LABELS["player"]
END = 60
NOW = datetime(2026, 1, 1, tzinfo=UTC)

# What is asked of Python waits until window.release() is called.
HELD_UP = """
  const held = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...all) {
    if (all[0].kind === "ask") held.push(() => post.apply(this, all));
    else post.apply(this, all);
  };
  window.release = () => {
    Worker.prototype.postMessage = post;
    for (const send of held) send();
  };"""


# Nothing is computed ahead: with the clock in the test's hands, that could seem to take hours.
NO_LEISURE = "window.requestIdleCallback = () => 0;"


@pytest.fixture
def still(shared_pages: SharedPages, browser_name: str) -> Iterator[Reader]:
    """A reader for whom time passes only when the test says so."""
    with shared_pages.lend(browser_name, "still", stop_the_clock, init_script=NO_LEISURE) as (page, guard):
        yield Reader(page)
    judge(guard)


def stop_the_clock(page: Page) -> None:
    """From now on the test drives it."""
    page.clock.install(time=NOW)
    page.clock.pause_at(NOW + timedelta(minutes=1))


def wait(reader: Reader, seconds: float) -> None:
    """Let time pass at once, with a frame or two at its end."""
    reader.page.clock.fast_forward(round(seconds * 1000) - 50)
    reader.page.clock.run_for(50)


def test_play_runs_the_events_and_pause_holds_them(still: Reader) -> None:
    """At the opening speed a second is a second; what has not happened is not there to read."""
    still.expect_happened(0)
    still.button("Play").click()
    wait(still, 4.9)
    still.expect_happened(0)
    wait(still, 10.2)
    still.expect_happened(3)
    still.expect_time(15)
    still.button("Pause").click()
    wait(still, 20)
    still.expect_time(15)
    still.button("Play").click()
    wait(still, 5)
    still.expect_time(20)


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize("speed", ["0.5", "1", "2", "4"])
def test_each_speed_is_kept(still: Reader, speed: str) -> None:
    """Inspection seconds for each second."""
    still.page.get_by_label(PLAYER["speed"], exact=True).select_option(label=f"{speed}×")
    still.button("Play").click()
    wait(still, 12.1)
    assert abs(still.time() - 12.1 * float(speed)) < 1


def test_a_change_of_speed_makes_no_jump(still: Reader) -> None:
    """From where it stands it goes on, faster or slower."""
    still.button("Play").click()
    wait(still, 4.5)
    still.page.get_by_label(PLAYER["speed"], exact=True).select_option("4")
    still.expect_time(4)
    wait(still, 2)
    still.expect_time(12)
    still.page.get_by_label(PLAYER["speed"], exact=True).select_option("0.5")
    still.expect_time(12)
    wait(still, 4)
    still.expect_time(14)


def test_play_at_the_end_starts_over(still: Reader) -> None:
    """The run ends by itself, paused at its last event, and can be played again."""
    still.page.get_by_label(PLAYER["speed"], exact=True).select_option("4")
    still.button("Play").click()
    wait(still, 16)
    still.expect_time(END)
    still.expect_happened(12)
    still.button("Play").click()
    wait(still, 1.3)
    still.expect_time(5)
    still.expect_happened(1)


def test_next_event_goes_from_event_to_event(still: Reader) -> None:
    """From between two events to the next, and no further than the last."""
    still.seek(12)
    still.button("Next event").click()
    still.expect_time(15)
    for number in range(4, 13):
        still.button("Next event").click()
        still.expect_time(5 * number)
        still.expect_happened(number)
    still.button("Next event").click()
    still.expect_time(END)


def test_restart_rewinds_and_stops(still: Reader) -> None:
    """Also while it plays."""
    still.button("Play").click()
    wait(still, 22)
    still.button("Restart").click()
    still.expect_time(0)
    still.expect_happened(0)
    wait(still, 10)
    still.expect_time(0)
    expect(still.button("Play")).to_be_visible()


def test_any_moment_is_reached_by_the_keyboard(still: Reader) -> None:
    """The slider is a native one: arrows, Home, End and the page keys."""
    still.slider.focus()
    for key, seconds in (("ArrowRight", 1), ("ArrowUp", 2), ("End", END), ("ArrowLeft", 59), ("Home", 0)):
        still.page.keyboard.press(key)
        still.expect_time(seconds)
    still.page.keyboard.press("PageUp")
    assert still.time() > 1


def test_any_moment_is_reached_directly(still: Reader) -> None:
    """Forward and back; exactly the events up to the moment have happened."""
    for seconds, count in ((25, 5), (4, 0), (59, 11), (60, 12), (5, 1), (0, 0)):
        still.seek(seconds)
        still.expect_happened(count)


def test_dragging_pauses(still: Reader) -> None:
    """Whoever takes hold of the slider wants to look at a moment."""
    still.button("Play").click()
    wait(still, 3)
    box = still.slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    still.page.mouse.move(box["x"] + box["width"] * 0.3, middle)
    still.page.mouse.down()
    still.page.mouse.move(box["x"] + box["width"] / 2, middle, steps=3)
    still.page.mouse.up()
    expect(still.button("Play")).to_be_visible()
    there = still.time()
    assert 28 <= there <= 32
    wait(still, 5)
    still.expect_time(there)


def test_a_key_on_the_slider_pauses(still: Reader) -> None:
    """The keyboard takes hold of it as well."""
    still.button("Play").click()
    wait(still, 10.5)
    still.slider.press("ArrowRight")
    still.expect_time(11)
    wait(still, 5)
    still.expect_time(11)


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_hidden_tab_pauses(still: Reader) -> None:
    """Nothing happens unseen, and nothing starts by itself when the reader comes back."""
    still.button("Play").click()
    wait(still, 7)
    still.page.evaluate(HIDE, True)
    wait(still, 20)
    still.page.evaluate(HIDE, False)
    wait(still, 20)
    still.expect_time(7)
    expect(still.button("Play")).to_be_visible()


@pytest.mark.parametrize(
    "choice", [{"tools": "recorded"}, {"model": "latest"}, {"state": "omitted"}, {"email": "token"}]
)
def test_changing_an_input_rewinds_and_does_not_start(still: Reader, choice: dict[str, str]) -> None:
    """Each of the four, in the middle of playing."""
    still.button("Play").click()
    wait(still, 33)
    still.choose(**choice)
    still.expect_time(0)
    still.expect_happened(0)
    wait(still, 9)
    still.expect_time(0)
    expect(still.button("Play")).to_be_visible()


def test_what_the_reader_does_while_a_run_is_computed_is_kept(open_page: Opener, browser_name: str) -> None:
    """Python is held up, and only it knows the rate: a moment chosen meanwhile, and Play, hold for the run."""
    page = open_page(browser_name, init_script=HELD_UP, hash="email=token&rate=100")
    reader = Reader(page)
    expect(page.locator("#experiment")).to_have_attribute("aria-busy", "true")
    reader.seek(20)
    reader.button("Play").click()
    page.evaluate("() => window.release()")
    reader.wait()
    assert reader.shown() == expected(replace(set_up("live pinned included token"), live=(("live_rate", "100"),)))
    expect(reader.button("Pause")).to_be_visible()
    assert reader.time() >= 20


def test_steps_that_are_not_reached_say_so_when_their_time_comes(still: Reader) -> None:
    """Pale before, inked then."""
    still.choose(model="latest")
    third = still.page.locator(".events > li").nth(2)
    still.seek(14)
    expect(third).to_have_class(re.compile("is-later"))
    still.seek(15)
    expect(third.locator(".event-text")).to_have_text(re.compile("^Not reached"))
    expect(third).not_to_have_class(re.compile("is-later"))
    still.seek(END)
    expect(still.page.locator(".event-text", has_text=re.compile("^Not reached"))).to_have_count(8)


def test_the_trace_tells_each_event_in_the_engines_words(still: Reader) -> None:
    """With where the step's answer came from."""
    still.seek(END)
    run = document_of(set_up("live pinned included clear"))
    for item, event in zip(still.page.locator(".events > li").all(), run["events"], strict=True):
        expect(item).to_contain_text(event["text"])
        step = next((step for step in run["steps"] if step["id"] == event["step"]), None)
        if step:
            expect(item).to_contain_text(LABELS["sources"][step["source"]])
            expect(item).to_contain_text(step["id"])


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s, before the first event"),
        (4, "4 s, before the first event"),
        (15, "15 s, event 3 of 12: S3 get_order"),
        (16, "16 s, event 3 of 12: S3 get_order"),
        (55, "55 s, event 11 of 12: privacy check"),
        (60, "60 s, event 12 of 12: outcome"),
    ],
)
def test_the_slider_says_the_moment_in_words(still: Reader, seconds: int, words: str) -> None:
    """A number alone says nothing to somebody who cannot see the trace."""
    if seconds:
        still.seek(seconds)
    expect(still.slider).to_have_attribute("aria-valuetext", words)


LISTEN = """() => {
  window.heard = [];
  const hear = (live) => window.heard.push([live.id, performance.now(), live.textContent]);
  const listen = (live) => new MutationObserver(() => hear(live))
    .observe(live, { childList: true, characterData: true, subtree: true });
  for (const live of document.querySelectorAll('[role="status"], [role="alert"], [aria-live="polite"]')) listen(live);
}"""


def test_a_screen_reader_can_follow_at_four_times_the_speed(still: Reader) -> None:
    """Fifteen seconds, twelve events: a few announcements, two seconds apart, the last of them the outcome."""
    still.page.get_by_label(PLAYER["speed"], exact=True).select_option("4")
    wait(still, 3)
    still.page.evaluate(LISTEN)
    still.button("Play").click()
    for _ in range(76):
        wait(still, 0.25)
    told = still.page.evaluate("() => window.heard")
    heard = [text for _, _, text in told]
    assert 4 <= len(heard) <= 9, heard
    assert "outcome: 5 of 10 steps match" in heard[-1]
    # None is dropped without a word: where several have passed, how many is said.
    passed = [re.match(rf"{re.escape(LABELS['now']['passed'])} (\d+)\. ", text) for text in heard]
    assert sum(int(found[1]) + 1 if found else 1 for found in passed) == 12
    assert len(set(heard)) == len(heard)
    moments = [moment for id, moment, _ in told if id == "status"]
    assert min(later - earlier for earlier, later in itertools.pairwise(moments)) >= 1900


def test_while_it_plays_the_words_of_the_slider_keep_still(still: Reader) -> None:
    """Or assistive technology would speak without end."""
    still.button("Play").click()
    wait(still, 12)
    expect(still.slider).to_have_attribute("aria-valuetext", "0 s, before the first event")
    expect(still.page.locator("#now")).to_contain_text("S2")
    still.button("Pause").click()
    expect(still.slider).to_have_attribute("aria-valuetext", "12 s, event 2 of 12: S2 model")


def test_it_plays_in_real_time(ready: Page) -> None:
    """With no clock of the test's: the first event comes by itself, and Pause holds it."""
    reader = Reader(ready)
    ready.get_by_label(PLAYER["speed"], exact=True).select_option("4")
    reader.button("Play").click()
    expect(first_event(ready)).not_to_have_class(re.compile("is-later"), timeout=20_000)
    reader.button("Pause").click()
    there = reader.time()
    assert there >= 5
    ready.wait_for_timeout(400)
    reader.expect_time(there)


def first_event(page: Page) -> Locator:
    """The first event of the trace."""
    return page.locator(".events > li").first
