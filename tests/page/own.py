"""What a reader does with a file of their own on the page, and sees there."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page

from builder.tools.environment import ROOT
from engine.cli import main
from tests.page.harness.opening import Saved
from tests.page.reading import LABELS

WORDS: Any = LABELS["own"]
SAMPLES = ROOT / "content" / "samples"
NAMES = sorted(path.name for path in SAMPLES.iterdir())

Save = Callable[[Page, Callable[[], None]], Saved]

# Resolves when the next answer about the file is shown; rejects when none comes.
_AWAIT = """() => {
  window.settled = new Promise((resolve, reject) => {
    const own = document.querySelector("#own");
    const observer = new MutationObserver(() => {
      if (own.hasAttribute("aria-busy")) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(own, { attributes: true, attributeFilter: ["aria-busy"] });
    setTimeout(() => reject(new Error("no answer came")), 120_000);
  });
}"""

_DROP = """([name, encoded]) => {
  const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  const facts = { dataTransfer, bubbles: true, cancelable: true };
  const told = (type) => document.body.dispatchEvent(new DragEvent(type, facts));
  const over = told("dragover");
  const veiled = !document.querySelector("#drop-veil").hidden;
  return { over, veiled, drop: told("drop"), veiledAfter: !document.querySelector("#drop-veil").hidden };
}"""


_PASSES = "outcome => outcome.classList.contains('outcome-pass')"
_RECORDED = """items => items.map((item) => [
  item.dataset.ownRecord,
  item.querySelector(".record-answer").innerText.replace(/^\\S+\\s+/, "").trim(),
])"""


@dataclass(frozen=True)
class Own:
    """A reader at "Try your own session"."""

    page: Page

    def answered(self, act: Callable[[], object]) -> None:
        """Act, and wait until what it asks for is shown."""
        self.page.evaluate(_AWAIT)
        act()
        self.page.evaluate("() => window.settled")

    def sample(self, name: str) -> None:
        """Take a sample, by its title."""
        self.answered(self.button(name).click)

    def button(self, name: str) -> Locator:
        """A sample's button."""
        return self.page.get_by_role("button", name=WORDS["samples"][name]["title"], exact=True)

    def choose(self, name: str, data: bytes) -> None:
        """Choose a file."""
        file: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
        self.answered(lambda: self.page.locator("#own-file").set_input_files(file))

    def drop(self, name: str, data: bytes) -> Any:
        """Drop a file onto the page; returns which events it took and whether the veil was there."""
        seen: list[Any] = []
        argument = [name, base64.b64encode(data).decode()]
        self.answered(lambda: seen.append(self.page.evaluate(_DROP, argument)))
        return seen[0]

    def set(self, name: str, value: str) -> None:
        """Set one of the four inputs, or the format; of `tools`, choose the outcome whose steps are shown."""
        if name == "tools":
            self.answered(self.page.locator(f'[name="own-tools"][value="{value}"]').check)
        elif name == "state":
            box = self.page.locator('[name="own-state"]')
            self.answered(lambda: box.set_checked(value == "included"))
        else:
            control = self.page.locator(f'[name="own-{name}"]')
            self.answered(lambda: control.select_option(value))

    def outcome(self, tools: str) -> Locator:
        """What it comes to with tools answered from the export, or called live."""
        return self.page.locator(f'[data-own-outcome="{tools}"]')

    def gates(self) -> tuple[bool, bool]:
        """Whether the gate passes from the export, and whether it passes called live."""
        passes = [self.outcome(tools).evaluate(_PASSES) for tools in ("recorded", "live")]
        return bool(passes[0]), bool(passes[1])

    @property
    def answer(self) -> Locator:
        """The one sentence; where the file could not be read, why."""
        return self.page.locator("#own-answer")

    def recorded(self) -> dict[str, str]:
        """The four things a replay needs recorded: the answer to each, in a word."""
        items = self.page.locator("[data-own-record]")
        words = items.evaluate_all(_RECORDED)
        return dict(words)

    @property
    def steps(self) -> Locator:
        """The rows of the tape that are steps."""
        return self.page.locator("#own-steps [data-row]")

    def step(self, name: str) -> Locator:
        """A step's row."""
        return self.page.locator(f'#own-steps [data-row="{name}"]')

    @property
    def note(self) -> Locator:
        """The line that says how it goes."""
        return self.page.locator("#own-note")

    def findings(self, *, gravest: bool = False) -> list[tuple[str, str]]:
        """Severity and code of every finding, as shown; or of those that are not folded away."""
        which = ".own-findings > .findings > .finding" if gravest else ".finding"
        found = self.page.locator(f"#own-result {which}").evaluate_all(
            "items => items.map((item) => [item.dataset.severity, item.dataset.code])"
        )
        return [(severity, code) for severity, code in found]

    def make(self, salt: str = "") -> None:
        """Make the session replayable."""
        self.page.locator("#own-salt").fill(salt)
        self.answered(self.page.locator("#own-make").click)
        assert self.page.evaluate("() => document.activeElement.id") == "own-made"

    def bundle(self, save: Save) -> Saved:
        """The bundle, as downloaded."""
        return save(self.page, self.page.locator('[data-own-download="bundle"]').click)

    def document(self, save: Save) -> Saved:
        """The check, as downloaded."""
        return save(self.page, self.page.locator("#own-download-check").click)


def by_command_line(folder: Path, *command: str) -> bytes:
    """What the command line writes, run beside the samples so that a file has the same name as in the page."""
    file = folder / "written"
    main([*command, "--output", str(file)])
    return file.read_bytes()


def answer_in(document: bytes) -> str:
    """The sentence that a check's file gives, as it is read on the page."""
    return str(json.loads(document)["sessions"][0]["answer"]).replace("`", "")


def chat(*messages: dict[str, Any]) -> bytes:
    """A session in the form of OpenAI's chat."""
    return json.dumps({"model": "gpt-4o-2024-08-06", "messages": messages}).encode()


def long_chat(steps: int, size: int) -> bytes:
    """A long session of plain words."""
    text = "the order was sent on a later day than was said " * (size // 48)
    return chat(*({"role": ("user", "assistant")[step % 2], "content": f"{step} {text}"} for step in range(steps)))
