"""The anchors of a YAML text, and what its aliases stand for.

A few aliases can stand for gigabytes: `&a [x, x]`, `&b [*a, *a]` and so on doubles line by line. So what all of them
stand for, written out, is bounded by the file's length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...base.json_text import DEEPEST, Json
from .json_tolerant import Marks, is_deeper_than

TIMES: Final = 10
"""All aliases together may stand for so many times the file's length,"""
ANYWAY: Final = 100_000
"""and for so many characters more, so that a small file is not restricted."""

_SHOWN = 40


class RefusedAlias(Exception):
    """An alias that gives no value: what the defect is called, and why."""

    def __init__(self, name: str, reason: str) -> None:
        """Keep both."""
        super().__init__(reason)
        self.name = name
        self.reason = reason


@dataclass(frozen=True)
class _Anchored:
    """A value, and how many characters it stands for, the aliases in it written out."""

    value: Json
    weight: int


class Anchors:
    """What each anchor of a text names, as far as it was read.

    Args of the constructor:
        length: the text's length.
        marks: where the values stand; a copy's parts stand where those of the original do.
    """

    def __init__(self, length: int, marks: Marks) -> None:
        """Begin with none."""
        self._most = TIMES * length + ANYWAY
        self._marks = marks
        self._named: dict[str, _Anchored | None] = {}
        self.written_out = 0
        """How many characters the aliases so far stand for."""

    def begin(self, anchor: str) -> None:
        """The value that an anchor names begins here; the empty name is not an anchor."""
        if anchor:
            self._named[anchor] = None

    def end(self, anchor: str, value: Json, weight: int) -> None:
        """The value ends here, of so many characters with its aliases written out."""
        if anchor:
            self._named[anchor] = _Anchored(value, weight)

    def copy(self, anchor: str, depth: int) -> Json:
        """A copy of what an anchor names, so that no two places of the file's value are one object.

        Raises:
            RefusedAlias: for an anchor that is not there or not read to its end, and past the bounds.
        """
        shown = anchor[:_SHOWN]
        if anchor not in self._named:
            raise RefusedAlias("yaml-anchor", f"No anchor &{shown} stands before this alias")
        anchored = self._named[anchor]
        if anchored is None:
            raise RefusedAlias("yaml-anchor", f"The alias *{shown} stands inside the value that it names, a cycle")
        self.written_out += anchored.weight
        if self.written_out > self._most:
            raise RefusedAlias("yaml-anchor", f"Aliases stand for more than {TIMES} times what the file holds")
        if is_deeper_than(DEEPEST - depth, anchored.value):
            raise RefusedAlias("too-deep", f"More than {DEEPEST} levels are nested")
        return self._copied(anchored.value)

    def _copied(self, value: Json) -> Json:
        if not isinstance(value, (dict, list)):
            return value
        copy = (
            {key: self._copied(item) for key, item in value.items()}
            if isinstance(value, dict)
            else [self._copied(item) for item in value]
        )
        self._marks[id(copy)] = self._marks[id(value)]
        return copy
