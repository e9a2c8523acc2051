"""The commands that concern a file of the reader's own.

    replay-gate check FILE… [--tools --model --state --email] [--format] [--safe TOOL] [--unsafe TOOL]
                            [--allow-unsearched] [--jobs N]
                            [--json | --sarif] [--fail-on error|warning] [-o OUT] [--summary FILE] [--html FILE]
                            [--baseline FILE] [--write-baseline FILE]
    replay-gate check --formats
    replay-gate redact FILE [-o OUT] [--salt TEXT] [--format]

Exit codes of `check`: 0 every gate passes, 1 a gate fails or a finding is at the level of `--fail-on` (beside a
baseline: a new error, or a new finding at that level), 2 a file could not be read. `redact` writes a bundle that
replays: 0 it did, 2 it could not. `-` reads standard input. On a terminal, the command shows progress while it reads a
large file.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..base.errors import InputError
from ..base.json_text import Json, pretty
from ..base.memory import without_collector
from ..base.output import HELP as OUTPUT_HELP
from ..base.output import STANDARD, is_file, keep_apart, path_or_standard, refuse_overwriting, write
from ..base.progress import shown_while_long
from ..base.terminal import complain, in_colour, tell
from ..replay.settings import INPUTS, OPTIONS, read_settings
from .formats import NOT_KNOWN, READERS, read_trails
from .inputs import Input, inputs_of, paths_of
from .many import checked, content_of, name_of
from .mending.bundle import bundle_parts, replayable
from .reading.source import read_source
from .rules.side_effects import Marks
from .telling.baseline import Compared, baseline_text, compared, read_baseline, with_known, without_known
from .telling.document import Question, all_findings, guarded, text_parts
from .telling.html_report import html_report
from .telling.markdown_summary import summary
from .telling.sarif import sarif
from .telling.terminal_report import report
from .verdict import CAREFUL

Commands = Any
"""What `argparse` gives to add commands to; it has no public name."""

_LEVELS = {"error": ("error",), "warning": ("error", "warning")}


def add_check(commands: Commands) -> None:
    """Add `check` to the command line."""
    command = commands.add_parser("check", help="say what a replay of an exported session would come to")
    help_ = "an exported session, a folder of them, or a pattern such as 'logs/**/*.jsonl'; - is standard input"
    command.add_argument("files", nargs="+", metavar="FILE", help=help_)
    _add_settings(command)
    _add_format(command)
    command.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="so many files are checked at once")
    command.add_argument("--safe", action="append", default=[], metavar="TOOL", help="this tool changes nothing")
    command.add_argument("--unsafe", action="append", default=[], metavar="TOOL", help="this tool changes the world")
    command.add_argument(
        "--allow-unsearched",
        action="store_true",
        help="what is packed and cannot be searched for people's data is a warning; else the gate fails",
    )
    forms = command.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print a JSON document; a list of them for several files")
    forms.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0, for code-review tools")
    command.add_argument(
        "--fail-on", choices=tuple(_LEVELS), help="exit with 1 where a finding is at this level or above"
    )
    command.add_argument("-o", "--output", type=path_or_standard, metavar="OUT", help=OUTPUT_HELP)
    command.add_argument(
        "--summary", type=_file, metavar="FILE", help="write a summary in Markdown too, for a CI job's page"
    )
    help_ = "write a report too: one HTML file that opens by a double click, without a network and without Python"
    command.add_argument("--html", type=_file, metavar="FILE", help=help_)
    _add_baseline(command)
    command.set_defaults(command=run_check, originals=_originals)


def _add_baseline(command: argparse.ArgumentParser) -> None:
    help_ = "the findings that this file knows are not told, and only new ones fail"
    command.add_argument("--baseline", type=_file, metavar="FILE", help=help_)
    help_ = "write the findings to this file, as what is known from now on; the exit code is 0 then"
    command.add_argument("--write-baseline", type=_file, metavar="FILE", help=help_)


def _originals(options: argparse.Namespace) -> list[Path | None]:
    """What a check reads."""
    known = [] if options.baseline is None or options.baseline == options.write_baseline else [options.baseline]
    return [*paths_of(inputs_of(options.files)), *known]


def add_redact(commands: Commands) -> None:
    """Add `redact` to the command line."""
    command = commands.add_parser("redact", help="make a bundle that replays, with tokens for people and secrets")
    command.add_argument("file", metavar="FILE", help="an exported session; - is standard input")
    command.add_argument("-o", "--output", type=path_or_standard, metavar="OUT", help=OUTPUT_HELP)
    command.add_argument("--salt", default="", metavar="TEXT", help="keys the tokens: the same text, the same tokens")
    _add_format(command)
    command.set_defaults(command=run_redact, originals=lambda options: [path_or_standard(options.file)])


class _ListFormats(argparse.Action):
    """Prints the formats: the name that `--format` takes, and what it is."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print them and exit."""
        width = max(map(len, READERS))
        write("".join(f"{name:{width}}  {reader.TITLE}\n" for name, reader in READERS.items()), None)
        parser.exit()


def run_check(options: argparse.Namespace) -> int:
    """Check every file, whatever is wrong with another, and write what was found."""
    extra = [path for path in (options.summary, options.write_baseline, options.html) if path is not None]
    for at, path in enumerate(extra):
        refuse_overwriting(options.originals(options), path)
        for other in (options.output, *extra[:at]):
            keep_apart(other, path)
    baseline = None if options.baseline is None else read_baseline(options.baseline)
    settings = read_settings({name: getattr(options, name) for name in OPTIONS})
    marks = Marks(frozenset(options.safe), frozenset(options.unsafe))
    question = Question(settings, marks, options.format, options.allow_unsearched)
    documents = list(_documents(inputs_of(options.files), question, options.jobs))
    for document in documents:
        if document["error"] is not None:
            complain(_error_line(document))
    found = None if baseline is None else [compared(document, baseline) for document in documents]
    write(_form(documents, options, found), options.output)
    if options.summary is not None:
        quiet = documents if found is None else list(map(without_known, documents, found))
        write(summary(quiet), options.summary)
    if options.html is not None:
        write(html_report(_told(documents, found)), options.html)
    if options.write_baseline is not None:
        write(baseline_text(documents), options.write_baseline)
    return _exit_code(documents, options, found)


def run_redact(options: argparse.Namespace) -> int:
    """Write the bundle of a file's session; of several sessions, one numbered file each, and say which."""
    content = [content_of(options.file)]
    with without_collector(), shown_while_long(f"Reading {name_of(options.file)}"):
        bundles = guarded(lambda: _bundles(content.pop(), options), name_of(options.file))
    targets = _targets(len(bundles), options.output)
    for path in targets:
        refuse_overwriting([path_or_standard(options.file)], path)
    for bundle, path in zip(bundles, targets, strict=True):
        write(bundle_parts(bundle), path)
        if len(bundles) > 1:
            tell(f"{path}: session {bundle['session']}")
    return 0


def _bundles(data: bytes, options: argparse.Namespace) -> list[Json]:
    """The bundle of each session."""
    source = read_source(data, name_of(options.file))
    del data
    trails = read_trails(source, options.format)
    defects = source.defects
    # The text is no longer needed; its memory is free for the bundles.
    source.forget_text()
    return [replayable(trail, options.salt, defects=defects) for trail in trails]


def _add_settings(command: argparse.ArgumentParser) -> None:
    for each in INPUTS:
        default = CAREFUL.choices()[each.name]
        help_ = f"{each.help} (default: {default})"
        command.add_argument(f"--{each.name}", choices=each.options, default=default, help=help_)


def _add_format(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", metavar="NAME", help="take the file for one of --formats")
    command.add_argument("--formats", action=_ListFormats, nargs=0, help="list the formats that are read, and exit")


def _file(text: str) -> Path:
    if text == STANDARD:
        raise argparse.ArgumentTypeError("standard output is for the report; name a file")
    return Path(text)


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("give a number from 1 on")
    return int(text)


def _documents(inputs: Sequence[Input], question: Question, jobs: int) -> Iterator[Json]:
    """The check of each file; one that a folder holds and that is not a session is passed over, and said to be."""
    for item, document in zip(inputs, checked(inputs, question, jobs), strict=True):
        error = document["error"]
        if item.searched and error is not None and error["problem"].startswith(NOT_KNOWN):
            tell(f"{item.name}: passed over. {error['problem']}")
        else:
            yield document


def _error_line(document: Json) -> str:
    error = document["error"]
    place = error["place"] or document["file"]
    head = place if place.startswith(document["file"]) else f"{document['file']}: {place}"
    return f"{head}: {error['problem']} {error['remedy']}".strip()


def _form(
    documents: Sequence[Json], options: argparse.Namespace, found: Sequence[Compared] | None
) -> str | Iterator[str]:
    if options.sarif:
        return pretty(sarif(documents, found))
    if options.json:
        told = _told(documents, found)
        return text_parts(told[0] if len(told) == 1 else told)
    colour = options.output is None and in_colour()
    beside: Sequence[Compared | None] = found or [None] * len(documents)
    pairs = zip(documents, beside, strict=True)
    return "\n".join(report(each, compared=other, colour=colour) for each, other in pairs if each["error"] is None)


def _told(documents: Sequence[Json], found: Sequence[Compared] | None) -> Sequence[Json]:
    """The checks; beside a baseline, each finding says whether it is known."""
    return documents if found is None else list(map(with_known, documents, found))


def _exit_code(documents: Sequence[Json], options: argparse.Namespace, found: Sequence[Compared] | None) -> int:
    if any(document["error"] is not None for document in documents):
        return 2
    if options.write_baseline is not None and found is None:
        return 0
    told = [item for each in found for item in each.new] if found is not None else None
    findings = told if told is not None else [item for document in documents for item in all_findings(document)]
    failing = any(document["gate"] == "fail" for document in documents) if told is None else False
    levels = _LEVELS.get(options.fail_on or "", _LEVELS["error"] if told is not None else ())
    return int(failing or not {item["severity"] for item in findings}.isdisjoint(levels))


def _targets(sessions: int, output: Path | None) -> list[Path | None]:
    if sessions == 1:
        return [output]
    if output is None or not is_file(output):
        problem = f"The file holds {sessions} sessions."
        raise InputError(problem, place="--output", remedy="Name a file; each session gets its number in the name.")
    return [output.with_stem(f"{output.stem}-{number}") for number in range(1, sessions + 1)]
