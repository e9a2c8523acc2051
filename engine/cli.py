"""The command line: `replay-gate run`, `export`, `check`, `diff` and so on; in a checkout `python3 -m engine run`.

Exit codes: 0 the command did its work (of `run`, a failed gate is a result, not an error), 2 bad arguments or an
unusable file. `check` and `diff` have another one, see `engine.check.cli` and `engine.check.diff_cli`. An interruption
ends with 130 and says nothing.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from . import __version__
from .base import completion
from .base.errors import EngineError, InputError
from .base.output import HELP as OUTPUT_HELP
from .base.output import path_or_standard, refuse_overwriting, write
from .base.terminal import complain, give_up_stdout, in_colour, program, tell
from .check.cli import add_check, add_redact
from .check.diff_cli import add_diff
from .check.formats import READERS
from .replay.fixtures import CONTENT, files_of, load_session, load_subject, standard
from .replay.run import bundle_text, run, run_text
from .replay.settings import INPUTS, OPTIONS, Settings, read_settings
from .replay.subject import LiveValue, Subject
from .replay.terminal_report import report

_REPLAYS = ("run", "export")


class _Parser(argparse.ArgumentParser):
    """Bad arguments end with one clear message and exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\nSee {self.prog} --help.\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End, quietly where whoever read the help has left."""
        try:
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError:
            give_up_stdout()
        for line in (message or "").splitlines():
            tell(line)
        super().exit(status)


def main(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: what stands after the program's name.

    Returns:
        The exit code.
    """
    try:
        subject = _subject(arguments)
        options = _parser(subject).parse_args(arguments, argparse.Namespace(subject=subject))
        refuse_overwriting(options.originals(options), options.output)
        return int(options.command(options))
    except EngineError as error:
        complain(str(error))
        return 2


def _subject(arguments: Sequence[str]) -> Subject | None:
    """The subject that a replay is of, which says what live values there are; None where no command asks for them."""
    if arguments[:1] == ["completion"]:
        return standard()
    if not set(arguments[:1]) & set(_REPLAYS):
        return None
    known, _ = _content_option(add_help=False).parse_known_args(arguments[1:])
    return standard() if known.content == CONTENT else load_subject(known.content)


def _content_option(**more: Any) -> _Parser:
    parser = _Parser(prog=program(), **more)
    help_ = "the folder of the subject: session.json, world.py, models.py (default: the explainer's own)"
    parser.add_argument("--content", type=Path, metavar="DIR", default=CONTENT, help=help_)
    return parser


def _replay(make: Callable[[Settings, Subject, argparse.Namespace], str], options: argparse.Namespace) -> int:
    """Write what `make` makes of the options' set-up and session."""
    subject = options.subject
    if options.session is not None:
        subject = dataclasses.replace(subject, session=load_session(options.session))
    write(make(_settings(options), subject, options), options.output)
    return 0


def _originals(options: argparse.Namespace) -> Sequence[Path]:
    """The files that a replay reads."""
    session, *modules = files_of(options.content)
    return [options.session or session, *modules]


def _run(settings: Settings, subject: Subject, options: argparse.Namespace) -> str:
    document = run(settings, subject)
    if options.json:
        return run_text(document)
    return report(document, colour=options.output is None and in_colour())


def _export(settings: Settings, subject: Subject, options: argparse.Namespace) -> str:
    del options
    return bundle_text(settings, subject)


def _parser(subject: Subject | None) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=program(),
        description="Replay an exported agent session and judge it: is the replay faithful, and is it harmless?",
    )
    parser.add_argument("--version", action="version", version=f"replay-gate {__version__}")
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="{run,export,check,redact,diff,completion}"
    )
    content = [_content_option(add_help=False)]
    run_command = commands.add_parser(
        "run", parents=content, help="replay the session under a set-up and print the run"
    )
    run_command.add_argument("--json", action="store_true", help="print the run as JSON")
    run_command.set_defaults(command=partial(_replay, _run), originals=_originals)
    export_command = commands.add_parser("export", parents=content, help="write the bundle of a set-up as JSON")
    export_command.set_defaults(command=partial(_replay, _export), originals=_originals)
    for command in (run_command, export_command):
        _add_settings(command, subject.live_values if subject else ())
    add_check(commands)
    add_redact(commands)
    add_diff(commands)
    _add_completion(commands, parser)
    return parser


def _add_completion(commands: Any, parser: argparse.ArgumentParser) -> None:
    command = commands.add_parser("completion", help="print what makes a shell complete this command's arguments")
    command.add_argument("shell", choices=completion.SHELLS, help="the shell that is to read it")

    def complete(options: argparse.Namespace) -> int:
        write(completion.script(parser, options.shell, {"--format": tuple(READERS)}), options.output)
        return 0

    command.set_defaults(command=complete, originals=lambda _: [], output=None)


def _add_settings(command: argparse.ArgumentParser, live: Sequence[LiveValue]) -> None:
    for each in INPUTS:
        help_ = f"{each.help} (default: {each.opening})"
        command.add_argument(f"--{each.name}", choices=each.options, default=each.opening, help=help_)
    for value in live:
        help_ = f"what the live {value.tool} answers as {value.field} (default: {value.value})"
        command.add_argument(value.flag, dest=value.name, type=partial(_live, value), metavar="VALUE", help=help_)
    help_ = "replay this bundle instead of the subject's own session"
    command.add_argument("--session", type=Path, metavar="FILE", help=help_)
    command.add_argument("-o", "--output", type=path_or_standard, metavar="FILE", help=OUTPUT_HELP)


def _live(value: LiveValue, text: str) -> str:
    try:
        return value.read(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(f"{error.problem} {error.remedy}") from error


def _settings(options: argparse.Namespace) -> Settings:
    declared = options.subject.live_values
    names = (*OPTIONS, *(value.name for value in declared))
    return read_settings({name: getattr(options, name) for name in names}, declared)
