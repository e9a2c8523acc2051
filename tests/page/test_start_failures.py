"""What can go wrong with the engine's start really goes wrong here, and leaves no dead page."""

from __future__ import annotations

import base64
import dataclasses
import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from builder.runtime import Payload, Runtime
from builder.runtime.image import digest
from builder.runtime.pack import pack, unpack
from tests.page.harness import Guard, Opener
from tests.page.start.pages import write_page
from tests.unzstd import unzstd, zstd

ASK = "request => window.engine.ask(request)"
ASK_FAILING = "request => window.engine.ask(request).then(() => null, error => error)"
LONG = 6_000

# A worker that starts and then says nothing: it hangs before it hears of anything.
SILENT_WORKERS = """
const address = URL.createObjectURL(new Blob(["for (;;);"], { type: "text/javascript" }));
const Real = window.Worker;
window.started = 0;
window.Worker = class extends Real { constructor() { super(address); window.started++; } };
"""
FIRST_WORKER_IS_SILENT = SILENT_WORKERS.replace(
    "constructor() { super(address);",
    "constructor(own) { super(window.started ? own : address);",
)
WORKERS_REFUSED = """
window.Worker = class { constructor() { throw new DOMException("refused", "SecurityError"); } };
"""


# The page's payloads, of which the one called "rest" is only there once a test says so.
SLOW_REST = """
window.engineOptions = {
  payloads: async (name) => {
    if (name === "rest") await new Promise((resolve) => (window.arrive = resolve));
    if (document.readyState === "loading") await new Promise((resolve) => addEventListener("load", resolve));
    return document.getElementById(`payload-${name}`).textContent;
  },
};
"""


FIRST_DOWNLOAD_FAILS = """
window.asked = 0;
window.engineOptions = {
  payloads: async (name) => {
    if (document.readyState === "loading") await new Promise((resolve) => addEventListener("load", resolve));
    if (name === "worker" && ++window.asked === 1) throw new TypeError("no network");
    return document.getElementById(`payload-${name}`).textContent;
  },
};
"""


def failure(page: Page) -> dict[str, Any]:
    """What a request is rejected with once the engine has failed."""
    detail: dict[str, Any] = page.evaluate(ASK_FAILING, {"do": "other"})
    states = page.evaluate("window.states")
    assert states[-1] == {"state": "failed", "detail": detail}
    assert [state["state"] for state in states].count("failed") == 1
    return detail


def reencoded(payload: Payload, data: bytes) -> Payload:
    """The payload with other contents."""
    text = base64.b64encode(zstd(data)).decode("ascii")
    return dataclasses.replace(payload, text=text)


@functools.cache
def files_of(payload: Payload) -> Mapping[str, bytes]:
    """What the image holds."""
    return unpack(unzstd(payload.data))


def replaced(runtime: Runtime, name: str, change: Callable[[Payload], Payload]) -> list[Payload]:
    """The runtime's payloads, one of them changed."""
    return [change(p) if p.name == name else p for p in runtime.payloads]


def with_facts(payload: Payload, **facts: Any) -> Payload:
    """The image with other facts about itself."""
    files = files_of(payload)
    known = json.loads(files["facts"])
    return reencoded(payload, pack({**files, "facts": json.dumps({**known, **facts}).encode()}))


def damaged_block(payload: Payload) -> Payload:
    """The image with one bit of its data turned over, well packed."""
    files = files_of(payload)
    data = bytearray(files["data"])
    data[len(data) // 2] ^= 1
    return reencoded(payload, pack({**files, "data": bytes(data)}))


def other_start(payload: Payload) -> Payload:
    """An image that counts on other memory before the restore."""
    return with_facts(payload, sameDigest=digest(b"other memory"))


def without_a_part(payload: Payload) -> Payload:
    """The image without its table of runs."""
    return reencoded(payload, pack({name: data for name, data in files_of(payload).items() if name != "dataRuns"}))


DAMAGES: dict[str, tuple[Callable[[Payload], Payload], str]] = {
    "garbled text": (lambda p: dataclasses.replace(p, text="?" + p.text), "decoded"),
    "cut short": (lambda p: dataclasses.replace(p, text=p.text[: len(p.text) // 8 * 4]), "decoded"),
    "empty": (lambda p: dataclasses.replace(p, text=""), "decoded"),
    "another format": (lambda p: with_facts(p, format=0), "format"),
    "another Pyodide": (lambda p: with_facts(p, buildId="0" * 64), "another Pyodide"),
    "another table": (lambda p: with_facts(p, tableLength=1), "table"),
    "another start": (other_start, "before the restore"),
    "a bit turned over": (damaged_block, "damaged"),
    "a part missing": (without_a_part, "dataRuns"),
}


@pytest.mark.alike(firefox=3)
@pytest.mark.parametrize("damage", DAMAGES)
def test_an_unusable_image_leads_to_a_plain_start(
    damage: str, browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """Silently, and in the same worker; the reason is there for developers."""
    change, reason = DAMAGES[damage]
    path = write_page(tmp_path / "page.html", replaced(stub, "image", change))
    page = open_page(browser_name, path=path)
    assert page.evaluate(ASK, {"do": "other"}) == '"nothing"'
    starting, python = page.evaluate("window.states")
    assert starting["state"] == "starting"
    assert python["detail"]["way"] == "plain"
    assert reason in python["detail"]["reason"]


def test_a_page_without_an_image_starts_plainly(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """The image is an extra."""
    payloads = [p for p in stub.payloads if p.name != "image"]
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", payloads))
    assert page.evaluate(ASK, {"do": "other"}) == '"nothing"'
    assert page.evaluate("window.states.at(-1).detail.way") == "plain"


def test_a_damaged_library_does_not_disturb_a_restored_python(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """It holds what the image has imported already."""
    payloads = replaced(stub, "library", lambda p: dataclasses.replace(p, text="?"))
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", payloads))
    assert page.evaluate(ASK, {"do": "other"}) == '"nothing"'
    assert page.evaluate("window.states.at(-1).detail.way") == "image"


def test_a_restored_python_without_the_rest_answers_what_was_rehearsed(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """Another request is tried once more by a plain start, which needs the rest as well."""
    payloads = replaced(stub, "rest", lambda p: dataclasses.replace(p, text=p.text[:400]))
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", payloads))
    assert page.evaluate(ASK, {"do": "nothing"}) == '"nothing"'
    assert page.evaluate("window.states.at(-1).detail.way") == "image"
    assert failure(page)["code"] == "incomplete"
    states = [state["state"] for state in page.evaluate("window.states")]
    assert states == ["starting", "python", "starting", "failed"]


def test_a_slow_line_is_not_held_against_the_worker(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """A request that has to wait for the rest waits as long as that takes to arrive."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_with_clock(open_page, browser_name, path, SLOW_REST)
    assert page.evaluate(ASK, {"do": "nothing"}) == '"nothing"'
    page.evaluate("""() => { window.waiting = window.engine.ask({ do: "other" }); }""")
    page.clock.run_for(10 * LONG)
    assert len(page.evaluate("window.states")) == 2
    page.evaluate("window.arrive()")
    assert page.evaluate("window.waiting") == '"nothing"'
    assert page.evaluate("window.states.at(-1).detail.way") == "image"


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("name", ["wasm", "worker", "engine", "rest"])
def test_damage_to_what_cannot_be_done_without_is_a_failure(
    name: str,
    browser_name: str,
    open_page: Opener,
    stub: Runtime,
    tmp_path: Path,
) -> None:
    """Found out at once instead of waited for. Two are only needed by a plain start."""
    payloads = replaced(stub, name, lambda p: dataclasses.replace(p, text=p.text[:400]))
    if name in {"engine", "rest"}:
        payloads = [p for p in payloads if p.name != "image"]
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", payloads))
    assert failure(page)["code"] == "incomplete"


def test_a_page_without_payloads_is_a_failure(browser_name: str, open_page: Opener, tmp_path: Path) -> None:
    """Such as one that was cut off on its way."""
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", []))
    assert failure(page)["code"] == "no-payload"


def test_a_worker_that_could_not_be_downloaded_is_asked_for_once_more(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """As on a line that drops for a moment."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_page(browser_name, path=path, init_script=FIRST_DOWNLOAD_FAILS)
    assert page.evaluate(ASK, {"do": "other"}) == '"nothing"'
    assert [state["state"] for state in page.evaluate("window.states")] == ["starting", "starting", "python"]
    assert page.evaluate("window.asked") == 2


def test_without_webassembly_the_engine_fails_at_once(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """The browser itself forbids it here."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_page(browser_name, path=path, wasm=False)
    assert failure(page)["code"] == "no-webassembly"


@pytest.mark.parametrize(
    ("script", "code"),
    [
        (WORKERS_REFUSED, "no-worker"),
        ("delete window.Worker;", "no-worker"),
        ("delete window.DecompressionStream;", "no-decompression"),
    ],
)
def test_a_browser_that_lacks_something_is_a_failure(
    script: str, code: str, browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """It is said what is lacking."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_page(browser_name, path=path, init_script=script)
    assert failure(page)["code"] == code


def test_a_policy_that_forbids_workers_is_a_failure(
    browser_name: str, open_page: Opener, guard: Guard, stub: Runtime, tmp_path: Path
) -> None:
    """As where somebody embeds the page under a policy of their own."""
    guard.expect("Content Security Policy|worker-src")
    path = write_page(tmp_path / "page.html", stub.payloads, workers="'none'")
    page = open_page(browser_name, path=path)
    assert failure(page)["code"] in {"crashed", "no-worker"}


def open_with_clock(opener: Opener, browser_name: str, path: Path, init_script: str | None = None) -> Page:
    """Open a page whose timers the test drives from then on."""
    page = opener(browser_name, path=path, init_script=init_script)
    page.clock.install()
    page.reload()
    return page


def test_a_start_that_hangs_is_tried_once_more_and_then_given_up(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """By the watchdog, which has seen no sign of life."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_with_clock(open_page, browser_name, path, SILENT_WORKERS)
    for _ in range(3):
        page.wait_for_timeout(200)
        page.clock.run_for(LONG)
    assert failure(page)["code"] == "timeout"
    assert page.evaluate("window.started") == 2


def test_a_second_start_can_succeed(browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path) -> None:
    """It goes the plain way, whatever was wrong with the first."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_with_clock(open_page, browser_name, path, FIRST_WORKER_IS_SILENT)
    page.wait_for_timeout(200)
    page.clock.run_for(LONG)
    assert page.evaluate(ASK, {"do": "other"}) == '"nothing"'
    assert page.evaluate("window.states.at(-1).detail.way") == "plain"
    assert page.evaluate("window.started") == 2


def test_time_in_the_background_is_not_held_against_the_worker(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """A hidden tab may be throttled or frozen for hours."""
    hidden = """
      let hidden = true;
      window.show = () => { hidden = false; };
      Object.defineProperty(Document.prototype, "visibilityState", {
        get: () => (hidden ? "hidden" : "visible"),
      });
    """
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_with_clock(open_page, browser_name, path, SILENT_WORKERS + hidden)
    page.wait_for_timeout(200)
    page.clock.run_for(10 * LONG)
    assert page.evaluate("window.started") == 1
    page.evaluate("window.show()")
    page.clock.run_for(LONG)
    page.wait_for_timeout(200)
    assert page.evaluate("window.started") == 2


def test_a_request_that_hangs_is_tried_once_more_and_then_given_up(
    browser_name: str, open_page: Opener, stub: Runtime, tmp_path: Path
) -> None:
    """The worker is ended, a second one started, and the request asked again."""
    path = write_page(tmp_path / "page.html", stub.payloads)
    page = open_with_clock(open_page, browser_name, path)
    page.evaluate(ASK, {"do": "other"})
    page.evaluate("""() => {
      window.hanging = window.engine.ask({ do: "hang" }).then(() => null, (error) => error);
    }""")
    page.clock.run_for(LONG)
    wait_for_states(page, ["starting", "python", "starting", "python"])
    page.clock.run_for(LONG)
    assert page.evaluate("window.hanging")["code"] == "timeout"
    assert failure(page)["code"] == "timeout"


def test_a_python_that_came_to_an_end_is_replaced(
    browser_name: str, open_page: Opener, guard: Guard, stub: Runtime, tmp_path: Path
) -> None:
    """The request that ended it is asked once more; then the engine has failed."""
    guard.expect("Aborted|fatal error|Error")
    page = open_page(browser_name, path=write_page(tmp_path / "page.html", stub.payloads))
    page.evaluate(ASK, {"do": "other"})
    error = page.evaluate(ASK_FAILING, {"do": "abort"})
    assert error["code"] == "crashed"
    assert failure(page)["code"] == "crashed"
    states = [state["state"] for state in page.evaluate("window.states")]
    assert states == ["starting", "python", "starting", "python", "failed"]


def wait_for_states(page: Page, wanted: list[str]) -> None:
    """Wait until the engine has gone through these states."""
    for _ in range(100):
        states = [state["state"] for state in page.evaluate("window.states")]
        if states == wanted:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the engine went through {states}, not {wanted}")
