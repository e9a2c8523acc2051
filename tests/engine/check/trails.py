"""Hand-made trails, so that a rule is tested by what it reads and by no file format."""

from __future__ import annotations

import dataclasses
from typing import Any

from engine.check.trail import ABSENT, Entry, Outside, Place, ToolDefinition, Trail

EXACT = "helpdesk-2026-05-12"


def user(text: str = "Where is my order?", **rest: Any) -> Entry:
    """A user's message."""
    return _entry("user", "message", text=text, **rest)


def says(text: str = "It is on its way.", **rest: Any) -> Entry:
    """A model's message."""
    return _entry("model", "message", text=text, **{"model": EXACT, **rest})


def call(tool: str = "get_order", arguments: Any = ABSENT, call_id: str | None = None, **rest: Any) -> Entry:
    """A model's call; without arguments, of an order."""
    given = {"order": "A-7"} if arguments is ABSENT and "silent" not in rest else arguments
    rest.pop("silent", None)
    return _entry("model", "call", tool=tool, arguments=given, call_id=call_id, **{"model": EXACT, **rest})


def gives(answers: str | None, result: Any = "late", call_id: str | None = None, **rest: Any) -> Entry:
    """A tool's result that answers the call of that step."""
    paired = None if answers is None else rest.pop("paired_by", "id")
    return _entry("tool", "result", answers=answers, result=result, call_id=call_id, paired_by=paired, **rest)


def trail(*entries: Entry, **rest: Any) -> Trail:
    """A trail that lacks nothing: what `rest` says replaces it. Entries are numbered, each on a line of its own."""
    numbered = tuple(
        dataclasses.replace(
            entry,
            id=f"S{number}",
            place=Place(f"messages[{number - 1}]", number, 1),
            turn=number if entry.turn is None and entry.actor == "model" else entry.turn,
        )
        for number, entry in enumerate(entries, 1)
    )
    called = dict.fromkeys(entry.tool for entry in entries if entry.kind == "call" and entry.tool)
    complete: dict[str, Any] = {
        "instruction": "You answer customers.",
        "instruction_place": Place("instruction", 1, 1),
        "initial_state": {},
        "tools": tuple(ToolDefinition(name, Place(f"tools.{name}")) for name in called),
        "sampling": {"temperature": 0},
    }
    return Trail("handmade", "a session", numbered, **{**complete, **rest})


def declared(name: str, *, read_only: bool | None = None, destructive: bool | None = None) -> ToolDefinition:
    """A declared tool."""
    return ToolDefinition(name, Place(f"tools.{name}"), read_only, destructive)


def outside(what: str, path: str) -> Outside:
    """Something outside the file."""
    return Outside(what, Place(path))


def _entry(actor: Any, kind: Any, **rest: Any) -> Entry:
    return Entry("", actor, kind, Place(""), **rest)


PLAIN = trail(user(), call(call_id="c1"), gives("S2", call_id="c1"), says())
"""A session about which there is nothing to say."""

REFUND = trail(
    user("I want my money back."),
    call(call_id="c1"),
    gives("S2", call_id="c1"),
    call("issue_refund", {"order": "A-7", "amount": "12"}, "c2"),
    gives("S4", {"refund": "r1"}, "c2"),
    says("Done."),
)
"""A session with one side effect, at S4."""
