"""Bytes to text: UTF-8, UTF-16 and UTF-32, with a byte order mark or without."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from .defects import Defect, Defects
from .widths import escaped

_PACKED = {
    b"\x1f\x8b": "gzip data",
    b"PK\x03\x04": "a ZIP archive",
    b"\x28\xb5\x2f\xfd": "Zstandard data",
    b"BZh": "bzip2 data",
    b"\xfd7zXZ\x00": "xz data",
    b"SQLite format 3\x00": "an SQLite database",
    b"%PDF": "a PDF",
    b"\x89PNG": "a PNG image",
}
_HEAD = 4096
_UNREADABLE = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
_ESCAPED_HALF = re.compile(
    r"\\u[dD](?:([89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|[c-fC-F][0-9a-fA-F]{2})"
)
_HALF = re.compile("[\ud800-\udfff]")


def decode(data: bytes | bytearray, defects: Defects) -> tuple[str, Sequence[int]]:
    """The text of a file.

    The encoding is recognised by the byte order mark or by where the zero bytes of the first characters stand (RFC
    4627, section 3; `json.detect_encoding`); PowerShell's `>` writes UTF-16 with a mark.

    Args:
        data: the file's bytes.
        defects: takes what is wrong with them.

    Returns:
        The text without a byte order mark, empty where the bytes are not text; and where in it a character was written
        as an escape of `engine.check.reading.widths`.
    """
    packed = next((name for magic, name in _PACKED.items() if data.startswith(magic)), None)
    text, escapes = ("", ()) if packed else _text(data, json.detect_encoding(data), defects)
    if packed or _looks_binary(text):
        _note_binary(packed or "binary data", defects)
        return "", ()
    for offset in lone_surrogates(text):
        defects.add(_lone_surrogate(offset))
    return text, escapes


def _text(data: bytes | bytearray, encoding: str, defects: Defects) -> tuple[str, Sequence[int]]:
    narrow = escaped(data) if encoding.startswith("utf-8") else None
    return narrow or (_decoded(data, encoding, defects), ())


def _decoded(data: bytes | bytearray, encoding: str, defects: Defects) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        pass
    try:
        return data.decode(encoding.removesuffix("-sig"), "surrogatepass").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return _replaced(data, encoding, defects)


def _replaced(data: bytes | bytearray, encoding: str, defects: Defects) -> str:
    text = data.decode(encoding, "replace")
    reason = f"The bytes here are not {encoding.removesuffix('-sig').upper()}; each is read as U+FFFD."
    offset = max(text.find("\ufffd"), 0)
    defects.add(Defect("file.encoding", "error", offset, reason, "Export the file as UTF-8."))
    return text


def _looks_binary(text: str) -> bool:
    head = text[:_HEAD]
    return "\x00" in head or len(_UNREADABLE.findall(head)) * 10 > len(head) + 50


def _note_binary(what: str, defects: Defects) -> None:
    reason = f"The file is {what}, not text."
    defects.add(Defect("file.binary", "error", 0, reason, "Unpack it, or export the session as JSON."))


def lone_surrogates(text: str) -> Iterator[int]:
    """The offsets of halves of surrogate pairs that stand alone, written as such or as a JSON escape."""
    if "\\ud" in text or "\\uD" in text:
        for found in _ESCAPED_HALF.finditer(text):
            if found[2] is None and not _is_escaped(text, found.start()):
                yield found.start()
    if not text.isascii():
        yield from (found.start() for found in _HALF.finditer(text))


def _is_escaped(text: str, offset: int) -> bool:
    """Whether the backslash at the offset is itself escaped: an odd number of backslashes stands before it."""
    start = offset
    while start and text[start - 1] == "\\":
        start -= 1
    return (offset - start) % 2 == 1


def _lone_surrogate(offset: int) -> Defect:
    reason = "Half of a surrogate pair stands alone here; it is no character."
    return Defect(
        "file.lone-surrogate", "warning", offset, reason, "Find out where the text was cut, and export it again."
    )
