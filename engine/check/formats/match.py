"""Whether a value is of a format, and which keys show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...base.json_text import Json


@dataclass(frozen=True)
class Match:
    """What a reader makes of a value.

    Attributes:
        found: the keys that show the format.
        missed: the keys that would have to be there and are not. It fits when something was found and nothing missed.
    """

    found: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the value is of the format."""
        return bool(self.found) and not self.missed


def keys(value: Json, *wanted: str | tuple[str, ...]) -> Match:
    """Which of the wanted keys an object has.

    Args:
        value: any value; one that is not an object has none.
        wanted: the keys; several spellings of one key are a tuple.
    """
    has = value if isinstance(value, dict) else {}
    found: list[str] = []
    missed: list[str] = []
    for want in wanted:
        spellings = (want,) if isinstance(want, str) else want
        hit = next((name for name in spellings if name in has), None)
        (missed.append(" or ".join(spellings)) if hit is None else found.append(hit))
    return Match(tuple(found), tuple(missed))


def best(matches: Iterable[Match]) -> Match:
    """The match that fits, or else the one that missed least."""
    ordered = sorted(matches, key=lambda match: (not match.fits, len(match.missed), -len(match.found)))
    return ordered[0] if ordered else Match()


def prefixed(match: Match, prefix: str) -> Match:
    """The same match with its keys named from further out, such as `messages[].role`."""
    return Match(tuple(prefix + key for key in match.found), tuple(prefix + key for key in match.missed))


def sample(value: Json, most: int = 50) -> list[dict[str, Json]]:
    """The first objects of a list, enough to recognise a format; empty for anything else."""
    if not isinstance(value, list):
        return []
    return [item for item in value[:most] if isinstance(item, dict)]
