"""The steps of a check document: who acts, what a step holds in a few words, and how it comes out.

Whatever is shown of a message, of a call's arguments or of a result is cleaned of people's data and secrets, whether or
not any was found in that step: what stands in one place of a file may appear in several steps.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from ...base.json_text import Json
from ..detect.walk import Leaf, leaves
from ..examine import Examination
from ..formats.building import opened
from ..trail import Absent, Entry
from ..verdict import Verdict
from .cleaning import Cleaner

SHORT = 80
"""How many characters are shown of what a step holds."""

INSIDE = "↳"
"""Stands before the words on a sub-agent's step."""

_LONGEST_OPENED = 2000
"""A longer text is shown by its beginning, JSON or not: most of it would be read in vain."""

_Told = dict[tuple[str, tuple[str, ...], tuple[str, ...]], tuple[str, list[str], list[str]]]
"""Of a state, reasons and origins: the reason in words, and both as lists. Most steps have theirs in common."""


def steps_of(examined: Examination, cleaner: Cleaner) -> list[dict[str, Json]]:
    """The steps of a session as the document holds them.

    Args:
        examined: the session.
        cleaner: takes out of a text what must not be shown.
    """
    tools = {entry.id: entry.tool for entry in examined.trail.entries if entry.kind == "call"}
    again = {effect.entry.id for effect in examined.effects if effect.again}
    told: _Told = {}
    return [
        vars(_Step(each, tools, again, cleaner, told, sensitive=each.entry.id in examined.sensitive))
        for each in examined.verdicts
    ]


class _Step:
    """A step of the document, whose keys are its attributes: dictionaries of one class share their keys' table."""

    def __init__(
        self,
        verdict: Verdict,
        tools: Mapping[str, str | None],
        again: Container[str],
        cleaner: Cleaner,
        told: _Told,
        *,
        sensitive: bool,
    ) -> None:
        entry = verdict.entry
        named = entry.tool or tools.get(entry.answers or "")
        self.id = entry.id
        self.actor = entry.actor
        self.kind = entry.kind
        self.tool = None if named is None else cleaner.text(named)
        self.answers = entry.answers
        self.turn = entry.turn
        self.under = entry.under
        self.short = _short(entry, self.tool, cleaner, sensitive=sensitive)
        self.holds = _holds(entry, cleaner, sensitive=sensitive)
        self.path = cleaner.path(entry.place.path)
        self.line = entry.place.line
        self.column = entry.place.column
        self.source = verdict.source
        self.state = verdict.state
        self.again = entry.id in again
        key = (verdict.state, verdict.reasons, verdict.follows)
        if key not in told:
            told[key] = (verdict.text, list(verdict.reasons), list(verdict.follows))
        self.reason, self.reasons, self.follows = told[key]


def _short(entry: Entry, tool: str | None, cleaner: Cleaner, *, sensitive: bool) -> str:
    """A few words on a step: how a message begins, which tool is called, which one answers."""
    if entry.kind == "message":
        words = _cut(cleaner.beginning(entry.text or "", sensitive=sensitive))
    elif entry.kind == "call":
        words = f"calls {tool or 'an unnamed tool'}"
    else:
        words = f"{tool} answers" if tool else "a tool answers"
    return words if entry.under is None else f"{INSIDE} {words}"


def _holds(entry: Entry, cleaner: Cleaner, *, sensitive: bool) -> str:
    """What a call's arguments or a result hold: the first of their values, each with its name; JSON text is opened."""
    value = entry.arguments if entry.kind == "call" else entry.result
    if entry.kind == "message" or isinstance(value, Absent):
        return ""
    if isinstance(value, str) and len(value) <= _LONGEST_OPENED:
        value = opened(value)
    parts: list[str] = []
    for part in _parts(value, cleaner, sensitive=sensitive):
        parts.append(part)
        if sum(map(len, parts)) > SHORT:
            break
    return _cut(" · ".join(parts))


def _parts(value: Json, cleaner: Cleaner, *, sensitive: bool) -> Iterator[str]:
    for leaf in leaves(value):
        if leaf.role != "key":
            name = _name(leaf, cleaner)
            text = cleaner.leaf(leaf, sensitive=sensitive)
            yield f"{name}: {text}" if name else text


def _name(leaf: Leaf, cleaner: Cleaner) -> str:
    """The key under which a value stands, or an empty text."""
    key = next((part for part in reversed(leaf.path) if isinstance(part, str)), "")
    return cleaner.beginning(key, sensitive=False)


def _cut(words: str) -> str:
    return words if len(words) <= SHORT else words[: SHORT - 1] + "…"
