"""The one error that a user of the build can see; it is printed without a traceback."""

from __future__ import annotations

from pathlib import Path


class BuildError(Exception):
    """The build cannot go on.

    ``message`` says what is wrong; ``file`` and ``line`` say where, for an error in something
    an author edits; ``remedy`` says what to do about it.
    """

    def __init__(
        self,
        message: str,
        *,
        file: Path | None = None,
        line: int | None = None,
        remedy: str | None = None,
    ) -> None:
        """Keep the parts; ``str()`` of the error puts them together for a reader."""
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.remedy = remedy

    def __str__(self) -> str:
        """Place, message and remedy, as they are printed."""
        text = f"{self._place()}{self.message}"
        return f"{text}\n  {indented(self.remedy)}" if self.remedy else text

    def _place(self) -> str:
        """``file:line: ``, as much of it as is known."""
        if self.file is None:
            return ""
        return f"{self.file}: " if self.line is None else f"{self.file}:{self.line}: "


def indented(text: str) -> str:
    """Text whose later lines stand under its first, two spaces in."""
    return "\n  ".join(text.splitlines())
