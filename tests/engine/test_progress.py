"""The line that says that something takes long."""

from __future__ import annotations

import os
import pty
import re
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr

import pytest

from engine.base import progress
from engine.base.progress import shown_while_long


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line appears soon, on a terminal that can erase it."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "PATIENCE", 0.05)


@contextmanager
def terminal() -> Iterator[int]:
    """A terminal for standard error; yields the end that a person sees."""
    here, there = pty.openpty()
    with os.fdopen(there, "w") as stream, redirect_stderr(stream):
        yield here
    os.close(here)


def seen(shown: int) -> str:
    """What was written to the terminal, which the system hands on within a moment."""
    text = b""
    while select.select([shown], [], [], 0.3)[0]:
        text += os.read(shown, 65536)
    return text.decode()


def test_what_takes_long_is_shown_and_gone_at_the_end() -> None:
    """With its seconds, what a terminal would obey as an escape, and erased."""
    with terminal() as shown:
        with shown_while_long("Checking a\x1b.json"):
            time.sleep(0.2)
        assert re.fullmatch(r"(\r\x1b\[KChecking a\\x1b\.json … 0 s)+\r\x1b\[K", seen(shown))


def test_it_is_gone_after_an_error_too() -> None:
    """The complaint comes on a clean line."""
    with terminal() as shown:
        with pytest.raises(KeyboardInterrupt), shown_while_long("Checking a.json"):
            time.sleep(0.2)
            raise KeyboardInterrupt
        assert seen(shown).endswith("\r\x1b[K")


def test_what_is_done_soon_is_not_shown() -> None:
    """Nor is anything erased."""
    with terminal() as shown:
        with shown_while_long("Checking a.json"):
            pass
        assert seen(shown) == ""


def test_a_narrow_terminal_is_not_overrun() -> None:
    """A line that wraps could not be erased."""
    with terminal() as shown:
        with shown_while_long("Checking " + "x" * 500):
            time.sleep(0.2)
        lines = seen(shown).split("\r\x1b[K")
        assert len(lines) > 2
        assert all(len(line) < 80 and line.endswith(" s") for line in lines[1:-1])


def test_a_dumb_terminal_and_a_file_get_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """They could not erase it."""
    monkeypatch.setenv("TERM", "dumb")
    with terminal() as shown:
        with shown_while_long("Checking a.json"):
            time.sleep(0.1)
        assert seen(shown) == ""
