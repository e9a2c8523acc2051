"""Any subject's page: what it shows is what CPython computes, its prose leads somewhere, everybody can use it.

That it says nothing to the console and requests nothing is watched in every test.
"""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.site.content import Content
from builder.site.facts import Facts
from engine.replay.decimals import plain
from engine.replay.models import not_reproduced, read_model
from engine.replay.run import run
from engine.replay.settings import OPTIONS, all_settings, read_settings
from engine.replay.subject import LiveValue
from tests.page.harness import READERS, axe
from tests.page.reading import SHOWN

OPEN_ALL = "() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })"


def show(page: Page, hash: str) -> Any:
    """Follow a link of the page's, and return what it shows then."""
    page.evaluate("(hash) => { location.hash = hash; }", hash)
    expect(page.locator("#experiment")).not_to_have_attribute("aria-busy", "true", timeout=30_000)
    return page.evaluate(SHOWN)


def address(settings: dict[str, str], content: Content) -> str:
    """The page's address of the settings of a run document."""
    live = [f"{value.key}={settings[value.name]}" for value in content.subject.live_values]
    return "&".join([*(f"{name}={settings[name]}" for name in OPTIONS), *live, "t=0"])


def test_the_pinned_model_reproduces_the_recording(content: Content) -> None:
    """From what the session recorded; else nothing that is said of regenerated turns would hold."""
    session = content.subject.session
    assert not_reproduced(session, read_model(content.subject.models, session.model_version)) is None


def test_every_set_up_comes_out_in_the_page_as_in_cpython(subject: Page, content: Content, facts: Facts) -> None:
    """All 36, to the digest; metrics and events are those of the run."""
    assert len(facts.runs) == len(all_settings())
    for document in facts.runs:
        shown = show(subject, address(document["settings"], content))
        assert shown["digest"] == document["digest"], document["settings"]
        assert shown["metrics"]["matched_steps"] == str(document["matched_steps"])
        assert shown["metrics"]["gate"] == document["gate"]
        assert shown["reasons"] == document["gate_reasons"]
        assert shown["events"] == [event["text"] for event in document["events"]]


def test_every_live_value_comes_out_as_in_cpython_at_its_bounds(subject: Page, content: Content) -> None:
    """The least and the most that a reader may choose."""
    for value in content.subject.live_values:
        for text in bounds(value):
            document = run(read_settings({value.name: text}, content.subject.live_values), content.subject)
            assert show(subject, address(document["settings"], content))["digest"] == document["digest"]


def bounds(value: LiveValue) -> tuple[str, str]:
    """The smallest and the largest value that is accepted."""
    step = Decimal(1).scaleb(-value.decimals) if value.above else Decimal(0)
    return plain(value.least + step), plain(value.most)


def test_every_link_of_the_prose_leads_where_it_says(subject: Page, facts: Facts) -> None:
    """The run is the named set-up's, the rows that it speaks of are outlined, the focus stays on the link."""
    links = subject.locator("a[data-try]")
    assert links.count() > 0
    for link in links.all():
        document = facts.setups[link.get_attribute("data-try") or ""]
        link.press("Enter")
        expect(subject.locator('[data-metric="digest"]')).to_have_text(document["digest"])
        rows = (link.get_attribute("data-rows") or "").split()
        outlined = subject.locator(".rows > .is-told").evaluate_all("all => all.map((each) => each.dataset.row)")
        assert sorted(outlined) == sorted(rows)
        expect(link).to_be_focused()


def test_every_event_can_be_reached(subject: Page, facts: Facts) -> None:
    """From the first to the last by “next event”, each at the moment that the run gives it."""
    for number, event in enumerate(facts.opening["events"], 1):
        subject.locator("#next").dispatch_event("click")
        expect(subject.locator(".events > li:not(.is-later)")).to_have_count(number)
        assert float(subject.locator("#time").input_value()) == pytest.approx(event["t"], abs=1)


def test_a_session_of_the_readers_own_is_checked_and_made_replayable(subject: Page, folder: Path) -> None:
    """The subject's own, say; nothing of this needs the samples that a subject may bring."""
    subject.locator("#own-file").set_input_files(folder / "session.json")
    expect(subject.locator("#own-outcomes [data-own-outcome]")).to_have_count(2, timeout=30_000)
    subject.locator("#own-make").click()
    expect(subject.locator("#own-made-result")).not_to_be_empty(timeout=30_000)


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize(("browser_name", "dark", "width"), READERS)
def test_axe_finds_nothing(subject: Page, facts: Facts) -> None:
    """As it opens, and at the end of the opening run with everything open."""
    assert axe(subject) == []
    show(subject, f"t={facts.opening['events'][-1]['t']}")
    subject.evaluate(OPEN_ALL)
    assert axe(subject) == []


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("width", [320, 768])
def test_nothing_is_wider_than_the_window(subject: Page, width: int) -> None:
    """On a phone and on a tablet, at the end of the run: what is wide scrolls in its place."""
    show(subject, "t=60")
    assert subject.evaluate("() => document.documentElement.scrollWidth") <= width


def test_no_text_of_the_page_is_left_unfilled(subject: Page) -> None:
    """Nothing that a template, a missing value or a table leaves behind."""
    text = subject.locator("main").inner_text()
    assert not re.search(r"\{\{|\}\}|\{[a-z_]+\}|undefined|\[object|\bNaN\b|\bNone\b", text)
