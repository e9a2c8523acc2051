"""What differs between a recorded and a replayed value, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..base.json_text import Json, canonical
from ..base.json_walk import join

Side = Literal["input", "output"]

ABSENT = object()
"""Marks a field that one of the two sides does not have."""


@dataclass(frozen=True)
class FieldDifference:
    """One field that differs.

    Attributes:
        step: the step whose output or instruction holds the field.
        field: where it stands there, such as `arguments.price.amount`; empty for the whole value.
        recorded: the export's value, or ABSENT.
        replayed: the replay's value, or ABSENT. A side that is ABSENT lacks its key in JSON.
    """

    step: str
    field: str
    recorded: Json
    replayed: Json

    @cached_property
    def as_input(self) -> Json:
        """Its form in a run where a step reads it. Made once: every later turn of a conversation reads it again."""
        return self._to_json("input")

    @cached_property
    def as_output(self) -> Json:
        """Its form in a run where a step yields it."""
        return self._to_json("output")

    def _to_json(self, side: Side) -> Json:
        values = {"recorded": self.recorded, "replayed": self.replayed}
        present = {name: value for name, value in values.items() if value is not ABSENT}
        return {"side": side, "step": self.step, "field": self.field, **present}


def differences(step: str, recorded: Json, replayed: Json, place: str = "") -> Iterator[FieldDifference]:
    """Each innermost field that differs, in the recording's order, then what the replay adds."""
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        for key in [*recorded, *(key for key in replayed if key not in recorded)]:
            sides = recorded.get(key, ABSENT), replayed.get(key, ABSENT)
            yield from differences(step, *sides, join(place, key))
    elif isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        for index, sides in enumerate(zip(recorded, replayed, strict=True)):
            yield from differences(step, *sides, f"{place}[{index}]")
    elif not same(recorded, replayed):
        yield FieldDifference(step, place, recorded, replayed)


def line_differences(step: str, recorded: Sequence[str], replayed: Sequence[str]) -> list[FieldDifference]:
    """The lines of an instruction that differ: what is left when equal lines are taken off at both ends."""
    if recorded == replayed:
        return []
    start = _common(recorded, replayed)
    end = _common(recorded[start:][::-1], replayed[start:][::-1])
    middles = (lines[start : len(lines) - end] for lines in (recorded, replayed))
    sides = ("\n".join(middle) if middle else ABSENT for middle in middles)
    return [FieldDifference(step, "instruction", *sides)]


def same(recorded: Json, replayed: Json) -> bool:
    """Whether two JSON values are the same: whether their canonical texts are, so `1` and `true` are not."""
    if recorded is ABSENT or replayed is ABSENT:
        return recorded is replayed
    return canonical(recorded) == canonical(replayed)


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(left), len(right)))
