"""The subject's session, modules and sentences, with every mistake told by file, line and remedy."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from builder.errors import BuildError
from builder.site.purity import check_module
from builder.site.recording import check_recording
from builder.site.source_lines import line_of
from engine.base.errors import EngineError, SubjectError
from engine.replay.declared import read_subject
from engine.replay.fixtures import SESSION_FILE, load, load_module, sentences_of
from engine.replay.sentences import SENTENCES_FILE
from engine.replay.session import Session, read_session
from engine.replay.subject import MODELS_FILE, WORLD_FILE, Subject

T = TypeVar("T")


def subject_of(folder: Path) -> Subject:
    """The subject of a content folder; its modules are run.

    Raises:
        BuildError: naming the file, the line and the remedy.
    """
    session = _session(folder / SESSION_FILE)
    world, models = (_module(folder, name) for name in (WORLD_FILE, MODELS_FILE))
    sentences = read_json(sentences_of(folder))
    return told(folder, lambda: read_subject(session, world, models, sentences))


def told(folder: Path, make: Callable[[], T]) -> T:
    """What `make` gives; a mistake in a module of the subject is told at its line."""
    try:
        return make()
    except SubjectError as error:
        path = sentences_of(folder) if error.file == SENTENCES_FILE else folder / error.file
        raise BuildError(
            f"{error.name}: {error.problem}" if error.name else error.problem,
            file=path,
            line=error.line or _line_at(path, error.name),
            remedy=error.remedy,
        ) from error


def read_json(path: Path) -> Any:
    """The value of a JSON file of the content."""
    try:
        return load(path)
    except EngineError as error:
        line = getattr(error.__cause__, "lineno", None)
        raise BuildError(error.problem, file=path, line=line, remedy=error.remedy) from error


def _session(path: Path) -> Session:
    value = read_json(path)
    try:
        session = read_session(value)
    except EngineError as error:
        line = line_of(path, _path_parts(error.place))
        raise BuildError(f"{error.place}: {error.problem}", file=path, line=line, remedy=error.remedy) from error
    check_recording(session, path)
    return session


def _module(folder: Path, name: str) -> Any:
    check_module(folder / name)
    try:
        return told(folder, lambda: load_module(folder / name))
    except EngineError as error:
        raise BuildError(error.problem, file=folder / name, remedy=error.remedy) from error


def _line_at(path: Path, name: str) -> int | None:
    if path.suffix == ".json":
        return line_of(path, (name,))
    return _line_of_name(path, name)


def _line_of_name(path: Path, name: str) -> int | None:
    """The line on which a name of a module is given its value, or its function begins."""
    for node in ast.parse(path.read_text(encoding="utf-8-sig")).body if name else ():
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [getattr(node, "name", None), *(getattr(target, "id", None) for target in targets)]
        if name in names:
            return node.lineno
    return None


def _path_parts(place: str) -> tuple[str | int, ...]:
    """`steps[3].output` as its parts."""
    parts = place.replace("[", ".[").split(".")
    return tuple(int(part[1:-1]) if part.startswith("[") else part for part in parts if part)
