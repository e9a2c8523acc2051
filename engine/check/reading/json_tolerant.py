"""JSON as it is found: the C parser where the text is sound, a tolerant reader where it is not.

The strict decoder refuses what JSON has no word for: NaN, a key twice, a number out of range, a control character in
a string. Where it refuses, `TolerantReader` goes one level down, notes the defect at its place, and lets the C parser
take the parts that are sound. So a defect costs the reading of its surroundings once per level, not a slow reading of
all.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any, Final, NoReturn, cast

from ...base.json_text import DEEPEST, Json
from .defects import Defect, Defects
from .depth import BRACKET, may_exhaust_the_stack
from .paths import Part, path_text

Marks = MutableMapping[int, Any]
"""For containers that were read piece by piece, by `id`: the offsets of their values, a dict or a list."""

_BLANK = re.compile(r"[ \t\r\n]*+")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_WORD = re.compile(r"[^\s,:{}\[\]\"]++")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?\Z")
_BAD_ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]|(.|\Z))', re.DOTALL)
_WORDS: Final = {"true": True, "false": False, "null": None}
_NAME = 20
"""How long a text may be to be looked up among those that came before."""

_NOT_A_NUMBER = {"NaN", "Infinity", "-Infinity"}


class _Nothing:
    """The type of `_NOTHING`: no value could be read."""


_NOTHING: Final = _Nothing()


@lru_cache(maxsize=4096)
def _one(text: str) -> str:
    """The same text for equal ones: keys, roles and names come in every row."""
    return text


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = {_one(key): _one(item) if type(item) is str and len(item) <= _NAME else item for key, item in pairs}
    if len(value) != len(pairs):
        raise ValueError("a key stands twice")
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


STRICT: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
"""Refuses with a ValueError whatever is not sound."""


def sound(text: str) -> Json:
    """The value of a whole text; ValueError or RecursionError where it is not sound JSON of bounded depth."""
    if may_exhaust_the_stack(text):
        raise ValueError("nested too deeply")
    value = STRICT.decode(text)
    if is_deeper_than(DEEPEST, value):
        raise ValueError("nested too deeply")
    return value


def is_deeper_than(levels: int, value: Json) -> bool:
    """Whether lists and objects are nested more than so many levels deep."""
    waiting = [(value, 1)] if isinstance(value, (dict, list)) else []
    while waiting:
        item, level = waiting.pop()
        if level > levels:
            return True
        inner = item.values() if isinstance(item, dict) else item
        waiting.extend((child, level + 1) for child in inner if isinstance(child, (dict, list)) and child)
    return False


def _is_value(word: str) -> bool:
    return word in _WORDS or word in _NOT_A_NUMBER or _NUMBER.match(word) is not None


class TolerantReader:
    """Reads one JSON value as far as it goes.

    What cannot be read ends the reading (`stopped`); every container that is open then keeps what it has. A value that
    JSON has no word for is kept as its text: NaN, a number out of range, whatever is nested too deeply.
    """

    def __init__(self, text: str, defects: Defects, marks: Marks, base: int = 0) -> None:
        """Read from a text that begins at `base` of the file; note into `defects`, and keep offsets in `marks`."""
        self._text = text
        self._base = base
        self._defects = defects
        self._marks = marks
        self._allowance = -1 if may_exhaust_the_stack(text) else 8 * len(text) + 100_000
        self.stopped = False

    def read(self, start: int, path: tuple[Part, ...] = ()) -> tuple[Json, int] | None:
        """The value that begins at `start` and the offset behind it; None where there is none."""
        value, end = self._value(start, path)
        return None if isinstance(value, _Nothing) else (value, end)

    def skip_blank(self, at: int) -> int:
        """The offset of the next character that is not white space."""
        return cast("re.Match[str]", _BLANK.match(self._text, at)).end()

    def _value(self, at: int, path: tuple[Part, ...]) -> tuple[Json | _Nothing, int]:
        at = self.skip_blank(at)
        if at >= len(self._text):
            return self._cut(at, path)
        char = self._text[at]
        if char in "{[":
            return self._container(at, path)
        return self._string(at, path) if char == '"' else self._word(at, path)

    # Lists and objects

    def _container(self, at: int, path: tuple[Part, ...]) -> tuple[Json, int]:
        if len(path) >= DEEPEST:
            return self._too_deep(at, path)
        found = self._sound(at, DEEPEST - len(path))
        if found is not None:
            return found
        return self._object(at, path) if self._text[at] == "{" else self._array(at, path)

    def _sound(self, at: int, levels: int) -> tuple[Json, int] | None:
        """What the C parser makes of it; None where it refuses.

        Its error counts the lines before it, so that many errors late in a long text cost too much: past an allowance
        everything is read here.
        """
        if self._allowance < 0:
            return None
        try:
            value, end = STRICT.raw_decode(self._text, at)
        except (ValueError, RecursionError):
            self._allowance -= at + 1000
            return None
        return None if is_deeper_than(levels, value) else (value, end)

    def _array(self, at: int, path: tuple[Part, ...]) -> tuple[Json, int]:
        items: list[Json] = []
        offsets: list[int] = []
        self._marks[id(items)] = offsets

        def item(at: int) -> int:
            value, end = self._value(at, (*path, len(items)))
            if not isinstance(value, _Nothing):
                items.append(value)
                offsets.append(self._base + self.skip_blank(at))
            return end

        return items, self._members(at + 1, "]", item, path)

    def _object(self, at: int, path: tuple[Part, ...]) -> tuple[Json, int]:
        members: dict[str, Json] = {}
        offsets: dict[str, int] = {}
        self._marks[id(members)] = offsets

        def member(at: int) -> int:
            key, end = self._key(at, path)
            if key is None:
                return end
            if key in members:
                self._note(
                    "duplicate-key", "warning", at, "A key stands twice in one object; the last one counts.", path
                )
            start = self.skip_blank(end)
            value, end = self._value(start, (*path, key))
            if not isinstance(value, _Nothing):
                self._unmark(members.get(key))
                members[key] = value
                offsets[key] = self._base + start
            return end

        return members, self._members(at + 1, "}", member, path)

    def _unmark(self, replaced: Json) -> None:
        """Forget the offsets of a value that nothing holds any more: a later container may be given its `id`."""
        waiting = [replaced]
        while waiting:
            value = waiting.pop()
            if isinstance(value, (dict, list)):
                self._marks.pop(id(value), None)
                waiting.extend(value.values() if isinstance(value, dict) else value)

    def _members(self, at: int, closing: str, member: Callable[[int], int], path: tuple[Part, ...]) -> int:
        """Read members up to the closing bracket; returns the offset behind it."""
        first = True
        while not self.stopped:
            at = self.skip_blank(at)
            char = self._text[at : at + 1]
            if char == closing:
                return at + 1
            if char and char in "]}":
                self._note("broken", "error", at, f"A {closing} is missing before this {char}.", path)
                return at
            if not first:
                at = self._comma(at, closing, path)
            if self._text[at : at + 1] != closing:
                at = member(at)
            first = False
        return at

    def _comma(self, at: int, closing: str, path: tuple[Part, ...]) -> int:
        if self._text[at : at + 1] == ",":
            after = self.skip_blank(at + 1)
            if self._text[after : after + 1] == closing:
                self._note("trailing-comma", "warning", at, "A comma stands before a closing bracket.", path)
            return after
        if self._begins_member(at, closing):
            self._note("broken", "error", at, "A comma is missing here.", path)
        return at

    def _begins_member(self, at: int, closing: str) -> bool:
        """Whether a member of a list or an object begins here, so that nothing but the comma is missing."""
        if self._text.startswith(('"', "{", "["), at):
            return True
        found = _WORD.match(self._text, at)
        return closing == "]" and found is not None and _is_value(found[0])

    def _key(self, at: int, path: tuple[Part, ...]) -> tuple[str | None, int]:
        if at >= len(self._text):
            return None, self._cut(at, path)[1]
        if self._text[at] != '"':
            return None, self._stop(at, path)[1]
        key, end = self._string(at, path)
        end = self.skip_blank(end)
        if self.stopped:
            return None, end
        if self._text[end : end + 1] == ":":
            return str(key), end + 1
        return None, (self._stop(end, path) if end < len(self._text) else self._cut(end, path))[1]

    def _too_deep(self, at: int, path: tuple[Part, ...]) -> tuple[Json, int]:
        self._note("too-deep", "warning", at, f"More than {DEEPEST} levels are nested; the rest is kept as text.", path)
        level = 0
        for found in BRACKET.finditer(self._text, at):
            level += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
            if level == 0:
                return self._text[at : found.end()], found.end()
        self._cut(len(self._text), path)
        return self._text[at:], len(self._text)

    # Strings, words and numbers

    def _string(self, at: int, path: tuple[Part, ...]) -> tuple[Json, int]:
        found = _STRING.match(self._text, at)
        end = found.end() if found else len(self._text)
        body = self._text[at + 1 : end - 1] if found else self._text[at + 1 :]
        value = self._unescaped(body, at, path)
        if not found:
            self._cut(at, path)
        return value, end

    def _unescaped(self, body: str, at: int, path: tuple[Part, ...]) -> str:
        try:
            return cast(str, json.loads(f'"{body}"'))
        except ValueError:
            pass
        mended = _BAD_ESCAPE.sub(lambda found: found[0] if found[1] is None else "\\\\" + found[1], body)
        if mended != body:
            self._note("bad-escape", "warning", at, "A backslash in this string begins no JSON escape.", path)
        try:
            return cast(str, json.loads(f'"{mended}"'))
        except ValueError:
            self._note("control-character", "warning", at, "A control character stands in this string unescaped.", path)
        return cast(str, json.loads(f'"{mended}"', strict=False))

    def _word(self, at: int, path: tuple[Part, ...]) -> tuple[Json | _Nothing, int]:
        found = _WORD.match(self._text, at)
        if found is None:
            return self._stop(at, path)
        word, end = found[0], found.end()
        if word in _WORDS:
            return _WORDS[word], end
        if word in _NOT_A_NUMBER:
            self._note("not-a-number", "warning", at, f"{word} is no JSON number; it is kept as text.", path)
            return word, end
        if _NUMBER.match(word):
            return self._number(word, at, path), end
        return self._cut(at, path) if end == len(self._text) else self._stop(at, path)

    def _number(self, word: str, at: int, path: tuple[Part, ...]) -> Json:
        try:
            return STRICT.decode(word)
        except ValueError:
            self._note("number-range", "warning", at, "The number is out of range; it is kept as text.", path)
            return word

    # What ends the reading

    def _cut(self, at: int, path: tuple[Part, ...]) -> tuple[_Nothing, int]:
        if not self.stopped:
            self._note("cut-off", "error", at, "The file ends in the middle of a value.", path)
        self.stopped = True
        return _NOTHING, len(self._text)

    def _stop(self, at: int, path: tuple[Part, ...]) -> tuple[_Nothing, int]:
        if not self.stopped:
            self._note("broken", "error", at, "This is not JSON; nothing behind it was read.", path)
        self.stopped = True
        return _NOTHING, at

    def _note(self, name: str, severity: Any, at: int, reason: str, path: tuple[Part, ...]) -> None:
        remedy = "Export the session again, complete." if name == "cut-off" else "Correct the file there."
        self._defects.add(Defect(f"file.{name}", severity, self._base + at, reason, remedy, path_text(path)))
