"""The members of a ZIP archive, as Office's documents are too, read from front to back (PKWARE's APPNOTE 6.3).

The list at an archive's end is not followed: a member that it leaves out is in the file all the same, and an archive
that is cut off has none.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from .inflate import CLOSED, CUT, DAMAGED, FOLLOWED, raw

ZIP = b"PK\x03\x04"
ENCRYPTED = "is encrypted"

_DIRECTORY = (b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x08")
_DESCRIPTOR = b"PK\x07\x08"
_NEXT = re.compile(rb"PK(?:\x03\x04|\x01\x02|\x05\x06|\x06\x06|\x06\x08)")
_END = re.compile(rb"PK(?:\x07\x08|\x03\x04|\x01\x02|\x05\x06|\x06\x06|\x06\x08)")
_HEADER = 30
_LONGEST_DESCRIPTOR = 24
_STORED, _DEFLATED = 0, 8
_IS_ENCRYPTED, _SIZE_FOLLOWS = 1, 8


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an archive, or other bytes that stand between members.

    Attributes:
        start: where in the archive its content begins.
        end: where that ends.
        data: what it holds, as far as it could be opened.
        why: why that is not all of it, such as `is encrypted`; an empty text where it is.
    """

    start: int
    end: int
    data: bytes
    why: str


def members(data: bytes, limit: int) -> Iterator[Member]:
    """Each member of an archive; what follows one and belongs to none is a member that could not be opened.

    Args:
        data: the archive.
        limit: how many bytes are made at most.
    """
    at = 0
    while data.startswith(ZIP, at):
        start = at + _HEADER + _number(data, at + 26, 2) + _number(data, at + 28, 2)
        if start > len(data):
            yield Member(at + 4, len(data), b"", CUT)
            return
        member = _member(data, at, start, limit)
        yield member
        limit = max(limit - len(member.data), 0)
        at = _found(_NEXT, data, member.end)
        if at > member.end + _LONGEST_DESCRIPTOR:
            yield Member(member.end, at, b"", FOLLOWED)
    if not data.startswith(_DIRECTORY, at):
        yield Member(at, len(data), b"", CUT if at == len(data) else DAMAGED)


def _member(data: bytes, header: int, start: int, limit: int) -> Member:
    """The member of a header; its content begins at `start`."""
    flags, method, size = (_number(data, header + at, length) for at, length in ((6, 2), (8, 2), (18, 4)))
    end = _found(_END, data, start) if flags & _SIZE_FOLLOWS else min(start + size, len(data))
    if flags & _IS_ENCRYPTED or method not in (_STORED, _DEFLATED):
        return Member(start, end, b"", ENCRYPTED if flags & _IS_ENCRYPTED else CLOSED)
    if method == _DEFLATED:
        stream = raw(data, start, limit)
        why = stream.why or _fault(data, header, stream.end, stream.data)
        return Member(start, end if stream.why else stream.end, stream.data, why)
    is_cut = not flags & _SIZE_FOLLOWS and start + size > len(data)
    return Member(start, end, data[start:end], CUT if is_cut else _fault(data, header, end, data[start:end]))


def _fault(data: bytes, header: int, end: int, made: bytes) -> str:
    """Whether a member is other than its checksum says, which stands in its header or behind it."""
    right = zlib.crc32(made).to_bytes(4, "little")
    if data[header + 14 : header + 18] == right:
        return ""
    behind = data[end : end + 8]
    told = behind[4:] if behind.startswith(_DESCRIPTOR) else behind[:4]
    return "" if told == right else DAMAGED


def _found(mark: re.Pattern[bytes], data: bytes, at: int) -> int:
    """Where the next mark stands; the end of the data where none comes."""
    found = mark.search(data, at)
    return found.start() if found else len(data)


def _number(data: bytes, at: int, length: int) -> int:
    return int.from_bytes(data[at : at + length], "little")
