"""The scalars of YAML: quoted, folded and literal text, numbers and words (YAML 1.1, as PyYAML resolves them)."""

from __future__ import annotations

import math
import re
from typing import Final

from ...base.json_text import Json

NULLS: Final = frozenset(("", "~", "null", "Null", "NULL"))

BOOLEANS: Final = {
    word: value
    for value, words in ((True, "yes true on"), (False, "no false off"))
    for plain in words.split()
    for word in (plain, plain.capitalize(), plain.upper())
}

_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_FOLD = r"(?<![ \t])[ \t]*+\r?\n(?:[ \t]*+\r?\n)*+[ \t]*+"
_IN_DOUBLE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\r?\n[ \t]*+)|(.))|" + _FOLD, re.DOTALL
)
_IN_SINGLE = re.compile("(?P<quote>'')|" + _FOLD)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9_]*+)\Z")
_OTHER_BASE = re.compile(r"([-+]?)0(?:x([0-9a-fA-F_]++)|b([01_]++)|([0-7_]++))\Z")
_REAL = re.compile(r"[-+]?(?:[0-9][0-9_]*+\.[0-9_]*+|\.[0-9][0-9_]*+)(?:[eE][-+][0-9]++)?\Z")
_LAST_CHARACTER = 0x10FFFF


class Binary(str):
    """The base64 text of a `!!binary` scalar, without line breaks: text for code that walks the values."""

    __slots__ = ()


def double_quoted(body: str) -> str:
    """The text between double quotes: escapes resolved, line breaks folded."""
    text = _IN_DOUBLE.sub(_unescaped, body) if "\\" in body or "\n" in body else body
    return _PAIR.sub(_joined, text) if "\\u" in body else text


def single_quoted(body: str) -> str:
    """The text between single quotes: doubled quotes are one, line breaks folded."""
    return _IN_SINGLE.sub(lambda found: "'" if found["quote"] else _folded(found[0]), body)


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) <= _LAST_CHARACTER else "\ufffd"
    if found[4]:
        return ""
    return _ESCAPES.get(found[5], "\\" + found[5]) if found[5] else _folded(found[0])


def _joined(found: re.Match[str]) -> str:
    return found[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _folded(blank: str) -> str:
    breaks = blank.count("\n")
    return " " if breaks == 1 else "\n" * (breaks - 1)


def block_text(lines: list[str], style: str, chomping: str, *, ended: bool) -> str:
    """The text of a block scalar.

    Args:
        lines: its lines without their indentation, blank ones at the end included.
        style: `|` keeps the lines, `>` folds them.
        chomping: `-` for no line break at the end, `+` for all of them, empty for one.
        ended: whether a line break stands behind the last line; where the file ends without one, none is added.
    """
    kept = len(lines)
    while kept and not lines[kept - 1]:
        kept -= 1
    body = "\n".join(lines[:kept]) if style == "|" else _fold_lines(lines[:kept])
    breaks = len(lines) - kept + bool(kept) - (not ended)
    if chomping == "+":
        return body + "\n" * breaks
    return body if chomping == "-" or not kept or not breaks else body + "\n"


def _fold_lines(lines: list[str]) -> str:
    """Lines joined by blanks; a blank line is a line break, and further indented ones stand by themselves."""
    text: list[str] = []
    pending = 0
    indented = True
    for line in lines:
        if not line:
            pending += 1
            continue
        further = line[0] in " \t"
        if text:
            if further or indented:
                text.append("\n" * (pending + 1))
            else:
                text.append("\n" * pending if pending else " ")
        else:
            text.append("\n" * pending)
        text.append(line)
        pending, indented = 0, further
    return "".join(text)


def number(text: str) -> Json:
    """The number that a plain scalar is written as; the text itself where it is none, or is out of range."""
    try:
        if _INTEGER.match(text):
            return int(text.replace("_", ""))
        if _REAL.match(text):
            value = float(text.replace("_", ""))
            return value if math.isfinite(value) else text
        found = _OTHER_BASE.match(text)
        return _of_base(found) if found else text
    except ValueError:
        return text


def _of_base(found: re.Match[str]) -> int:
    digits, base = next((digits, base) for digits, base in zip(found.groups()[1:], (16, 2, 8), strict=True) if digits)
    return int(found[1] + digits.replace("_", ""), base)
