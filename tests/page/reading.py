"""What a reader does on the page and sees there, in the page's own words and ids."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Locator, Page, expect

from builder.site.content import words_with
from builder.tools.environment import ROOT
from engine.base.json_walk import change_texts
from engine.cli import main
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import OPTIONS, Settings, all_settings, read_settings

LABELS: Any = change_texts(
    words_with(yaml.safe_load((ROOT / "content" / "labels.yaml").read_text("utf-8"))),
    lambda text: text.replace("{set_ups}", str(len(all_settings()))),
)
INPUTS: Any = LABELS["inputs"]
SECTIONS = sorted(path.stem for path in (ROOT / "content" / "prose").glob("[0-9]*.md"))

# Each is the name of a number or a word in the run's JSON, and of an element in the page.
METRICS = (
    *("matched_steps", "total_steps", "side_effects_rerun", "model_calls", "live_tool_calls"),
    *("emails_in_clear", "first_difference", "left_script_at", "quoted_amount", "gate"),
)

SHOWN = """() => ({
  metrics: Object.fromEntries([...document.querySelectorAll('data[data-metric]')].map(
    (each) => [each.dataset.metric, each.value])),
  words: Object.fromEntries([...document.querySelectorAll('data[data-metric]')].map(
    (each) => [each.dataset.metric, each.textContent])),
  reasons: [...document.querySelectorAll('[data-metric="gate_reasons"] li')].map((each) => each.textContent),
  steps: [...document.querySelectorAll('[data-panel="table"] [data-step]')].map((each) => [
    each.dataset.step,
    ...['input', 'output'].map((side) => each.querySelector(`[data-side="${side}"] .state`).className)]),
  events: [...document.querySelectorAll('.events > li')].map((each) => each.querySelector('.event-text').textContent),
  digest: document.querySelector('[data-metric="digest"]').textContent,
})"""


@dataclass(frozen=True)
class Reader:
    """A reader with the page open."""

    page: Page
    chosen: dict[str, str] = field(default_factory=lambda: Settings().choices())

    def control(self, name: str) -> Locator:
        """The control of an input, by its label."""
        return self.page.locator("#inputs").get_by_label(INPUTS[name]["label"], exact=True)

    def pick(self, **choices: str) -> None:
        """Choose options by their labels, one control after the other, without waiting."""
        for name, value in choices.items():
            if not self.control(name).is_visible():
                self.page.locator("#unfold").click()
            if name == "state":
                self.control(name).set_checked(value == "included")
            else:
                self.control(name).select_option(label=INPUTS[name]["options"][value])
            self.chosen[name] = value

    def choose(self, **choices: str) -> None:
        """Choose options and wait for the run."""
        self.pick(**choices)
        self.wait()

    def choose_all(self, settings: Settings) -> None:
        """Bring all four inputs to a set-up, touching only those that differ."""
        wanted = settings.choices()
        self.choose(**{name: wanted[name] for name in OPTIONS if wanted[name] != self.chosen[name]})

    def wait(self) -> None:
        """Wait until the page shows the run that was chosen."""
        expect(self.page.locator("#experiment")).not_to_have_attribute("aria-busy", "true", timeout=30_000)

    def choices(self) -> dict[str, str]:
        """What the four controls stand at."""
        values = {name: self.control(name).input_value() for name in ("tools", "model", "email")}
        state = "included" if self.control("state").is_checked() else "omitted"
        return {name: {**values, "state": state}[name] for name in OPTIONS}

    def metric(self, name: str) -> str | None:
        """A metric's value, as its element gives it."""
        return self.page.locator(f'data[data-metric="{name}"]').get_attribute("value")

    def shown(self) -> Any:
        """All of the run that the page shows, in the form of `expected`."""
        found = self.page.evaluate(SHOWN)
        found["steps"] = [[step, *(_state(name) for name in names)] for step, *names in found["steps"]]
        return found

    def button(self, name: str) -> Locator:
        """A button by its words."""
        return self.page.locator(".spread").get_by_role("button", name=name, exact=True)

    def push(self, name: str) -> None:
        """Press a button by its words, wherever it is: on a phone the dock may lie over it."""
        self.button(name).dispatch_event("click")

    @property
    def slider(self) -> Locator:
        """The slider over the inspection time."""
        return self.page.get_by_label(LABELS["player"]["time"], exact=True)

    def time(self) -> int:
        """Where the slider stands."""
        return int(self.slider.input_value())

    def seek(self, seconds: int) -> None:
        """Put the slider at a moment, as a drag's end does."""
        self.slider.fill(str(seconds))

    def expect_time(self, seconds: int) -> None:
        """Wait until the slider stands at a moment."""
        expect(self.slider).to_have_value(str(seconds))

    def events(self) -> list[Locator]:
        """What each event tells, hidden or not."""
        return self.page.locator(".events > li .event-body").all()

    def expect_happened(self, count: int) -> None:
        """That the first events are inked, in the trace and in the tapes, and the later ones pale but there to read."""
        for list_ in (".events", ".rows"):
            expect(self.page.locator(f"{list_} > li:not(.is-later)")).to_have_count(count)
        expect(self.page.locator(".events > li .event-body").filter(visible=True)).to_have_count(12)


def _state(class_name: str) -> str:
    return class_name.removeprefix("state state-")


def expected(settings: Settings) -> Any:
    """What the page must show of a set-up, from CPython's engine."""
    document = document_of(settings)
    return {
        "metrics": {name: _text(document[name]) for name in METRICS},
        "words": {name: _words(name, document) for name in METRICS},
        "reasons": document["gate_reasons"],
        "steps": [[step["id"], step["input"], step["output"]] for step in document["steps"]],
        "events": [event["text"] for event in document["events"]],
        "digest": document["digest"],
    }


def _words(name: str, document: Any) -> str:
    """A metric as people read it."""
    words = LABELS["metrics"]
    value = document[name]
    if value is None:
        absent = {"first_difference": words["none"], "left_script_at": words["nowhere"]}
        return str(absent.get(name) or LABELS["figures"][name]["none"])
    if name == "quoted_amount":
        return f"{Decimal(value):,f} {document['quoted_currency']}"
    return str(words["gates"][value]) if name == "gate" else str(value)


def _text(value: object) -> str:
    return "" if value is None else str(value)


@functools.cache
def document_of(settings: Settings) -> Any:
    """The run of a set-up, by CPython."""
    return run(settings, standard())


def set_up(words: str) -> Settings:
    """A set-up written as its four values, such as ``recorded pinned included token``."""
    return read_settings(dict(zip(OPTIONS, words.split(), strict=True)))


def walk() -> Iterator[Settings]:
    """All 36 set-ups, neighbours differing in as few inputs as the order of options allows."""
    return iter(all_settings())


def command_line(folder: Path, settings: Settings, *command: str) -> bytes:
    """What the command line writes for a set-up."""
    options = [word for name, value in settings.choices().items() for word in (f"--{name}", value)]
    file = folder / "written.json"
    assert main([*command, *options, "--output", str(file)]) == 0
    return file.read_bytes()


def text_of(locator: Locator) -> str:
    """An element's words, spaces as one reads them."""
    return re.sub(r"\s+", " ", locator.inner_text()).strip()
