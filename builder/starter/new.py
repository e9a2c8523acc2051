"""`python3 build.py new DIR --from FILE`: a subject's folder, from an exported session.

The folder is written beside its place, tried as a build tries it, and moved there whole; a mistake leaves nothing.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.site.content import read_content
from builder.site.facts import compute_facts
from builder.site.prose import render_prose
from builder.starter.modules import models_source, world_source
from builder.starter.session import Start, Wish, read_start
from builder.starter.texts import text_files
from engine.base.json_text import pretty

MARK = "EDIT HERE"
"""What stands in the modules where an author goes on."""


def new(progress: Progress, options: argparse.Namespace) -> None:
    """Write the folder and say what to edit next.

    Raises:
        BuildError: where the folder is there, or the file cannot be made a subject of.
    """
    folder: Path = options.folder
    if folder.exists():
        raise BuildError("this is there already", file=folder, remedy="Name a folder that is not there yet.")
    wish = Wish(options.file, options.format, options.session, options.first, options.keep_people)
    with progress.stage(f"Reading {wish.file.name}"):
        start = read_start(wish)
    with progress.stage(f"Writing {folder.name}"):
        _write(folder, _files(start, wish.file.name))
    progress.note(_next_steps(folder, start, wish))


def _files(start: Start, made_from: str) -> Mapping[str, str]:
    """Every file of the folder by its path in it."""
    return {
        "session.json": pretty(start.bundle),
        "world.py": world_source(start, made_from),
        "models.py": models_source(start, made_from),
        **text_files(start),
    }


def _write(folder: Path, files: Mapping[str, str]) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as name:
            draft = Path(name, folder.name)
            for path, text in files.items():
                target = draft / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8")
            _try(draft)
            draft.rename(folder)
    except OSError as error:
        raise BuildError(
            f"the folder cannot be written ({error.strerror})", file=folder, remedy="Check its place and permissions."
        ) from error


def _try(folder: Path) -> None:
    """The first stages of a build, in which every mistake in a subject is found."""
    content = read_content(folder)
    render_prose(content, compute_facts(content, folder))


def _next_steps(folder: Path, start: Start, wish: Wish) -> str:
    """What to do next, in the order in which it is best done."""
    marks = [f"{name}, line {_line_of_mark(folder / name)}" for name in ("world.py", "models.py")]
    people = (
        "People's data and secrets stand in session.json as they stood in the file."
        if wish.keep_people
        else "People's data and secrets that were found are replaced; a name in running text is not: read session.json."
    )
    lines = [
        people,
        f"{marks[0]}: write what a live tool answers today, where that is another answer.",
        f"{marks[1]}: write what a model does when it reads something else, and what a newer one does.",
        "session.json: a few words on each step (label), and which tools change the world (tools).",
        "prose/, setups.yaml, labels.yaml: tell what happens; docs/authoring.md says how.",
        f"Look at it: python3 build.py --content {folder} --out {folder}-page",
        f"Test it: python3 build.py test --content {folder}",
    ]
    told = "\n".join(f"  {number}. {line}" for number, line in enumerate(lines, 1))
    gaps = "".join(f"\n  - {gap}" for gap in start.gaps)
    lacking = f"\nThe export does not record all:{gaps}" if gaps else ""
    return f"{folder} is a subject that builds. Next:\n{told}{lacking}"


def _line_of_mark(path: Path) -> int:
    lines = path.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if MARK in line)
