"""The findings: for each code, sessions that have it and where; and sessions that look so and have it not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.check.codes import CODES
from engine.check.finding import GROUPS, Finding
from engine.check.rules import ambiguous, harm, missing, underneath
from engine.check.rules.side_effects import Marks
from engine.check.trail import ABSENT, Never, Place, Trail, Unread
from tests.engine.check.trails import PLAIN, REFUND, call, declared, gives, outside, says, trail, user


def found(session: Trail) -> list[Finding]:
    """Everything that the four groups of rules find."""
    rules = (missing.find, ambiguous.find, underneath.find, harm.find)
    return [item for find in rules for item in find(session)]


UUID = "6f1c2a52-9d1a-4d1e-8b1a-2f6f0c7b9a11"

MISSING: list[tuple[str, Trail, list[str | None]]] = [
    ("missing.result", trail(user(), call(call_id="a"), says()), ["S2"]),
    ("missing.result", trail(call(call_id="a"), call(call_id="b"), gives("S2", call_id="b")), ["S1"]),
    ("missing.result-content", trail(call(), gives("S1", ABSENT)), ["S2"]),
    ("missing.call", trail(gives(None), says()), ["S1"]),
    ("missing.arguments", trail(call(silent=True), gives("S1")), ["S1"]),
    ("missing.arguments-broken", trail(call(arguments='{"order": '), gives("S1")), ["S1"]),
    ("missing.arguments-broken", trail(call(arguments=[1]), gives("S1")), ["S1"]),
    ("missing.initial-state", trail(user(), initial_state=ABSENT), [None]),
    ("missing.instruction", trail(says(), instruction=None), [None]),
    ("missing.tool-definitions", trail(user(), call(), gives("S2"), tools=None), ["S2"]),
    ("missing.tool-undeclared", trail(call("get_a"), gives("S1"), tools=(declared("get_b"),)), ["S1"]),
    ("missing.tool-name", trail(call(""), gives("S1")), ["S1"]),
    ("missing.tool-name", trail(call(None), gives("S1")), ["S1"]),  # type: ignore[arg-type]
    ("missing.initial-state", trail(user(), may_lack_state=True), [None]),
    ("missing.model-version", trail(user(), says(model=None), says(), says(model=None)), ["S2"]),
    ("missing.sampling", trail(says(), sampling=None), [None]),
    ("missing.attachment", trail(user(), outside=(outside("the image", "messages[0].image"),)), [None]),
    ("missing.fragments", trail(says("Hel", partial=True), says("lo", partial=True)), ["S1"]),
    ("missing.truncated", trail(user(), truncated=(Place("summary"),)), [None]),
    ("missing.branch", trail(user(), branches=(Place("rows[3]"), Place("rows[4]"))), [None]),
    ("missing.unread", trail(user(), unread=(Unread("poll", Place("a")), Unread("poll", Place("b")))), [None]),
]

AMBIGUOUS: list[tuple[str, Trail, list[str | None]]] = [
    (
        "ambiguous.call-id-reused",
        trail(call(call_id="a"), gives("S1", call_id="a"), call(call_id="a"), gives("S3", call_id="a")),
        ["S3"],
    ),
    ("ambiguous.id-rewritten", trail(call(), gives("S1"), rewritten=(("S1", Place("messages[3]")),)), ["S1"]),
    ("ambiguous.call-id-absent", trail(call(), gives("S1"), call(), gives("S3")), ["S1"]),
    ("ambiguous.answered-twice", trail(call(), gives("S1"), gives("S1", "early")), ["S3"]),
    ("ambiguous.same-call-other-result", trail(call(), gives("S1", 1), call(), gives("S3", 2)), ["S3"]),
    (
        "ambiguous.same-call-other-result",
        trail(
            call(arguments={"a": 1, "b": 2}),
            gives("S1", 1),
            call(arguments={"b": 2, "a": 1}),
            gives("S3", float("nan")),
        ),
        ["S3"],
    ),
    (
        "ambiguous.paired-by-position",
        trail(
            call(turn=1),
            call(turn=1, arguments={"order": "B-1"}),
            gives("S1", paired_by="position"),
            gives("S2", paired_by="position"),
        ),
        ["S3"],
    ),
]

ALIASES = (
    *("gpt-4o", "gpt-4", "o3", "claude-sonnet-4-5", "claude-3-7-sonnet-latest", "gemini-2.5-pro", "latest"),
    *("chatgpt-4o-latest", "openai/gpt-4o", "mistral-large-latest", "llama3.1:8b", "default"),
)


def aliased(name: str) -> tuple[str, Trail, list[str | None]]:
    """A session in which two turns bear a name; it is told once."""
    return "underneath.model-alias", trail(says(model=name), says(model=name)), ["S1"]


UNDERNEATH: list[tuple[str, Trail, list[str | None]]] = [
    *(aliased(name) for name in ALIASES),
    ("underneath.model-alias", trail(says(model="gpt-4o-2024-08-06", requested_model="openai/gpt-4o")), ["S1"]),
    ("underneath.model-changes", trail(says(model="m-2026-01-01"), user(), says(model="m-2026-02-02")), ["S3"]),
    ("underneath.model-differs", trail(says(model="a-2026-01-01", requested_model="b-2026-01-01")), ["S1"]),
    ("underneath.id-doubled", trail(call(call_id="call_1call_1"), gives("S1")), ["S1"]),
    ("underneath.id-malformed", trail(call(call_id=""), gives("S1")), ["S1"]),
    ("underneath.id-malformed", trail(call(call_id="call 1"), gives("S1")), ["S1"]),
    ("underneath.id-malformed", trail(call(call_id="x" * 63 + "yz"), gives("S1")), ["S1"]),
    ("underneath.clock", trail(call(arguments={"since": "2026-05-12T09:30:00Z"}), gives("S1")), ["S1"]),
    ("underneath.clock", trail(call(arguments={"timestamp": 1778577000}), gives("S1")), ["S1"]),
    ("underneath.clock", trail(call(arguments={"deep": [{"at": "1778577000123"}]}), gives("S1")), ["S1"]),
    ("underneath.chance", trail(call(arguments={"id": UUID}), gives("S1")), ["S1"]),
    ("underneath.chance", trail(call(arguments={"nonce": "dGhpc2lzMTIz"}), gives("S1")), ["S1"]),
    ("underneath.chance", trail(call(arguments={"seed": 8472910}), gives("S1")), ["S1"]),
    (
        "underneath.today",
        trail(user(time="2026-05-12T08:00:00Z"), call(arguments={"day": "2026-05-12"}), gives("S2")),
        ["S2"],
    ),
    ("underneath.today", trail(says(), instruction="Today is 2026-05-12."), [None]),
    ("underneath.today", trail(says(), instruction="The current date is May 12, 2026."), [None]),
]

LOST: list[Any] = [
    "Error: socket closed before the reply was read (ECONNRESET)",
    '{"error": "Gateway timeout after 30s"}',
    {"error": {"message": "Request timed out."}},
    {"status": "error", "detail": "504 Gateway Time-out"},
    [{"type": "text", "text": "MCP error -32001: Request timed out"}],
    "aborted by user after 3.1s",
    "Connection aborted.",
    "requests.exceptions.ReadTimeout",
]
"""Results that tell that the answer was lost."""


def lost(said: Any) -> tuple[str, Trail, list[str | None]]:
    """A session in which a call that acts got that for an answer."""
    return "harm.outcome-unknown", trail(call("send_email"), gives("S1", said)), ["S1"]


HARM: list[tuple[str, Trail, list[str | None]]] = [
    ("harm.paused", trail(user(), paused=(outside("an interrupt of “ask”", "tasks"),)), [None]),
    ("harm.changes-world", REFUND, ["S4"]),
    ("harm.unknown-tool", trail(call("frobnicate"), gives("S1")), ["S1"]),
    ("harm.unknown-tool", trail(call(None), gives("S1")), ["S1"]),  # type: ignore[arg-type]
    ("harm.refused", trail(call("send_email", refused=True)), ["S1"]),
    ("harm.refused", trail(call("send_email"), gives("S1", "denied", refused=True)), ["S1"]),
    ("harm.outcome-unknown", trail(call("send_email")), ["S1"]),
    ("harm.outcome-unknown", trail(call("send_email"), gives("S1", ABSENT)), ["S1"]),
    *(lost(said) for said in LOST),
    ("harm.perhaps-twice", trail(call("pay"), gives("S1", LOST[0]), call("pay"), gives("S3", "paid")), ["S3"]),
    ("harm.perhaps-twice", trail(call("pay"), user(), call("pay"), gives("S3", "paid")), ["S3"]),
    ("harm.outcome-unknown", trail(call("send_email"), gives("S1", "timeout", is_error=True)), ["S1"]),
]

CASES = [*MISSING, *AMBIGUOUS, *UNDERNEATH, *HARM]


@pytest.mark.parametrize(("code", "session", "steps"), CASES)
def test_what_is_there_is_found_where_it_is(code: str, session: Trail, steps: list[str | None]) -> None:
    """The code is found at those steps and no others."""
    assert [item.step for item in found(session) if item.code == code] == steps


def test_every_code_has_a_case() -> None:
    """Each code of these groups but the one that stands for others; those of files and people have their own tests."""
    groups = {"missing", "ambiguous", "underneath", "harm"}
    assert {"missing.by-format", *(code for code, _, _ in CASES)} == {
        code for code in CODES if code.partition(".")[0] in groups
    }


NOTHING: dict[str, Any] = {"instruction": None, "sampling": None, "initial_state": ABSENT}

SILENT: list[tuple[str, Trail]] = [
    ("missing.result", trail(call(is_answer=True), user(), says())),
    ("missing.instruction", trail(says(), instruction="")),
    ("missing.model-version", trail(says(model=None, requested_model="gpt-4o"))),
    *(
        (code, trail(call("GET x", by_program=True, model=None), gives("S1", by_program=True), tools=None, **NOTHING))
        for code in (
            *("missing.instruction", "missing.tool-definitions", "missing.model-version", "missing.sampling"),
            *("missing.initial-state", "underneath.clock"),
        )
    ),
    ("missing.result", trail(call("send_email", refused=True))),
    ("missing.tool-undeclared", trail(call("transfer_to_agent"), gives("S1"), tools=(declared("get_b"),))),
    ("missing.tool-undeclared", trail(call("get_a"), gives("S1"), tools=())),
    ("missing.tool-undeclared", trail(call("get_a"), gives("S1"), tools=None)),
    ("underneath.model-changes", trail(says(model="gpt-4o"), says(model="gpt-4o-2024-08-06"))),
    ("underneath.model-changes", trail(says(model="m-2026-01-01"), says(model="m-2026-02-02", thread=1))),
    ("missing.initial-state", trail(user(), initial_state={})),
    ("missing.instruction", trail(user(), instruction=None)),
    ("missing.arguments", trail(call(arguments={}), gives("S1"))),
    ("missing.initial-state", trail(user(), initial_state=None)),
    (
        "ambiguous.same-call-other-result",
        trail(call(), gives("S1", {"a": 1, "b": 2}), call(), gives("S3", {"b": 2, "a": 1})),
    ),
    ("ambiguous.same-call-other-result", trail(call("get_a"), gives("S1", 1), call("get_b"), gives("S3", 2))),
    ("ambiguous.paired-by-position", trail(call(), gives("S1", paired_by="position"), call(), gives("S3"))),
    *(
        ("underneath.model-alias", trail(says(model=name)))
        for name in (
            *("gpt-4o-2024-08-06", "gpt-4-0613", "claude-sonnet-4-5-20250929", "claude-opus-4-6", "claude-sonnet-5"),
            *("gemini-1.5-pro-002", "gemini-2.5-flash-preview-05-20", "mistral-large-2407", "command-r-plus-08-2024"),
            *("claude-3-5-sonnet@20240620", "anthropic.claude-3-5-sonnet-20240620-v1:0", "ft:gpt-4o-2024-08-06:me::x"),
            *("model@sha256:0123456789abcdef", "helpdesk-2026-05-12"),
        )
    ),
    ("underneath.model-differs", trail(says(requested_model="helpdesk-2026-05-12"))),
    ("underneath.id-malformed", trail(call(call_id="toolu_01A09q90qw90lq917835lq9"), gives("S1"))),
    ("underneath.id-doubled", trail(call(call_id="11"), gives("S1"))),
    ("underneath.chance", trail(user(f"My order is {UUID}."), call(arguments={"id": UUID}), gives("S2"))),
    ("underneath.chance", trail(call(), gives("S1", {"id": [UUID]}), call("get_b", {"id": UUID}), gives("S3"))),
    ("underneath.chance", trail(call(arguments={"name": "abcdef123456"}), gives("S1"))),
    ("underneath.clock", trail(call(), gives("S1", "2026-05-12T09:30"), call("get_b", {"t": "2026-05-12T09:30"}))),
    ("underneath.clock", trail(call(arguments={"amount": 1778577000}), gives("S1"))),
    ("underneath.clock", trail(call(arguments={"day": "2026-05-12"}), gives("S1"))),
    ("underneath.today", trail(user(time="2026-05-11"), call(arguments={"day": "2026-05-12"}))),
    ("underneath.today", trail(user("On 2026-05-12.", time="2026-05-12"), call(arguments={"day": "2026-05-12"}))),
    ("harm.changes-world", PLAIN),
    ("harm.unknown-tool", PLAIN),
    ("harm.outcome-unknown", trail(call("get_order"))),
    ("harm.outcome-unknown", trail(call("send_email"), gives("S1", "sent", is_error=False))),
    *(
        ("harm.outcome-unknown", trail(call("send_email"), gives("S1", said)))
        for said in (
            "insufficient funds",
            {"timeout": 30, "sent": True},
            "x" * 400 + " timed out",
            {"log": "timed out"},
        )
    ),
    ("harm.outcome-unknown", trail(call("send_email"), gives("S1", "Connection refused"))),
    ("harm.perhaps-twice", trail(call("pay"), gives("S1", "paid"), call("pay"), gives("S3", "paid"))),
    ("harm.perhaps-twice", trail(call("pay"), gives("S1", LOST[0]), call("pay", {"order": "B"}), gives("S3", "paid"))),
    ("harm.perhaps-twice", trail(call("pay", refused=True), gives("S1", LOST[0]), call("pay"), gives("S3", "paid"))),
    ("harm.perhaps-twice", trail(call("get_a"), gives("S1", LOST[0]), call("get_a"), gives("S3", 1))),
    ("harm.perhaps-twice", trail(call("pay", turn=1), call("pay", turn=1))),
]


@pytest.mark.parametrize(("code", "session"), SILENT)
def test_what_only_looks_so_is_not_found(code: str, session: Trail) -> None:
    """The code is not found."""
    assert [item for item in found(session) if item.code == code] == []


def test_a_plain_session_has_no_findings() -> None:
    """Nothing is made up."""
    assert found(PLAIN) == []


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    """Group, title, help and remedy; a title is no sentence, the others are."""
    listed = CODES[code]
    assert code.partition(".")[0] in GROUPS
    assert listed.title[-1] != "."
    assert listed.help[-1] == listed.remedy[-1] == "."


@pytest.mark.parametrize(("code", "session", "steps"), CASES)
def test_a_finding_says_what_and_where_and_what_to_do(code: str, session: Trail, steps: list[str | None]) -> None:
    """One sentence each."""
    del steps
    for item in found(session):
        if item.code == code:
            assert item.reason[-1] == "."
            assert item.remedy == CODES[code].remedy
            assert isinstance(item.place, Place)


SEVERITIES: list[tuple[str, Trail, str]] = [
    ("ambiguous.call-id-absent", trail(call(), gives("S1", paired_by="position")), "note"),
    (
        "ambiguous.call-id-absent",
        trail(call(turn=1), call(turn=1), gives("S1", paired_by="position"), gives("S2", paired_by="position")),
        "warning",
    ),
    ("underneath.model-alias", trail(says(model="gpt-4o-2024-08-06", requested_model="openai/gpt-4o")), "warning"),
    ("missing.initial-state", trail(says(), initial_state=ABSENT), "note"),
    ("missing.initial-state", trail(says(), initial_state=ABSENT, instruction=None), "warning"),
    ("missing.initial-state", trail(says(), initial_state=ABSENT, instruction="{user:tier}"), "warning"),
    ("underneath.model-differs", trail(says(model="gpt-4o-mini", requested_model="o3")), "warning"),
]


@pytest.mark.parametrize(("code", "session", "severity"), SEVERITIES)
def test_severities_follow_the_case(code: str, session: Trail, severity: str) -> None:
    """What can hardly matter is a note."""
    assert [item.severity for item in found(session) if item.code == code] == [severity]


def test_calls_that_are_answered_from_the_export_are_notes() -> None:
    """Only a live call can do harm; what is not known stays a warning."""
    session = trail(call("send_email"), call("frobnicate"), gives("S2"))
    codes = [(item.code, item.severity) for item in harm.find(session, live=False)]
    assert codes == [("harm.changes-world", "note"), ("harm.outcome-unknown", "warning"), ("harm.unknown-tool", "note")]


def test_marks_decide() -> None:
    """A tool marked as safe is no finding; one marked as unsafe is one, whatever its name says."""
    assert list(harm.find(REFUND, Marks(safe=frozenset({"issue_refund"})))) == []
    marked = harm.find(REFUND, Marks(unsafe=frozenset({"get_order"})))
    assert [(item.step, item.code) for item in marked] == [("S2", "harm.changes-world"), ("S4", "harm.changes-world")]


ODD: list[Any] = [None, True, 0, 1.5, float("nan"), "", "\ud800", [], {}, [[[{}]]], {"a": {"b": [None]}}, 10**30]


@pytest.mark.parametrize("value", ODD)
def test_odd_values_are_taken(value: Any) -> None:
    """Arguments, results and states of any kind."""
    session = trail(
        call(arguments=value), gives("S1", value), call(arguments=value), gives("S3", value), initial_state=value
    )
    found(session)
    found(trail())


def test_what_a_format_never_holds_is_told_once() -> None:
    """One note in place of the findings; without such a lack, nothing is told."""
    never = Never(("missing.instruction", "missing.sampling"), "the system prompt and the parameters", "Keep both.")
    silent = trail(says(), instruction=None, sampling=None, tools=None, never=never)
    [note] = missing.joined_by_format(missing.find(silent), silent)
    assert (note.code, note.severity, note.remedy) == ("missing.by-format", "note", "Keep both.")
    assert "the system prompt and the parameters" in note.reason
    complete = trail(says(), never=never)
    assert list(missing.joined_by_format(missing.find(complete), complete)) == []


def test_a_call_that_ends_the_session_is_no_error() -> None:
    """The record ends before the result; an earlier one is a hole, and each conversation has its own end."""
    ended = trail(user(), call(), gives("S2"), call(turn=9), call(turn=9), gives("S4"))
    assert [(item.step, item.severity) for item in missing.find(ended)] == [("S5", "warning")]
    holed = trail(call(), says())
    assert [(item.step, item.severity) for item in missing.find(holed)] == [("S1", "error")]
    two = trail(call(thread=1), user(thread=2), says(thread=2))
    assert [(item.step, item.severity) for item in missing.find(two)] == [("S1", "warning")]
