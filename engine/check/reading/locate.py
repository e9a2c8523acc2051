"""Where the value at a JSON path begins in the text, found on demand.

The values are parsed already; only offsets are looked for, container by container along the path. The offsets of
large containers are kept, those of small ones only for a while, so that asking for every step of a long session in
order costs about one more parsing and little memory.
"""

from __future__ import annotations

import json
import re
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from ...base.json_text import Json
from .json_tolerant import Marks
from .paths import Part

_SKIPPING = json.JSONDecoder()
_LARGE = 64
_KEPT = 1024
_BETWEEN = re.compile(r"[ \t\r\n]*+,?+[ \t\r\n]*+")
_KEY = re.compile(r'[ \t\r\n]*+,?+[ \t\r\n]*+"[^"\\]*+(?:\\.[^"\\]*+)*+"[ \t\r\n]*+:[ \t\r\n]*+')
_CLOSE = re.compile(r"[ \t\r\n]*+[\]}]")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')


@dataclass(frozen=True)
class _Children:
    """Offsets of a container's values by key or index, and the offset behind the container."""

    starts: dict[str, int] | Sequence[int]
    end: int


class Locator:
    """Finds offsets in a text of which the values are known.

    Args of the constructor:
        text: the text; what stands within its strings does not matter, only their ends.
        roots: the offset of every document.
        documents: the documents.
        marks: offsets noted while containers were read piece by piece; all others are sound JSON.
    """

    def __init__(self, text: str, roots: Sequence[int], documents: Sequence[Json], marks: Marks) -> None:
        """Keep what is needed; nothing is searched before the first question."""
        self._text = text
        self._roots = roots
        self._documents = documents
        self._marks = marks
        self._large: dict[int, _Children] = {}
        self._recent: OrderedDict[int, _Children] = OrderedDict()

    def forget(self) -> None:
        """Let go of the text; nothing can be asked any more."""
        self._text, self._documents, self._roots = "", (), ()
        self._large.clear()
        self._recent.clear()

    def offset(self, document: int, parts: Sequence[Part]) -> int | None:
        """The offset of the value at a path, or of the innermost one on the way to it that is a value of the file."""
        if not 0 <= document < len(self._documents):
            return None
        at, value = self._roots[document], self._documents[document]
        for part in parts:
            inner = self._inner(value, part)
            if inner is None:
                break
            at, value = self._start(at, value, part), inner[0]
        return at

    @staticmethod
    def _inner(value: Json, part: Part) -> tuple[Json] | None:
        if isinstance(value, dict) and part in value:
            return (value[part],)
        if isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
            return (value[part],)
        return None

    def _start(self, at: int, value: Json, part: Part) -> int:
        marked = self._marks.get(id(value))
        if marked is not None:
            return cast(int, marked[part])
        return cast("dict[Part, int]", self._children(at, value).starts)[part]

    def _children(self, at: int, value: Json) -> _Children:
        found = self._large.get(at) or self._recent.get(at)
        if found is None:
            found = self._scan(at, value)
        if len(value) > _LARGE:
            self._large[at] = found
            return found
        self._recent[at] = found
        self._recent.move_to_end(at)
        if len(self._recent) > _KEPT:
            self._recent.popitem(last=False)
        return found

    def _scan(self, at: int, value: Json) -> _Children:
        starts = array("Q")
        keys = iter(value) if isinstance(value, dict) else None
        inner = value.values() if isinstance(value, dict) else value
        before = _BETWEEN if keys is None else _KEY
        at += 1
        for item in inner:
            at = self._skip(before, at)
            starts.append(at)
            at = self._end(at, item)
        at = self._skip(_CLOSE, at)
        return _Children(dict(zip(keys, starts, strict=True)) if keys is not None else starts, at)

    def _end(self, at: int, value: Json) -> int:
        if isinstance(value, str):
            return self._skip(_STRING, at)
        if isinstance(value, (dict, list)) and value and _is_heavy(value):
            return self._children(at, value).end
        return _SKIPPING.raw_decode(self._text, at)[1]

    def _skip(self, pattern: re.Pattern[str], at: int) -> int:
        return cast("re.Match[str]", pattern.match(self._text, at)).end()


def _is_heavy(value: Json) -> bool:
    """Whether it holds more values than are cheap to parse again."""
    waiting, seen = [value], 0
    while waiting and seen <= _LARGE:
        item = waiting.pop()
        seen += len(item)
        if seen <= _LARGE:
            inner = item.values() if isinstance(item, dict) else item
            waiting.extend(child for child in inner if isinstance(child, (dict, list)) and child)
    return seen > _LARGE
