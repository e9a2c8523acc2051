"""Checks many files, one after the other or several at once in processes of their own."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from ..base.errors import InputError
from ..base.json_text import Json
from ..base.output import STANDARD
from ..base.progress import shown_while_long
from .inputs import Input
from .telling.document import Question, check, guarded, unreadable


def checked(inputs: Sequence[Input], question: Question, jobs: int) -> Iterator[Json]:
    """The check document of each file, in their order; of one that cannot be read, one that says so.

    Args:
        inputs: the files.
        question: what is asked of them.
        jobs: how many are checked at once.

    Raises:
        InputError: where a process was ended from outside.
    """
    if min(jobs, len(inputs)) < 2:  # noqa: PLR2004 - one at a time needs no process of its own
        for item in inputs:
            with shown_while_long(f"Checking {name_of(item.name)}"):
                document = check_one(question, item)
            yield document
    else:
        yield from _at_once(inputs, question, jobs)


def _at_once(inputs: Sequence[Input], question: Question, jobs: int) -> Iterator[Json]:
    """The same in several processes; standard input is read by this one."""
    # Imported here: most checks are of one file, and start sooner without.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    with shown_while_long(f"Checking {len(inputs)} files"):
        pool = ProcessPoolExecutor(min(jobs, len(inputs)), initializer=_undisturbed)
        try:
            others = pool.map(partial(check_one, question), (item for item in inputs if item.name != STANDARD))
            for item in inputs:
                yield check_one(question, item) if item.name == STANDARD else next(others)
        except BrokenProcessPool as error:
            remedy = "Use fewer --jobs: their memory may have been too much."
            raise InputError("A process was ended from outside.", place="--jobs", remedy=remedy) from error
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _undisturbed() -> None:
    """Ctrl-C ends the process that was started, which ends the others at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def check_one(question: Question, item: Input) -> Json:
    """The check document of a file; where the file cannot be read, one that says so."""
    name = name_of(item.name)
    try:
        if item.problem is not None:
            raise item.problem
        return guarded(lambda: check(content_of(item.name), name, question), name)
    except InputError as error:
        return unreadable(name, question, error)


def content_of(file: str) -> bytes:
    """The bytes of a file, or of standard input.

    Raises:
        InputError: where it cannot be read.
    """
    try:
        if file == STANDARD:
            return _standard_input()
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        remedy = "Check the path and its permissions."
        raise InputError(f"It cannot be read ({why}).", place=name_of(file), remedy=remedy) from error


def name_of(file: str) -> str:
    """What to call a file."""
    return "standard input" if file == STANDARD else file


def _standard_input() -> bytes:
    if sys.stdin is None:  # what Python makes of a closed descriptor
        raise InputError("It is closed.", place="standard input", remedy="Name a file.")
    return sys.stdin.buffer.read()
