"""What the arguments of `check` name: files, folders with all that may hold a session, patterns.

sessions/a.json     that file
sessions            every file below it whose name ends as those of sessions do; hidden ones and folders are left out
"logs/**/*.jsonl"   what the pattern matches, where the shell did not expand it
-                   standard input
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..base.errors import InputError
from ..base.output import STANDARD

ENDINGS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".eval", ".zip", ".gz", ".zst")
"""How the names of files end that may hold a session."""

_PATTERN = frozenset("*?[")


@dataclass(frozen=True)
class Input:
    """A file to check.

    Attributes:
        name: its path, or `-`.
        searched: whether it was found in a folder, so that it may be something else than a session.
        problem: why the argument names no file; None where it does.
    """

    name: str
    searched: bool = False
    problem: InputError | None = None


def inputs_of(arguments: Iterable[str]) -> list[Input]:
    """The files that arguments name, in their order and each once; those of a folder or a pattern by name."""
    found: dict[str, Input] = {}
    for argument in arguments:
        for item in _inputs(argument):
            found.setdefault(item.name, item)
    return list(found.values())


def paths_of(inputs: Iterable[Input]) -> Iterator[Path | None]:
    """Their paths; None for standard input."""
    return (None if item.name == STANDARD else Path(item.name) for item in inputs)


def _inputs(argument: str) -> Iterator[Input]:
    path = Path(argument)
    if argument and argument != STANDARD and path.is_dir():
        names: Sequence[str] = sorted(_below(argument))
        why = "The folder holds no file that may hold a session."
        yield from _named(argument, names, InputError(why, place=argument, remedy=f"Looked for {', '.join(ENDINGS)}."))
    elif not path.exists() and not _PATTERN.isdisjoint(argument):
        names = sorted(filter(os.path.isfile, glob.glob(argument, recursive=True)))  # noqa: PTH207 - an absolute one too
        why = "The pattern matches no file."
        yield from _named(argument, names, InputError(why, place=argument, remedy="Check the path."), searched=False)
    else:
        yield Input(argument)


def _named(argument: str, names: Sequence[str], none: InputError, *, searched: bool = True) -> Iterator[Input]:
    yield from (Input(name, searched) for name in names)
    if not names:
        yield Input(argument, problem=none)


def _below(folder: str) -> Iterator[str]:
    """The files below a folder that may hold a session."""
    for above, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (
            os.path.normpath(os.path.join(above, name))  # noqa: PTH118 - the name as it is given, not resolved
            for name in names
            if name.endswith(ENDINGS) and not name.startswith(".")
        )
