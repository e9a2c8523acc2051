"""Two recordings of one task: how far they take the same steps, where they part, and why.

A step is the same where the same actor does the same: the same words, the same tool with the same arguments, the same
result. Ids, times and the models' names are no part of that. The cause is the first of these that holds:

    one recording ends          nothing comes after
    redacted                    a token or a mask stands in one of them where the other has a value
    the user                    says something else
    a tool                      was refused in one of them, or answers differently, though it was asked the same
    clock, chance               an argument comes from there
    what the model read         the instruction, the state, the tools or the parameters are others
    the model                   is another, or does not repeat itself
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import get_args

from ..base.json_text import Json, canonical
from .detect.hit import Kind
from .detect.masked import mask_in
from .mending.bundle import sound
from .reading.paths import Path
from .rules import underneath
from .rules.model_names import answering
from .trail import ABSENT, Absent, Entry, Trail

CAUSES = {
    "ends": "one recording ends here, and the other goes on",
    "redacted": "a token or a mask stands in one recording where the other has the value",
    "user": "the user says something else",
    "refused": "the call was refused in one recording and carried out in the other",
    "live_answer": "the tool answered differently, though it was asked the same",
    "clock": "an argument holds a moment from the clock, which is another one each time",
    "chance": "an argument holds a random value, which is another one each time",
    "instruction": "the instruction differs, so the model reads a different input",
    "initial_state": "the initial state differs, so what is built from it differs",
    "tools": "the model is told other tools, so it reads a different input",
    "another_model": "another model reads the same input and acts differently",
    "sampling": "the sampling parameters differ, and the model acts differently",
    "model": "the same model reads the same input and acts differently: it does not always repeat itself",
}
"""Why two recordings part, as clauses."""

_DRIFTS = ("underneath.clock", "underneath.chance")

_TOKEN = re.compile(rf"\[(?:{'|'.join(get_args(Kind))})-[0-9a-f]{{1,64}}\]")


@dataclass(frozen=True)
class Difference:
    """The first value in which two steps differ: its path in the step, and both values; ABSENT where one has none."""

    path: Path
    first: Json | Absent
    second: Json | Absent


@dataclass(frozen=True)
class Beside:
    """Something beside the steps that differs: what it is called, and both in words."""

    what: str
    first: str
    second: str


@dataclass(frozen=True)
class Parting:
    """How two recordings compare.

    Attributes:
        same: how many steps are the same, from the beginning on.
        steps: the first step of each that is not; both None where all are the same, one where a recording ends.
        cause: a key of `CAUSES`, or None where all are the same.
        difference: the first value that differs; None where no single one does.
        beside: what differs beside the steps.
    """

    same: int
    steps: tuple[Entry | None, Entry | None]
    cause: str | None
    difference: Difference | None
    beside: tuple[Beside, ...]


def parting(first: Trail, second: Trail) -> Parting:
    """Where two recordings part. Time is linear in their steps."""
    beside = tuple(_beside(first, second))
    pairs = zip_longest(first.entries, second.entries)
    for number, (one, other) in enumerate(pairs):
        if one is None or other is None:
            return Parting(number, (one, other), "ends", None, beside)
        difference = _difference(one, other)
        if difference is not None or one.refused != other.refused:
            cause = _cause(first, second, (one, other), difference, {item.what for item in beside})
            return Parting(number, (one, other), cause, difference, beside)
    return Parting(len(first.entries), (None, None), None, None, beside)


def _difference(one: Entry, other: Entry) -> Difference | None:
    """The first value in which two steps differ; None where they are the same."""
    for name in ("kind", "actor", "tool", "text", "arguments", "result"):
        values = getattr(one, name), getattr(other, name)
        found = _first_difference(*values, (name,))
        if found is not None:
            return found
    return None


def _first_difference(one: Json | Absent, other: Json | Absent, path: Path) -> Difference | None:
    if isinstance(one, dict) and isinstance(other, dict):
        keys: Iterator[str | int] = iter(dict.fromkeys((*one, *other)))
        found = (_first_difference(one.get(key, ABSENT), other.get(key, ABSENT), (*path, key)) for key in keys)
        return next(filter(None, found), None)
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip_longest(one, other, fillvalue=ABSENT)
        within = (_first_difference(*pair, (*path, at)) for at, pair in enumerate(pairs))
        return next(filter(None, within), None)
    return None if _is_same(one, other) else Difference(path, one, other)


def _is_same(one: Json | Absent, other: Json | Absent) -> bool:
    if isinstance(one, Absent) or isinstance(other, Absent):
        return one is other
    return canonical(sound(one)) == canonical(sound(other))


def _cause(
    first: Trail, second: Trail, steps: tuple[Entry, Entry], difference: Difference | None, beside: set[str]
) -> str:
    """Why two steps that are not the same are not."""
    here = _at_the_step(*steps, difference)
    drift = None if here else next(filter(None, map(_drift, (first, second), steps)), None)
    if here or drift:
        return here or str(drift)
    read = (what for what in ("instruction", "initial_state", "tools") if what in beside)
    another = "another_model" if answering(steps[0]) != answering(steps[1]) else None
    return next(read, None) or another or ("sampling" if "sampling" in beside else "model")


def _at_the_step(one: Entry, other: Entry, difference: Difference | None) -> str | None:
    """What the steps themselves tell; None where it lies in what the model read, or in the model."""
    if difference is not None and _is_redacted(difference):
        return "redacted"
    if "user" in (one.actor, other.actor):
        return "user"
    if one.refused != other.refused:
        return "refused"
    return "live_answer" if one.kind == other.kind == "result" else None


def _drift(trail: Trail, step: Entry) -> str | None:
    """Whether an argument of a call comes from the clock or from chance."""
    if step.kind != "call":
        return None
    codes = (item.code for item in underneath.find(trail) if item.step == step.id)
    return next((code.partition(".")[2] for code in codes if code in _DRIFTS), None)


def _is_redacted(difference: Difference) -> bool:
    """Whether one of two texts has a token or a mask where the other has none."""
    marked = [_marks(value) for value in (difference.first, difference.second)]
    return marked[0] != marked[1]


def _marks(value: Json | Absent) -> bool:
    return isinstance(value, str) and (_TOKEN.search(value) is not None or mask_in(value) is not None)


def _beside(first: Trail, second: Trail) -> Iterator[Beside]:
    """What differs beside the steps, where both recordings tell it."""
    for what in ("instruction", "initial_state", "tools", "sampling", "model"):
        one, other = _told(first, what), _told(second, what)
        if one is not None and other is not None and one != other:
            yield Beside(what, one, other)


def _told(trail: Trail, what: str) -> str | None:
    """What a recording tells of something, as text; None where it does not tell."""
    if what == "tools":
        return None if trail.tools is None else ", ".join(sorted(tool.name for tool in trail.tools))
    if what == "model":
        return next(filter(None, map(answering, trail.entries)), None)
    value = getattr(trail, what)
    if value is None or value is ABSENT:
        return None
    return value if isinstance(value, str) else canonical(sound(dict(value) if isinstance(value, Mapping) else value))
