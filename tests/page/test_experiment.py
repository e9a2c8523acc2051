"""The experiment through its controls: the spec's wording, its table, and all 36 set-ups."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.replay.settings import Settings
from tests.page.conftest import built_page
from tests.page.harness import Opener, wait_for_engine
from tests.page.harness.opening import Saved
from tests.page.reading import LABELS, Reader, command_line, document_of, expected, set_up, walk

Save = Callable[[Page, Callable[[], None]], Saved]

KICKER = "STATE EXPORT · REPRODUCIBLE REPLAY"
TITLE = "State export: preserve a reproducible replay"
SECTIONS = [
    "What a replay needs",
    "The opening run: it ran the credit again",
    "Making the bundle self-contained",
    "Failure boundary: what changes underneath you",
    "Reading the run and its limits",
]
CHOICES = {
    "Tools during replay": (["Answered from the export", "Called live"], "Called live"),
    "Model turns during replay": (
        ["Injected from the export", "Regenerated, pinned version", "Regenerated, “latest” alias"],
        "Regenerated, pinned version",
    ),
    "Customer email in the export": (["In clear", "Consistent token", "Removed"], "In clear"),
    "Speed": (["0.5×", "1×", "2×", "4×"], "1×"),
}


def test_the_words_of_the_spec_are_the_names_of_what_stands_there(ready: Page) -> None:
    """Every label in quotation marks is found by its role and its exact name."""
    expect(ready).to_have_title(TITLE)
    expect(ready.get_by_text(KICKER, exact=True)).to_be_visible()
    expect(ready.get_by_role("heading", level=1)).to_have_text(TITLE)
    second = ready.locator("h2").all_text_contents()
    assert [text for text in second if text in ("Your experiment", *SECTIONS)] == ["Your experiment", *SECTIONS]
    for name in ("Event trace", "Computed data", "Final metrics"):
        expect(ready.get_by_role("region", name=name)).to_be_visible()
        expect(ready.get_by_role("heading", name=name, exact=True, level=3)).to_be_visible()
    for name in ("Play", "Next event", "Restart", "Copy link", "Download bundle", "Download run"):
        expect(ready.get_by_role("button", name=name, exact=True)).to_be_enabled()
    expect(ready.get_by_role("slider", name="Inspection time", exact=True)).to_have_value("0")


def test_the_inputs_open_as_the_spec_says(ready: Page) -> None:
    """The four inputs and the speed, with their options in order and the opening choice."""
    for label, (options, opening) in CHOICES.items():
        control = ready.locator("#experiment").get_by_role("combobox", name=label, exact=True)
        assert control.locator("option").all_inner_texts() == options
        assert control.locator("option:checked").inner_text() == opening
    tick = ready.locator("#experiment").get_by_role("checkbox", name="Export includes the initial state", exact=True)
    expect(tick).to_be_checked()


def test_the_slider_covers_sixty_seconds(ready: Page) -> None:
    """From the start to the last of twelve events, five seconds apart."""
    slider = ready.get_by_role("slider", name="Inspection time", exact=True)
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == ("0", "60")
    times = ready.locator(".events > li .event-time").all_inner_texts()
    assert [int(re.findall(r"\d+", text)[0]) for text in times] == list(range(5, 61, 5))


# The table of the spec's section 4; each row: the set-up, and what must stand in the page.
ROWS: list[tuple[str, dict[str, str]]] = [
    (
        "live pinned included clear",
        {
            "matched_steps": "5",
            "total_steps": "10",
            "first_difference": "S5",
            "side_effects_rerun": "1",
            "emails_in_clear": "1",
            "quoted_amount": "1108.8",
            "left_script_at": "",
            "gate": "fail",
        },
    ),
    (
        "recorded pinned included clear",
        {"matched_steps": "10", "side_effects_rerun": "0", "emails_in_clear": "1", "gate": "fail"},
    ),
    (
        "recorded pinned included token",
        {"matched_steps": "10", "emails_in_clear": "0", "first_difference": "", "gate": "pass"},
    ),
    ("recorded injected included token", {"model_calls": "0", "gate": "pass"}),
    (
        "recorded pinned omitted token",
        {"first_difference": "S2", "left_script_at": "S6", "gate": "fail"},
    ),
    ("live latest included clear", {"matched_steps": "1", "left_script_at": "S2", "gate": "fail"}),
    ("recorded injected included removed", {"matched_steps": "10", "gate": "pass"}),
    ("recorded pinned included removed", {"left_script_at": "S2", "gate": "fail"}),
    ("live injected included removed", {"first_difference": "S3", "gate": "fail"}),
]


def test_the_table_of_the_spec_comes_out_row_by_row(ready: Page) -> None:
    """Through the controls, computed by Python in the ready."""
    reader = Reader(ready)
    for words, row in ROWS:
        reader.choose_all(set_up(words))
        assert {name: reader.metric(name) for name in row} == row, words


def test_the_opening_run_tells_of_the_second_credit(ready: Page) -> None:
    """S5 returns 92.4, S7 issues cr_10, the answer quotes 1,108.8 INR; the gate gives three reasons."""
    table = ready.locator('[data-panel="table"]')
    for step, words in (("S5", "92.4"), ("S7", "cr_10"), ("S7", "1,108.8")):
        expect(table.locator(f'[data-step="{step}"]')).to_contain_text(words)
    metrics = ready.get_by_role("region", name="Final metrics")
    expect(metrics).to_contain_text("1,108.8 INR")
    expect(metrics.locator('[data-metric="gate_reasons"] li')).to_have_count(3)
    expect(metrics.locator('[data-metric="gate"]')).to_have_text("fails")


@pytest.mark.long
def test_all_36_set_ups_show_and_give_what_the_engine_computes(
    ready: Page, browser_name: str, save: Save, tmp_path: Path
) -> None:
    """Metrics, steps, events and digest of each, through the controls of one page; the file, to the byte.

    Of the files, which the same script makes in each browser, Firefox saves every fourth.
    """
    reader = Reader(ready)
    assert reader.shown() == expected(Settings())
    count = 0
    for settings in walk():
        reader.choose_all(settings)
        assert reader.shown() == expected(settings), settings
        expect(ready.locator("#prebuilt-mark")).to_be_hidden()
        if browser_name == "chromium" or count % 4 == 0:
            file = save(ready, lambda: reader.push(LABELS["actions"]["download_run"]))
            assert file.content == command_line(tmp_path, settings, "run", "--json")
            assert file.name == f"run-{'-'.join(settings.choices().values())}.json"
            assert json.loads(file.content)["digest"] == expected(settings)["digest"]
        count += 1
    assert count == 36


def test_each_difference_stands_with_both_values(ready: Page) -> None:
    """Recorded and replayed side by side, field by field, as the run has them."""
    run = document_of(Settings())
    for step in run["steps"]:
        rows = ready.locator(f'[data-panel="table"] [data-step="{step["id"]}"] .fields tbody tr')
        assert rows.count() == len(step["differences"])
        for row, difference in zip(rows.all(), step["differences"], strict=True):
            text = row.text_content() or ""
            assert difference["field"] in text
            for side in ("recorded", "replayed"):
                assert shown_value(difference, side) in text.replace(",", "")


def shown_value(difference: Any, side: str) -> str:
    """A value as it must stand in the page, but for the grouping of amounts."""
    if side not in difference:
        return str(LABELS["details"]["absent"])
    value = difference[side]
    return value.replace(",", "") if isinstance(value, str) else ""


PARTS = """(html) => {
  const parse = (text) => { const t = document.createElement('template'); t.innerHTML = text; return t.content; };
  const clean = (root) => Object.fromEntries([...root.querySelectorAll('[data-panel]')].map((panel) => {
    const copy = panel.cloneNode(true);
    for (const each of copy.querySelectorAll('[data-event]')) {
      each.classList.remove('is-later', 'is-now', 'is-next');
      if (!each.classList.length) each.removeAttribute('class');
    }
    // The order of an element's attributes means nothing, and depends on which of them were changed.
    for (const each of copy.querySelectorAll('*')) {
      const all = [...each.attributes].map(({ name, value }) => [name, value]).sort();
      for (const [name] of all) each.removeAttribute(name);
      for (const [name, value] of all) each.setAttribute(name, value);
    }
    return [panel.dataset.panel, copy.innerHTML];
  }));
  return html === null ? clean(document) : clean(parse(html));
}"""


def test_the_script_renders_the_markup_that_the_build_rendered(ready: Page) -> None:
    """Choose another set-up and come back: each panel is what it was in the file."""
    body = built_page().read_text("utf-8").partition("<body>")[2].partition('<script type="application/json"')[0]
    built = ready.evaluate(PARTS, body)
    reader = Reader(ready)
    reader.choose(model="latest")
    assert ready.evaluate(PARTS, None)["table"] != built["table"]
    reader.choose(model="pinned")
    ready.locator("#forget").click()
    again = ready.evaluate(PARTS, None)
    assert {"metrics", "trace", "table"} <= set(built)
    # Whether Python agreed with the build is known only in the ready.
    built.pop("proof", None)
    again.pop("proof", None)
    for name, markup in built.items():
        assert again[name] == markup, name


HOLD = """
  const Real = window.Worker;
  window.held = [];
  window.Worker = class extends Real {
    postMessage(...message) {
      if (window.held) window.held.push(() => super.postMessage(...message));
      else super.postMessage(...message);
    }
  };
  window.letGo = () => { const held = window.held; window.held = null; held.forEach((send) => send()); };
"""


@pytest.fixture
def stalled(open_page: Opener, browser_name: str) -> Page:
    """The page while Python is starting, for as long as the test wants."""
    return open_page(browser_name, init_script=HOLD)


def test_while_python_starts_the_opening_run_plays(stalled: Page) -> None:
    """It needs no engine: it stands in the page."""
    reader = Reader(stalled)
    wait_for_engine(stalled, "starting")
    reader.button("Next event").click()
    reader.expect_happened(1)
    reader.button("Play").click()
    expect(reader.button("Pause")).to_be_visible()
    expect(reader.slider).not_to_have_value("5")


def test_controls_changed_before_python_is_ready_are_answered_by_the_build(stalled: Page) -> None:
    """The page rewinds and shows the run of the last choice; Python repeats it when it is there."""
    reader = Reader(stalled)
    reader.seek(20)
    reader.pick(model="latest")
    reader.expect_time(0)
    reader.pick(model="injected")
    reader.pick(tools="recorded")
    mark = stalled.locator("#prebuilt-mark")
    expect(mark).to_have_text(LABELS["engine"]["waiting_mark"])
    reader.wait()
    assert reader.shown() == expected(set_up("recorded injected included clear"))
    expect(stalled.locator("html")).to_have_attribute("data-engine", "starting")
    stalled.evaluate("() => window.letGo()")
    wait_for_engine(stalled, "python")
    expect(mark).to_be_hidden()
    expect(stalled.locator("#proof-state")).to_have_attribute("data-proof", "same")
    assert reader.shown() == expected(set_up("recorded injected included clear"))


def test_a_rate_that_is_being_typed_is_left_alone(stalled: Page) -> None:
    """Python may come meanwhile, and repeat the run."""
    field = stalled.locator("#input-rate")
    field.press_sequentially("1", delay=10)
    typed = field.input_value()
    stalled.evaluate("() => window.letGo()")
    wait_for_engine(stalled, "python")
    expect(stalled.locator("#proof-state")).to_have_attribute("data-proof", "same")
    assert field.input_value() == typed != "92.4"


def test_answers_come_in_the_order_of_choices(ready: Page) -> None:
    """Many changes at once: the last one is what is shown, by the controls and by the address."""
    reader = Reader(ready)
    for model in ("latest", "injected", "pinned", "latest", "injected"):
        reader.pick(model=model)
    reader.wait()
    assert reader.shown() == expected(set_up("live injected included clear"))
    expect(ready).to_have_url(re.compile("model=injected"))


# Notes what Python is asked, and goes from one live rate to the next without a pause.
NOTED = """
  const Real = window.Worker;
  window.asked = [];
  window.Worker = class extends Real {
    postMessage(message, ...more) {
      if (message.kind === "ask") window.asked.push(message.request);
      super.postMessage(message, ...more);
    }
  };"""
RATES = """async () => {
  for (let rate = 1; rate <= 40; rate++) {
    const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = `rate=${rate}`;
    await followed;
  }
}"""


def test_of_many_choices_in_a_row_only_some_are_computed(open_page: Opener, browser_name: str) -> None:
    """As where a number is being moved: Python is not asked anew while it computes, and the last one is shown."""
    page = open_page(browser_name, init_script=NOTED)
    wait_for_engine(page, "python")
    page.evaluate(RATES)
    Reader(page).wait()
    digest = document_of(replace(Settings(), live=(("live_rate", "40"),)))["digest"]
    expect(page.locator('[data-metric="digest"]')).to_have_text(digest)
    maps = [each for each in page.evaluate("() => window.asked") if '"do":"map"' in each]
    assert len(maps) < 20


def test_the_page_says_where_answers_come_from(ready: Page) -> None:
    """Python, once it is there."""
    expect(ready.get_by_text(LABELS["engine"]["python"], exact=True)).to_be_visible()


def test_the_file_is_what_the_reader_opened(ready: Page) -> None:
    """On file://, from the disk."""
    assert ready.url.partition("#")[0] == Path(built_page()).as_uri()
