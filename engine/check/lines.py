"""From an offset in a text to line and column, without a list of all lines."""

from __future__ import annotations

_BLOCK = 4096


class Lines:
    """Line and column of any offset of a text; a line ends with a line feed.

    Line numbers are kept for every block of the text only, so that a file of many short lines costs little memory.
    """

    def __init__(self, text: str) -> None:
        """Keep the text; nothing is counted before the first question."""
        self._text = text
        self._blocks: list[int] | None = None

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if self._blocks is None:
            self._blocks = self._count()
        block = min(offset // _BLOCK, len(self._blocks) - 1)
        line = self._blocks[block] + self._text.count("\n", block * _BLOCK, offset)
        return line, offset - self._text.rfind("\n", 0, offset)

    def _count(self) -> list[int]:
        lines = [1]
        for start in range(0, len(self._text), _BLOCK):
            lines.append(lines[-1] + self._text.count("\n", start, start + _BLOCK))
        return lines
