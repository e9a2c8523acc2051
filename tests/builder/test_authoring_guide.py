"""What docs/authoring.md shows is so: its expressions, links, commands and modules are tried."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from builder.__main__ import parser
from builder.site.content import read_content
from builder.site.facts import compute_facts
from builder.site.prose import render_prose
from builder.tools.environment import ROOT
from builder.tools.subjects import EXAMPLE
from engine.replay.declared import read_subject
from engine.replay.session import read_session
from engine.replay.settings import all_settings

GUIDE = (ROOT / "docs" / "authoring.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The guide's blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def cells(pattern: str) -> list[str]:
    """What stands in the first column of its tables and is of a pattern, as an author would type it."""
    found = re.findall(rf"^\| .*?`({pattern})`.*? \|", GUIDE, re.MULTILINE)
    return [cell.replace(r"\|", "|") for cell in found]


def test_its_expressions_and_links_work_in_the_second_subjects_prose(tmp_path: Path) -> None:
    """Each is put into a section, as it stands in the guide."""
    content = read_content(EXAMPLE)
    typed = [*cells(r"\{\{.*?\}\}"), *cells(r"\[.*?\]\(.*?\)")]
    assert len(typed) > 10
    section = tmp_path / "6-guide.md"
    section.write_text("{#guide}\n## Guide\n\n" + "\n\n".join(typed) + "\n", "utf-8")
    text = type(content.sections[0])(section, section.read_text("utf-8"))
    tried = content.__class__(**{**vars(content), "sections": (*content.sections, text)})
    html = render_prose(tried, compute_facts(content, EXAMPLE)).sections[-1].html
    assert "3 of 14" in html
    assert html.count("data-try=") == 2
    assert html.count("data-play") == 1


def module(name: str, source: str) -> ModuleType:
    """A module of the guide's."""
    made = ModuleType(name)
    exec(source, made.__dict__)
    return made


def test_its_session_and_modules_are_a_subject() -> None:
    """The world answers, the model does as recorded, the figure is read."""
    session = read_session(json.loads(blocks("json")[0]))
    world, models = (module(name, source) for name, source in zip(("world", "models"), blocks("python"), strict=True))
    sentences = json.loads((ROOT / "content" / "sentences.json").read_text("utf-8"))
    subject = read_subject(session, world, models, sentences)
    assert [each.flag for each in subject.live_values] == ["--live-wait"]
    messages: list[Any] = [{"actor": step.actor, "output": step.output.to_json()} for step in session.steps]
    assert models.respond(session.model_version, (), messages[:1]) == messages[1]["output"]
    assert models.figures(messages) == {"day_told": {"value": "9", "unit": "days"}}
    opened = world.opening({"live_wait": "2"})
    assert world.answer("next_free", {"for": "heart scan"}, opened)[0]["in_days"] == "2"
    assert world.answer("move_appointment", {}, opened)[1]["next_move"] == 14


def test_its_commands_are_commands() -> None:
    """Every line that begins with build.py, and every option that the text names."""
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("python3 build.py")]
    assert len(lines) >= 4
    for line in lines:
        parser().parse_args(line.split("#")[0].split()[2:])
    for option in ("--session 2", "--first 20", "--format openai_chat", "--keep-people"):
        assert option.split()[0] in GUIDE
        parser().parse_args(["new", "mine", "--from", "export.json", *option.split()])


def test_the_number_of_set_ups_is_the_engines() -> None:
    """It says how many there are."""
    assert f"all {len(all_settings())} set-ups" in GUIDE


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((\.\.?/[^)#]+)\)", GUIDE))))
def test_its_links_lead_somewhere(link: str) -> None:
    """To files of the project."""
    assert (ROOT / "docs" / link).resolve().exists()
