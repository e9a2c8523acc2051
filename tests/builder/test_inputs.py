"""The inputs are known in one place: a fifth one there, and terminal, page and scripts have it."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from builder.site import page
from builder.site.page import Parts, declared, render_single
from builder.site.scripts import render_panels
from builder.tools.environment import ROOT
from engine.replay import run as run_module
from engine.replay import settings
from engine.replay.settings import INPUTS, OPTIONS, Settings, inputs_of
from tests.builder.authoring import SMALL_RUNTIME, Author

Fifth = Literal["by day", "by night"]

TYPED = re.compile(r"""["'](recorded|injected|included|clear)["'],\s*["'](live|pinned|omitted|token)["']""")
"""Two options of an input beside each other, as a list of them would have it."""


@dataclass(frozen=True)
class FiveInputs(Settings):
    """Settings with one input more: all that an author of the engine would write for it."""

    hour: Fifth = dataclasses.field(default="by day", metadata={"help": "when it is replayed"})


@dataclass(frozen=True)
class FiveLabels:
    """The labels, with words for the fifth."""

    known: Any

    def model_dump(self, *, by_alias: bool) -> Any:
        """As the labels' own."""
        labels = self.known.model_dump(by_alias=by_alias)
        options = {"by day": "In daylight", "by night": "At night"}
        for inputs in (labels["inputs"], labels["own"]["inputs"]):
            inputs["hour"] = {"label": "The hour", "help": "When.", "options": options}
        labels["map"]["short"].update(options)
        for sample in labels["own"]["samples"].values():
            sample["hour"] = None
        return labels


def test_a_field_of_the_settings_is_an_input() -> None:
    """Its options, what opens, and its help, in the order of the fields."""
    assert [each.name for each in inputs_of(FiveInputs)] == [*OPTIONS, "hour"]
    assert inputs_of(FiveInputs)[-1] == settings.Input(
        "hour", ("by day", "by night"), "by day", "when it is replayed", tick=False
    )
    assert inputs_of(Settings) == INPUTS


def test_the_page_has_a_fifth_input_without_a_further_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its control, twice as many cells in the map, and its place in command and addresses."""
    author = Author.in_folder(tmp_path)
    content, facts, prose = author.content(), author.facts(), author.prose()
    five = inputs_of(FiveInputs)
    monkeypatch.setattr(page, "INPUTS", five)
    monkeypatch.setattr(page, "CAREFUL", FiveInputs("recorded", "injected", "included", "token"))
    for module in (run_module, settings):
        monkeypatch.setattr(module, "OPTIONS", {each.name: each.options for each in five})
    doubled = tuple(
        {**each, "settings": {**each["settings"], "hour": hour}} for each in facts.runs for hour in five[-1].options
    )
    opening = {**facts.opening, "settings": {**facts.opening["settings"], "hour": "by day"}}
    facts = dataclasses.replace(facts, runs=doubled, setups={"opening": opening})
    told = declared(ROOT, content)
    content = dataclasses.replace(content, labels=FiveLabels(content.labels))  # type: ignore[arg-type]
    labels = content.labels.model_dump(by_alias=True)
    context = {"map": facts.map, "proof": "build", "former": None, "open": None}
    panels = render_panels(ROOT, {"run": opening, "labels": labels, "context": context, "declared": told})
    assert panels["map"].count("<button") == 2 * settings.SET_UPS
    assert 'aria-current="true"' in panels["map"]
    assert "--hour by day" in panels["proof"]
    html = render_single(Parts(ROOT, content, facts, prose, "", "", panels, "", SMALL_RUNTIME))
    assert re.search(r'<select id="input-hour".*?<option value="by day" selected>In daylight<', html, re.DOTALL)
    assert '<select id="own-hour"' in html


@pytest.mark.parametrize("folder", ["builder", "site_templates", "engine"])
def test_no_other_file_lists_the_options_of_an_input(folder: str) -> None:
    """Only `engine/replay/settings.py` does, and the check's outcomes, one for each way of answering tools."""
    sources = [path for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".js", ".ts", ".j2"}]
    listed = {path.relative_to(ROOT).as_posix() for path in sources if TYPED.search(path.read_text("utf-8"))}
    assert listed <= {"engine/replay/settings.py", "site_templates/scripts/view/own.js", *OUTCOMES}
    assert len(sources) > 20


OUTCOMES = ("site_templates/scripts/check.d.ts", "engine/check/outcome.py", "engine/check/telling/document.py")
