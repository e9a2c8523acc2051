"""The YAML that cassettes are written in: a subset, since the engine has nothing but the standard library.

Read are block and flow mappings and sequences, plain and quoted scalars over several lines, literal and folded scalars,
comments, `!!binary` and the tags that change nothing: what PyYAML writes for vcrpy (PyYAML 3 to 6; the older ones write
leaves in flow style) and what Ruby's Psych writes for VCR. Scalars resolve as in YAML 1.1; dates stay text. An alias
gives a copy of what its anchor names; since a few of them can stand for gigabytes, all of them together may stand for
ten times the file. Merge keys, and an alias inside what it names, are refused. Where reading cannot go on, it ends, and
what was read stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal, cast

from ...base.json_text import DEEPEST, Json
from .defects import Defects
from .json_tolerant import Marks
from .yaml_cursor import ALIAS, KEY, QUOTED_KEY, TEXT_TAGS, key_text, resolved
from .yaml_flow import FlowReader
from .yaml_scalars import block_text

_LINE_REST = re.compile(r"[ \t]*+(?:#[^\n]*+)?\r?(?:\n|\Z)")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:#[^\n]*+)?\r?\n)*+(?:[ \t]*+(?:#[^\n]*+)?\Z)?")
_INDENT = re.compile(r" *+")
_DASH = re.compile(r"-(?=[ \t\r\n]|\Z)")
_EXPLICIT = re.compile(r"\?(?=[ \t\r\n]|\Z)")
_PLAIN = re.compile(r"(?:[^\s#]|(?<=\S)#|[ \t]++(?=[^\s#]))++")
_BLOCK_HEAD = re.compile(r"([|>])(?:([1-9])?([+-])?|([+-])([1-9]))[ \t]*+(?:#[^\n]*+)?\r?(?:\n|\Z)")
_ANCHOR_LINE = re.compile(r"&[^\s,\[\]{}]++[ \t]*+\r?\n")
_PREAMBLE = re.compile(r"(?:%[^\n]*+\n|[ \t]*+(?:#[^\n]*+)?\r?\n)*+")

_Kind = Literal["value", "item"]

_AFTER_KEY = -1
"""A column that no line has: the node stands on the line of its key."""


def looks_like_yaml(text: str) -> bool:
    """Whether the first line that says something is a key, an item of a sequence, an anchor alone, or a YAML head."""
    start = cast("re.Match[str]", _PREAMBLE.match(text)).end()
    first = _INDENT.match(text, start)
    at = first.end() if first else start
    begins = (KEY, QUOTED_KEY, _DASH, _ANCHOR_LINE)
    return text.startswith("---", start) or any(pattern.match(text, at) for pattern in begins)


def read_yaml(text: str, defects: Defects) -> tuple[list[Json], list[int], Marks]:
    """The first document of a YAML text.

    Args:
        text: the text.
        defects: takes what is wrong with it.

    Returns:
        The documents (one, or none where nothing could be read), their offsets, and the offsets of all values.
    """
    marks: dict[int, Any] = {}
    reader = _Reader(text, defects, marks)
    start, value = reader.document()
    return ([], [], marks) if value is None else ([value], [start], marks)


class _Reader(FlowReader):
    """Reads block by block; the cursor stands at the next token."""

    def __init__(self, text: str, defects: Defects, marks: Marks) -> None:
        super().__init__(text, defects, marks)
        self._began = 0  # where the node that was read last begins

    def document(self) -> tuple[int, Json]:
        self.at = cast("re.Match[str]", _PREAMBLE.match(self.text)).end()
        if self.text.startswith("---", self.at):
            self.at += 3
        value = self._node(-1, "item", 0)
        start = self._began
        if self.at < len(self.text) and not self._is_end(self.at):
            self._stop("broken", "This does not fit the lines before it; nothing from here on was read.")
        elif self.text.startswith("---", self.at) or self.text[self.at + 3 :].strip():
            self._note("trailing", "warning", self.at, "Another document follows; only the first one was read.")
        return start, value

    # Where we are

    def _column(self, at: int) -> int:
        return at - self.text.rfind("\n", 0, at) - 1

    def _is_end(self, at: int) -> bool:
        return self.text.startswith(("---", "..."), at) and self._column(at) == 0

    def _next_token(self) -> int:
        """Go on to the next token of a later line; returns its column, -1 at the end."""
        rest = _LINE_REST.match(self.text, self.at)
        if rest is None:
            self._stop("broken", "This is more than was expected on this line; nothing from here on was read.")
            return -1
        return self._line_start(rest.end())

    def _line_start(self, at: int) -> int:
        """Go to the first token from the start of a line on; returns its column, -1 at the end."""
        start = cast("re.Match[str]", _BLANK_LINES.match(self.text, at)).end()
        self.at = cast("re.Match[str]", _INDENT.match(self.text, start)).end()
        if self.at >= len(self.text) or self._is_end(start):
            return -1
        if self.text[self.at] == "\t":
            self._stop("broken", "A tab indents this line, which YAML forbids; nothing from here on was read.")
            return -1
        return self.at - start

    # Nodes

    def _node(self, parent: int, kind: _Kind, depth: int) -> Json:
        """The node after a dash or a key, on its line or on the next ones, further right than `parent`."""
        if depth > DEEPEST:
            return self._stop("too-deep", f"More than {DEEPEST} levels are nested; nothing from here on was read.")
        self._blank()
        column = _AFTER_KEY if kind == "value" else self._column(self.at)
        tag, anchor = self._properties()
        began = self.at
        if _LINE_REST.match(self.text, self.at):
            column = self._next_token()
            is_list = kind == "value" and column == parent and _DASH.match(self.text, self.at) is not None
            if column <= parent and not is_list:
                self._began = began
                return self._anchored(anchor, lambda: "" if tag in TEXT_TAGS else None)
            below = self._properties()
            tag, anchor = tag or below[0], anchor or below[1]
            began = self.at
        value = self._anchored(anchor, lambda: self._content(column, parent, depth, tag))
        self._began = began
        return value

    def _content(self, column: int, parent: int, depth: int, tag: str) -> Json:
        """The value behind a node's tag and anchor: behind a key no block, elsewhere any that begins at the column."""
        if column == _AFTER_KEY:
            return self._tagged(tag, self._scalar(parent, depth, tag))
        return self._tagged(tag, self._block(column, parent, depth, tag))

    def _block(self, column: int, parent: int, depth: int, tag: str) -> Json:
        """The sequence, mapping or scalar that begins here, at that column."""
        if _DASH.match(self.text, self.at):
            return self._sequence(column, depth)
        if self._key_here():
            return self._mapping(column, depth)
        if _EXPLICIT.match(self.text, self.at):
            return self._stop("broken", "Keys after a question mark are not read; nothing from here on was read.")
        return self._scalar(parent, depth, tag)

    def _sequence(self, column: int, depth: int) -> list[Json]:
        items: list[Json] = []
        offsets: list[int] = []
        self._marks[id(items)] = offsets
        here = column
        while here == column and _DASH.match(self.text, self.at):
            self.at += 1
            items.append(self._node(column, "item", depth + 1))
            offsets.append(self._began)
            here = self._here()
        return items

    def _mapping(self, column: int, depth: int) -> dict[str, Json]:
        members: dict[str, Json] = {}
        offsets: dict[str, int] = {}
        self._marks[id(members)] = offsets
        here = column
        while here == column and (found := self._key_here()):
            key = key_text(found[0][:-1].rstrip())
            if self._merges():
                break
            if key in members:
                self._note("duplicate-key", "warning", self.at, "The key stands twice; the last one counts.")
            self.at = found.end()
            members[key] = self._node(column, "value", depth + 1)
            offsets[key] = self._began
            here = self._here()
        return members

    def _here(self) -> int:
        """The column of the next token, -1 at the end."""
        return -1 if self.at >= len(self.text) or self._is_end(self.at) else self._column(self.at)

    # Scalars

    def _scalar(self, parent: int, depth: int, tag: str) -> Json:
        """A scalar or a flow collection; goes on to the next token behind it."""
        if self.at >= len(self.text):
            return None
        char = self.text[self.at]
        if char in "|>":
            return self._block_scalar(parent)
        if alias := ALIAS.match(self.text, self.at):
            value: Json = self._alias(alias, depth)
        elif char in "\"'":
            value = self._quoted()
        elif char in "{[":
            value = self._flow(depth)
        else:
            return self._plain(parent, tag)
        self._next_token()
        return value

    def _plain(self, parent: int, tag: str) -> Json:
        # A control character that counts as space is no beginning either.
        if self.text[self.at] in "%@`" or not _PLAIN.match(self.text, self.at):
            return self._stop("broken", "No value begins like this; nothing from here on was read.")
        lines = list(self._plain_lines(parent))
        text = lines[0]
        for before, line in pairwise(lines):
            text += "\n" if not line else (line if not before else " " + line)
        return text if tag in (*TEXT_TAGS, "!!binary") or len(lines) > 1 else resolved(text)

    def _plain_lines(self, parent: int) -> Iterator[str]:
        """The lines of a plain scalar, blank ones empty: it goes on while lines are further right than its parent."""
        while found := _PLAIN.match(self.text, self.at):
            yield found[0]
            self.at = end = found.end()
            if self._next_token() <= parent or self.at >= len(self.text):
                return
            yield from [""] * (self.text.count("\n", end, self.at) - 1)

    def _block_scalar(self, parent: int) -> Json:
        head = _BLOCK_HEAD.match(self.text, self.at)
        if head is None:
            return self._stop("broken", "A block scalar begins with | or > and a line break.")
        wanted = head[2] or head[5]
        indent = max(parent, 0) + int(wanted) if wanted else None
        lines: list[str] = []
        at = head.end()
        while at < len(self.text):
            end = self.text.find("\n", at) + 1 or len(self.text)
            line = self.text[at:end].rstrip("\r\n")
            margin = len(line) - len(line.lstrip(" "))
            if margin < len(line):
                indent = margin if indent is None else indent
                if margin < indent or margin <= parent:
                    break
            lines.append(line)
            at = end
        self._line_start(at)
        ended = self.text.endswith("\n", 0, at)
        return block_text([line[indent or 0 :] for line in lines], head[1], head[3] or head[4] or "", ended=ended)
