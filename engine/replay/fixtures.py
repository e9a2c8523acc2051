"""The three fixtures of a replay: the recorded session, the world today, the models.

They are files in `content/`: beside the engine's folder in a checkout and in the page, inside it where it is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..base.errors import InputError
from ..base.json_text import Json, parse
from .session import Session, read_session

_ENGINE = Path(__file__).resolve().parents[1]
_INSIDE = _ENGINE / "content"
CONTENT = _INSIDE if _INSIDE.is_dir() else _ENGINE.parent / "content"


@dataclass(frozen=True)
class Fixtures:
    """What a replay starts from; `world` and `models` are the parsed files."""

    session: Session
    world: Mapping[str, Json]
    models: Mapping[str, Json]


@cache
def standard() -> Fixtures:
    """The explainer's own fixtures, from `content/`."""
    return Fixtures(load_session(CONTENT / "session.json"), load(CONTENT / "world.json"), load(CONTENT / "models.json"))


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
    try:
        return parse(path.read_text(encoding="utf-8-sig"), str(path))
    except OSError as error:
        raise InputError(
            f"It cannot be read ({error.strerror}).", place=str(path), remedy="Check the path and its permissions."
        ) from error
    except UnicodeDecodeError as error:
        raise InputError("It is not UTF-8.", place=str(path), remedy="Save the file as UTF-8.") from error
