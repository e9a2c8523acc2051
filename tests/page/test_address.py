"""The set-up and the moment stand in the address, and come back from it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.replay.settings import OPTIONS, Settings
from tests.page.harness import Opener
from tests.page.reading import LABELS, Reader, expected, set_up

OPENING = "#tools=live&model=pinned&state=included&email=clear"


def go(page: Page, address: str) -> None:
    """Change the address, as a link or the reader does."""
    page.evaluate("(hash) => { location.hash = hash; }", address)


def place(page: Page) -> str:
    """What stands behind the file's name."""
    return str(page.evaluate("() => location.hash"))


@pytest.fixture
def reader(ready: Page) -> Reader:
    """A reader of the page with Python there."""
    return Reader(ready)


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize(
    ("words", "t"),
    [("recorded injected omitted token", "25"), ("live latest included removed", "0")],
)
def test_a_link_restores_set_up_and_moment(open_page: Opener, browser_name: str, words: str, t: str) -> None:
    """Opened afresh, with a set-up other than the opening one."""
    tools, model, state, email = words.split()
    hash = f"tools={tools}&model={model}&state={state}&email={email}&t={t}"
    page = open_page(browser_name, hash=hash)
    reader = Reader(page)
    reader.wait()
    reader.expect_time(int(t))
    assert reader.shown() == expected(set_up(words))
    assert reader.choices() == set_up(words).choices()
    reader.expect_happened(int(t) // 5)
    expect(page.locator("#ignored")).to_be_hidden()
    assert place(page) == f"#{hash}"


def test_what_a_link_does_not_say_is_the_openings(open_page: Opener, browser_name: str) -> None:
    """A link to one choice is a link to the opening set-up with that choice."""
    reader = Reader(open_page(browser_name, hash="email=token"))
    reader.wait()
    assert reader.choices() == {**Settings().choices(), "email": "token"}
    reader.expect_time(0)
    expect(reader.page.locator("#ignored")).to_be_hidden()


def test_a_page_opened_with_nonsense_works(open_page: Opener, browser_name: str) -> None:
    """What is meant is taken, what means nothing is named, and everything goes on; each kind alone is tried below."""
    nonsense = ["constructor=1", "toString=x", "__proto__=y", "tools=maybe", "rate=0", "%E0%A4%A=1"]
    page = open_page(browser_name, hash="&".join([*nonsense, "email=token&t=10"]))
    reader = Reader(page)
    reader.wait()
    expect(page.locator("#ignored")).to_be_visible()
    for part in nonsense:
        expect(page.locator("#ignored")).to_contain_text(part)
    assert reader.choices() == {**Settings().choices(), "email": "token"}
    reader.expect_time(10)
    reader.button("Next event").click()
    reader.expect_time(15)


NONSENSE = [
    *("tools=", "tools=Live", "tool=live", "=live", "tools=live=recorded", "model=pinned "),
    *("t=-1", "t=1e1", "t=abc", "t=60.5", "t=61", "t=", "t=NaN", "t=Infinity", "t=5,5", "t=99999999999"),
    *("t=5&t=10", "email=clear", "rate=0", "rate=1e3"),
    *("constructor=1", "toString=x", "__proto__=y", "tools=maybe", "%E0%A4%A=1"),
    *("hasOwnProperty=1", "valueOf=live", "tools=<img src=x onerror=alert(1)>", "state=true"),
    "x=" + "long" * 500,
]


# Goes where each address says, and then where a good one does; what is there to see each time.
VISIT = """async ([addresses, good]) => {
  const note = document.querySelector("#ignored");
  const value = (name) => document.querySelector(`#inputs [name="${name}"]`).value;
  const visit = async (address) => {
    const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = address;
    await followed;
    while (document.querySelector("#experiment[aria-busy]")) await new Promise((done) => setTimeout(done, 5));
    return {
      note: note.checkVisibility() ? note.textContent : "",
      images: note.querySelectorAll("img").length,
      tools: value("tools"),
      model: value("model"),
      email: value("email"),
      state: document.querySelector('#inputs [name="state"]').checked ? "included" : "omitted",
      time: document.querySelector("#time").value,
    };
  };
  const seen = [];
  for (const address of addresses) seen.push([await visit(address), await visit(good)]);
  return seen;
}"""


def test_nonsense_is_ignored_with_a_note_that_names_it(reader: Reader) -> None:
    """Of every kind; the rest of the address is followed; the next good link clears the note."""
    addresses = [f"#email=token&{nonsense}" for nonsense in NONSENSE]
    seen = reader.page.evaluate(VISIT, [addresses, f"{OPENING}&t=5"])
    for nonsense, (there, after) in zip(NONSENSE, seen, strict=True):
        assert LABELS["engine"]["ignored"] in there["note"]
        shown = there["note"].replace("%20", " ").replace("%3C", "<").replace("%3E", ">")
        assert nonsense.split("&")[-1].strip() in shown
        assert {name: there[name] for name in OPTIONS} == {**Settings().choices(), "email": "token"}
        assert there["images"] == 0
        assert after["note"] == ""
        assert after["time"] == "5"


def test_the_note_stays_where_only_the_moment_changes(reader: Reader) -> None:
    """The moment is taken and the address put right, and the note is still there to read."""
    go(reader.page, f"{OPENING}&t=25&speed=9")
    reader.expect_time(25)
    expect(reader.page.locator("#ignored")).to_contain_text("speed=9")
    reader.page.wait_for_timeout(100)
    expect(reader.page.locator("#ignored")).to_be_visible()


def test_choosing_clears_the_note(reader: Reader) -> None:
    """What was not understood is over once the reader decides."""
    go(reader.page, "#tools=maybe")
    expect(reader.page.locator("#ignored")).to_be_visible()
    reader.choose(email="token")
    expect(reader.page.locator("#ignored")).to_be_hidden()


def test_the_address_always_holds_what_is_shown(reader: Reader) -> None:
    """After each choice and each moment that is reached on purpose."""
    reader.choose(tools="recorded")
    assert place(reader.page) == "#tools=recorded&model=pinned&state=included&email=clear&t=0"
    reader.button("Next event").click()
    reader.button("Next event").click()
    assert place(reader.page).endswith("&t=10")
    reader.seek(31)
    assert place(reader.page).endswith("&t=31")
    reader.slider.press("ArrowRight")
    assert place(reader.page).endswith("&t=32")
    reader.choose(state="omitted")
    assert place(reader.page) == "#tools=recorded&model=pinned&state=omitted&email=clear&t=0"


def test_back_and_forward_go_through_the_set_ups(reader: Reader) -> None:
    """Each with the moment at which it was left; moments make no entries of their own."""
    reader.choose(tools="recorded")
    reader.seek(20)
    reader.seek(25)
    reader.choose(email="token")
    reader.seek(40)
    travel(reader, "back", "recorded pinned included clear", 25)
    travel(reader, "back", "live pinned included clear", 0)
    travel(reader, "forward", "recorded pinned included clear", 25)
    travel(reader, "forward", "recorded pinned included token", 40)


def travel(reader: Reader, way: str, words: str, seconds: int) -> None:
    """Go back or forward and look at what is there."""
    reader.page.evaluate("(way) => history[way]()", way)
    expect(reader.control("email")).to_have_value(set_up(words).email)
    expect(reader.control("tools")).to_have_value(set_up(words).tools)
    reader.wait()
    reader.expect_time(seconds)
    assert reader.shown() == expected(set_up(words))


def test_anchors_of_headings_still_work(reader: Reader) -> None:
    """They lead to their section and leave the experiment as it is; so does going back."""
    reader.choose(email="token")
    reader.seek(15)
    contents = reader.page.get_by_role("navigation", name=LABELS["page"]["contents"])
    for link in contents.get_by_role("link").all():
        link.click()
        title = link.text_content() or ""
        expect(reader.page.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()
        expect(reader.page.locator("#ignored")).to_be_hidden()
    assert reader.choices()["email"] == "token"
    reader.expect_time(15)
    for _ in range(contents.get_by_role("link").count()):
        reader.page.evaluate("() => history.back()")
    expect(reader.page).to_have_url(re.compile("email=token&t=15$"))
    assert reader.choices()["email"] == "token"
    reader.expect_time(15)


def test_a_page_opened_at_an_anchor_shows_the_opening_run(open_page: Opener, browser_name: str) -> None:
    """No note: an anchor is not nonsense."""
    reader = Reader(open_page(browser_name, hash="failure-boundary"))
    heading = reader.page.get_by_role("heading", name=re.compile("^Failure boundary"))
    expect(heading).to_be_in_viewport()
    expect(reader.page.locator("#ignored")).to_be_hidden()
    assert reader.shown() == expected(Settings())


def test_an_anchor_that_is_nowhere_is_said(reader: Reader) -> None:
    """The run stays; a place that exists takes the note away."""
    reader.page.evaluate("() => { location.hash = 'nowhere'; }")
    expect(reader.page.locator("#ignored")).to_contain_text("#nowhere")
    assert reader.shown() == expected(Settings())
    reader.page.evaluate("() => { location.hash = 'failure-boundary'; }")
    expect(reader.page.locator("#ignored")).to_be_hidden()


def test_every_try_it_link_puts_the_page_into_its_set_up(reader: Reader) -> None:
    """Controls, run and moment; the focus stays on the link."""
    links = reader.page.locator("a[data-try]")
    assert links.count() >= 10
    for index in range(links.count()):
        values = dict(re.findall(r"(\w+)=([\w.]+)", links.nth(index).get_attribute("href") or ""))
        t, rate = int(values.pop("t")), values.pop("rate", None)
        links.nth(index).press("Enter")
        settings = replace(set_up(" ".join(values.values())), live=(("live_rate", rate),) if rate else ())
        expect(reader.page.locator('[data-metric="digest"]')).to_have_text(expected(settings)["digest"])
        reader.wait()
        assert reader.choices() == values
        assert reader.shown() == expected(settings)
        reader.expect_time(t)
        expect(links.nth(index)).to_be_focused()


def test_the_link_of_the_prose_plays(reader: Reader) -> None:
    """“Press Play” does what it says, and makes no other address of it."""
    reader.page.locator("[data-play]").first.click()
    expect(reader.button("Pause")).to_be_visible()
    assert "player" not in place(reader.page)


def test_a_copied_link_brings_another_reader_there(reader: Reader, open_page: Opener, browser_name: str) -> None:
    """From the clipboard, or from the field that shows it where the browser refuses."""
    reader.choose(email="removed", tools="recorded")
    reader.seek(35)
    link = copied(reader)
    assert link == reader.page.url
    other = Reader(open_page(browser_name, hash=link.partition("#")[2]))
    other.wait()
    assert other.choices() == reader.choices()
    other.expect_time(35)


def copied(reader: Reader) -> str:
    """What "Copy link" yields."""
    page = reader.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.push("Copy link")
    note = page.locator("#copied")
    expect(note).to_have_text(re.compile("|".join(map(re.escape, (DONE, REFUSED)))))
    field = page.get_by_label(LABELS["actions"]["link"])
    if field.is_visible():
        return field.input_value()
    assert note.inner_text() == DONE
    # Firefox lets the clipboard be read for a few seconds after something that a reader did.
    page.locator("h1").click()
    return str(page.evaluate("() => navigator.clipboard.readText()"))


DONE, REFUSED = LABELS["actions"]["copied"], LABELS["actions"]["copy_failed"]
REFUSE = "() => { Object.defineProperty(navigator, 'clipboard', { value: %s, configurable: true }); }"


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("clipboard", ["undefined", "{ writeText: () => Promise.reject(new Error('no')) }"])
def test_where_copying_is_refused_the_link_is_shown_selected(reader: Reader, clipboard: str) -> None:
    """The reader copies it by hand."""
    page = reader.page
    page.evaluate(REFUSE % clipboard)
    go(page, "email=token&t=20")
    reader.expect_time(20)
    reader.wait()
    reader.push("Copy link")
    expect(page.get_by_text(REFUSED, exact=True)).to_be_visible()
    field = page.get_by_label(LABELS["actions"]["link"])
    expect(field).to_be_focused()
    expect(field).to_have_value(re.compile(r"^file:///.*#tools=live&model=pinned&state=included&email=token&t=20$"))
    selected = page.evaluate("() => document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert selected == len(field.input_value())
    page.evaluate("() => { delete navigator.clipboard; }")
