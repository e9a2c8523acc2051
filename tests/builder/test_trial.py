"""A subject whose modules are no pure functions is refused: what remembers, and what changes in place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.site.content import read_content
from builder.site.facts import compute_facts
from builder.site.prose import render_prose
from builder.tools.environment import ROOT
from tests.builder.authoring import Author


@dataclass(frozen=True)
class Fault:
    """An edit of a module, what the error says, and a text on the line that it names; empty where it names none."""

    file: str
    old: str
    new: str
    says: str
    at: str = ""


FAULTS = [
    Fault(
        "world.py",
        '    return {"get_order"',
        '    _SEEN.append(tool)\n    world = {**world, "next": len(_SEEN)}\n    return {"get_order"',
        "comes out otherwise",
    ),
    Fault(
        "models.py",
        '    last = messages[-1]["output"]',
        "    _SEEN.append(1)\n    _ = _NO_CREDIT\n    if len(_SEEN) % 7 == 3 and len(messages) > 3:\n"
        '        return _say("Hm.")\n    last = messages[-1]["output"]',
        "comes out otherwise|does not reproduce",
    ),
    Fault(
        "models.py",
        '_NO_CREDIT = "I am sorry that your order is late. It is on its way to you."',
        '_NO_CREDIT = " ".join({*"I am sorry that your order is late and on its way to you now".split()})',
        "comes out otherwise",
    ),
    Fault(
        "world.py",
        'return issued, {**world, "next": world["next"] + 1}',
        'world["next"] += 1\n    return issued, world',
        "answer: It changes in place",
        "def answer(",
    ),
    Fault(
        "models.py",
        '    last = messages[-1]["output"]',
        '    messages[-1]["output"]["seen"] = True\n    last = messages[-1]["output"]',
        "changes in place|does not reproduce|is known of 'seen'",
    ),
    Fault("world.py", '"next": world["next"] + 1}', '"next": {1}}', "the world after issue_credit is no JSON value"),
    Fault("world.py", '"get_fx": _rate, ', "", "no tool 'get_fx'", "def answer("),
    Fault("world.py", 'email = arguments.get("email")', 'email = arguments["e"]', "answer fails with Key", '["e"]'),
    Fault(
        "models.py",
        'VERSIONS = ("helpdesk-2026-05-12", ',
        'VERSIONS = ("helpdesk-2027", "helpdesk-2026-05-12", ',
        "respond fails with KeyError",
        "_LOOKS_UP[version], {",
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: each.new[:30])
def test_a_module_that_is_no_pure_function_is_refused(fault: Fault, tmp_path: Path) -> None:
    """The file is named, the line where it is known, and the remedy."""
    author = Author.in_folder(tmp_path)
    author.replace(fault.file, fault.old, fault.new)
    author.append(fault.file, "\n\n_SEEN: list[Json] = []\n")
    error = author.mistake()
    assert error.file is not None
    assert error.file.name in {fault.file, "session.json"}
    assert re.search(fault.says, error.message), error.message
    assert error.remedy
    if fault.at:
        assert error.line == author.line_of(fault.file, fault.at)


def test_a_pinned_model_without_code_is_told_where_the_session_names_it(tmp_path: Path) -> None:
    """With the versions that there are."""
    author = Author.in_folder(tmp_path)
    author.replace("session.json", '"version": "helpdesk-2026-05-12"', '"version": "helpdesk-1"')
    error = author.mistake()
    assert error.line == author.line_of("session.json", '"version": "helpdesk-1"')
    assert "has no code" in error.message
    assert "helpdesk-2026-05-12" in (error.remedy or "")


MET = [
    (
        "world.py",
        'email = arguments.get("email")',
        'email = arguments["e"]',
        r"'e'\. It is asked 'get_order', \{'email': 'mira.rao@example.com'\}, .*Met at step S3 as recorded\.$",
    ),
    (
        "world.py",
        "known = isinstance(email, str)",
        'known = email[email.index("@"):] and isinstance(email, str)',
        r"asked 'get_order', \{'email': '\[email-1\]'\}.*Met at step S3\. Met in the set-up live .*token 92\.4",
    ),
    (
        "models.py",
        '    last = messages[-1]["output"]',
        '    _ = messages[-1]["output"].get("result", {"rate": 0, "order": 0, "credit": 0})["credit"]\n'
        '    last = messages[-1]["output"]',
        r"respond fails with KeyError: 'credit'\. It is asked 'helpdesk-2026-05-12', \[… .*\], \[… .*'A-1042'.*\]\. "
        r"Met at step S4 as recorded\.$",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), MET)
def test_a_module_that_fails_is_told_with_what_it_was_asked_and_where(
    file: str, old: str, new: str, says: str, tmp_path: Path
) -> None:
    """The step, and the set-up unless it is the recording itself."""
    author = Author.in_folder(tmp_path)
    author.replace(file, old, new)
    error = author.mistake()
    assert error.file == author.folder / file
    assert re.search(says, error.message), error.message


def test_a_live_value_that_the_world_ignores_is_told(tmp_path: Path) -> None:
    """Moving it would change no answer."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", 'live["live_rate"]', '"92.4"')
    error = author.mistake()
    assert (error.file, error.line) == (author.folder / "world.py", author.line_of("world.py", "def opening("))
    assert "same at any live_rate" in error.message
    assert "live['live_rate']" in (error.remedy or "")


def test_a_live_value_that_the_world_takes_up_beyond_a_threshold_passes(tmp_path: Path) -> None:
    """One of the bounds makes another world."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", 'live["live_rate"]', '"1000" if len(live["live_rate"]) > 6 else "92.4"')
    author.facts()


def test_a_field_that_tells_no_step_is_told(tmp_path: Path) -> None:
    """With the line of the list, and the fields that there are."""
    author = Author.in_folder(tmp_path)
    author.replace("labels.yaml", '"status", "email"]', '"status", "credit.amuont"]')
    with pytest.raises(BuildError, match=r"tapes\.telling: no step has the field 'credit\.amuont'") as caught:
        compute_facts(author.content(), author.folder)
    assert caught.value.file == author.folder / "labels.yaml"
    assert caught.value.line == author.line_of("labels.yaml", "  telling:")
    assert "credit.amount" in (caught.value.remedy or "")


def test_a_field_that_only_a_live_answer_has_may_tell_a_step(tmp_path: Path) -> None:
    """It stands in no recorded step, but in a replayed one: the shop does not know a placeholder."""
    author = Author.in_folder(tmp_path)
    author.replace("labels.yaml", '"status", "email"]', '"status", "error"]')
    compute_facts(author.content(), author.folder)


def test_a_turn_that_is_not_reproduced_tells_what_was_read_answered_and_recorded(tmp_path: Path) -> None:
    """An author sees at once which of the two to mend."""
    author = Author.in_folder(tmp_path)
    author.replace("session.json", "You are welcome. Have", "Bye. Have")
    error = author.mistake()
    assert re.search(r"step S10: having read .*Thanks.*it answers .*You are welcome.*but .*Bye", error.message)
    assert error.line == author.line_of("session.json", '"id": "S10",') - 1


@pytest.mark.parametrize("folder", ["content", "examples/clinic"])
def test_the_subjects_here_pass(folder: str) -> None:
    """Every stage in which a mistake would be found."""
    content = read_content(ROOT / folder)
    try:
        prose = render_prose(content, compute_facts(content, ROOT / folder))
    except BuildError as error:
        pytest.fail(str(error))
    assert len(prose.sections) == len(list((ROOT / folder / "prose").glob("[0-9]*.md")))
