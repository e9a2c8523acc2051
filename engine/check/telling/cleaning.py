"""Cleans the texts that a check shows: replaces people's data and secrets, in each text once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...base.json_text import Json
from ..detect.walk import Leaf
from ..finding import Finding
from ..mending.tokens import Redactor
from ..reading.pathparts import parts_of
from ..trail import Place

_NAMED = frozenset({"people.secret", "people.header", "people.phone"})
"""What may be recognised by its name alone, and then stand elsewhere without it."""

_INDEX = re.compile(r"\[\d+\]")
_SHORT_VALUE = 200
_LOOKED_AT = 400
"""How many characters of a text its beginning is taken from; white space in it is shown as one blank."""

_CLEANED = 120
"""So many characters of that, more than are shown, are cleaned: a datum that begins in what is shown ends there."""

_REST_OF_WORD = re.compile(r"\S{0,4000}")


class Cleaner:
    """Replaces what was found in a file, in the texts that a check shows of it."""

    def __init__(self, value: Json, found: Sequence[Finding]) -> None:
        """A cleaner for a file's value in which that was found."""
        self._redactor = Redactor("")
        self._known: dict[str, str] = {}
        named = [item for item in found if item.code in _NAMED]
        for path in dict.fromkeys(item.place.path for item in named):
            self._redactor.learn(_surroundings(value, path))

    def text(self, text: str) -> str:
        """A text as it may be shown."""
        if text not in self._known:
            self._known[text] = self._redactor(text)
        return self._known[text]

    def beginning(self, text: str, *, sensitive: bool) -> str:
        """How a text begins, on one line. A sensitive text is cleaned before it is cut, so that no cut part escapes."""
        if sensitive:
            return _on_one_line(self._redactor(text)[:_LOOKED_AT])
        words = _on_one_line(_to_a_words_end(text, _LOOKED_AT))
        return self._redactor(_to_a_words_end(words, _CLEANED))

    def leaf(self, leaf: Leaf, *, sensitive: bool) -> str:
        """How a text or a number of a value begins, taking into account the name under which it stands."""
        value = leaf.value.decode("latin-1") if isinstance(leaf.value, bytes) else leaf.value
        if isinstance(value, str) and not sensitive:
            value = _to_a_words_end(_on_one_line(_to_a_words_end(value, _LOOKED_AT)), _CLEANED)
        cleaned = self._redactor.value(value, leaf.name)
        return _on_one_line(cleaned[:_LOOKED_AT]) if isinstance(cleaned, str) else str(cleaned)

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
        """There is nothing to learn; what a step shows is cleaned all the same, since it may be joined from pieces."""
        self._redactor = Redactor("")

    def text(self, text: str) -> str:
        """The text."""
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


def _to_a_words_end(text: str, length: int) -> str:
    """So much of a text, and the rest of the word that would be cut."""
    rest = _REST_OF_WORD.match(text, length)
    return text[: rest.end()] if rest else text


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _surroundings(value: Json, path: str) -> Json:
    """The value at a path with the object around it, as far as that can show what the value is."""
    around = value
    for part in parts_of(path):
        if not isinstance(value, (Mapping, list)):
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
