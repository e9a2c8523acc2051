"""What the readers of YAML's blocks and of its flow collections share: where they are, tags, anchors, quoted texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from ...base.json_text import Json
from .defects import Defect, Defects
from .json_tolerant import Marks
from .yaml_anchors import Anchors, RefusedAlias
from .yaml_scalars import BOOLEANS, NULLS, Binary, double_quoted, number, single_quoted

_SPACES = re.compile(r"[ \t]*+")
_FIRST = r"(?:[^\s\-?:,\[\]{}#&*!|>'\"%@`]|[\-?:](?=[^\s]))"
KEY = re.compile(_FIRST + r"(?:[^\n:#]|:(?=[^\s])|(?<=\S)#)*+:(?=[ \t\r\n]|\Z)")
QUOTED_KEY = re.compile(r"(?:\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"|'[^'\n]*+(?:''[^'\n]*+)*+')[ \t]*+:(?=[ \t\r\n]|\Z)")
_DOUBLE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SINGLE = re.compile(r"'[^']*+(?:''[^']*+)*+'")
_PROPERTY = re.compile(r"!\S*|&(?P<anchor>[^\s,\[\]{}]++)")
ALIAS = re.compile(r"\*[^\s,\[\]{}]++")
_MERGE = re.compile(r"<<[ \t]*+:(?=\s|\Z)")
TEXT_TAGS = ("!!str", "!!python/unicode", "!!python/str", "!")
_RESOLVED_TAGS = ("!!int", "!!bool", "!!null", "!!float", "!!timestamp")
_SHAPE_TAGS = ("!!map", "!!seq", "!!python/tuple", "!!omap")


class Cursor:
    """A place in a YAML text, moved on by whatever is read. What ends the reading moves it to the end."""

    def __init__(self, text: str, defects: Defects, marks: Marks) -> None:
        """Begin at the start of the text; note into `defects`, and keep the offsets of all values in `marks`."""
        self.text = text
        self.at = 0
        self._defects = defects
        self._marks = marks
        self._stopped = False
        self._anchors = Anchors(len(text), marks)

    def _anchored(self, anchor: str, read: Callable[[], Json]) -> Json:
        """The value that is read, which its anchor names from then on; the empty name is not an anchor."""
        start, before = self.at, self._anchors.written_out
        self._anchors.begin(anchor)
        value = read()
        self._anchors.end(anchor, value, self.at - start + self._anchors.written_out - before)
        return value

    def _properties(self, *, flow: bool = False) -> tuple[str, str]:
        """Skip to the node's first character; returns its tag and its anchor, of which either may stand first.

        In a block, an anchor before a key names the key and not the mapping.
        """
        tag = anchor = ""
        self._blank()
        while found := _PROPERTY.match(self.text, self.at):
            self.at = found.end()
            self._blank()
            key = None if flow else self._key_here()
            if found["anchor"] is None:
                tag = found[0]
            elif key is not None:
                self._anchors.end(found["anchor"], key_text(key[0][:-1].rstrip()), len(key[0]))
            else:
                anchor = found["anchor"]
        return tag, anchor

    def _alias(self, found: re.Match[str], depth: int) -> Json:
        """What an alias stands for."""
        try:
            value = self._anchors.copy(found[0][1:], depth)
        except RefusedAlias as refused:
            return self._stop(refused.name, f"{refused.reason}; nothing from here on was read.")
        self.at = found.end()
        return value

    def _blank(self) -> None:
        self.at = cast("re.Match[str]", _SPACES.match(self.text, self.at)).end()

    def _tagged(self, tag: str, value: Json) -> Json:
        if tag == "!!binary" and isinstance(value, str):
            return Binary("".join(value.split()))
        if tag in _RESOLVED_TAGS and isinstance(value, str):
            return resolved(value)
        if tag and tag not in (*TEXT_TAGS, *_RESOLVED_TAGS, *_SHAPE_TAGS, "!!binary"):
            self._note("yaml-tag", "note", self.at, f"The tag {tag[:40]} is not known; its value is read as it stands.")
        return value

    def _key_here(self) -> re.Match[str] | None:
        return KEY.match(self.text, self.at) or QUOTED_KEY.match(self.text, self.at)

    def _merges(self) -> bool:
        """Whether a merge key stands here, which ends the reading: it would take in the members of another mapping."""
        merges = _MERGE.match(self.text, self.at) is not None
        if merges:
            self._stop("yaml-anchor", "Merge keys (<<) are not read; nothing from here on was read.")
        return merges

    def _quoted(self) -> str:
        double = self.text[self.at] == '"'
        found = (_DOUBLE if double else _SINGLE).match(self.text, self.at)
        if found is None:
            body = self.text[self.at + 1 :]
            self._stop("cut-off", "The file ends in the middle of a quoted text.")
            return body
        self.at = found.end()
        return double_quoted(found[0][1:-1]) if double else single_quoted(found[0][1:-1])

    def _stop(self, name: str, reason: str) -> None:
        if not self._stopped:
            self._note(name, "error", self.at, reason)
        self._stopped = True
        self.at = len(self.text)

    def _note(self, name: str, severity: Any, at: int, reason: str) -> None:
        remedy = "Save the file as JSON." if name == "yaml-anchor" else "Correct the file there."
        self._defects.add(Defect(f"file.{name}", severity, at, reason, remedy))


def key_text(written: str) -> str:
    """The text of a key as it is written, in quotes or without."""
    if written[0] == '"':
        return double_quoted(written[1:-1])
    return single_quoted(written[1:-1]) if written[0] == "'" else written


def resolved(text: str) -> Json:
    """A plain scalar's value: null, a truth value or a number where it is written as one."""
    if text in NULLS:
        return None
    if text in BOOLEANS:
        return BOOLEANS[text]
    return number(text)
