"""What the commands share in a terminal: colours, messages, and the escaping of control characters."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

Painter = Callable[[str, str], str]
"""Gives a text its look: `(look, text) -> text`."""

_COLOURS = {"good": "32", "bad": "31", "doubt": "33", "soft": "2", "strong": "1"}
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with control characters, marks of direction and what cannot be shown written as escapes."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def paint(look: str, text: str) -> str:
    """The text in colour."""
    return f"\x1b[{_COLOURS[look]}m{text}\x1b[0m"


def leave(look: str, text: str) -> str:
    """The text as it is."""
    del look
    return text


def program() -> str:
    """What the user types to start this: as installed, as an installed module, or in a checkout."""
    package = __package__.partition(".")[0]
    if package == "replay_gate" and Path(sys.argv[0]).name != "__main__.py":
        return "replay-gate"
    return f"python3 -m {package}"


def in_colour() -> bool:
    """Whether standard output is a terminal that shows colours; https://no-color.org says how to refuse them."""
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def complain(message: str) -> None:
    """Say on standard error what went wrong; if that fails too, the exit code alone says so."""
    tell(f"{program()}: {message}")


def tell(message: str) -> None:
    """Say on standard error what was done, beside what is written on standard output."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{visible(message)}\n")
    except OSError:
        sys.stderr = _nowhere()


def give_up_stdout() -> None:
    """Stop Python from trying again at exit to write what could not be written."""
    sys.stdout = _nowhere()


def _nowhere() -> TextIO:
    """Stands in for a stream that takes nothing more: Python writes what is left at exit, and would end with 120."""
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - open until the end
