"""The runs behind the page: all 36, each the engine's own, from the author's files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from builder.tools.environment import ROOT
from engine.base.json_text import digest, pretty
from engine.replay.settings import OPTIONS, all_settings
from tests.builder.authoring import Author, step_of


def test_there_is_a_run_for_every_set_up(tmp_path: Path) -> None:
    """36 set-ups, 36 runs, in the engine's order."""
    runs = Author.in_folder(tmp_path).facts().runs
    found = [{name: run["settings"][name] for name in OPTIONS} for run in runs]
    assert found == [settings.choices() for settings in all_settings()]
    assert len(runs) == 36


def test_there_is_a_bundle_for_every_choice_of_state_and_email(tmp_path: Path) -> None:
    """Six of them: tools and model leave the bundle as it is."""
    bundles = Author.in_folder(tmp_path).facts().bundles
    assert set(bundles) == {f"{s} {e}" for s in OPTIONS["state"] for e in OPTIONS["email"]}


@pytest.mark.parametrize("model", OPTIONS["model"])
def test_the_command_line_gives_the_same_run_and_bundle(tmp_path: Path, model: str) -> None:
    """What the page carries is what `python3 -m engine` prints."""
    facts = Author.in_folder(tmp_path).facts()
    choices = {"tools": "live", "model": model, "state": "omitted", "email": "token"}
    options = [word for name, value in choices.items() for word in (f"--{name}", value)]
    run = next(run for run in facts.runs if choices.items() <= run["settings"].items())
    assert engine("run", "--json", *options) == pretty(run, sort_keys=True)
    assert engine("export", *options) == pretty(facts.bundles["omitted token"])


def engine(*arguments: str) -> str:
    """What the engine's command line prints."""
    argv = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_named_set_ups_have_their_runs(tmp_path: Path) -> None:
    """Each name of setups.yaml stands for the run of what it chooses."""
    author = Author.in_folder(tmp_path)
    facts = author.facts()
    for name, settings in author.content().setups.items():
        chosen = facts.setups[name]["settings"]
        assert settings.choices().items() <= chosen.items()
        assert (facts.setups[name] in facts.runs) == (not settings.live)
    assert facts.opening is facts.setups["opening"]


def test_facts_follow_the_authors_world(tmp_path: Path) -> None:
    """Another rate in world.py makes other runs: no outcome is typed in."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", '"92.4"', '"100"')
    opening = author.facts().opening
    assert opening["quoted_amount"] == "1200"
    assert step_of(opening, "S5")["replayed_output"]["result"]["rate"] == "100"


UNREPRODUCED = [
    ("session.json", '"rate": "91.8"', '"rate": "91.9"', "S6"),
    ("session.json", '"call": "get_fx"', '"call": "get_rate"', "S4|get_rate"),
    ("session.json", "You are welcome", "Welcome", "S10"),
    ("session.json", "I have credited 1,101.6", "I have credited 1,101.7", "S8"),
    ("models.py", '_CLOSE = "You', '_CLOSE = "Surely, you', "S10"),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), UNREPRODUCED)
def test_a_session_that_the_model_does_not_reproduce_is_refused(
    tmp_path: Path, file: str, old: str, new: str, says: str
) -> None:
    """Or nothing that the page says of regenerated turns would hold."""
    author = Author.in_folder(tmp_path)
    author.replace(file, old, new)
    error = author.mistake()
    assert error.file == author.folder / "session.json"
    assert re.search(says, error.message), error.message
    assert error.line is not None
    assert error.remedy


LACKING = [
    ("models.py", 'VERSIONS = ("helpdesk-2026-05-12", ', 'VERSIONS = ("helpdesk-2020", '),
    ("session.json", '"version": "helpdesk-2026-05-12"', '"version": "helpdesk-1"'),
]


@pytest.mark.parametrize(("file", "old", "new"), LACKING)
def test_fixtures_that_lack_what_a_replay_asks_are_refused(tmp_path: Path, file: str, old: str, new: str) -> None:
    """A model that nothing is known of ends in a plain error, not in a traceback."""
    author = Author.in_folder(tmp_path)
    author.replace(file, old, new)
    error = author.mistake()
    assert error.file is not None
    assert error.file.name == "session.json"
    assert error.remedy


def test_a_digest_is_the_runs_own(tmp_path: Path) -> None:
    """Each run document carries the SHA-256 of its canonical form without the digest."""
    for run in Author.in_folder(tmp_path).facts().runs:
        rest = {key: value for key, value in run.items() if key != "digest"}
        assert run["digest"] == digest(json.loads(json.dumps(rest)))
