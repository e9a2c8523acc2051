"""Asking an author's module: whatever it raises, and an answer of another form, becomes a `SubjectError`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ..base.errors import SubjectError
from ..base.json_text import Json


def ask(file: str, function: Callable[..., Any], *arguments: Json, knows: str = "") -> Any:
    """What a module's function returns.

    Args:
        file: the module's file, such as `world.py`.
        function: the function.
        arguments: what it is asked.
        knows: a name that the function may not know; it says so by a `KeyError` of that name, which is passed on.

    Raises:
        KeyError: where the function does not know the name.
        SubjectError: where it raises anything else.
    """
    try:
        return function(*arguments)
    except SubjectError:
        raise
    except Exception as error:
        if knows and isinstance(error, KeyError) and error.args == (knows,):
            raise
        # An author's function may raise anything; a reader is told where, and meets no traceback.
        raise SubjectError(
            f"{function.__name__} fails with {type(error).__name__}: {error}. It is asked {_asked(arguments)}.",
            file=file,
            line=line_of(error, file),
            remedy="Correct the module there.",
        ) from error


def _asked(arguments: Sequence[Json]) -> str:
    """The arguments of a call, of a long list its last item alone, none of them long."""
    short = [f"[… {value[-1]!r:.200}]" if _is_long(value) else f"{value!r:.200}" for value in arguments]
    return ", ".join(short)


def _is_long(value: Json) -> bool:
    return isinstance(value, list | tuple) and len(value) > 1


def check_json(value: Json, file: str, what: str) -> None:
    """Refuse what is no JSON value: a tuple, a set, a Decimal, an infinite number, a key that is no text.

    Raises:
        SubjectError: naming the file and what the value is.
    """
    if not _is_json(value):
        raise SubjectError(
            f"{what} is no JSON value: {value!r:.200}",
            file=file,
            remedy="Use text, whole numbers, true and false, None, lists, and dicts with text as keys.",
        )


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)


def line_of(error: Exception, name: str) -> int | None:
    """The line of the file of that name at which an exception arose, or passed; None where it did neither."""
    lines = []
    traceback = error.__traceback__
    while traceback is not None:
        if _is_of(traceback.tb_frame.f_code.co_filename, name):
            lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return lines[-1] if lines else None


def _is_of(path: str, name: str) -> bool:
    """Whether a source's path ends in a file's name, however its system writes paths."""
    return path.replace("\\", "/").rpartition("/")[2] == name
