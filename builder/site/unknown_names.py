"""A name in the prose that does not exist, told with the names that it may have been meant for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import partial
from typing import Any, cast

import jinja2
from jinja2.utils import missing
from pydantic import BaseModel


class UnknownNameError(jinja2.UndefinedError):
    """An expression asks for a name that does not exist.

    Args:
        message: Jinja's own words.
        owner: the value that was asked for it; Jinja's `missing` where it is none's.
        name: the name, or an index.
    """

    def __init__(self, message: str | None = None, *, owner: Any = missing, name: object = "") -> None:
        """Keep what was asked, and of what."""
        super().__init__(message)
        self.owner = owner
        self.name = str(name)

    def problem(self) -> str:
        """What is wrong, in a sentence."""
        if self.owner is missing:
            return f"{self.name!r} is no set-up and no function"
        if isinstance(self.owner, BaseModel):
            return f"the labels have no {self.name!r} there"
        kind = "a run" if isinstance(self.owner, dict) and "matched_steps" in self.owner else "what is asked for it"
        return f"{kind} has no field {self.name!r}"

    def remedy(self, names: Iterable[str]) -> str:
        """What to write: the nearest of the names that there are; `names` are those that stand alone."""
        known = list(names) if self.owner is missing else _names_of(self.owner)
        return nearest(self.name, known)


class StrictName(jinja2.StrictUndefined):
    """What Jinja hands out for a name that does not exist; whatever is done with it is an `UnknownNameError`."""

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = UnknownNameError
    ) -> None:
        """Have the error know what was asked."""
        super().__init__(hint, obj, name, cast(Any, partial(exc, owner=obj, name=name)))


def nearest(name: str, names: Iterable[str]) -> str:
    """A remedy: the names that are most like one, or all there are where none is."""
    known = list(names)
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if close:
        return f"Write {' or '.join(close)}."
    return f"Name one of {', '.join(known)}." if known else "It has no fields; write the expression without this one."


def _names_of(owner: Any) -> list[str]:
    if isinstance(owner, BaseModel):
        return list(type(owner).model_fields)
    return [str(key) for key in owner] if isinstance(owner, dict) else []
