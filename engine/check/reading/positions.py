"""From an offset in a text to line and column, without a list of all lines."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence

_BLOCK = 4096


class Lines:
    """Line and column of any offset of a text; a line ends with a line feed.

    What is kept is one line number and one line's start for every block of the text, so that neither a file of many
    short lines costs much memory, nor one long line much time.
    """

    def __init__(self, text: str, escapes: Sequence[int] = (), longer: int = 0) -> None:
        """Keep the text; nothing is counted before the first question.

        Args:
            text: the text.
            escapes: offsets in it at which one character of the file was written as an escape.
            longer: by how many characters each of them is longer.
        """
        self._text = text
        self._escapes = escapes
        self._longer = longer
        self._numbers = array("Q")
        self._starts = array("Q")

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if not self._numbers:
            self._count()
        block = min(offset // _BLOCK, len(self._numbers) - 1)
        line = self._numbers[block] + self._text.count("\n", block * _BLOCK, offset)
        start = self._text.rfind("\n", block * _BLOCK, offset) + 1 or self._starts[block]
        added = bisect_left(self._escapes, offset) - bisect_left(self._escapes, start) if self._escapes else 0
        return line, offset - start + 1 - added * self._longer

    def forget(self) -> None:
        """Let go of the text; nothing can be asked any more."""
        self._text, self._escapes = "", ()

    def _count(self) -> None:
        number, line_start = 1, 0
        for start in range(0, len(self._text) + 1, _BLOCK):
            self._numbers.append(number)
            self._starts.append(line_start)
            end = start + _BLOCK
            number += self._text.count("\n", start, end)
            line_start = self._text.rfind("\n", start, end) + 1 or line_start
