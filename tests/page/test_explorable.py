"""The page as an explorable explanation: map, ways, live rate, proof, embedding, keys."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import Settings, all_settings
from tests.page.harness import Opener, wait_for_engine
from tests.page.reading import SECTIONS

ROOT = Path(__file__).resolve().parents[2]
PASSING = "tools=recorded&model=pinned&state=included&email=token"


def metric(page: Page, name: str) -> Locator:
    """One of the final metrics."""
    return page.locator(f'[data-metric="{name}"]')


@pytest.fixture
def live(ready: Page) -> Page:
    """The page with Python running."""
    return ready


def test_the_map_shows_every_set_up_as_the_engine_has_it(live: Page) -> None:
    """36 cells, each with its matches and its gate, the current one marked; three of them pass."""
    cells = live.locator(".map-cell")
    expect(cells).to_have_count(36)
    expected = {json.dumps(each.choices(), sort_keys=True): run(each, standard()) for each in all_settings()}
    for index in range(36):
        chosen = json.loads(cells.nth(index).get_attribute("data-set") or "")
        outcome = expected[json.dumps(chosen, sort_keys=True)]
        words = cells.nth(index).get_attribute("aria-label") or ""
        assert words.startswith(f"{outcome['matched_steps']} match, ")
        assert ("passes the gate" in words) == (outcome["gate"] == "pass")
        assert ("side effect" in words) == (outcome["side_effects_rerun"] > 0)
    expect(live.locator(".map-cell[aria-current]")).to_have_count(1)
    expect(live.locator(".map-pass")).to_have_count(3)


def test_the_map_is_walked_with_the_arrow_keys(live: Page) -> None:
    """One cell is in the tab order; an arrow goes to its neighbour, and the focus stays there."""
    expect(live.locator('.map-cell[tabindex="0"]')).to_have_count(1)
    live.locator(".map-cell[aria-current]").focus()
    live.keyboard.press("ArrowRight")
    expect(live.locator("#input-email")).to_have_value("token")
    expect(live.locator(".map-cell[aria-current]")).to_be_focused()
    live.keyboard.press("ArrowUp")
    expect(live.locator("#input-model")).to_have_value("injected")
    live.keyboard.press("ArrowUp")
    expect(live.locator("#input-tools")).to_have_value("recorded")


def go(page: Page, hash: str) -> None:
    """Follow a link to a set-up, or stay."""
    page.evaluate("(hash) => { if (hash) location.hash = hash; }", hash)
    expect(page.locator("#experiment:not([aria-busy])")).to_be_visible()


def distance(left: Settings, right: Settings) -> int:
    """In how many inputs two set-ups differ."""
    return sum(left.choices()[name] != right.choices()[name] for name in left.choices())


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("hash", ["", "tools=live&email=removed&state=omitted", "model=latest&tools=recorded"])
def test_the_shortest_ways_to_a_pass_are_all_there_and_lead_to_it(hash: str, live: Page) -> None:
    """As many buttons as there are passing set-ups at the least distance; the first one passes."""
    page = live
    go(page, hash)
    chosen = {name: page.locator(f"#input-{name}").input_value() for name in ("tools", "model", "email")}
    state = "included" if page.locator("[name=state]").is_checked() else "omitted"
    here = Settings(**{**chosen, "state": state})  # type: ignore[arg-type]
    passing = [each for each in all_settings() if run(each, standard())["gate"] == "pass"]
    nearest = min(distance(here, each) for each in passing)
    page.locator("#ways > summary").click()
    ways = page.locator(".way")
    expect(ways).to_have_count(sum(distance(here, each) == nearest for each in passing))
    ways.first.click()
    expect(metric(page, "gate")).to_have_text("passes")


def test_a_passing_set_up_names_each_change_that_breaks_it(live: Page) -> None:
    """Each button is one change, and it fails."""
    page = live
    go(page, PASSING)
    expect(metric(page, "gate")).to_have_text("passes")
    here = Settings("recorded", "pinned", "included", "token")
    near = [each for each in all_settings() if distance(here, each) == 1]
    breaking = [each for each in near if run(each, standard())["gate"] == "fail"]
    page.locator("#ways > summary").click()
    expect(page.locator(".way")).to_have_count(len(breaking))
    page.locator(".way").first.click()
    expect(metric(page, "gate")).to_have_text("fails")


def test_at_the_recorded_rate_the_credit_is_issued_again_all_the_same(live: Page) -> None:
    """The live rate is the reader's; the address holds it; the map is computed at it."""
    live.locator("#input-rate").fill("91.8")
    live.locator("#input-rate").press("Enter")
    expect(metric(live, "first_difference")).to_have_text("S7")
    expect(metric(live, "side_effects_rerun")).to_have_text("1")
    expect(metric(live, "quoted_amount")).to_have_text("1,101.6 INR")
    assert "rate=91.8" in live.url
    expect(live.locator(".map-cell[aria-current]")).to_contain_text("7")
    expect(live.locator("#proof-state")).to_have_attribute("data-proof", "own_live")
    expect(live.locator("#command")).to_contain_text("--live-rate 91.8")


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize("text", ["abc", "-1", "0", "1e5", "9999999", "92,4"])
def test_a_live_rate_that_is_none_gets_a_message(text: str, live: Page) -> None:
    """The run stays, the field is marked, the remedy is told; a good rate takes the message away."""
    live.locator("#input-rate").fill(text)
    live.locator("#input-rate").press("Tab")
    expect(live.locator("#live-note")).to_contain_text("positive decimal number")
    expect(live.locator("#input-rate")).to_have_attribute("aria-invalid", "true")
    expect(metric(live, "quoted_amount")).to_have_text("1,108.8 INR")
    live.locator("#input-rate").fill("92.4")
    live.locator("#input-rate").press("Tab")
    expect(live.locator("#live-note")).to_be_hidden()


def test_a_wrong_rate_does_not_hold_up_the_other_inputs(live: Page) -> None:
    """It stays where it was typed, marked; the run is of the last good one; a link puts a good one in its place."""
    live.locator("#input-rate").fill("91,8")
    live.locator("#input-rate").press("Tab")
    live.locator('[name="model"]').select_option("injected")
    wanted = run(Settings(model="injected"), standard())["digest"]
    expect(metric(live, "digest")).to_have_text(wanted)
    expect(live.locator("#input-rate")).to_have_value("91,8")
    expect(live.locator("#live-note")).to_be_visible()
    assert "rate=" not in live.url
    live.evaluate("() => { location.hash = 'rate=100&t=0'; }")
    expect(live.locator("#input-rate")).to_have_value("100")
    expect(live.locator("#input-rate")).to_have_attribute("aria-invalid", "false")
    expect(live.locator("#live-note")).to_be_hidden()


def test_a_link_with_a_rate_restores_it(open_page: Opener, browser_name: str) -> None:
    """The rate of the address is the one of the run; `92.40` is the world's own."""
    page = open_page(browser_name, hash="rate=100&t=35")
    wait_for_engine(page, "python")
    expect(metric(page, "quoted_amount")).to_have_text("1,200 INR")
    expect(page.locator("#input-rate")).to_have_value("100")
    expect(page.locator("#time")).to_have_value("35")


def test_python_in_the_page_repeats_the_builds_digest(live: Page) -> None:
    """The proof says so for the opening run and for the next; the digest is the engine's; the command gives it."""
    expect(live.locator("#proof-state")).to_have_attribute("data-proof", "same")
    expect(metric(live, "digest")).to_have_text(run(Settings(), standard())["digest"])
    live.locator("#input-model").select_option("injected")
    expect(metric(live, "model_calls")).to_have_text("0")
    expect(live.locator("#proof-state")).to_have_attribute("data-proof", "same")
    program, *arguments = (live.locator("#command").text_content() or "").split()
    assert program == "replay-gate"  # as installed; here it is the checkout's
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments, "--json"], cwd=ROOT, capture_output=True, check=True
    )
    assert json.loads(done.stdout)["digest"] == metric(live, "digest").text_content()


def test_the_code_that_computed_the_run_can_be_read(page: Page) -> None:
    """Every file of the engine, as it is."""
    page.locator("#code > summary").click()
    choice = page.locator("#code-file")
    expect(choice).to_have_value("engine/replay/walk.py")
    choice.select_option("engine/replay/judge.py")
    assert page.locator("#code-text").text_content() == (ROOT / "engine/replay/judge.py").read_text("utf-8")


def test_snippets_lead_to_the_set_up_and_moment(live: Page) -> None:
    """An iframe with ?embed and a Markdown link."""
    live.locator("#time").fill("35")
    live.locator("#share > summary").click()
    markdown = live.locator("#share-markdown").input_value()
    assert markdown.startswith("[State export: preserve a reproducible replay](file://")
    assert markdown.endswith("#tools=live&model=pinned&state=included&email=clear&t=35)")
    iframe = live.locator("#share-iframe").input_value()
    assert re.search(r'<iframe src="file://[^"]+\?embed#tools=live&amp;model=pinned[^"]*t=35" title="[^"]+"', iframe)


def test_snippets_that_are_open_follow_the_set_up_and_the_moment(live: Page) -> None:
    """Whichever is changed, and however: nobody pastes the moment before."""
    live.locator("#share > summary").click()
    live.locator('[name="email"]').select_option("token")
    markdown = live.locator("#share-markdown")
    expect(markdown).to_have_value(re.compile(r"#tools=live&model=pinned&state=included&email=token&t=0\)$"))
    live.locator("#next").click()
    expect(markdown).to_have_value(re.compile(r"&email=token&t=5\)$"))
    live.evaluate("() => { location.hash = 'tools=recorded&t=20'; }")
    expect(markdown).to_have_value(re.compile(r"#tools=recorded&model=pinned&state=included&email=clear&t=20\)$"))
    expect(live.locator("#share-iframe")).to_have_value(re.compile(r"\?embed#tools=recorded&amp;.*&amp;t=20\""))


def test_the_embedded_form_is_the_experiment_alone(page: Page) -> None:
    """No head, no prose; everything of the experiment works."""
    page.goto(page.url + "?embed#t=35")
    wait_for_engine(page, "python")
    expect(page.locator("h1")).to_be_hidden()
    expect(page.locator(".prose")).to_be_hidden()
    expect(page.locator("#own")).to_be_hidden()
    expect(page.locator(".entry-replay")).to_be_visible()


KEYS: list[tuple[str, str]] = [(".", "5"), ("End", "60"), (",", "55"), ("Home", "0"), ("ArrowRight", "1"), (".", "5")]


def test_the_players_keys_work_inside_it_only(live: Page) -> None:
    """Comma, full stop, arrows, Home and End from a button of the player; nothing from elsewhere on the page."""
    time = live.locator("#time")
    live.locator("#next").focus()
    for key, expected in KEYS:
        live.keyboard.press(key)
        expect(time).to_have_value(expected)
    live.locator("#copy-link").focus()
    live.keyboard.press("End")
    live.keyboard.press(".")
    expect(time).to_have_value("5")


def test_space_plays_and_question_mark_lists_the_keys(live: Page) -> None:
    """From the slider, where the space bar has no meaning of its own."""
    live.locator("#time").focus()
    live.keyboard.press(" ")
    expect(live.locator("#play")).to_have_text("Pause")
    live.keyboard.press(" ")
    expect(live.locator("#play")).to_have_text("Play")
    live.keyboard.press("?")
    expect(live.locator("#keys dl")).to_be_visible()


def test_press_play_in_the_scene_plays(live: Page) -> None:
    """The first thing the text invites to; the reader stays in the text."""
    link = live.get_by_role("link", name="Press Play")
    link.click()
    expect(live.locator("#play")).to_have_text("Pause")
    expect(link).to_be_focused()


def test_every_heading_of_the_build_can_be_linked_to(live: Page) -> None:
    """Each has an id; the prose's show a link to themselves."""
    bare = live.locator("main :is(h2, h3)").evaluate_all("all => all.filter(e => !e.id).map(e => e.textContent)")
    assert bare == []
    expect(live.locator(".prose .anchor")).to_have_count(len(SECTIONS))
