"""Pages that tests share: opening one costs seconds, as Python starts in each; going back to the opening run, none.

A page is lent to one test after the other. When it comes back it is put into its opening state as a reader would do it,
and is lent again only if it then is, to the letter, what it was when it was first lent; else the next test gets a fresh
one. After a test that failed, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error, Page, ViewportSize

from builder.tools.launch import VIEWPORT
from tests.page.harness.guard import Guard
from tests.page.harness.look import wait_for_engine
from tests.page.harness.opening import SETTLE_MS, Opener

# As a reader would do it: close what is open, and follow links to another set-up and to the opening one.
_GO_BACK = """async () => {
  // No timer: the test may have stopped the clock.
  const { port1, port2 } = new MessageChannel();
  const pause = () => new Promise((done) => { port1.onmessage = done; port2.postMessage(0); });
  const go = async (hash) => {
    const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    if (location.hash !== hash) {
      location.hash = hash;
      await followed;
    }
    while (document.querySelector("#experiment").hasAttribute("aria-busy")) await pause();
  };
  for (const each of document.querySelectorAll("[data-close], #forget:not([hidden])")) each.click();
  for (const each of document.querySelectorAll("details")) if (!each.closest("[data-panel]")) each.open = false;
  for (const each of document.querySelectorAll("#own-salt, #own-format, #link")) each.value = "";
  while (document.querySelector("#own").hasAttribute("aria-busy")) await pause();
  for (const each of document.querySelectorAll("#own form")) each.reset();
  const filled = "#own-verdict, #own-read-as, #own-sessions, #own-answer, #own-outcomes, #own-result, #own-made-result";
  for (const each of document.querySelectorAll(filled)) each.textContent = "";
  for (const each of document.querySelectorAll("[data-own-sample]")) each.setAttribute("aria-pressed", "false");
  const parts = "#own-outcomes, #own-inputs, #own-result, #own-after";
  for (const each of document.querySelectorAll(parts)) each.hidden = false;
  for (const each of document.querySelectorAll("#own-note, #copied")) each.textContent = "";
  for (const each of document.querySelectorAll("#own-shown, #own-note, #copied, #link")) each.hidden = true;
  const speed = document.querySelector("#speed");
  speed.value = "1";
  speed.dispatchEvent(new Event("change", { bubbles: true }));
  document.querySelector("#restart").click();
  await go("#tools=recorded&t=5");
  await go("#tools=live&model=pinned&state=included&email=clear&t=0");
  // Now that it has been told that its details are closed: then it fills them in.
  for (const each of document.querySelectorAll("#share textarea")) each.value = "";
  document.activeElement.blur();
  scrollTo(0, 0);
}"""

# The engine's code is put in when it is first asked for, and stays.
_ASK_FOR_CODE = """() => { document.querySelector("#code").open = true; }"""

# All that is shown, chosen and marked; not the payloads, and not what was said last to a screen reader.
_STATE = """() => {
  // The order of an element's attributes means nothing, and depends on which of them were changed.
  const told = (node) => {
    if (!(node instanceof Element)) return node.nodeValue;
    const attributes = [...node.attributes].map(({ name, value }) => [name, value]);
    const meant = attributes.filter(([name, value]) => name !== "class" || value).sort();
    return [node.nodeName, meant, node.id === "status" ? [] : [...node.childNodes].map(told)];
  };
  const shown = [...document.body.children].filter((each) => each.tagName !== "SCRIPT");
  const fields = [...document.querySelectorAll("input, select, textarea")];
  return JSON.stringify([
    shown.map(told),
    fields.map((each) => [each.name || each.id, each.value, each.checked, each.disabled]),
    Object.entries(document.documentElement.dataset),
    document.documentElement.className,
    document.activeElement.tagName,
    [scrollX, scrollY],
    location.href,
    document.hasFocus(),
  ]);
}"""

Prepare = Callable[[Page], None]


@dataclass
class _Kept:
    opener: Opener
    page: Page
    state: str


@dataclass
class SharedPages:
    """The shared pages of this test process, one for each browser and way of preparing it."""

    new_opener: Callable[[Guard], Opener]
    failures: Callable[[], int]
    kept: dict[tuple[str, str], _Kept] = field(default_factory=dict)

    @contextmanager
    def lend(
        self, name: str, kind: str = "", prepare: Prepare | None = None, **how: Any
    ) -> Iterator[tuple[Page, Guard]]:
        """A page in its opening state, Python there, and its guard, for one test.

        Pages of another ``kind`` are kept apart; each is opened as ``how`` says, and ``prepare`` is done once to it.
        The test may give the window another size.
        """
        lent = self.kept.pop((name, kind), None)
        if lent:
            lent.opener.guard.forget()
            lent.page.bring_to_front()
        else:
            lent = self._open(name, prepare, how)
        before = self.failures()
        yield lent.page, lent.opener.guard
        lent.page.wait_for_timeout(SETTLE_MS)
        good = self.failures() == before and not lent.opener.guard.verdict() and _state(lent.page) == lent.state
        if good:
            self.kept[name, kind] = lent
        else:
            lent.opener.close()

    def close(self) -> None:
        """Close all that are kept."""
        for each in self.kept.values():
            each.opener.close()

    def _open(self, name: str, prepare: Prepare | None, how: dict[str, Any]) -> _Kept:
        opener = self.new_opener(Guard())
        page = opener(name, **how)
        wait_for_engine(page, "python")
        page.locator('#proof-state[data-proof="same"]').wait_for(state="attached")
        page.evaluate(_ASK_FOR_CODE)
        page.locator("#code-text:not(:empty)").wait_for(state="attached")
        if prepare:
            prepare(page)
        return _Kept(opener, page, _state(page))


def _state(page: Page) -> str:
    """What the page is once it has been brought back to its opening run; empty where it cannot be."""
    try:
        size = ViewportSize(width=VIEWPORT[0], height=VIEWPORT[1])
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.mouse.move(0, 0)
        page.evaluate(_GO_BACK)
        return str(page.evaluate(_STATE))
    except Error:
        return ""
