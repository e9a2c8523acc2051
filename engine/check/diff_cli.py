"""The command that compares two recordings of one task.

    replay-gate diff A B [--session N] [--format] [--json] [-o OUT]

Exit codes: 0 they take the same steps, 1 they part, 2 one of them cannot be read.
"""

from __future__ import annotations

import argparse
from typing import Any

from ..base.errors import InputError
from ..base.json_text import pretty
from ..base.memory import without_collector
from ..base.output import HELP as OUTPUT_HELP
from ..base.output import path_or_standard, write
from ..base.terminal import in_colour
from .formats import READERS, read_trails
from .many import content_of, name_of
from .parting import parting
from .reading.source import read_source
from .telling.difference import difference_document, difference_report
from .telling.document import guarded
from .trail import Trail

Commands = Any
"""What `argparse` gives to add commands to; it has no public name."""


def add_diff(commands: Commands) -> None:
    """Add `diff` to the command line."""
    command = commands.add_parser("diff", help="say where two recordings of one task part, and why")
    command.add_argument("first", metavar="A", help="a recorded session; - is standard input")
    command.add_argument("second", metavar="B", help="another recording of the same task")
    help_ = "the number of the session to compare, where a file holds several (default: 1)"
    command.add_argument("--session", type=int, default=1, metavar="N", help=help_)
    command.add_argument("--format", metavar="NAME", help=f"take both files for one of {', '.join(READERS)}")
    command.add_argument("--json", action="store_true", help="print a JSON document")
    command.add_argument("-o", "--output", type=path_or_standard, metavar="OUT", help=OUTPUT_HELP)
    command.set_defaults(
        command=run_diff, originals=lambda options: [*map(path_or_standard, (options.first, options.second))]
    )


def run_diff(options: argparse.Namespace) -> int:
    """Compare both recordings and write what was found."""
    files = (options.first, options.second)
    with without_collector():
        trails = [_trail(file, options) for file in files]
    found = parting(*trails)
    document = difference_document([name_of(file) for file in files], trails, found)
    colour = options.output is None and in_colour()
    write(pretty(document) if options.json else difference_report(document, colour=colour), options.output)
    return int(found.cause is not None)


def _trail(file: str, options: argparse.Namespace) -> Trail:
    """The session of a file that is to be compared.

    Raises:
        InputError: where the file cannot be read, or has no session of that number.
    """
    name = name_of(file)

    trails = guarded(lambda: read_trails(read_source(content_of(file), name), options.format), name)
    if not 1 <= options.session <= len(trails):
        remedy = f"It holds {len(trails)}; give a number from 1 on."
        raise InputError(f"There is no session {options.session}.", place=name, remedy=remedy)
    return trails[int(options.session) - 1]
