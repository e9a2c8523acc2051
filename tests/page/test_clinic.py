"""The second subject, a clinic's appointment line: what its page shows of its own story.

That its set-ups agree with CPython, its links work and axe finds nothing is asked in `any_subject`, as of any subject.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.tools.subjects import EXAMPLE, page_folder
from engine.replay.fixtures import load_subject
from engine.replay.run import run
from engine.replay.settings import read_settings
from tests.page.harness import SharedPages
from tests.page.subjects import lent

IN_VIEW = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}"""


@pytest.fixture
def clinic(shared_pages: SharedPages, browser_name: str) -> Iterator[Page]:
    """Its page in the opening state, in each browser."""
    with lent(shared_pages, browser_name, page_folder(EXAMPLE)) as page:
        yield page


def go(page: Page, hash: str) -> None:
    """Follow a link to a set-up."""
    page.evaluate("(hash) => { location.hash = hash; }", hash)
    expect(page.locator("#experiment")).not_to_have_attribute("aria-busy", "true", timeout=30_000)


def book(page: Page) -> list[str]:
    """The entries of the clinic's book, as they read."""
    return [" ".join(each.split()) for each in page.locator(".ledger > li").all_inner_texts()]


def metric(page: Page, name: str) -> str:
    """A metric as people read it."""
    return page.locator(f'data[data-metric="{name}"]').inner_text()


def outcome(**values: str) -> Any:
    """The run of a set-up, by CPython."""
    subject = load_subject(EXAMPLE)
    return run(read_settings(values, subject.live_values), subject)


def test_the_opening_run_repeats_half_of_a_move(clinic: Page) -> None:
    """The scan moves once more and the taxi does not; the session's own entries stand before."""
    assert book(clinic) == [
        "mv_12 heart scan on day 9 from the session",
        "rd_52 wheelchair taxi on day 9 from the session",
        "mv_13 heart scan on day 2 from the replay",
    ]
    assert metric(clinic, "left_script_at") == "S10"
    assert metric(clinic, "scan_told") == "2 days ahead"
    assert metric(clinic, "ride_ordered") == "none ordered"
    assert metric(clinic, "emails_in_clear") == "3"
    expect(clinic.locator('[data-metric="gate_reasons"]')).to_contain_text("3 of the patient’s details in clear")


def test_a_message_is_told_by_its_figure_with_a_unit_or_by_its_beginning(clinic: Page) -> None:
    """Not by a telephone number in it."""
    cells = {step: clinic.locator(f'[data-row="{step}"] .value-recorded .gist') for step in ("S6", "S7", "S12")}
    expect(cells["S6"]).to_contain_text("41 days")
    expect(cells["S7"]).to_contain_text("Yes, please")
    expect(cells["S12"]).to_contain_text("9 days")


@pytest.mark.parametrize(("wait", "effects"), [("1", 1), ("2", 1), ("3", 2), ("8", 2), ("9", 0), ("365", 0)])
def test_the_wait_decides_how_much_is_repeated(clinic: Page, wait: str, effects: int) -> None:
    """Below the notice that a ride needs one thing, up to the present appointment both, beyond it none."""
    field = clinic.locator("#input-wait")
    field.fill(wait)
    field.press("Enter")
    expect(clinic.locator('data[data-metric="side_effects_rerun"]')).to_have_text(str(effects))
    assert sum("from the replay" in entry for entry in book(clinic)) == effects
    digest = outcome(live_wait=wait)["digest"]
    expect(clinic.locator('[data-metric="digest"]')).to_have_text(digest)
    if wait != "2":
        assert f"wait={wait}" in clinic.url
        expect(clinic.locator("#command")).to_contain_text(f"--live-wait {wait}")


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("text", ["0", "366", "1.5", "two"])
def test_a_wait_that_is_none_gets_a_message(clinic: Page, text: str) -> None:
    """Whole days from 1 to 365; the run stays."""
    field = clinic.locator("#input-wait")
    field.fill(text)
    field.press("Enter")
    expect(clinic.locator("#live-note")).to_contain_text("whole number from 1 to 365")
    assert metric(clinic, "side_effects_rerun") == "1"


def test_each_detail_has_a_token_of_its_kind(clinic: Page) -> None:
    """Patient number, phone and email address; the live clinic knows no patient of that name."""
    go(clinic, "tools=recorded&model=pinned&state=included&email=token&t=60")
    assert metric(clinic, "gate") == "passes"
    text = clinic.locator('[data-panel="table"]').inner_text() + clinic.locator('[data-panel="tapes"]').inner_text()
    assert "PT-48213" not in text
    go(clinic, "tools=live&model=injected&state=included&email=token&t=60")
    assert metric(clinic, "side_effects_rerun") == "2"
    assert metric(clinic, "emails_in_clear") == "0"
    bundle = outcome(tools="recorded", email="token")
    said = str([step["recorded_output"] for step in bundle["steps"]])
    assert all(token in said for token in ("[patient-1]", "[phone-1]", "[email-1]"))


def test_a_long_name_of_a_tool_widens_no_table(clinic: Page) -> None:
    """On a phone it is broken."""
    clinic.set_viewport_size({"width": 360, "height": 780})
    table = clinic.locator('[data-panel="table"]')
    table.locator(".step-who code").first.evaluate("(each) => { each.textContent = 'get_all_stops_of_'.repeat(4); }")
    assert table.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_what_was_repeated_is_in_view_beside_the_player(clinic: Page, size: tuple[int, int]) -> None:
    """A run of sixteen rows scrolls in its tape: gate, book and player stay, and the row that is now is seen."""
    clinic.set_viewport_size({"width": size[0], "height": size[1]})
    for place in ("t=0", "t=30", "t=60", "wait=3&t=60"):
        go(clinic, f"tools=live&model=pinned&state=included&email=clear&{place}")
        for selector in ('[data-metric="gate"]', ".ledger > li:last-child", "#play", "#time"):
            assert clinic.evaluate(IN_VIEW, selector), (place, selector)
    assert clinic.evaluate(IN_VIEW, ".row.is-now")
