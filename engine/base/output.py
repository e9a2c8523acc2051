"""Writes a command's result: never over a file that the command reads, and never half a file.

    refuse_overwriting(originals, output)   refuses an output that is one of the originals, however it is named
    write(text, output)                     the whole text, or the former file as it was

A file is written beside the former one and moved into its place, so that a full disk or an interruption leaves the
former one and nothing else. A terminal, a pipe or a device such as `/dev/null` is written to directly. Of paths, None
is the standard stream.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from .errors import InputError
from .terminal import give_up_stdout

STANDARD = "-"
"""What names standard input or output in a path's place."""

HELP = "write to a file; - is standard output, as when this is left out"


def path_or_standard(text: str) -> Path | None:
    """The path that an argument names; None where it names the standard stream."""
    return None if text == STANDARD else Path(text)


def refuse_overwriting(originals: Iterable[Path | None], output: Path | None) -> None:
    """Refuse to write over what is read: the same file by another path, a symbolic or a hard link, a redirection.

    Args:
        originals: what a command reads; None is standard input.
        output: what it would write; None is standard output.

    Raises:
        InputError: where the output is one of the originals.
    """
    if any(_is_same(original, output) for original in originals):
        place = str(output or "standard output")
        raise InputError("This is the original, which is never written over.", place=place, remedy="Name another file.")


def keep_apart(output: Path | None, other: Path | None) -> None:
    """Refuse to write two results to one place.

    Raises:
        InputError: where both are the same file.
    """
    if output is not None and other is not None and os.path.realpath(output) == os.path.realpath(other):
        raise InputError("Two results cannot go to one file.", place=str(other), remedy="Name another file.")


def is_file(output: Path | None) -> bool:
    """Whether an output is a file, or will be one, and not a terminal, a pipe or a device."""
    status = _status(output, sys.stdout)
    return output is not None and (status is None or stat.S_ISREG(status.st_mode))


def write(text: str | Iterable[str], output: Path | None) -> None:
    """Write the same bytes on every system: UTF-8, newlines as they are. A reader that stops early is not an error.

    Args:
        text: what to write; in parts, where the whole would be large.
        output: the file; None is standard output.

    Raises:
        InputError: where it cannot be written.
    """
    try:
        _write_bytes([text.encode("utf-8")] if isinstance(text, str) else map(str.encode, text), output)
    except BrokenPipeError:
        give_up_stdout()
    except OSError as error:
        if output is None:
            give_up_stdout()
        raise InputError(
            f"It cannot be written ({error.strerror}).",
            place=str(output or "standard output"),
            remedy="Choose another place.",
        ) from error


def _is_same(original: Path | None, output: Path | None) -> bool:
    one, other = _status(original, sys.stdin), _status(output, sys.stdout)
    if one is not None and other is not None:
        return stat.S_ISREG(other.st_mode) and os.path.samestat(one, other)
    # One of them does not exist. If both name the same path, the output would land where the original is expected.
    return None not in (original, output) and os.path.realpath(str(original)) == os.path.realpath(str(output))


def _status(path: Path | None, stream: TextIO | None) -> os.stat_result | None:
    """The status of a path or of a standard stream; None where it has none."""
    with suppress(OSError, ValueError):  # a stream may have no descriptor, and a path may hold a zero byte
        if path is not None:
            return path.stat()
        if stream is not None:
            return os.fstat(stream.fileno())
    return None


def _write_bytes(parts: Iterable[bytes], output: Path | None) -> None:
    if output is None or _is_standard_output(output):
        _write_standard(parts)
    elif is_file(output):
        _replace(parts, Path(os.path.realpath(output)))
    else:
        with output.open("wb") as file:
            file.writelines(parts)


def _is_standard_output(output: Path) -> bool:
    """Whether a path, such as `/dev/stdout`, is what standard output goes to: what stands there already stays."""
    one, other = _status(output, None), _status(None, sys.stdout)
    return one is not None and other is not None and os.path.samestat(one, other)


def _write_standard(parts: Iterable[bytes]) -> None:
    if sys.stdout is None:  # what Python makes of a closed descriptor
        raise InputError("It is closed.", place="standard output", remedy="Write to a file with --output.")
    sys.stdout.buffer.writelines(parts)
    sys.stdout.buffer.flush()


def _replace(parts: Iterable[bytes], target: Path) -> None:
    """Write a temporary file beside the target and move it into place; a failure or an interruption removes it."""
    former = _former(target)
    if former is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if former is not None:
            beside.chmod(stat.S_IMODE(former.st_mode))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _former(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except FileNotFoundError:
        return None
