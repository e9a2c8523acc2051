"""Which step a place in the file belongs to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.check.trail import Entry

_DEEPEST = 250
"""How many levels a path is followed upwards; a key of a thousand dots is no thousand levels."""


class StepFinder:
    """Finds the entry whose place is the nearest at or above a JSON path.

    Args:
        entries: the session's entries.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Index the entries by path; of several at one path the first counts."""
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            self._entries.setdefault(entry.place.path, entry)

    def step_at(self, path: str) -> str | None:
        """The id of the entry at or above that path; None where there is none."""
        entry = self.entry_at(path)
        return entry.id if entry is not None else None

    def entry_at(self, path: str) -> Entry | None:
        """The entry at or above that path; None where there is none."""
        for _ in range(_DEEPEST):
            if path in self._entries or not path:
                return self._entries.get(path)
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return None
