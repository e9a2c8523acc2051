"""The one sentence: true of both outcomes, and short whatever the tools are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.check.examine import examine
from engine.check.finding import Finding
from engine.check.rules.side_effects import Marks
from engine.check.telling.answer import answer
from engine.check.telling.document import Question, check
from engine.check.trail import Place, Trail
from engine.check.verdict import CAREFUL
from engine.replay.settings import Settings, all_settings
from tests.engine.check.trails import PLAIN, REFUND, call, gives, says, trail, user

EMAIL = Finding("people.email", "error", Place("messages[0]"), "An address.", "Redact.", "S1")
CUT = Finding("file.cut-off", "error", Place("messages[0]"), "Cut.", "Export again.")
PINNED = Settings("recorded", "pinned")
FRANKLY = "nobody knows what it answers today"


def acts(*tools: str) -> Trail:
    """A session that calls these tools, one after the other."""
    return trail(*(entry for n, tool in enumerate(tools) for entry in (call(tool), gives(f"S{2 * n + 1}"))))


CASES: list[tuple[str, Trail, Settings, list[Finding], list[Finding], str]] = [
    (
        "nothing is wrong",
        PLAIN,
        CAREFUL,
        [],
        [],
        f"From the export, a replay repeats every step and harms nobody; called live, its tool changes nothing, but "
        f"{FRANKLY}.",
    ),
    (
        "a side effect",
        REFUND,
        CAREFUL,
        [],
        [],
        "From the export, a replay repeats every step and harms nobody; called live, it runs `issue_refund` again.",
    ),
    (
        "some steps are certain",
        trail(user(), says(model="gpt-4o"), user()),
        PINNED,
        [],
        [],
        "From the export, a replay harms nobody, but only 1 of 3 steps is certain; it calls no tool that could run "
        "again.",
    ),
    (
        "no step is certain",
        trail(says(model="gpt-4o")),
        PINNED,
        [],
        [],
        "From the export, a replay harms nobody, but no step is certain; it calls no tool that could run again.",
    ),
    (
        "in clear",
        trail(user(), says()),
        CAREFUL,
        [EMAIL],
        [],
        "From the export, a replay repeats every step, but people’s data or secrets are in clear (1 value); it calls "
        "no tool that could run again.",
    ),
    (
        "uncertain and in clear",
        trail(user(), user(), says(model=None)),
        PINNED,
        [EMAIL, EMAIL],
        [],
        "From the export, a replay runs nothing again, but only 2 of 3 steps are certain and people’s data or secrets "
        "are in clear (1 value); it calls no tool that could run again.",
    ),
    (
        "a fault of the file",
        trail(user()),
        CAREFUL,
        [],
        [CUT],
        "From the export, a replay repeats every step and harms nobody, but there is a fault in the file: a value that "
        "is cut off; it calls no tool that could run again.",
    ),
    (
        "several faults",
        trail(call(call_id="a"), gives("S1"), call(call_id="a"), gives("S3")),
        CAREFUL,
        [],
        [CUT],
        "From the export, a replay repeats every step and harms nobody, but there are 2 faults in the file, the first "
        f"of them a call id used again; called live, its tool changes nothing, but {FRANKLY}.",
    ),
]


@pytest.mark.parametrize(
    ("session", "settings", "personal", "of_file", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_the_answer(
    session: Trail, settings: Settings, personal: list[Finding], of_file: list[Finding], expected: str
) -> None:
    """What it comes to from the export, and what called live."""
    assert answer(examine(session, settings, personal=personal), of_file) == expected


LIVE: list[tuple[Trail, Marks, str]] = [
    (acts("send_a", "send_b"), Marks(), "it runs `send_a` and `send_b` again"),
    (acts("run_sql", "send_a"), Marks(), "it runs `send_a` and `run_sql` again"),
    (acts("send_a", "send_b", "run_sql"), Marks(), "it runs `send_a` and 2 other tools again"),
    (acts("run_sql"), Marks(), "it runs `run_sql` again, and nobody knows whether that does harm"),
    (acts("get_a", "get_b"), Marks(), "its tools change nothing, but nobody knows what they answer today"),
    (acts("get_a"), Marks(unsafe=frozenset({"get_a"})), "it runs `get_a` again"),
    (
        acts("send_a"),
        Marks(safe=frozenset({"send_a"})),
        "its tool changes nothing, but nobody knows what it answers today",
    ),
    (acts("send_" + "x" * 99), Marks(), f"it runs `send_{'x' * 34}…` again"),
    (acts("send `now`\n"), Marks(), "it runs `send 'now'` again"),
    (acts(""), Marks(unsafe=frozenset({""})), "it runs `an unnamed tool` again"),
]


@pytest.mark.parametrize(("session", "marks", "expected"), LIVE)
def test_what_is_called_live(session: Trail, marks: Marks, expected: str) -> None:
    """What changes the world by name, the certain before the unknown; nothing of a name breaks the sentence."""
    assert answer(examine(session, CAREFUL, marks)).endswith(f"; called live, {expected}.")


SAMPLES = Path(__file__).resolve().parents[3] / "content" / "samples"


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.iterdir()))
def test_the_answer_says_but_where_the_gate_fails(name: str) -> None:
    """Of each sample under each set-up: from the export there is a but exactly where that outcome's gate fails."""
    data = (SAMPLES / name).read_bytes()
    for settings in all_settings():
        (session,) = check(data, name, Question(settings))["sessions"]
        said, _, _ = session["answer"].partition("; ")
        assert (", but " in said) == (session["outcomes"]["recorded"]["gate"] == "fail"), (settings, said)


def test_the_tools_input_does_not_change_the_answer() -> None:
    """It tells both; the other inputs may change it."""
    for settings in all_settings():
        other = Settings("recorded", settings.model, settings.state, settings.email)
        assert answer(examine(REFUND, settings)) == answer(examine(REFUND, other))
