"""The verbs of ``python3 build.py``; what each does stands in its own function's first line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.starter.options import add_options
from builder.tools import quality, subjects
from builder.tools.environment import (
    ROOT,
    STARTED_IN,
    build_folder,
    ensure_node_packages,
    ensure_test_packages,
    remove_folder,
)
from builder.tools.wheel import WHEEL_FOLDER, make_wheel

FAILED = 1
INTERRUPTED = 130


def build(options: argparse.Namespace, progress: Progress) -> int:
    """Write the page to dist/index.html (the default)."""
    folder = build_site(progress, options.content, options.out)
    progress.note(f"Open this in a browser: {folder / 'index.html'}")
    return 0


def build_site(progress: Progress, content: Path | None = None, out: Path | None = None) -> Path:
    """Install what a build needs and run it; return the folder it wrote.

    Args:
        progress: is told of each stage.
        content: the subject's folder; None is the project's own.
        out: the folder to write; None is ``dist/``.
    """
    ensure_node_packages(ROOT, progress)
    # Looked up now: what the pipeline imports is not there before the first install.
    return Path(import_module("builder.site.pipeline").build(ROOT, progress, content, out))


def new(options: argparse.Namespace, progress: Progress) -> int:
    """Make a subject's folder from an exported session."""
    import_module("builder.starter.new").new(progress, options)
    return 0


def test(options: argparse.Namespace, progress: Progress) -> int:
    """Check and test everything, or only the steps and paths that are named, or the subject of --content."""
    if options.content is not None:
        return test_subject(options, progress)
    steps = options.only or (["pytest"] if options.arguments else [*quality.CHECKS, "pytest"])
    ensure_test_packages(ROOT, progress)
    ensure_node_packages(ROOT, progress)
    quality.run_checks(ROOT, progress, [name for name in steps if name in quality.CHECKS])
    if "pytest" not in steps:
        return 0
    if quality.touches_page_tests(ROOT, options.arguments):
        build_site(progress)
        build_site(progress, subjects.EXAMPLE, subjects.page_folder(subjects.EXAMPLE))
    return quality.run_pytest(ROOT, progress, options.arguments, thorough=options.thorough)


def test_subject(options: argparse.Namespace, progress: Progress) -> int:
    """Build a subject's page and ask of it what must hold of any; the page is kept where --out says."""
    out = options.out or subjects.page_folder(options.content)
    ensure_test_packages(ROOT, progress)
    build_site(progress, options.content, out)
    os.environ.update({subjects.SUBJECT: str(options.content), subjects.SUBJECT_PAGE: str(out)})
    return quality.run_pytest(ROOT, progress, [subjects.TESTS, *options.arguments], thorough=options.thorough)


def check(_: argparse.Namespace, progress: Progress) -> int:
    """Run the linters and type checks, no tests."""
    ensure_test_packages(ROOT, progress)
    ensure_node_packages(ROOT, progress)
    quality.run_checks(ROOT, progress)
    return 0


def serve(options: argparse.Namespace, _: Progress) -> int:
    """Serve dist/, or what --out names, on this machine, for a look at the page."""
    import_module("builder.tools.serve").serve(options.out or ROOT / "dist", options.port)
    return 0


def clean(options: argparse.Namespace, _: Progress) -> int:
    """Remove what a build wrote; --all removes what it installed as well."""
    remove_folder(ROOT / "dist")
    remove_folder(ROOT / WHEEL_FOLDER)
    if options.all:
        remove_folder(build_folder(ROOT))
    return 0


def wheel(_: argparse.Namespace, progress: Progress) -> int:
    """Build, and write the wheel of the command replay-gate to dist-wheel/."""
    build_site(progress)  # the page of a report goes along
    path = make_wheel(ROOT, ROOT / WHEEL_FOLDER, progress)
    progress.note(f"Install it anywhere with: python3 -m pip install {path}")
    return 0


def lock(options: argparse.Namespace, progress: Progress) -> int:
    """Rewrite the lock files, after editing requirements*.in or package.json; all of them, or one kind."""
    module = import_module("builder.tools.lock")
    module.lock(ROOT, progress, options.kinds or module.KINDS)
    return 0


def bench(options: argparse.Namespace, progress: Progress) -> int:
    """Measure the page and the engine."""
    return run_tool("builder.bench", options, progress)


def fuzz(options: argparse.Namespace, progress: Progress) -> int:
    """Look for files that make a reader fail, with atheris where it installs; --seconds says for how long."""
    ensure_test_packages(ROOT, progress)
    return int(import_module("builder.tools.fuzz").main(ROOT, options.arguments))


def shots(options: argparse.Namespace, progress: Progress) -> int:
    """Take screenshots of the page, and its picture in the README."""
    content = options.content or ROOT / "content"
    out = options.out or (subjects.page_folder(content) if options.content else ROOT / "dist")
    ensure_test_packages(ROOT, progress)
    build_site(progress, content, out)
    import_module("builder.tools.shots").shots(content, out, options.arguments, progress)
    return 0


def stress(options: argparse.Namespace, progress: Progress) -> int:
    """Attack the engine, the command line and the page; --list says how, --only NAME does some of it."""
    return run_tool("builder.stress", options, progress)


def verify(options: argparse.Namespace, progress: Progress) -> int:
    """Build once more in another folder and say whether dist/, or what --out names, holds the same bytes."""
    ensure_node_packages(ROOT, progress)
    content, out = options.content or ROOT / "content", options.out or ROOT / "dist"
    return int(import_module("builder.tools.verify").verify(ROOT, progress, content, out))


def run_tool(module: str, options: argparse.Namespace, progress: Progress) -> int:
    """Build, and call the module's ``main(root, argv)``; a tool's None counts as success."""
    ensure_test_packages(ROOT, progress)
    build_site(progress)
    return import_module(module).main(ROOT, options.arguments) or 0


Verb = Callable[[argparse.Namespace, Progress], int]
VERBS: tuple[Verb, ...] = (build, new, test, check, wheel, serve, clean, lock, bench, fuzz, shots, stress, verify)


def parser() -> argparse.ArgumentParser:
    """The command line: a verb, and the few options that some verbs have."""
    top = argparse.ArgumentParser(prog="build.py", description="Build and test the explainer.", allow_abbrev=False)
    top.set_defaults(verb=build, arguments=[])
    verbs = top.add_subparsers(title="verbs", metavar="VERB")
    made = {verb.__name__: _add_verb(verbs, verb) for verb in VERBS}
    _add_places(top, None)
    add_options(made["new"], _path)
    for verb in (build, test, serve, shots, verify):
        _add_places(made[verb.__name__], argparse.SUPPRESS)
    made["serve"].add_argument("--port", type=int, default=8000, help="0 takes a free one")
    made["clean"].add_argument("--all", action="store_true", help="remove .build/ too")
    for kind, name in (("npm", "npm"), ("python", "Python")):
        help_ = f"the locks of {name} packages only"
        made["lock"].add_argument(f"--{kind}", dest="kinds", action="append_const", const=kind, help=help_)
    made["test"].add_argument(
        "--only",
        action="append",
        choices=[*quality.CHECKS, "pytest"],
        help="this step only; may be given again",
    )
    made["test"].add_argument("--thorough", action="store_true", help="every case in every browser: twice as long")
    made["test"].epilog = "Other arguments go to pytest, and then only pytest runs."
    return top


def _add_verb(verbs: argparse._SubParsersAction[argparse.ArgumentParser], verb: Verb) -> argparse.ArgumentParser:
    summary = (verb.__doc__ or "").splitlines()[0]
    made = verbs.add_parser(verb.__name__, help=summary, description=summary, allow_abbrev=False)
    made.set_defaults(verb=verb)
    return made


def _add_places(command: argparse.ArgumentParser, default: str | None) -> None:
    """The options that name another subject's folder, and another one to write."""
    for name, help_ in (
        ("content", "the subject's folder instead of content/"),
        ("out", "the page's, instead of dist/"),
    ):
        command.add_argument(f"--{name}", type=_path, metavar="DIR", default=default, help=help_)


def _path(text: str) -> Path:
    return Path(os.environ.get(STARTED_IN, ""), text).resolve()


def parse(argv: list[str]) -> argparse.Namespace:
    """The options; what a verb does not know is kept for the tool it hands over to."""
    options, rest = parser().parse_known_args(argv)
    if rest and options.verb not in (test, bench, fuzz, shots, stress):
        parser().error(f"unknown arguments: {' '.join(rest)}")
    options.arguments = [argument for argument in rest if argument != "--"]
    return options


def main(argv: list[str]) -> int:
    """Run a verb and return the exit code; an error is printed plainly."""
    options = parse(argv)
    try:
        return int(options.verb(options, Progress()))
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
