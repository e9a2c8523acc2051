"""A subject may have several live values, or none: each has its field where it is read, its words, and its key."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

from builder.tools.environment import ROOT
from tests.builder.authoring import Author

SECOND = """    {
        "name": "live_number",
        "key": "number",
        "flag": "--live-number",
        "tool": "issue_credit",
        "field": "credit",
        "value": "10",
        "least": "1",
        "above": False,
        "most": "999",
        "decimals": 0,
    },
]

IDENTIFIERS"""

WORDS = """
  live_number:
    label: "Next number"
    help: "The number of the next credit."
    wrong: "That is no number."
    needs_python: "This needs Python."
    refused: "Another number needs Python."
    any_value: "No credit is issued."
"""


@pytest.fixture
def author(tmp_path: Path) -> Author:
    """An author whose shop has a second live value: the number of the next credit."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", "    }\n]\n\nIDENTIFIERS", f"    }},\n{SECOND}")
    author.replace("world.py", '"next": 10', '"next": int(live["live_number"])')
    author.replace("labels.yaml", "live:\n", f"live:{WORDS}")
    author.append("setups.yaml", '\nboth: {live_rate: "91.8", live_number: "77"}\n')
    author.append("prose/lead.md", "\n\n[Both](try:both@S7)\n")
    return author


def test_each_value_has_a_field_in_the_step_that_reads_it(author: Author) -> None:
    """With its label, its help and its bounds among what the scripts are told."""
    page = author.page()
    fields = re.findall(
        r'<input id="input-(\w+)" class="live-value" type="text" name="(\w+)"[^>]* value="([^"]+)"', page
    )
    assert fields == [("rate", "live_rate", "92.4"), ("number", "live_number", "10")]
    assert '<p id="help-number" hidden>The number of the next credit.</p>' in page
    assert '"key":"number"' in page
    changed = re.search(r'id="input-number"[^>]*>(.{0,200})', page, re.DOTALL)
    assert changed is not None
    assert "pill-changed" in changed[1]


def test_a_set_up_and_a_link_move_both(author: Author) -> None:
    """In the order in which the world declares them."""
    run = author.facts().setups["both"]
    assert run["settings"]["live_number"] == "77"
    assert [each["result"]["credit"] for each in run["side_effects"]] == ["cr_9", "cr_77"]
    lead = html.unescape(author.prose().parts["lead"])
    assert 'href="#tools=live&model=pinned&state=included&email=clear&rate=91.8&number=77&t=35"' in lead


def test_the_command_line_has_a_flag_for_each(author: Author) -> None:
    """It gives the run that the page shows."""
    flags = ["--live-rate", "91.8", "--live-number", "077"]
    argv = [sys.executable, "-m", "engine", "run", "--json", "--content", str(author.folder), *flags]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f'"digest": "{author.facts().setups["both"]["digest"]}"' in done.stdout
    done = subprocess.run([*argv[:-1], "1.5"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'1.5' is no live number. Give a whole number from 1 to 999, such as 10." in done.stderr


def test_a_run_is_the_same_at_any_value_only_where_no_tool_of_any_of_them_is_called(author: Author) -> None:
    """Without live calls it is; where a live call reads one of them it is not."""
    facts = author.facts()
    free = {run["digest"] for run in facts.runs if run["digest"] in facts.at_any_live}
    for run in facts.runs:
        if run["settings"]["tools"] == "recorded":
            assert run["digest"] in free
        called = {step["tool"] for step in run["steps"] if step["source"] == "live" and step["replayed_output"]}
        if called & {"get_fx", "issue_credit"}:
            assert run["digest"] not in free


def test_a_subject_may_have_none(author: Author) -> None:
    """Then there is no field, and a set-up that names one is refused."""
    source = (author.folder / "world.py").read_text("utf-8")
    start, end = source.index("LIVE_VALUES = ["), source.index("IDENTIFIERS")
    fixed = source[:start] + "LIVE_VALUES: list[dict[str, Json]] = []\n\n" + source[end:]
    fixed = fixed.replace('live["live_rate"]', '"92.4"').replace('int(live["live_number"])', "10")
    (author.folder / "world.py").write_text(fixed, "utf-8")
    labels = (author.folder / "labels.yaml").read_text("utf-8")
    start = labels.index("live:\n")
    after = re.compile(r"^\S", re.MULTILINE).search(labels, start + 6)
    rest = labels[after.start() :] if after else ""
    (author.folder / "labels.yaml").write_text(f"{labels[:start]}live: {{}}\n{rest}", "utf-8")
    assert "live_rate" in str(author.mistake())
    for setup in ('both: {live_rate: "91.8", live_number: "77"}', 'same_rate: {live_rate: "91.8"}'):
        author.replace("setups.yaml", setup, "")
    author.replace("prose/lead.md", "[Both](try:both@S7)", "")
    for path in (author.folder / "prose").glob("2-*.md"):
        path.write_text("{#two}\n## Two\n\nNone is moved.\n", "utf-8")
    page = author.page()
    assert 'class="live-value"' not in page
    assert set(author.facts().at_any_live) == {run["digest"] for run in author.facts().runs}
