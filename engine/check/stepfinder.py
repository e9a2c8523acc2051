"""Which step a place in the file belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from .trail import Entry

_DEEPEST = 250
"""How many levels a path is followed upwards; a key of a thousand dots is not a thousand levels."""


class StepFinder:
    """Finds the entry that a JSON path belongs to.

    Args:
        entries: the session's entries.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Index the entries by path; of several at one path the first counts."""
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            self._entries.setdefault(entry.place.path, entry)

    def step_at(self, path: str) -> str | None:
        """The id of the entry at or above a path, or beside it: below the same item. None where there is none."""
        entry = self.entry_at(path) or self._below(_parent(path))
        return entry.id if entry is not None else None

    def entry_at(self, path: str) -> Entry | None:
        """The entry at or above that path; None where there is none."""
        return next((self._entries[above] for above in _upwards(path) if above in self._entries), None)

    def owner_of(self, path: str) -> Entry | None:
        """An entry of the session that a path belongs to: at or above it, or below the nearest item that has any."""
        entry = self.entry_at(path)
        return entry or next(filter(None, map(self._below, _upwards(path))), None)

    def _below(self, path: str) -> Entry | None:
        """The first entry below an item of a list; anything else may have the whole file below it."""
        return self._first.get(path) if "[" in path else None

    @cached_property
    def _first(self) -> dict[str, Entry]:
        """By path, the first entry below it."""
        found: dict[str, Entry] = {}
        for path, entry in self._entries.items():
            for above in _upwards(_parent(path)):
                if above in found:
                    break
                found[above] = entry
        return found


def _upwards(path: str) -> Iterator[str]:
    """The path, and the paths above it."""
    for _ in range(_DEEPEST):
        if not path:
            return
        yield path
        path = _parent(path)


def _parent(path: str) -> str:
    return path[: max(path.rfind("."), path.rfind("["), 0)]
