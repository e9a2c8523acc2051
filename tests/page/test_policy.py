"""What the page's own policy refuses, tried from within the page, in both forms and both browsers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.page.conftest import built_folder, built_page
from tests.page.harness import Guard, Host, Opener, serving, wait_for_engine

Serve = Callable[..., Host]

ADDED = "document.body.append(Object.assign(document.createElement({tag!r}), {attributes}))"


def added(tag: str, attributes: str) -> str:
    """Script that puts an element into the page."""
    return ADDED.format(tag=tag, attributes=attributes)


@dataclass(frozen=True)
class Attempt:
    """Something a page may try: the script for it, and the directive under which it is refused."""

    directive: str
    script: str


# Each would reach ``elsewhere`` if nothing refused it.
LEAVING = {
    "fetch": Attempt("connect-src", "fetch(elsewhere)"),
    "XHR": Attempt("connect-src", "const x = new XMLHttpRequest(); x.open('GET', elsewhere); x.send()"),
    "beacon": Attempt("connect-src", "navigator.sendBeacon(elsewhere, 'x')"),
    "web socket": Attempt("connect-src", "new WebSocket(elsewhere.replace('http', 'ws'))"),
    "event stream": Attempt("connect-src", "new EventSource(elsewhere)"),
    "image": Attempt("img-src", "new Image().src = elsewhere"),
    "iframe": Attempt("frame-src", added("iframe", "{ src: elsewhere }")),
    "external script": Attempt("script-src-elem", added("script", "{ src: elsewhere }")),
    "import": Attempt("script-src-elem", "import(elsewhere)"),
    "external stylesheet": Attempt("style-src-elem", added("link", "{ rel: 'stylesheet', href: elsewhere }")),
    "font": Attempt("font-src", "new FontFace('far', `url(${elsewhere})`).load()"),
    "video": Attempt("media-src", added("video", "{ src: elsewhere, preload: 'auto' }")),
    "object": Attempt("object-src", added("object", "{ data: elsewhere, type: 'image/png' }")),
    # Last: where it is not refused, it leads away from the page.
    "form": Attempt(
        "form-action",
        "const form = Object.assign(document.createElement('form'), { action: elsewhere, method: 'post' });"
        "document.body.append(form); form.submit()",
    ),
}
TOUCH = "document.documentElement.dataset.touched = 1"
WITHIN = {
    "inline script": Attempt("script-src-elem", added("script", f"{{ textContent: '{TOUCH}' }}")),
    "handler in the markup": Attempt(
        "script-src-attr",
        f"const b = document.createElement('b'); b.setAttribute('onclick', '{TOUCH}');"
        "document.body.append(b); b.click()",
    ),
    "eval": Attempt("script-src", f"(0, eval)('{TOUCH}')"),
    "Function": Attempt("script-src", f"new Function('{TOUCH}')()"),
    "script as a timer's text": Attempt("script-src", f"setTimeout('{TOUCH}')"),
    "inline style": Attempt("style-src-elem", added("style", "{ textContent: 'body { color: red }' }")),
    "style in the markup": Attempt(
        "style-src-attr",
        "document.body.append(document.createElement('b'));document.body.lastChild.setAttribute('style', 'color: red')",
    ),
    "worker from data": Attempt("worker-src", "new Worker('data:text/javascript,0')"),
    "script from a blob": Attempt(
        "script-src-elem",
        added("script", f"{{ src: URL.createObjectURL(new Blob(['{TOUCH}'], {{ type: 'text/javascript' }})) }}"),
    ),
    "base": Attempt("base-uri", "document.head.append(Object.assign(document.createElement('base'), { href: '/x/' }))"),
}

TAKE_TOUCH = """() => {
  const { touched } = document.documentElement.dataset;
  delete document.documentElement.dataset.touched;
  return touched;
}"""

# From a timer: what a debugger evaluates itself may use eval whatever the policy says.
TRY = """(elsewhere) => new Promise((done) => {
  const seen = [];
  const note = (event) => seen.push(event.effectiveDirective);
  document.addEventListener("securitypolicyviolation", note);
  let looks = 0;
  const look = () => {
    if (!seen.length && ++looks < PATIENCE) return setTimeout(look, 50);
    document.removeEventListener("securitypolicyviolation", note);
    done(seen);
  };
  const attempt = async () => { SCRIPT };
  setTimeout(() => { attempt().catch(() => {}); look(); });
})"""


def attempt(page: Page, script: str, elsewhere: str, patience: int = 40) -> list[str]:
    """Let the page try; return the directives under which the browser refused."""
    refused: list[str] = page.evaluate(TRY.replace("SCRIPT", script).replace("PATIENCE", str(patience)), elsewhere)
    return refused


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Host]:
    """Another host on this machine, which notes what it is asked."""
    with serving(Host(tmp_path)) as host:
        yield host


@pytest.fixture(params=["file", "hosted", "hosted with headers"])
def closed_page(
    request: pytest.FixtureRequest, open_page: Opener, browser_name: str, host: Serve, guard: Guard
) -> Page:
    """The built page in each form, with a network that could be reached."""
    # The browsers tell a refusal each in its own words; what counts here is the event and the other host's silence.
    guard.allow(".")
    if request.param == "file":
        page = open_page(browser_name, network=True)
    else:
        page = open_page(browser_name, served=host(headers="headers" in request.param).address)
    wait_for_engine(page, "python")
    return page


def test_nothing_gets_in_and_nothing_leaves_the_page(closed_page: Page, elsewhere: Host) -> None:
    """Each script, style and way out that the build did not put there is refused, and by the policy."""
    for attempts in (WITHIN, LEAVING):
        found = {name: attempt(closed_page, each.script, f"{elsewhere.address}?x") for name, each in attempts.items()}
        assert {name: seen[:1] for name, seen in found.items()} == {
            name: [each.directive] for name, each in attempts.items()
        }
    assert closed_page.locator("html").get_attribute("data-touched") is None
    assert elsewhere.asked == []


def test_the_attempts_are_real(
    open_page: Opener, browser_name: str, elsewhere: Host, guard: Guard, tmp_path: Path
) -> None:
    """A page without a policy gets each of them done."""
    guard.allow(".")
    path = tmp_path / "open.html"
    path.write_text('<!doctype html><meta charset="utf-8"><title>Open</title><body></body>', "utf-8")
    page = open_page(browser_name, path=path, network=True)
    for name, each in LEAVING.items():
        elsewhere.asked.clear()
        if name == "form":
            page.evaluate(f"(elsewhere) => {{ {each.script} }}", elsewhere.address)
            page.wait_for_url(f"{elsewhere.origin}/**", wait_until="commit")
        else:
            assert attempt(page, each.script, f"{elsewhere.address}?{name}", patience=6) == [], name
        for _ in range(100):
            if elsewhere.asked:
                break
            page.wait_for_timeout(50)
        assert elsewhere.asked != [], name


def test_scripts_are_real_too(open_page: Opener, browser_name: str, guard: Guard, tmp_path: Path) -> None:
    """Each that means to touch the page does so where no policy is."""
    guard.allow(".")
    path = tmp_path / "open.html"
    path.write_text('<!doctype html><meta charset="utf-8"><title>Open</title><body></body>', "utf-8")
    page = open_page(browser_name, path=path)
    for name, each in WITHIN.items():
        assert attempt(page, each.script, "", patience=6) == [], name
        assert (page.evaluate(TAKE_TOUCH) == "1") == (TOUCH in each.script), name


def test_the_hosted_form_fetches_from_its_own_origin_only(
    open_page: Opener, browser_name: str, host: Serve, elsewhere: Host, guard: Guard
) -> None:
    """Not even from the same machine under another port."""
    guard.expect("violates the following")
    guard.allow(r"Fetch API cannot load|Failed to fetch|^request: http://127\.0\.0\.1")
    own = host()
    page = open_page(browser_name, served=own.address)
    wait_for_engine(page, "python")
    fetched = "(address) => fetch(address).then((response) => response.status, (error) => error.name)"
    asset = next(path for path in own.asked if path.startswith("assets/worker"))
    assert page.evaluate(fetched, own.address.replace("index.html", asset)) == 200
    assert page.evaluate(fetched, elsewhere.address) == "TypeError"
    assert elsewhere.asked == []


def policy_of(page: Path) -> dict[str, list[str]]:
    """The page's policy, directive by directive."""
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page.read_text("utf-8"))
    assert found
    rules = [rule.split() for rule in found[1].replace("&#39;", "'").split(";")]
    return {name: sources for name, *sources in rules}


@pytest.mark.parametrize(("page", "own"), [("index.html", []), ("hosted/index.html", ["'self'"])])
def test_the_policy_allows_what_is_needed_and_no_more(page: str, own: list[str]) -> None:
    """No ``unsafe-inline``, no ``unsafe-eval``, no address, no wildcard."""
    policy = policy_of(built_page().parent / page)
    digest = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")
    hashes = [source for source in policy["script-src"] if digest.fullmatch(source)]
    assert policy["script-src"] == [*hashes, *own, "'wasm-unsafe-eval'"]
    assert len(hashes) == (0 if own else 1)
    assert [bool(digest.fullmatch(source)) for source in policy["style-src"]] == [True]
    assert policy.get("connect-src", []) == own
    rest = {name: sources for name, sources in policy.items() if name not in {"script-src", "style-src", "connect-src"}}
    assert rest == {
        "default-src": ["'none'"],
        "worker-src": ["blob:"],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }


def test_the_headers_say_the_same_policy() -> None:
    """A host that sends them adds nothing and takes nothing away."""
    page = (built_folder() / "index.html").read_text("utf-8").replace("&#39;", "'")
    found = re.search(r"Content-Security-Policy: (.*)", (built_folder() / "_headers").read_text("utf-8"))
    assert found
    assert f'content="{found[1]}"' in page
