"""A page in a real browser, for an attack: its errors, what it shows, and whether that is consistent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from builder.stress.attack import Ground
from builder.tools.launch import VIEWPORT, Variant, launch, new_context
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import all_settings

BROWSERS = ("chromium", "firefox")
PATIENCE = 60_000

# The inputs and the digest that are shown, and whether an answer is outstanding, all at one moment.
LOOK = """() => {
  const value = (name) => document.querySelector(`#inputs [name="${name}"]`).value;
  return {
    tools: value("tools"),
    model: value("model"),
    state: document.querySelector('#inputs [name="state"]').checked ? "included" : "omitted",
    email: value("email"),
    digest: document.querySelector('[data-metric="digest"]').textContent,
    pending: document.querySelector("#experiment").hasAttribute("aria-busy"),
  };
}"""


@dataclass
class Visit:
    """An open page and what it complained of: errors on the console, exceptions that nobody caught."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Note complaints from now on."""
        self.page.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self._note(str(error)))

    def _note(self, text: str) -> None:
        self.complaints.append(text[:200])

    def wait_for(self, *engines: str) -> str:
        """Wait until the page says that its answers come from one of these; which it is."""
        page = self.page
        page.locator(", ".join(f'html[data-engine="{name}"]' for name in engines)).wait_for(
            state="attached", timeout=PATIENCE
        )
        return page.locator("html").get_attribute("data-engine") or ""

    def choose(self, name: str, value: str) -> None:
        """Change an input as a reader does, and wait for the run."""
        self.page.locator(f'#inputs [name="{name}"]').evaluate(
            "(input, value) => { input.value = value; input.dispatchEvent(new Event('change', { bubbles: true })); }",
            value,
        )
        self.page.locator("#experiment:not([aria-busy])").wait_for(state="attached", timeout=PATIENCE)

    def disagreement(self) -> str:
        """What the inputs say beside what is shown, where these are not of one set-up; else nothing."""
        seen = self.page.evaluate(LOOK)
        said = json.dumps([seen[name] for name in ("tools", "model", "state", "email")])
        if seen["pending"] or digests()[said] == seen["digest"]:
            return ""
        return f"The inputs say {said}, and the run is {seen['digest'][:12]}."


def digests() -> dict[str, str]:
    """The digest of every set-up at the world's own live values, by CPython; by its four inputs as JSON."""
    if not _DIGESTS:
        for each in all_settings():
            _DIGESTS[json.dumps(list(each.choices().values()))] = run(each, standard())["digest"]
    return _DIGESTS


_DIGESTS: dict[str, str] = {}


def page_of(ground: Ground) -> str:
    """The address of the single file."""
    return (ground.root / "dist" / "index.html").as_uri()


def after(name: str, found: Visit, engine: str) -> list[str]:
    """What does not hold after an attack: Python is there and answers a choice, and nothing was complained of."""
    broken = [] if engine == "python" else ["Python is not there"]
    for value in ("removed", "token"):
        found.choose("email", value)
        broken.append(found.disagreement())
    return [f"{name}: {text}" for text in [*broken, *found.complaints] if text]


@contextmanager
def visit(name: str, address: str, scratch: Path, *, script: str = "", **variant: Any) -> Iterator[Visit]:
    """Open an address in a browser of its own; ``script`` runs in the page first."""
    kind = Variant(**variant)
    with sync_playwright() as playwright:
        browser = launch(playwright, name, kind, scratch)
        context = new_context(browser, kind, VIEWPORT)
        if script:
            context.add_init_script(script)
        found = Visit(context.new_page())
        found.listen()
        found.page.goto(address)
        yield found
        browser.close()
