"""`build.py new`: from an exported session to a subject that builds, and clear errors where that cannot be."""

from __future__ import annotations

import argparse
import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from builder.errors import BuildError
from builder.progress import Progress
from builder.site.content import read_content
from builder.site.facts import Facts, compute_facts
from builder.site.prose import Prose, render_prose
from builder.starter.modules import literal
from builder.starter.new import new
from builder.starter.options import add_options
from builder.starter.session import FEWEST, MOST
from builder.tools.environment import ROOT

SAMPLES = ROOT / "tests" / "engine" / "check" / "samples"
REFUND = ROOT / "content" / "samples" / "refund-again.anthropic.json"
PERSON = "wanda.weaver@mill.example.org"


def make(folder: Path, file: Path, *more: str) -> None:
    """`build.py new FOLDER --from FILE`."""
    command = argparse.ArgumentParser()
    add_options(command, Path)
    new(Progress(), command.parse_args([str(folder), "--from", str(file), *more]))


def built(folder: Path) -> tuple[Facts, Prose]:
    """The first stages of a build, in which every mistake in a subject is found."""
    content = read_content(folder)
    facts = compute_facts(content, folder)
    return facts, render_prose(content, facts)


def session_of(folder: Path) -> Any:
    """The session of a subject."""
    return json.loads((folder / "session.json").read_text("utf-8"))


def run_of(facts: Facts, words: str) -> Any:
    """The run of a set-up written as its four values."""
    names = ("tools", "model", "state", "email")
    wanted = dict(zip(names, words.split(), strict=True))
    return next(run for run in facts.runs if all(run["settings"][name] == wanted[name] for name in names))


def chat(*messages: dict[str, Any]) -> str:
    """An export of the OpenAI chat form, with a call and its result before these messages."""
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "find_loom", "arguments": json.dumps({"owner": PERSON})},
    }
    start = [
        {"role": "system", "content": "You look after looms."},
        {"role": "user", "content": f"Where is my loom? I am {PERSON}."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": '{"loom": "L-7", "hall": "east"}'},
        {"role": "assistant", "content": "Your loom L-7 stands in the east hall."},
    ]
    return json.dumps({"model": "loom-2026-02-01", "messages": [*start, *messages]})


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """A file with a session in which a person's address stands."""
    path = tmp_path / "chat.json"
    path.write_text(chat(), "utf-8")
    return path


@pytest.mark.parametrize(
    "file",
    [
        REFUND,
        SAMPLES / "atif" / "trajectory.json",
        SAMPLES / "google_adk" / "session_snake.json",
        SAMPLES / "langchain" / "thread.json",
        SAMPLES / "otel_genai" / "pydantic_ai.json",
        SAMPLES / "codex" / "rollout.jsonl",
        SAMPLES / "replay_bundle" / "bundle.json",
        SAMPLES / "strands" / "session.zip",
        SAMPLES / "vcrpy" / "anthropic.yaml",
        ROOT / "content" / "session.json",
    ],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_a_subject_is_made_of_what_the_check_reads(file: Path, tmp_path: Path) -> None:
    """It builds as made, its five sections have their headings, and what is played from the export is as recorded."""
    make(tmp_path / "mine", file)
    facts, prose = built(tmp_path / "mine")
    assert len(prose.sections) == 5
    injected = run_of(facts, "recorded injected included token")
    assert injected["matched_steps"] == injected["total_steps"] >= FEWEST
    live = run_of(facts, "live pinned included clear")
    assert live["side_effects_rerun"] == sum(effect["by"] == "session" for effect in live["side_effects"])


def test_the_world_answers_as_recorded_until_it_is_told_otherwise(tmp_path: Path) -> None:
    """Then the live run differs from there on, and the place to write is marked."""
    folder = tmp_path / "mine"
    make(folder, REFUND)
    before = built(folder)[0].opening
    assert before["matched_steps"] == before["total_steps"]
    assert before["side_effects_rerun"] == 1
    world = folder / "world.py"
    source = world.read_text("utf-8")
    assert "EDIT HERE" in source
    world.write_text(source.replace('# 0: {"what"', '0: {"what"'), "utf-8")
    assert built(folder)[0].opening["first_difference"] == "S4"


def test_a_reaction_that_is_written_is_what_the_model_does(tmp_path: Path) -> None:
    """The newer model does something else at its first turn, and the replay leaves the script there."""
    folder = tmp_path / "mine"
    make(folder, REFUND)
    models = folder / "models.py"
    source = models.read_text("utf-8")
    reaction = '    if version == NEWER:\n        return {"call": "another_tool", "arguments": {}}\n    return None\n'
    changed = source.replace("    del version, instruction, messages\n    return None\n", reaction)
    assert changed != source
    models.write_text(changed, "utf-8")
    facts, _ = built(folder)
    assert run_of(facts, "recorded latest included clear")["left_script_at"] == "S2"
    assert run_of(facts, "recorded pinned included clear")["left_script_at"] is None


def test_people_become_fictional_ones(export: Path, tmp_path: Path) -> None:
    """Nobody's address is left in any file, and the page can show what it means to leave one in clear."""
    folder = tmp_path / "mine"
    make(folder, export)
    for path in folder.rglob("*"):
        assert path.is_dir() or PERSON not in path.read_text("utf-8")
    assert "person-1@example.com" in json.dumps(session_of(folder))
    assert session_of(folder)["user"] == "person-1@example.com"
    facts, _ = built(folder)
    assert run_of(facts, "recorded pinned included clear")["emails_in_clear"] == 1
    tokens = run_of(facts, "recorded latest included token")
    assert tokens["emails_in_clear"] == 0
    # The newer model was not told the address, so it names the token that it read.
    assert tokens["matched_steps"] == tokens["total_steps"]
    live = run_of(facts, "live injected included token")
    assert live["first_difference"] == "S3"


def test_a_result_written_as_json_text_has_fields(export: Path, tmp_path: Path) -> None:
    """As other frameworks write it, a tape could tell nothing of it in a word."""
    make(tmp_path / "mine", export)
    assert session_of(tmp_path / "mine")["steps"][2]["output"] == {"result": {"loom": "L-7", "hall": "east"}}


def test_people_are_kept_where_that_is_asked_for(export: Path, tmp_path: Path) -> None:
    """Whose session it is may want to see it as it is."""
    folder = tmp_path / "mine"
    make(folder, export, "--keep-people")
    assert PERSON in json.dumps(session_of(folder))
    assert built(folder)[0].opening["emails_in_clear"] == 1


def test_it_says_what_to_edit_next(export: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each place with its line, and the two commands that follow."""
    folder = tmp_path / "mine"
    make(folder, export)
    told = capsys.readouterr().out
    for name in ("world.py", "models.py"):
        line = int(re.search(rf"{name}, line (\d+)", told)[1])  # type: ignore[index]
        assert "EDIT HERE" in (folder / name).read_text("utf-8").splitlines()[line - 1]
    assert f"python3 build.py --content {folder}" in told
    assert f"python3 build.py test --content {folder}" in told


@pytest.mark.parametrize(
    ("text", "more", "problem"),
    [
        ("no session at all", (), "chat.json"),
        ("{}", (), "chat.json"),
        (chat(), ("--first", "2"), f"2 steps, and a page shows {FEWEST} to {MOST}"),
        (chat(), ("--first", "-1"), f"0 steps, and a page shows {FEWEST} to {MOST}"),
        (chat(), ("--session", "0"), "there is no session 0"),
        (chat(), ("--session", "4"), "there is no session 4"),
        (chat(), ("--format", "carrier_pigeon"), "No format is called 'carrier_pigeon'"),
        (chat(*({"role": "user", "content": "And?"} for _ in range(MOST))), (), f"{MOST + 4} steps"),
    ],
)
def test_what_cannot_be_a_subject_is_refused(text: str, more: tuple[str, ...], problem: str, tmp_path: Path) -> None:
    """With the file's name and a remedy, and no folder is left behind."""
    file = tmp_path / "chat.json"
    file.write_text(text, "utf-8")
    with pytest.raises(BuildError) as caught:
        make(tmp_path / "mine", file, *more)
    assert problem in str(caught.value)
    assert caught.value.file == file
    assert caught.value.remedy
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chat.json"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("user:tier = gold", "user:tier = silver", "instruction.as_recorded[1]"),
        ('"name": "get_fx"', '"name": "get_rate"', "calls 'get_fx'"),
    ],
)
def test_a_bundle_whose_parts_do_not_fit_is_refused_at_its_line(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """The line is the export's own, since nothing is made of it."""
    text = (ROOT / "content" / "session.json").read_text("utf-8")
    file = tmp_path / "bundle.json"
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BuildError) as caught:
        make(tmp_path / "mine", file)
    assert problem in caught.value.message
    assert caught.value.file == file
    assert caught.value.line
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bundle.json"]


def test_a_session_without_tools_is_a_subject_too(tmp_path: Path) -> None:
    """Its replay touches nothing, and its text says so."""
    file = tmp_path / "chat.json"
    words = [{"role": role, "content": "Hello."} for role in ("user", "assistant", "user", "assistant")]
    file.write_text(json.dumps({"model": "loom-2026-02-01", "messages": words}), "utf-8")
    make(tmp_path / "mine", file)
    facts, prose = built(tmp_path / "mine")
    assert facts.opening["gate"] == "pass"
    assert "The session calls no tool" in prose.sections[1].html


def test_a_long_session_can_be_cut(tmp_path: Path) -> None:
    """To its first steps."""
    file = tmp_path / "chat.json"
    file.write_text(chat(*({"role": "user", "content": "And?"} for _ in range(MOST))), "utf-8")
    make(tmp_path / "mine", file, "--first", str(MOST))
    assert built(tmp_path / "mine")[0].opening["total_steps"] == MOST


def test_one_of_several_sessions_is_chosen(tmp_path: Path) -> None:
    """By its number; without one the sessions are listed."""
    file = SAMPLES / "google_adk" / "eval_set.json"
    with pytest.raises(BuildError, match=r"2 sessions \(1: late parcel, 2: no state\)"):
        make(tmp_path / "mine", file)
    make(tmp_path / "mine", file, "--session", "1")
    assert session_of(tmp_path / "mine")["session"] == "late parcel"


def test_half_a_pair_of_surrogates_is_written_and_read(tmp_path: Path) -> None:
    """JSON can hold it and UTF-8 cannot: every file escapes it."""
    file = tmp_path / "chat.json"
    file.write_text(chat({"role": "user", "content": "What is \ud83d?"}).replace("east", "\\ud83d hall"), "utf-8")
    make(tmp_path / "mine", file)
    assert built(tmp_path / "mine")[0].opening["matched_steps"] == 5


VALUES: list[Any] = [
    {"a": [1, -2.5, None, True], 'b\n"': {}, "ü": "it’s\t\\ \x00 \ud83d"},
    [["long " * 30, {"deep": {"deeper": ["x" * 60, "y" * 60]}}], []],
    ("tool", {"k": ()}, "'"),
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("indent", [0, 4])
def test_a_value_written_as_python_is_the_value(value: Any, indent: int) -> None:
    """Whatever texts it holds, on one line or on several."""
    assert ast.literal_eval(literal(value, indent)) == value


def test_a_folder_that_is_there_is_left_alone(export: Path, tmp_path: Path) -> None:
    """Whatever stands in it may be somebody's work."""
    folder = tmp_path / "mine"
    folder.mkdir()
    with pytest.raises(BuildError, match="there already"):
        make(folder, export)
    assert list(folder.iterdir()) == []


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """As anywhere."""
    with pytest.raises(BuildError, match="cannot be read"):
        make(tmp_path / "mine", tmp_path / "nowhere.json")
