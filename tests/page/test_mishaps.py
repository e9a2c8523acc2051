"""What can go wrong while the real page starts, in both forms, and what the reader has of it: never a dead page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from engine.replay.settings import Settings
from tests.page.conftest import built_folder, built_page
from tests.page.harness import Guard, Host, Opener, wait_for_engine
from tests.page.reading import LABELS, Reader, expected, set_up, walk

Serve = Callable[..., Host]

# Puts a script before the worker's own, which a browser's init scripts do not reach.
IN_WORKER = """
  const RealBlob = window.Blob;
  window.Blob = class extends RealBlob {
    constructor(parts, options) { super(options?.type === "text/javascript" ? [SCRIPT, ...parts] : parts, options); }
  };"""

# The first worker is another than the page's own; window.started counts them.
FIRST_WORKER = """
  const address = URL.createObjectURL(new Blob([SCRIPT]));
  const Real = window.Worker;
  window.started = 0;
  window.Worker = class extends Real { constructor(own) { super(window.started++ ? own : address); } };"""

COUNTED = """
  const Real = window.Worker;
  window.started = 0;
  window.Worker = class extends Real { constructor(own) { super(own); window.started++; } };"""

# The watchdog counts ticks of a second; for the first worker, a second is a fiftieth of one.
HASTY = """
  const real = window.setInterval;
  window.setInterval = (act, pause) => real(act, pause === 1000 && window.started < 2 ? 20 : pause);"""

# The watchdogs' seconds are a tenth of one, until a download has been given up so many times.
TENFOLD = """
  const real = window.setInterval;
  let left = TIMES;
  window.setInterval = (act, pause) => real(act, pause === 1000 && left > 0 ? 100 : pause);
  const abort = AbortController.prototype.abort;
  AbortController.prototype.abort = function () { left -= 1; abort.call(this); };"""

# What a hidden tab is like: no frames, and timers of a second at least.
HIDDEN = """
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => "hidden" });
  Object.defineProperty(Document.prototype, "hidden", { get: () => true });
  window.requestAnimationFrame = () => 0;
  const real = window.setTimeout;
  window.setTimeout = (act, pause, ...more) => real(act, Math.max(1000, pause || 0), ...more);"""


def in_worker(script: str) -> str:
    """An init script that has a script run first in the worker."""
    return IN_WORKER.replace("SCRIPT", repr(script))


def first_worker(script: str) -> str:
    """An init script that puts another worker in place of the first."""
    return FIRST_WORKER.replace("SCRIPT", repr(script))


def answers(page: Page, *, prebuilt: bool = False, told: str = "prebuilt") -> None:
    """Check that the page answers a choice, and says truly whether Python or the build did, and why."""
    reader = Reader(page)
    reader.choose(model="latest", email="token")
    assert reader.shown() == expected(set_up("live latest included token"))
    expect(page.locator("#prebuilt-mark")).to_be_visible(visible=prebuilt)
    expect(page.locator("#computing")).to_be_hidden()
    note = page.locator("#engine-note")
    expect(note).to_have_text(LABELS["engine"][told] if prebuilt else "")
    expect(note).to_be_visible(visible=prebuilt)


def damaged(folder: Path, name: str) -> Path:
    """A copy of the single file in which a payload is not what it was."""
    html = built_page().read_text("utf-8")
    head, start, rest = html.partition(f'id="payload-{name}">')
    assert start
    end = rest.index("</script>")
    text = rest[: end // 2] + "AAAA" * 40 + rest[end // 2 + 160 : end]
    (folder / "page.html").write_text(head + start + text + rest[end:], "utf-8")
    return folder / "page.html"


class TestStart:
    """The start itself fails."""

    def test_a_corrupt_image_is_not_noticed(self, open_page: Opener, browser_name: str, tmp_path: Path) -> None:
        """Python starts plainly, and the page says what it says anyway."""
        page = open_page(browser_name, path=damaged(tmp_path, "image"))
        wait_for_engine(page, "python")
        answers(page)

    @pytest.mark.parametrize("name", ["worker", "wasm"])
    def test_what_is_needed_is_corrupt(self, name: str, open_page: Opener, browser_name: str, tmp_path: Path) -> None:
        """The runs computed at build answer."""
        page = open_page(browser_name, path=damaged(tmp_path, name))
        wait_for_engine(page, "prebuilt")
        answers(page, prebuilt=True, told="unloaded")

    @pytest.mark.parametrize("script", ["for (;;);", "throw new Error('no luck')"])
    def test_the_second_start_helps(self, script: str, open_page: Opener, browser_name: str) -> None:
        """A start that hangs or crashes is tried once more."""
        page = open_page(browser_name, init_script=HASTY + first_worker(script))
        wait_for_engine(page, "python")
        assert page.evaluate("() => window.started") == 2
        answers(page)

    @pytest.mark.parametrize(
        "script",
        [
            "WebAssembly.instantiate = () => Promise.reject(new RangeError('Out of memory'));",
            "WebAssembly.compile = () => Promise.reject(new RangeError('Out of memory'));",
            "WebAssembly.Memory = class { constructor() { throw new RangeError('Out of memory'); } };"
            "WebAssembly.Memory.prototype.grow = () => { throw new RangeError('Out of memory'); };"
            "const real = WebAssembly.instantiate;"
            "WebAssembly.instantiate = (...all) => real(...all).then((made) => {"
            "  if (made.exports?.memory?.buffer.byteLength > 1e7) throw new RangeError('Out of memory');"
            "  return made; });",
        ],
        ids=["instantiate", "compile", "memory"],
    )
    def test_memory_is_short(self, script: str, open_page: Opener, browser_name: str, guard: Guard) -> None:
        """The runs computed at build answer."""
        # Pyodide's own start goes on for a moment after ours has given it up.
        guard.allow("Out of memory|_importhook")
        page = open_page(browser_name, init_script=in_worker(script))
        wait_for_engine(page, "prebuilt")
        answers(page, prebuilt=True)

    def test_memory_that_cannot_grow_is_no_end(self, open_page: Opener, browser_name: str) -> None:
        """What the image needs is not to be had: whichever way it ends, the page answers."""
        script = "WebAssembly.Memory.prototype.grow = () => { throw new RangeError('Out of memory'); };"
        page = open_page(browser_name, init_script=in_worker(script))
        expect(page.locator("html")).to_have_attribute("data-engine", re.compile("python|prebuilt"), timeout=30_000)
        answers(page, prebuilt=page.locator("html").get_attribute("data-engine") == "prebuilt")

    def test_the_tab_is_in_the_background(self, open_page: Opener, browser_name: str) -> None:
        """Python starts all the same, without frames and with slow timers."""
        page = open_page(browser_name, init_script=HIDDEN)
        wait_for_engine(page, "python")
        answers(page)


def leave_and_return(page: Page) -> None:
    """Go elsewhere and back, by the page's own history."""
    page.goto("about:blank")
    page.evaluate("() => { setTimeout(() => history.back()); }")
    until(page, "() => document.querySelector('#experiment') !== null")


def until(page: Page, condition: str) -> None:
    """Wait for a condition, by script alone.

    To Firefox's driver a page that the browser has kept is no navigation, and its locators would wait for one.
    """
    for _ in range(400):
        page.wait_for_timeout(100)
        try:
            if page.evaluate(condition):
                return
        except Error:  # The page is changing at this very moment.
            continue
    pytest.fail(f"waited in vain for {condition}")


CHOOSE = """() => {
  const control = document.querySelector('[name="email"]');
  control.value = 'token';
  control.dispatchEvent(new Event('change', { bubbles: true }));
}"""


def answers_to_script(page: Page) -> None:
    """Check that Python answers, by script alone."""
    until(page, "() => document.documentElement.dataset.engine === 'python'")
    page.evaluate(CHOOSE)
    digest = expected(set_up("live pinned included token"))["digest"]
    until(page, f"() => document.querySelector('[data-metric=\"digest\"]').textContent === {digest!r}")
    until(page, "() => document.querySelector('#prebuilt-mark').hidden")


class TestComingAndGoing:
    """The reader reloads, leaves and comes back."""

    @pytest.fixture(params=["file", "hosted"])
    def page(
        self, request: pytest.FixtureRequest, open_page: Opener, browser_name: str, host: Serve, guard: Guard
    ) -> Page:
        """The page in each form."""
        guard.allow("favicon.ico")  # Firefox looks for one when a page is left for a blank one.
        return open_page(browser_name, served=host().address if request.param == "hosted" else None)

    def test_a_reload_in_the_middle_of_the_start(self, page: Page) -> None:
        """At several moments of it."""
        for pause in (0, 50, 150, 400, 800):
            page.reload(wait_until="commit")
            page.wait_for_timeout(pause)
        page.reload()
        wait_for_engine(page, "python")
        answers(page)

    def test_back_to_a_page_that_was_ready(self, page: Page, browser_name: str) -> None:
        """Whether the browser kept the whole page, Python included, as Firefox does, or loads it anew."""
        wait_for_engine(page, "python")
        page.evaluate("() => { window.visit = 1; }")
        leave_and_return(page)
        if browser_name == "firefox":
            assert page.evaluate("() => window.visit") == 1
        answers_to_script(page)

    def test_back_to_a_page_that_was_starting(self, page: Page) -> None:
        """The start begins again."""
        leave_and_return(page)
        answers_to_script(page)

    def test_back_to_a_page_that_was_kept_while_starting(self, page: Page) -> None:
        """What it waited for may never come: it is loaded anew."""
        page.evaluate("() => { document.documentElement.dataset.engine = 'starting'; window.visit = 1; }")
        page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }")
        until(page, "() => window.visit === undefined")
        answers_to_script(page)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_two_hundred_reloads_in_a_row(open_page: Opener, browser_name: str) -> None:
    """Each ends a start; none leaves anything behind that hinders the last."""
    page = open_page(browser_name)
    for _ in range(200):
        page.reload(wait_until="commit")
    page.wait_for_load_state()
    wait_for_engine(page, "python")
    answers(page)


FRAME = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Frame</title><link rel="icon" href="data:,">
<iframe title="Replay" sandbox="allow-scripts" style="width: 1200px; height: 700px" src="ADDRESS"></iframe></html>"""


@pytest.mark.parametrize("form", ["file", "hosted", "embedded", "hosted without headers", "embedded without headers"])
def test_a_frame_without_an_origin(
    form: str, open_page: Opener, browser_name: str, host: Serve, guard: Guard, tmp_path: Path
) -> None:
    """No storage, and no address of its own to write to: the page works in it, or says what it lacks."""
    guard.allow("^request: |favicon.ico")
    works = "without" not in form
    if not works:
        guard.allow("CORS|ERR_FAILED")
    address = built_page().as_uri() if form == "file" else host(headers=works).address
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.replace("ADDRESS", address + ("?embed" if "embedded" in form else "")), "utf-8")
    page = open_page(browser_name, path=frame, network=form != "file").frame_locator("iframe")
    expect(page.locator("html")).to_have_attribute("data-engine", "python" if works else "prebuilt", timeout=30_000)
    page.locator("#play").click()
    page.locator("#play").click()
    page.locator("#next").click()
    page.locator('[name="email"]').select_option("token")
    expect(page.locator("#experiment")).not_to_have_attribute("aria-busy", "true", timeout=30_000)
    digest = expected(set_up("live pinned included token"))["digest"]
    expect(page.locator('[data-metric="digest"]')).to_have_text(digest)
    expect(page.locator("#prebuilt-mark")).to_be_visible(visible=not works)
    expect(page.locator("#engine-note")).to_have_text("" if works else LABELS["engine"]["unloaded"])
    expect(page.locator("#engine-note")).to_be_visible(visible=not works)


class TestHostedBadly:
    """The hosted form where something of it is not there."""

    @pytest.mark.parametrize("how", ["missing", "cut"])
    @pytest.mark.parametrize(
        ("name", "engine"),
        [
            *(("image", "python"), ("rest", "python"), ("engine", "python"), ("library", "python")),
            *(("worker", "prebuilt"), ("wasm", "prebuilt")),
        ],
    )
    def test_one_file_is_not_as_it_was(
        self, name: str, engine: str, how: str, open_page: Opener, browser_name: str, host: Serve, guard: Guard
    ) -> None:
        """Python does without the image, a restored one without the others; else what the build computed answers."""
        guard.allow("404")
        page = open_page(browser_name, served=host(**{how: (f"assets/{name}-*",)}).address)
        wait_for_engine(page, engine)
        answers(page, prebuilt=engine == "prebuilt", told="unloaded")

    def test_the_page_alone(self, open_page: Opener, browser_name: str, host: Serve, guard: Guard) -> None:
        """Only the script came along: the page says what it is now, and the runs in it answer."""
        guard.allow("404")
        bad = host(missing=("assets/*.bin", "assets/*.json"))
        page = open_page(browser_name, served=bad.address)
        wait_for_engine(page, "prebuilt")
        answers(page, prebuilt=True, told="unloaded")
        page.locator("#code > summary").click()
        expect(page.locator("#code-text")).to_have_text(LABELS["proof"]["no_source"])

    def test_the_page_alone_in_an_old_browser(
        self, open_page: Opener, browser_name: str, host: Serve, guard: Guard
    ) -> None:
        """It cannot unpack the runs in the page, and their file is missing: the inputs go back, and it is said."""
        guard.allow("404")
        bad = host(missing=("assets/*.json",))
        page = open_page(browser_name, served=bad.address, init_script="delete window.DecompressionStream;")
        wait_for_engine(page, "prebuilt")
        expect(page.locator("#engine-note")).to_have_text(LABELS["engine"]["incomplete"])
        reader = Reader(page)
        reader.choose(email="token")
        expect(page.locator("#ignored")).to_have_text(LABELS["engine"]["unread"])
        assert reader.shown() == expected(Settings())
        assert reader.choices() == Settings().choices()

    def test_an_old_browser_reads_the_runs_from_their_file(
        self, open_page: Opener, browser_name: str, host: Serve
    ) -> None:
        """It has no DecompressionStream."""
        page = open_page(browser_name, served=host().address, init_script="delete window.DecompressionStream;")
        wait_for_engine(page, "prebuilt")
        answers(page, prebuilt=True)

    @pytest.mark.parametrize("name", ["worker", "wasm", "image", "rest"])
    def test_a_file_that_never_comes(
        self, name: str, open_page: Opener, browser_name: str, host: Serve, guard: Guard
    ) -> None:
        """Its request is accepted, and that is all: a choice is answered at once, and the waiting has an end."""
        guard.allow("404|aborted|ERR_")
        engine, times = ("python", "1") if name in {"image", "rest"} else ("prebuilt", "2")
        stalled = host(stalled=(f"assets/{name}-*",))
        page = open_page(browser_name, served=stalled.address, init_script=TENFOLD.replace("TIMES", times))
        reader = Reader(page)
        reader.pick(email="removed")
        if name != "rest":
            # Without the rest Python starts as ever, and may answer first.
            expect(page.locator("#prebuilt-mark")).to_be_visible(timeout=2000)
        reader.wait()
        assert reader.shown() == expected(set_up("live pinned included removed"))
        wait_for_engine(page, engine)
        answers(page, prebuilt=engine == "prebuilt", told="unloaded")

    def test_a_python_whose_rest_is_on_its_way_answers_every_set_up(
        self, open_page: Opener, browser_name: str, host: Serve, guard: Guard
    ) -> None:
        """Whenever its collector comes: what was rehearsed at build needs no function that is not there yet."""
        guard.allow("aborted|ERR_")
        page = open_page(browser_name, served=host(stalled=("assets/rest-*",)).address, init_script=COUNTED)
        wait_for_engine(page, "python")
        reader = Reader(page)
        reader.pick(model="injected")
        page.wait_for_timeout(1000)  # What may be chosen next is computed ahead.
        for settings in walk():
            reader.choose_all(settings)
            expect(page.locator("#proof-state")).to_have_attribute("data-proof", "same")
            assert reader.shown() == expected(settings)
        assert page.evaluate("() => window.started") == 1

    def test_from_the_disk(self, open_page: Opener, browser_name: str, guard: Guard) -> None:
        """Browsers let no page read files beside it: it says so. The driver's Firefox is laxer than a reader's."""
        guard.allow("^request: file:|CORS|Failed to load")
        page = open_page(browser_name, path=built_folder() / "index.html")
        expect(page.locator("html")).to_have_attribute("data-engine", re.compile("python|prebuilt"), timeout=30_000)
        answers(page, prebuilt=page.locator("html").get_attribute("data-engine") == "prebuilt", told="unloaded")
        Reader(page).button("Next event").click()
        Reader(page).expect_happened(1)

    @pytest.mark.parametrize("how", ["missing", "cut"])
    def test_without_its_script(
        self, how: str, open_page: Opener, browser_name: str, host: Serve, guard: Guard
    ) -> None:
        """Then nothing but the style sheet can say so, and does after a while; the opening run is complete."""
        guard.allow("404|MIME|uncaught|Failed to load|Loading failed")
        page = open_page(browser_name, served=host(**{how: ("assets/script-*",)}).address)
        note = page.get_by_text(LABELS["page"]["no_start"])
        expect(note).to_be_hidden()
        page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
        expect(note).to_be_visible()
        assert Reader(page).shown() == expected(Settings())
