"""A reader with the page open in WebKitGTK."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from builder.bench.webdriver import WebKitSession
from engine.replay.settings import Settings
from tests.page.reading import SHOWN

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# Polls a condition, for a page whose policy allows no more than that.
UNTIL = """new Promise((resolve, reject) => {
  const deadline = performance.now() + MILLISECONDS;
  const look = () => {
    if (CONDITION) resolve(true);
    else if (performance.now() > deadline) reject(new Error("waited in vain for: " + WORDS));
    else setTimeout(look, 10);
  };
  look();
})"""

CHOOSE = """(choices) => {
  for (const [name, value] of Object.entries(choices)) {
    const control = document.querySelector(`#inputs [name=${name}]`);
    const wanted = name === "state" ? value === "included" : value;
    const key = name === "state" ? "checked" : "value";
    if (control[key] === wanted) continue;
    control[key] = wanted;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


class Reader(WebKitSession):
    """What a reader does and sees there; a condition is JavaScript."""

    def visit(self, address: str, hash: str = "") -> None:
        """Open an address anew, though it may differ from the one before in its hash alone."""
        # A desk's window: in the driver's own, which is low, the run is folded.
        self._call("POST", "/window/rect", {"width": 1200, "height": 760})
        self.open("about:blank")
        self.open(f"{address}#{hash}" if hash else address)

    def see(self, expression: str) -> Any:
        """What an expression is in the page."""
        return self.evaluate(f"Promise.resolve({expression})")

    def until(self, condition: str, seconds: float = 30) -> None:
        """Wait for a condition; RuntimeError when it does not come true."""
        script = UNTIL.replace("MILLISECONDS", str(int(seconds * 1000))).replace("WORDS", json.dumps(condition))
        self.evaluate(script.replace("CONDITION", condition))

    def wait_for_engine(self, state: str) -> None:
        """Wait until ``<html data-engine>`` is a state."""
        self.until(f"document.documentElement.dataset.engine === {state!r}", seconds=60)

    def choose(self, **choices: str) -> None:
        """Set controls as a reader's choice does, and wait for the run."""
        for name, value in choices.items():
            control = f"document.querySelector('[name={name}]')"
            put = f"checked = {str(value == 'included').lower()}" if name == "state" else f"value = {value!r}"
            self.see(f"({control}.{put}, {control}.dispatchEvent(new Event('change', {{ bubbles: true }})))")
        self.until("!document.querySelector('#experiment').hasAttribute('aria-busy')")

    def choose_all(self, settings: Settings) -> None:
        """Bring all four inputs to a set-up, touching only those that differ."""
        self.see(f"({CHOOSE})({json.dumps(settings.choices())})")
        self.until("!document.querySelector('#experiment').hasAttribute('aria-busy')")

    def shown(self) -> Any:
        """All of the run that the page shows, as `tests.page.reading.expected` has it."""
        found = self.see(f"({SHOWN})()")
        found["steps"] = [
            [step, *(name.removeprefix("state state-") for name in names)] for step, *names in found["steps"]
        ]
        return found

    def click(self, selector: str) -> None:
        """Click with the mouse, as the driver does: what lies above the element is hit instead."""
        self._call("POST", f"/element/{self._find(selector)}/click", {})

    def type(self, selector: str, text: str) -> None:
        """Empty a field and type."""
        # The driver's own way to empty a field leaves it as it was.
        self.see(f"(document.querySelector({selector!r}).value = '')")
        self._call("POST", f"/element/{self._find(selector)}/value", {"text": text})

    def time(self) -> float:
        """Where the slider stands."""
        return float(self.see("document.querySelector('#time').value"))

    def text(self, selector: str) -> str:
        """An element's words; empty where it is hidden."""
        return str(self.see(f"document.querySelector({selector!r}).innerText"))

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self._call("POST", "/window/rect", {"width": width, "height": height})

    def picture(self, path: Path) -> None:
        """Write a picture of what is in view."""
        path.write_bytes(base64.b64decode(self._call("GET", "/screenshot", None)))

    def _find(self, selector: str) -> str:
        wanted = {"using": "css selector", "value": selector}
        return str(self._call("POST", "/element", wanted)[ELEMENT])
