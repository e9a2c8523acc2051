"""What the commands share on their way out: bytes to a file or the terminal, colours, what a terminal must not obey."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.base.errors import InputError

Painter = Callable[[str, str], str]
"""Gives a text its look: `(look, text) -> text`."""

_COLOURS = {"good": "32", "bad": "31", "doubt": "33", "soft": "2", "strong": "1"}
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with what a terminal would obey, or could not show, written as an escape; so are marks of direction."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def paint(look: str, text: str) -> str:
    """The text in colour."""
    return f"\x1b[{_COLOURS[look]}m{text}\x1b[0m"


def leave(look: str, text: str) -> str:
    """The text as it is."""
    del look
    return text


def in_colour() -> bool:
    """Whether standard output is a terminal that shows colours."""
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and "NO_COLOR" not in os.environ
        and os.environ.get("TERM") != "dumb"
    )


def write(text: str | Iterable[str], path: Path | None) -> None:
    """Write the same bytes on every system: UTF-8, newlines as they are.

    Args:
        text: what to write; in parts, where the whole would be large.
        path: the file; None is standard output.

    Raises:
        InputError: where it cannot be written.
        BrokenPipeError: where whoever read standard output has left.
    """
    try:
        _write_bytes([text.encode("utf-8")] if isinstance(text, str) else map(str.encode, text), path)
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            give_up_stdout()
        raise InputError(
            f"It cannot be written ({error.strerror}).",
            place=str(path or "standard output"),
            remedy="Choose another place.",
        ) from error


def complain(message: str) -> None:
    """Say on standard error what went wrong."""
    if sys.stderr is not None:
        sys.stderr.write(f"python3 -m engine: {visible(message)}\n")


def give_up_stdout() -> None:
    """Let Python not try again at its end to write what could not be written."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open until the end


def _write_bytes(parts: Iterable[bytes], path: Path | None) -> None:
    if path is not None:
        with path.open("wb") as file:
            file.writelines(parts)
    elif sys.stdout is None:  # what Python makes of a closed descriptor
        raise InputError("It is closed.", place="standard output", remedy="Write to a file with --output.")
    else:
        sys.stdout.buffer.writelines(parts)
        sys.stdout.buffer.flush()
