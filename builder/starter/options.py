"""The options of `build.py new`; apart from the verb, since they are there before the first package is installed."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def add_options(command: argparse.ArgumentParser, path: Callable[[str], Path]) -> None:
    """Add the verb's options; ``path`` reads a path as the reader means it."""
    command.add_argument("folder", metavar="DIR", type=path, help="the folder to make; it must not be there yet")
    command.add_argument("--from", dest="file", metavar="FILE", type=path, required=True, help="the exported session")
    command.add_argument("--format", metavar="NAME", help="take the file for this format; check --formats lists them")
    command.add_argument("--session", metavar="N", type=int, help="which of the file's sessions, from 1")
    command.add_argument("--first", metavar="N", type=int, help="take the first N steps only")
    command.add_argument(
        "--keep-people", action="store_true", help="leave people's data and secrets as they are in the file"
    )
