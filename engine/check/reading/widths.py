"""Keeping a text narrow: one emoji makes Python hold every character of a text in four bytes.

Where a file of UTF-8 is JSON and has few characters beyond the 16-bit ones, each is written as the JSON escape that
means the same, before the text is put together. Where that was is kept, so that columns stay those of the file.
"""

from __future__ import annotations

import codecs
import re
from array import array
from collections.abc import Sequence

LONGER = 11
"""By how many characters an escape is longer than its character: two halves of six against one."""

_BLOCK = 2**20
_FEW = 24
"""One in so many bytes: from there on escapes would take as much as they save."""

_LEADS = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*+[{\[]")
_AFTER_BACKSLASH = re.compile(rb"\\[\xf0-\xf4]")
_WIDE = re.compile("[\U00010000-\U0010ffff]")


def escaped(data: bytes | bytearray) -> tuple[str, Sequence[int]] | None:
    """The text of JSON in UTF-8 with its wide characters as escapes, and their offsets; None to read it as it is.

    A backslash before such a character would turn into another escape, so that such a text is read as it is.
    """
    wide = sum(map(data.count, _LEADS))
    if not wide or wide * _FEW > len(data) or not _JSON.match(data) or _AFTER_BACKSLASH.search(data):
        return None
    try:
        return _in_blocks(data)
    except UnicodeDecodeError:
        return None


def _in_blocks(data: bytes | bytearray) -> tuple[str, Sequence[int]]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    parts: list[str] = []
    places = array("Q")
    length = 0
    for start in range(0, len(data), _BLOCK):
        part = decoder.decode(data[start : start + _BLOCK], start + _BLOCK >= len(data))
        places.extend(length + found.start() + LONGER * index for index, found in enumerate(_WIDE.finditer(part)))
        parts.append(_WIDE.sub(_escape, part))
        length += len(parts[-1])
    return "".join(parts), places


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0]) - 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
