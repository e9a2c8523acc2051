"""Where Python cannot start the page says so once, and the runs computed at build answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder.site.scripts import bundle_script
from builder.tools.environment import ROOT
from engine.replay.settings import Settings
from tests.builder.authoring import Author
from tests.page.harness import Opener, wait_for_engine
from tests.page.harness.opening import Saved
from tests.page.reading import LABELS, Reader, command_line, expected, set_up, walk

Save = Callable[[Page, Callable[[], None]], Saved]

REFUSED = "window.Worker = function () { throw new Error('refused'); };"
CAUSES = {
    "worker refused": REFUSED,
    "no workers": "delete window.Worker;",
    "no WebAssembly object": "delete window.WebAssembly;",
    "no DecompressionStream": "delete window.DecompressionStream;",
    "worker dies": """
      window.Worker = class extends EventTarget {
        constructor() { super(); setTimeout(() => this.onerror(new ErrorEvent('error', { message: 'dead' })), 5); }
        postMessage() {}
        terminate() {}
      };""",
    # The watchdog counts ticks of a second; here a second is a hundredth of one.
    "worker hangs": """
      window.Worker = class { postMessage() {} terminate() {} };
      const real = window.setInterval;
      window.setInterval = (act, pause) => real(act, pause === 1000 ? 10 : pause);""",
}


@pytest.fixture
def open_without(open_page: Opener, browser_name: str) -> Callable[..., Reader]:
    """Open the page in a browser that lacks something."""

    def open_it(cause: str, hash: str = "") -> Reader:
        if cause == "WebAssembly forbidden":
            return Reader(open_page(browser_name, wasm=False, hash=hash))
        return Reader(open_page(browser_name, init_script=CAUSES[cause], hash=hash))

    return open_it


@pytest.mark.parametrize("cause", ["WebAssembly forbidden", *CAUSES])
def test_the_reader_is_told_and_answered(open_without: Callable[..., Reader], cause: str) -> None:
    """One clear message; a run of the build's, marked as such, for whatever is chosen."""
    reader = open_without(cause)
    page = reader.page
    wait_for_engine(page, "prebuilt", seconds=30)
    message = page.get_by_text(LABELS["engine"]["prebuilt"], exact=True).filter(visible=True)
    assert message.count() >= 1
    expect(message.first).to_be_in_viewport()
    reader.choose(model="latest", email="token")
    assert reader.shown() == expected(set_up("live latest included token"))
    mark = page.get_by_text(LABELS["engine"]["prebuilt_mark"], exact=True)
    expect(mark).to_be_visible()
    expect(page.locator("#computing")).to_be_hidden()
    reader.button("Next event").click()
    reader.expect_happened(1)


@pytest.mark.alike(firefox=0)
@pytest.mark.long
def test_all_36_set_ups_are_answered_by_the_build(
    open_without: Callable[..., Reader], save: Save, tmp_path: Path
) -> None:
    """What is shown and what is downloaded is the engine's, to the byte."""
    reader = open_without("worker refused")
    wait_for_engine(reader.page, "prebuilt")
    for settings in walk():
        reader.choose_all(settings)
        assert reader.shown() == expected(settings), settings
        file = save(reader.page, lambda: reader.push("Download run"))
        assert file.content == command_line(tmp_path, settings, "run", "--json")


def test_all_6_bundles_are_the_builds(open_without: Callable[..., Reader], save: Save, tmp_path: Path) -> None:
    """The page carries them too."""
    reader = open_without("no DecompressionStream")
    for words in ("included clear", "included token", "included removed", "omitted clear"):
        settings = set_up(f"live pinned {words}")
        reader.choose_all(settings)
        file = save(reader.page, lambda: reader.push("Download bundle"))
        assert file.content == command_line(tmp_path, settings, "export")


@pytest.mark.parametrize("cause", ["worker refused", "worker hangs"])
def test_a_link_is_restored_without_python(open_without: Callable[..., Reader], cause: str) -> None:
    """Set-up and moment, answered by the build."""
    hash = "tools=recorded&model=injected&state=omitted&email=removed&t=45"
    reader = open_without(cause, hash)
    wait_for_engine(reader.page, "prebuilt", seconds=30)
    reader.wait()
    assert reader.shown() == expected(set_up("recorded injected omitted removed"))
    reader.expect_time(45)


def test_while_python_is_starting_the_build_answers_at_once(open_page: Opener, browser_name: str) -> None:
    """Within two seconds, marked as such; so it stays where Python fails, and the mark says so."""
    slowly = CAUSES["worker hangs"].replace("? 10 :", "? 400 :")
    reader = Reader(open_page(browser_name, init_script=slowly))
    mark = reader.page.locator("#prebuilt-mark")
    reader.pick(tools="recorded")
    expect(mark).to_have_text(LABELS["engine"]["waiting_mark"], timeout=2000)
    reader.wait()
    assert reader.shown() == expected(set_up("recorded pinned included clear"))
    expect(reader.page.locator("html")).to_have_attribute("data-engine", "starting")
    wait_for_engine(reader.page, "prebuilt", seconds=30)
    expect(mark).to_have_text(LABELS["engine"]["prebuilt_mark"])
    assert reader.shown() == expected(set_up("recorded pinned included clear"))


# Holds back what the page has for the worker, until the test says so; and no watchdog minds.
HELD_BACK = """
const Real = window.Worker;
const held = [];
window.holding = true;
window.letGo = () => { window.holding = false; held.splice(0).forEach((post) => post()); };
window.Worker = class extends Real {
  postMessage(...all) {
    const post = () => super.postMessage(...all);
    if (window.holding) held.push(post);
    else post();
  }
};
const real = window.setInterval;
window.setInterval = (act, pause) => (pause === 1000 ? 0 : real(act, pause));"""


def test_python_takes_over_when_it_comes(open_page: Opener, browser_name: str) -> None:
    """It repeats the run that the build answered with, proves its digest and takes the mark away; the moment stays."""
    reader = Reader(open_page(browser_name, init_script=HELD_BACK))
    page = reader.page
    reader.choose(email="token")
    expect(page.locator("#prebuilt-mark")).to_have_text(LABELS["engine"]["waiting_mark"])
    expect(page.locator("#proof-state")).to_have_attribute("data-proof", "build")
    reader.seek(20)
    page.evaluate("() => letGo()")
    wait_for_engine(page, "python")
    expect(page.locator("#proof-state")).to_have_attribute("data-proof", "same")
    expect(page.locator("#prebuilt-mark")).to_be_hidden()
    reader.expect_time(20)
    assert reader.shown() == expected(set_up("live pinned included token"))


def test_a_python_that_dawdles_is_not_waited_for(open_page: Opener, browser_name: str) -> None:
    """It was there and does not answer: the build's run is shown meanwhile."""
    reader = Reader(open_page(browser_name, init_script=HELD_BACK))
    page = reader.page
    page.evaluate("() => letGo()")
    expect(page.locator("#proof-state")).to_have_attribute("data-proof", "same", timeout=30_000)
    page.wait_for_timeout(1000)  # What may be asked for next is computed ahead.
    page.evaluate("() => { window.holding = true; }")
    reader.pick(email="removed", model="latest")
    expect(page.locator("#prebuilt-mark")).to_have_text(LABELS["engine"]["prebuilt_mark"], timeout=3000)
    reader.wait()
    assert reader.shown() == expected(set_up("live latest included removed"))


RATE = "91.8"


def test_a_rate_of_the_readers_own_needs_python(open_without: Callable[..., Reader]) -> None:
    """A link with one that matters: the inputs go back to what is shown, the reader is told, the page stays usable."""
    reader = open_without("worker refused", "state=omitted&rate=91.8&t=5")
    page = reader.page
    expect(page.locator("#ignored")).to_have_text(LABELS["live"]["live_rate"]["refused"])
    assert reader.shown() == expected(Settings())
    assert reader.choices() == Settings().choices()
    expect(page.locator("#input-rate")).to_have_value("92.4")
    expect(page.locator("#input-rate")).to_be_disabled()
    assert page.evaluate("() => location.hash").endswith("email=clear&t=0")
    reader.choose(email="token")
    assert reader.shown() == expected(set_up("live pinned included token"))
    expect(page.locator("#ignored")).to_be_hidden()


@pytest.mark.parametrize("words", ["recorded injected included token", "live latest included clear"])
def test_where_the_rate_does_not_matter_the_build_answers(words: str, open_without: Callable[..., Reader]) -> None:
    """No live call asks for it: with the tools recorded, or where the replay is left before it comes to that."""
    settings = set_up(words)
    hash = "&".join(f"{name}={value}" for name, value in settings.choices().items())
    reader = open_without("worker refused", f"{hash}&rate=91.8&t=15")
    expect(reader.page.locator("#ignored")).to_have_text(LABELS["live"]["live_rate"]["any_value"])
    assert reader.shown() == expected(settings)
    assert reader.choices() == settings.choices()
    expect(reader.page.locator("#input-rate")).to_have_count(0)
    reader.expect_time(15)


def test_a_rate_is_waited_for_while_python_is_starting(open_page: Opener, browser_name: str) -> None:
    """The page says that it waits, and shows meanwhile what is the same at any rate."""
    hash = "tools=recorded&model=injected&state=included&email=token&rate=91.8"
    reader = Reader(open_page(browser_name, init_script=HELD_BACK, hash=hash))
    page = reader.page
    expect(page.locator("#prebuilt-mark")).to_have_text(LABELS["engine"]["waiting_mark"])
    expect(page.locator("#computing")).to_have_text(LABELS["engine"]["waiting"])
    expect(page.locator("#experiment")).to_have_attribute("aria-busy", "true")
    assert reader.shown() == expected(set_up("recorded injected included token"))
    page.evaluate("() => letGo()")
    reader.wait()
    settings = replace(set_up("recorded injected included token"), live=(("live_rate", RATE),))
    assert reader.shown() == expected(settings)
    expect(page.locator("#prebuilt-mark")).to_be_hidden()


NASTY = "</script><!--<script><img src=x onerror='window.broken = 1'><b>"


def test_what_a_session_says_is_text_in_the_page(open_page: Opener, browser_name: str, tmp_path: Path) -> None:
    """Rendered by the build and again by the script, no word of the content becomes an element."""
    page = open_page(browser_name, path=nasty_page(tmp_path))
    reader = Reader(page)
    wait_for_engine(page, "prebuilt")
    reader.choose(model="injected")
    reader.choose(model="pinned")
    expect(page.locator('[data-step="S1"]').first).to_contain_text(NASTY)
    assert page.evaluate("() => window.broken ?? null") is None
    assert page.locator("img").count() == 0


def nasty_page(folder: Path) -> Path:
    """A page from nasty content, with the real script and without Python."""
    author = Author.in_folder(folder)
    author.replace("session.json", '"label": "asks', f'"label": "{NASTY} asks')
    author.replace("session.json", '"Where is my order?', f'"{NASTY} Where is my order?')
    html = author.page(bundle_script(ROOT))
    (folder / "page.html").write_text(html, "utf-8")
    return folder / "page.html"
