"""What a host may demand of the page besides its own policy, and what the reader has of it then."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from builder.tools.environment import ROOT
from engine.replay.settings import Settings
from tests.page.conftest import built_page
from tests.page.harness import Guard, Host, Opener, wait_for_engine
from tests.page.own import Own, long_chat
from tests.page.reading import LABELS, Reader, expected, set_up

Serve = Callable[..., Host]

DEMANDED = "require-trusted-types-for 'script'"

REFUSED = "requires 'TrustedHTML'|require-trusted-types-for|trusted-types|TrustedTypePolicy"

# Whether the browser refuses a text for markup; what a debugger evaluates is under the policy, too.
DEMANDS = """() => {
  try { document.createElement("b").innerHTML = "x"; } catch (error) { return error instanceof TypeError; }
  return false;
}"""


def demanding(folder: Path, policy: str) -> Path:
    """A copy of the single file under another policy besides its own, as a host's header would set it."""
    html = built_page().read_text("utf-8")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    (folder / "page.html").write_text(html.replace("<title>", f"{meta}<title>", 1), "utf-8")
    return folder / "page.html"


def test_the_page_works_where_texts_must_be_vouched_for(
    open_page: Opener, browser_name: str, guard: Guard, tmp_path: Path
) -> None:
    """Under trusted types: every panel, an open step, a check of a file and what is made of it."""
    guard.expect(REFUSED)  # What is tried here first.
    page = open_page(browser_name, path=demanding(tmp_path, DEMANDED))
    wait_for_engine(page, "python")
    assert page.evaluate(DEMANDS)
    page.locator("[data-open=S5]").first.click()
    reader = Reader(page)
    reader.choose(model="latest", email="token")
    assert reader.shown() == expected(set_up("live latest included token"))
    own = Own(page)
    own.choose("long.json", long_chat(400, 1))
    own.page.locator("[data-own-more]").first.click()
    own.page.locator("#own-make").click()
    expect(page.locator("[data-own-download]")).to_be_visible()


def test_the_hosted_form_works_there_too(open_page: Opener, browser_name: str, host: Serve) -> None:
    """By a host's header."""
    page = open_page(browser_name, served=host(more={"Content-Security-Policy": DEMANDED}).address)
    wait_for_engine(page, "python")
    reader = Reader(page)
    reader.choose(model="injected")
    assert reader.shown() == expected(set_up("live injected included clear"))


def test_where_nothing_may_be_shown_the_page_is_closed_and_says_so(
    open_page: Opener, browser_name: str, guard: Guard, tmp_path: Path
) -> None:
    """A host that vouches for no policy: the opening run stays, no control can say another one."""
    guard.allow(REFUSED)
    page = open_page(browser_name, path=demanding(tmp_path, f"{DEMANDED}; trusted-types 'none'"))
    note = page.get_by_text(LABELS["page"]["forbidden"])
    expect(note).to_be_visible()
    expect(page.locator(":is(button, input, select):enabled")).to_have_count(0)
    reader = Reader(page)
    page.evaluate("() => { location.hash = 'tools=recorded'; }")
    assert reader.choices() == Settings().choices()
    assert reader.shown() == expected(Settings())


def test_a_host_that_forbids_connections_gets_the_builds_runs(
    open_page: Opener, browser_name: str, host: Serve, guard: Guard
) -> None:
    """No file beside the page can be loaded: it says so, and inputs and run agree."""
    guard.allow("connect-src|violat|Content-Security-Policy|blocked|Failed to fetch|NetworkError")
    page = open_page(browser_name, served=host(more={"Content-Security-Policy": "connect-src 'none'"}).address)
    wait_for_engine(page, "prebuilt")
    expect(page.locator("#engine-note")).to_have_text(LABELS["engine"]["unloaded"])
    reader = Reader(page)
    reader.choose(tools="recorded", email="token")
    assert reader.shown() == expected(set_up("recorded pinned included token"))
    expect(page.locator("#prebuilt-mark")).to_be_visible()


def test_markup_becomes_elements_in_one_place() -> None:
    """Which vouches for it: anywhere else the browser would refuse it under such a policy."""
    scripts = ROOT / "site_templates" / "scripts"
    sink = re.compile(r"\.(innerHTML|outerHTML|srcdoc)\b|insertAdjacentHTML|new Worker\((?!ownScript)|document\.write")
    places = [
        path.relative_to(scripts).as_posix() for path in scripts.rglob("*.js") if sink.search(path.read_text("utf-8"))
    ]
    assert places == ["core/trusted.js"]
