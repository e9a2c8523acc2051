"""From an offset in a text to line and column, without a list of all lines."""

from __future__ import annotations

from array import array

_BLOCK = 4096


class Lines:
    """Line and column of any offset of a text; a line ends with a line feed.

    What is kept is one line number and one line's start for every block of the text, so that neither a file of many
    short lines costs much memory, nor one long line much time.
    """

    def __init__(self, text: str) -> None:
        """Keep the text; nothing is counted before the first question."""
        self._text = text
        self._numbers = array("Q")
        self._starts = array("Q")

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if not self._numbers:
            self._count()
        block = min(offset // _BLOCK, len(self._numbers) - 1)
        line = self._numbers[block] + self._text.count("\n", block * _BLOCK, offset)
        start = self._text.rfind("\n", block * _BLOCK, offset) + 1 or self._starts[block]
        return line, offset - start + 1

    def _count(self) -> None:
        number, line_start = 1, 0
        for start in range(0, len(self._text) + 1, _BLOCK):
            self._numbers.append(number)
            self._starts.append(line_start)
            end = start + _BLOCK
            number += self._text.count("\n", start, end)
            line_start = self._text.rfind("\n", start, end) + 1 or line_start
