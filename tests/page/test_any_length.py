"""Sessions of three and of forty steps look right, on a phone and on a desk.

The pages are made here, of subjects made by `build.py new`, and have no Python inside: what is looked at is the layout,
and the build's own runs answer the controls.
"""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.progress import Progress
from builder.site.content import read_content
from builder.site.facts import compute_facts
from builder.site.page import Parts, declared, render_single
from builder.site.prose import render_prose
from builder.site.scripts import bundle_script, bundle_styles, render_panels
from builder.starter.new import new
from builder.starter.options import add_options
from builder.starter.session import FEWEST, MOST
from builder.tools.environment import ROOT
from tests.builder.authoring import SMALL_RUNTIME
from tests.page.harness import Opener

STEPS = [FEWEST, MOST]

TARGET = 24
"""Pixels of the side of what a finger can hit."""


def export(steps: int) -> str:
    """A chat of so many steps, as a model's service records it: a question, calls with their results, an answer."""
    calls = (steps - 2) // 2
    messages: list[dict[str, Any]] = [{"role": "user", "content": "How do the bees do?"}]
    for number in range(calls):
        name = "move_hive" if number % 5 == 3 else "weigh_hive"
        function = {"name": name, "arguments": json.dumps({"hive": f"H-{number}"})}
        call = {"id": f"c{number}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": json.dumps({"grams": str(number)})})
    messages.append({"role": "assistant", "content": "They do well."})
    messages += [{"role": "user", "content": "Thank you."}] * (steps - len(messages))
    return json.dumps({"model": "bees-2026-01-02", "messages": messages})


@pytest.fixture(scope="module", params=STEPS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Path]:
    """How many steps, and the page of such a subject."""
    folder = tmp_path_factory.mktemp("bees")
    (folder / "chat.json").write_text(export(request.param), "utf-8")
    command = argparse.ArgumentParser()
    add_options(command, Path)
    subject = folder / "subject"
    asked = command.parse_args([str(subject), "--from", str(folder / "chat.json")])
    new(Progress(io.StringIO()), asked)
    content = read_content(subject)
    facts = compute_facts(content, subject)
    labels = content.labels.model_dump(by_alias=True)
    context = {"map": facts.map, "proof": "build", "former": None, "open": None}
    shown = {"run": facts.opening, "labels": labels, "context": context, "declared": declared(ROOT, content)}
    runtime = dataclasses.replace(SMALL_RUNTIME, payloads=())
    texts = render_prose(content, facts), bundle_script(ROOT), bundle_styles(ROOT), render_panels(ROOT, shown)
    page = folder / "index.html"
    page.write_text(render_single(Parts(ROOT, content, facts, *texts, "", runtime)), "utf-8")
    return request.param, page


@pytest.fixture
def opened(made: tuple[int, Path], open_page: Opener) -> Page:
    """The page on a phone, when it has said that there is no Python."""
    page = open_page("chromium", path=made[1], viewport=(320, 640))
    expect(page.locator("html")).to_have_attribute("data-engine", "prebuilt")
    return page


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Where elements are."""
    found = page.locator(selector).evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
    return [dict(each) for each in found]


def test_the_dock_has_a_mark_for_each_event_and_shows_the_one_that_is_now(made: tuple[int, Path], opened: Page) -> None:
    """As wide as a finger needs; what has no room scrolls, and the page does not."""
    steps, _ = made
    marks = boxes(opened, ".mark")
    assert len(marks) == steps + 2
    assert all(mark["width"] >= TARGET and mark["height"] >= TARGET for mark in marks)
    for number in range(1, steps + 3):
        opened.locator("#next").dispatch_event("click")
        now = boxes(opened, ".mark.is-now")
        assert len(now) == 1
        assert now[0]["left"] >= 0
        assert now[0]["right"] <= 320
        expect(opened.locator(".mark:not(.is-later)")).to_have_count(number)
    assert opened.locator("#time").input_value() == "60"
    assert opened.evaluate("() => document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("width", [768, 1100, 1280, 1440])
def test_the_row_that_is_now_the_player_and_the_gate_are_in_view(
    made: tuple[int, Path], opened: Page, width: int
) -> None:
    """However long the session is: its rows scroll in the tape."""
    steps, _ = made
    opened.set_viewport_size({"width": width, "height": 800})
    opened.locator("#experiment").evaluate("(e) => e.scrollIntoView()")
    assert opened.evaluate("() => document.documentElement.scrollWidth") <= width
    for moment in ("0", "30", "60"):
        opened.locator("#time").evaluate("(e, t) => { e.value = t; e.dispatchEvent(new Event('input')); }", moment)
        for selector in ('[data-metric="gate"]', "#play", *([".row.is-now"] if moment != "0" and width > 1099 else [])):
            [box] = boxes(opened, selector)
            assert box["height"] > 0, (selector, moment)
            assert box["top"] >= 0, (selector, moment)
            assert box["bottom"] <= 800, (selector, moment)
    assert opened.locator(".rows > li").count() == steps + 2
