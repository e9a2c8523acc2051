"""Shows the progress of a build: one line for each stage, with the time it took."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

WIDTH = 44


@dataclass
class Progress:
    """Prints stages to a stream, standard output unless another is given."""

    stream: TextIO = field(default_factory=lambda: sys.stdout)
    _line_is_open: bool = field(default=False, init=False)

    @contextmanager
    def stage(self, title: str) -> Iterator[None]:
        """Print ``title``, and the seconds spent inside the ``with`` when it ends.

        An error passes through; its line says "failed" in place of a plain time.
        """
        start = time.monotonic()
        self._open_line(title)
        try:
            yield
        except BaseException:
            self._end_stage(title, start, " failed")
            raise
        self._end_stage(title, start, "")

    def note(self, text: str) -> None:
        """Print text on lines of its own, also in the middle of a stage."""
        self._close_line()
        self._write("".join(f"  {line}\n" for line in text.splitlines()))

    def _open_line(self, title: str) -> None:
        self._close_line()
        self._write(f"{title} ".ljust(WIDTH, "."))
        self._line_is_open = True

    def _end_stage(self, title: str, start: float, verdict: str) -> None:
        # A note or an inner stage has taken the line: say again what has ended.
        if not self._line_is_open:
            self._write(f"{title} ".ljust(WIDTH, "."))
        self._write(f"{time.monotonic() - start:6.1f} s{verdict}\n")
        self._line_is_open = False

    def _close_line(self) -> None:
        if self._line_is_open:
            self._write("\n")
            self._line_is_open = False

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()
