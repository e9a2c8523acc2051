"""What of the reader's file may be shown in a check: texts with people's data and secrets replaced, each done once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.base.json_text import Json
from engine.check.finding import Finding
from engine.check.mending.tokens import Redactor
from engine.check.reading.pathparts import parts_of
from engine.check.trail import Place

_NAMED = frozenset({"people.secret", "people.header", "people.phone"})
"""What may be told by its name alone, and then stand elsewhere without it."""

_INDEX = re.compile(r"\[\d+\]")
_SHORT_VALUE = 200


class Cleaner:
    """Replaces what was found in a file, in the texts that a check shows of it."""

    def __init__(self, value: Json, found: Sequence[Finding]) -> None:
        """A cleaner for a file's value in which that was found."""
        self._redactor = Redactor("")
        self._known: dict[str, str] = {}
        named = [item for item in found if item.code in _NAMED]
        for path in dict.fromkeys(item.place.path for item in named):
            self._redactor.learn(_surroundings(value, path))
        self._knows_words = bool(named)

    def text(self, text: str) -> str:
        """A text as it may be shown."""
        if text not in self._known:
            self._known[text] = self._redactor(text)
        return self._known[text]

    def message(self, text: str, *, holder: bool) -> str:
        """A message, which hardly comes again; one in which nothing was found can only hold what is known by name."""
        return self._redactor(text) if holder or self._knows_words else text

    def path(self, path: str) -> str:
        """A JSON path as it may be shown: only its keys can hold anything."""
        keys = _INDEX.sub("[]", path)
        return path if self.text(keys) == keys else self._redactor(path)

    def finding(self, finding: Finding) -> Finding:
        """A finding as it may be shown. What the search for people's data says is veiled already."""
        reason = finding.reason if finding.code.startswith("people.") else self.text(finding.reason)
        return replace(
            finding, place=self._place(finding.place), reason=reason, places=tuple(map(self._place, finding.places))
        )

    def _place(self, place: Place) -> Place:
        return Place(self.path(place.path), place.line, place.column)


class Plain(Cleaner):
    """For a file in which nothing was found: every text is shown as it is."""

    def __init__(self) -> None:
        """There is nothing to learn."""

    def text(self, text: str) -> str:
        """The text."""
        return text

    def message(self, text: str, *, holder: bool) -> str:
        """The text."""
        del holder
        return text

    def path(self, path: str) -> str:
        """The path."""
        return path

    def finding(self, finding: Finding) -> Finding:
        """The finding."""
        return finding


def cleaner_of(value: Json, found: Sequence[Finding]) -> Cleaner:
    """The cleaner for a file in which that was found."""
    return Cleaner(value, found) if found else Plain()


def _surroundings(value: Json, path: str) -> Json:
    """The value at a path with the object around it, as far as that can tell what the value is."""
    around = value
    for part in parts_of(path):
        if not isinstance(value, Mapping | list):
            break
        around, value = value, _inner(value, part)
    if isinstance(around, Mapping):
        return {key: item for key, item in around.items() if item is value or _is_short(item)}
    return value


def _inner(value: Json, part: str | int) -> Json:
    if isinstance(value, list):
        return value[part] if isinstance(part, int) and part < len(value) else None
    return value.get(part)


def _is_short(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= _SHORT_VALUE
