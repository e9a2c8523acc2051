"""A file as it is: its values, where each of them stands, and what is wrong with it as a file."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.base.json_text import Json
from engine.check.finding import Finding
from engine.check.reading.decode import decode
from engine.check.reading.defects import Defect, Defects
from engine.check.reading.depth import may_exhaust_the_stack
from engine.check.reading.json_tolerant import STRICT, Marks, TolerantReader, sound
from engine.check.reading.locate import Locator
from engine.check.reading.paths import Part, path_text
from engine.check.reading.positions import Lines
from engine.check.reading.widths import LONGER
from engine.check.reading.yaml_blocks import looks_like_yaml, read_yaml
from engine.check.trail import Place

Kind = Literal["json", "jsonl", "yaml"]

_LOOKED_AT = 20
_BLANK = re.compile(r"\s*+")


@dataclass(frozen=True)
class Source:
    """A file that was read as far as it goes.

    Attributes:
        name: what to call it, usually the file's name.
        kind: how it is written.
        documents: the value of a JSON or YAML file, alone; the rows of JSON Lines. Empty where nothing could be read.
        defects: what is wrong with the file as a file, group `file`.
    """

    name: str
    kind: Kind
    documents: Sequence[Json] = field(repr=False)
    defects: tuple[Finding, ...]
    _lines: Lines = field(repr=False, compare=False)
    _locator: Locator = field(repr=False, compare=False)

    @property
    def value(self) -> Json:
        """The file's value: the list of rows for JSON Lines; None where nothing could be read."""
        if self.kind == "jsonl":
            return self.documents
        return self.documents[0] if self.documents else None

    def place(self, parts: Sequence[Part] = ()) -> Place:
        """The place of a value.

        Args:
            parts: its JSON path; for JSON Lines it begins with the row's index. A path may go on into text that is
                itself JSON; line and column are then those of the text.
        """
        path = path_text(parts)
        document, inner = (0, parts) if self.kind != "jsonl" else (parts[0] if parts else 0, parts[1:])
        offset = self._locator.offset(document, inner) if isinstance(document, int) else None
        return Place(path) if offset is None else Place(path, *self._lines.position(offset))

    def forget_text(self) -> None:
        """Let go of the file's text, which is needed for places alone; no place can be asked any more."""
        self._lines.forget()
        self._locator.forget()


@dataclass
class _Read:
    """What the reading of a text yields."""

    kind: Kind
    documents: list[Json] = field(default_factory=list)
    roots: Sequence[int] = ()
    marks: Marks = field(default_factory=dict)


def read_source(data: bytes | bytearray, name: str = "input") -> Source:
    """Read a file, as far as it goes; whatever is wrong with it is a defect of the result, never an error.

    Args:
        data: its bytes.
        name: what to call it.

    Returns:
        The source; without documents where nothing could be read, and then with a defect of severity error.
    """
    defects = Defects()
    text, escapes = decode(data, defects)
    del data
    if not text.strip() and not defects.noted:
        defects.add(Defect("file.empty", "error", 0, "The file is empty.", "Export the session again."))
    read = _read(text, defects) if text.strip() else _Read("json")
    text = _narrow(text)
    lines = Lines(text, escapes, LONGER)
    locator = Locator(text, read.roots, read.documents, read.marks)
    return Source(name, read.kind, read.documents, defects.findings(lines.position), lines, locator)


def _narrow(text: str) -> str:
    """The text with a question mark for every character beyond Latin-1, in one byte each: enough to find places in."""
    return text if text.isascii() else text.encode("latin-1", "replace").decode("latin-1")


def _read(text: str, defects: Defects) -> _Read:
    try:
        return _Read("json", [sound(text)], [_first(text)])
    except (ValueError, RecursionError):
        pass
    if _has_rows(text):
        return _rows(text, defects)
    if text[_first(text)] in "{[":
        return _tolerant(text, defects)
    if looks_like_yaml(text):
        return _Read("yaml", *read_yaml(text, defects))
    return _tolerant(text, defects)


def _first(text: str, start: int = 0) -> int:
    """The offset of the first character that is no white space."""
    found = _BLANK.match(text, start)
    return found.end() if found else start


def _tolerant(text: str, defects: Defects) -> _Read:
    """One JSON value with defects, or several in a row, as the console exporter of OpenTelemetry writes them."""
    read = _Read("json")
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


def _rows(text: str, defects: Defects) -> _Read:
    """The rows of JSON Lines: each line by itself, so that a broken one costs nothing but itself."""
    roots = array("Q")
    read = _Read("jsonl", roots=roots)
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        if not line.isspace():
            _row(line, start, read, defects)
            roots.extend([_first(text, start)] * (len(read.documents) - len(roots)))
        start = end
    return read


def _row(line: str, start: int, read: _Read, defects: Defects) -> None:
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
