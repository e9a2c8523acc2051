"""The files of a subject: its session, its two modules and its sentences, read from its folder.

The explainer's own subject is the folder `content/`: beside the engine's folder in a checkout and in the page, inside
it where it is installed.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import SourcelessFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from ..base.errors import InputError, SubjectError
from ..base.json_text import Json, parse
from .asking import line_of
from .declared import read_subject
from .sentences import SENTENCES_FILE
from .session import Session, read_session
from .subject import MODELS_FILE, WORLD_FILE, Subject

_ENGINE = Path(__file__).resolve().parents[1]
_INSIDE = _ENGINE / "content"
CONTENT = _INSIDE if _INSIDE.is_dir() else _ENGINE.parent / "content"

SESSION_FILE = "session.json"


@cache
def standard() -> Subject:
    """The explainer's own subject, from `content/`."""
    return load_subject(CONTENT)


def load_subject(folder: Path) -> Subject:
    """The subject of a folder; its modules are run.

    Raises:
        InputError: where a file cannot be read, or the session is none.
        SubjectError: where a module fails, or does not hold what `engine.replay.subject` says.
    """
    session = load_session(folder / SESSION_FILE)
    world, models = load_module(folder / WORLD_FILE), load_module(folder / MODELS_FILE)
    return read_subject(session, world, models, load(sentences_of(folder)))


def files_of(folder: Path) -> tuple[Path, Path, Path, Path]:
    """The files that a subject is read from; the session comes first."""
    return folder / SESSION_FILE, folder / WORLD_FILE, folder / MODELS_FILE, sentences_of(folder)


def sentences_of(folder: Path) -> Path:
    """A subject's sentences; where its folder has none, the explainer's own are said of it."""
    own = folder / SENTENCES_FILE
    return own if own.exists() else CONTENT / SENTENCES_FILE


def load_session(path: Path) -> Session:
    """A session from a bundle's file.

    Raises:
        InputError: naming the file, the place in it and the remedy.
    """
    value = load(path)
    try:
        return read_session(value)
    except InputError as error:
        raise InputError(error.problem, place=f"{path}: {error.place}", remedy=error.remedy) from error


def load(path: Path) -> Json:
    """The value of a JSON file.

    Raises:
        InputError: where it cannot be read, is not UTF-8 or not JSON.
    """
    return parse(_text(path), str(path))


def load_module(path: Path) -> ModuleType:
    """A module of a subject, run from its source, or from its bytecode where there is only that, as in the page.

    It is no import: nothing is written beside the source, and another folder's module of the same name is another one.

    Raises:
        InputError: where the file cannot be read.
        SubjectError: where it is no Python, or fails when it is run.
    """
    code = _code(path)
    module = ModuleType(f"subject_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        exec(code, module.__dict__)
    except Exception as error:
        # An author's module may raise anything; who builds is told where, and meets no traceback.
        problem, line = f"It fails with {type(error).__name__}: {error}", line_of(error, path.name)
        raise SubjectError(problem, file=path.name, line=line, remedy="Correct the module there.") from error
    return module


def _code(path: Path) -> CodeType:
    bytecode = path.with_suffix(".pyc")
    if bytecode.exists() and not path.exists():
        code = SourcelessFileLoader(path.stem, str(bytecode)).get_code(path.stem)
        assert code is not None
        return code
    try:
        return compile(_text(path), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        problem = f"This is no Python ({getattr(error, 'msg', error)})."
        raise SubjectError(problem, file=path.name, line=line, remedy="Correct the module there.") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(
            f"It cannot be read ({error.strerror}).", place=str(path), remedy="Check the path and its permissions."
        ) from error
    except UnicodeDecodeError as error:
        raise InputError("It is not UTF-8.", place=str(path), remedy="Save the file as UTF-8.") from error
