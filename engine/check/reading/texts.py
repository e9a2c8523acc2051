"""Parses JSON, JSON Lines or YAML into values and the defects of the text."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...base.json_text import Json
from .defects import Defect, Defects
from .depth import may_exhaust_the_stack
from .json_tolerant import STRICT, Marks, TolerantReader, sound
from .paths import path_text
from .yaml_blocks import looks_like_yaml, read_yaml

_LOOKED_AT = 20
_BLANK = re.compile(r"\s*+")


@dataclass
class Values:
    """What the reading of a text yields.

    Attributes:
        kind: how it is written.
        documents: its values.
        roots: the offset of each.
        marks: offsets within those that were read piece by piece.
    """

    kind: Literal["json", "jsonl", "yaml"]
    documents: list[Json] = field(default_factory=list)
    roots: Sequence[int] = ()
    marks: Marks = field(default_factory=dict)


def read_text(text: str, defects: Defects) -> Values:
    """The values of a text that is not blank; what is wrong with it is noted."""
    try:
        return Values("json", [sound(text)], [_first(text)])
    except (ValueError, RecursionError):
        pass
    if _has_rows(text):
        return _rows(text, defects)
    if text[_first(text)] in "{[":
        return _tolerant(text, defects)
    if looks_like_yaml(text):
        return Values("yaml", *read_yaml(text, defects))
    return _tolerant(text, defects)


def _first(text: str, start: int = 0) -> int:
    """The offset of the first character that is not white space."""
    found = _BLANK.match(text, start)
    return found.end() if found else start


def _tolerant(text: str, defects: Defects) -> Values:
    """One JSON value with defects, or several in a row, as the console exporter of OpenTelemetry writes them."""
    read = Values("json")
    reader = TolerantReader(text, defects, read.marks)
    start = _first(text)
    found = reader.read(start)
    if found is None:
        return read
    read.documents, roots = [found[0]], [start]
    end = found[1]
    while not reader.stopped and _opens(text, end) and (found := reader.read(end, (len(roots),))):
        read.kind = "jsonl"
        read.documents.append(found[0])
        roots.append(_first(text, end))
        end = found[1]
    read.roots = roots
    if not reader.stopped:
        _note_rest(text, end, 0, defects)
    return read


def _opens(text: str, at: int) -> bool:
    """Whether another object or list begins after an offset."""
    return text.startswith(("{", "["), _first(text, at))


def _note_rest(text: str, end: int, base: int, defects: Defects) -> None:
    rest = _first(text, end)
    if rest < len(text):
        reason = "Something stands behind the end of the JSON value; it was not read."
        defects.add(Defect("file.trailing", "warning", base + rest, reason, "Take it out, or export as JSON Lines."))


# JSON Lines


def _has_rows(text: str) -> bool:
    """Whether a text is JSON Lines: most of its first lines are objects by themselves, and there are several."""
    lines = [line for line in _first_lines(text) if line.strip()]
    objects = sum(_is_object(line) for line in lines)
    return len(lines) > 1 and (objects * 2 > len(lines) or _is_object(lines[0]))


def _first_lines(text: str) -> list[str]:
    lines: list[str] = []
    start = 0
    while start < len(text) and len(lines) < _LOOKED_AT:
        end = text.find("\n", start) + 1 or len(text)
        lines.append(text[start:end])
        start = end
    return lines


def _is_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return not may_exhaust_the_stack(line) and isinstance(STRICT.decode(line), dict)
    except (ValueError, RecursionError):
        return False


def _rows(text: str, defects: Defects) -> Values:
    """The rows of JSON Lines: each line by itself, so that a broken one costs nothing but itself."""
    roots = array("Q")
    read = Values("jsonl", roots=roots)
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        if not line.isspace():
            _row(line, start, read, defects)
            roots.extend([_first(text, start)] * (len(read.documents) - len(roots)))
        start = end
    return read


def _row(line: str, start: int, read: Values, defects: Defects) -> None:
    index = len(read.documents)
    try:
        value = sound(line)
    except (ValueError, RecursionError):
        reader = TolerantReader(line, defects, read.marks, start)
        found = reader.read(0, (index,))
        if found is None:
            return
        value = found[0]
        if not reader.stopped:
            _note_rest(line, found[1], start, defects)
    read.documents.append(value)
    if not isinstance(value, dict):
        reason = "This row is not an object; it is kept as it is, and no step is read from it."
        place = path_text((index,))
        defects.add(Defect("file.row-not-object", "warning", start, reason, "Take the row out.", place))
