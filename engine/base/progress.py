"""A line on standard error while something takes long: on a terminal only, and gone at the end."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from .terminal import visible

PATIENCE = 2
"""Seconds before the line appears: what is done sooner needs none."""

_BEAT = 1
_ERASE = "\r\x1b[K"


@contextmanager
def shown_while_long(what: str) -> Iterator[None]:
    """Show what is being done, and for how many seconds, once it takes longer than `PATIENCE`.

    Args:
        what: a phrase such as `Checking export.json`.
    """
    stream = sys.stderr
    if stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(stream, visible(what), done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(stream: TextIO, what: str, done: threading.Event) -> None:
    """Write the line again and again until it is done, then erase it; nothing is written to a terminal that is gone."""
    start = time.monotonic()
    if done.wait(PATIENCE):
        return
    with suppress(OSError):
        while True:
            stream.write(f"{_ERASE}{_fitting(what, f' … {time.monotonic() - start:.0f} s', stream)}")
            stream.flush()
            if done.wait(_BEAT):
                break
        stream.write(_ERASE)
        stream.flush()


def _fitting(what: str, seconds: str, stream: TextIO) -> str:
    """The line, cut to the terminal's width: what wraps could not be erased."""
    width = os.get_terminal_size(stream.fileno()).columns or 80  # a terminal that does not know its width says 0
    return f"{what[: max(0, width - 1 - len(seconds))]}{seconds}"
