"""Packed files opened, up to a limit: a gzip or Zstandard file, and the members of a ZIP archive.

The layout of an archive is that of PKWARE's APPNOTE 6.3: its directory stands at its end and says of every member its
name, how it is packed, its sizes and where it begins. What cannot be opened says why, and nothing is opened without a
limit: some kilobytes may unfold to terabytes.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from . import zstandard

LARGEST = 256 * 1024 * 1024
"""How many bytes a file may unfold to in all."""

LARGEST_ZSTANDARD = LARGEST // 4
"""How many bytes Zstandard data may unfold to; it is opened by Python itself, some megabytes a second."""

MOST = 20_000
"""How many members of an archive are looked at."""

GZIP = b"\x1f\x8b\x08"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")

_END = struct.Struct("<4s4H2LH")
_ENTRY = struct.Struct("<4s4B4H3L5H2L")
_LOCAL = struct.Struct("<4s2B4HL2L2H")
_EXTRA = struct.Struct("<2H")
_UNFIT = 0xFFFFFFFF
_LONGEST_COMMENT = 65_535
_STORED, _DEFLATED, _ZSTANDARD = 0, 8, 93
_ENCRYPTED = 0x1


@dataclass(frozen=True)
class Unpacked:
    """What was packed.

    Attributes:
        data: its bytes, as far as they could be opened.
        fault: a sentence's end that says why not all of it is there, such as "it is encrypted"; None where it is.
    """

    data: bytes
    fault: str | None = None


@dataclass(frozen=True)
class Member:
    """A member of an archive, as the directory describes it; of its name, bytes that are not UTF-8 as escapes."""

    name: str
    flags: int
    method: int
    checksum: int
    packed: int
    start: int


def gunzip(data: bytes | bytearray) -> Unpacked:
    """Open a gzip file, which may hold several parts one after another."""
    parts: list[bytes] = []
    left, rest = LARGEST, bytes(data)
    while rest.startswith(GZIP):
        found, rest = _inflated(rest, 31, left)
        parts.append(found.data)
        left -= len(found.data)
        if found.fault is not None:
            return Unpacked(b"".join(parts), found.fault)
    return Unpacked(b"".join(parts))


def unzstd(data: bytes | bytearray, limit: int = LARGEST) -> Unpacked:
    """Open Zstandard data, up to a limit; never beyond `LARGEST_ZSTANDARD`."""
    limit = min(limit, LARGEST_ZSTANDARD)
    made, fault = zstandard.unzstd(bytes(data), limit)
    faults = {"damaged": "its compressed data is damaged", "large": _too_large(limit), None: None}
    return Unpacked(made, faults[fault])


def unpack(data: bytes | bytearray) -> Unpacked | None:
    """Open a gzip or Zstandard file; None where it is neither."""
    if data.startswith(GZIP):
        return gunzip(data)
    return unzstd(data) if data.startswith(zstandard.MAGIC) else None


def _inflated(data: bytes, window: int, limit: int) -> tuple[Unpacked, bytes]:
    """Inflate a stream; the bytes behind its end are given back."""
    stream = zlib.decompressobj(window)
    try:
        made = stream.decompress(data, limit + 1)
    except zlib.error:
        return Unpacked(b"", "its compressed data is damaged"), b""
    if len(made) > limit:
        return Unpacked(made[:limit], _too_large(LARGEST)), b""
    return Unpacked(made, None if stream.eof else "its compressed data is cut off"), stream.unused_data


def _too_large(limit: int) -> str:
    return f"it unfolds to more than {limit // 1024 // 1024} MB"


class Archive:
    """A ZIP archive.

    Attributes:
        members: its members in the directory's order, folders left out; of one name the last. None where the archive
            has no directory that can be read.
    """

    def __init__(self, data: bytes | bytearray) -> None:
        """Read the directory."""
        self._data = data
        self._left = LARGEST
        self.members = self._read_directory()

    def open(self, member: Member, most: int = LARGEST) -> Unpacked:
        """The bytes of a member.

        Args:
            member: one of `members`.
            most: how many bytes are wanted; a beginning does not count for the archive's limit.
        """
        if member.flags & _ENCRYPTED:
            return Unpacked(b"", "it is encrypted")
        packed = self._packed(member)
        if packed is None:
            return Unpacked(b"", "the archive is damaged where it should stand")
        found = self._opened(packed, member.method, min(most, self._left))
        if most >= LARGEST:
            self._left -= len(found.data)
            if found.fault is None and zlib.crc32(found.data) != member.checksum:
                return Unpacked(found.data, "its checksum is not that of its content")
        return found

    def _opened(self, packed: bytes, method: int, limit: int) -> Unpacked:
        if method == _STORED:
            return Unpacked(packed[:limit], _too_large(LARGEST) if len(packed) > limit else None)
        if method == _DEFLATED:
            return _inflated(packed, -15, limit)[0]
        if method == _ZSTANDARD:
            return unzstd(packed, limit)
        return Unpacked(b"", f"it is packed in a way that is not known here (method {method})")

    def _packed(self, member: Member) -> bytes | None:
        """The packed bytes: they stand behind a header of the member's own, whose length that header gives."""
        if member.start + _LOCAL.size > len(self._data):
            return None
        header = _LOCAL.unpack_from(self._data, member.start)
        start = member.start + _LOCAL.size + header[-2] + header[-1]
        known = header[0] == ZIP[0] and start + member.packed <= len(self._data)
        return bytes(self._data[start : start + member.packed]) if known else None

    def _read_directory(self) -> list[Member] | None:
        end = self._data.rfind(ZIP[1], max(len(self._data) - _LONGEST_COMMENT - _END.size, 0))
        if end < 0 or end + _END.size > len(self._data):
            return None
        count, start = _END.unpack_from(self._data, end)[4], _END.unpack_from(self._data, end)[6]
        members = {member.name: member for member in self._entries(min(count, MOST), start)}
        return [member for member in members.values() if not member.name.endswith("/")]

    def _entries(self, count: int, at: int) -> Iterator[Member]:
        for _ in range(count):
            if at + _ENTRY.size > len(self._data):
                return
            entry = _ENTRY.unpack_from(self._data, at)
            if entry[0] != b"PK\x01\x02":
                return
            flags, method, checksum, named = entry[5], entry[6], entry[9], entry[12]
            at += _ENTRY.size
            name = bytes(self._data[at : at + named]).decode("utf-8", "backslashreplace")
            packed, start = _long(bytes(self._data[at + named : at + named + entry[13]]), entry)
            yield Member(name, flags, method, checksum, packed, start)
            at += named + entry[13] + entry[14]


def _long(extra: bytes, entry: tuple[int, ...]) -> tuple[int, int]:
    """The packed size and the start of a member; where they do not fit into four bytes, they stand behind its name."""
    while len(extra) > _EXTRA.size:
        kind, length = _EXTRA.unpack_from(extra)
        body, extra = extra[_EXTRA.size : _EXTRA.size + length], extra[_EXTRA.size + length :]
        if kind == 1:
            numbers = iter(number for (number,) in struct.iter_unpack("<Q", body[: len(body) // 8 * 8]))
            told = [next(numbers, 0) if held == _UNFIT else held for held in (entry[11], entry[10], entry[-1])]
            return told[1], told[2]
    return entry[10], entry[-1]
