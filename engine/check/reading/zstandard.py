"""Zstandard data opened (RFC 8878), which Python's own library does not know before 3.14.

A file is a row of frames, a frame a row of blocks, a block literals and sequences: so many literals, then so many bytes
again from so far back. Literals are written in a Huffman code, the numbers of the sequences in FSE codes
(`engine.check.reading.zstandard_codes`). A frame that needs a dictionary cannot be opened. Checksums are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .zstandard_codes import (
    LENGTHS,
    LITERALS,
    OFFSETS,
    Backward,
    Coding,
    DamagedError,
    Huffman,
    Table,
    read_huffman,
    read_table,
    repeating,
)

MAGIC = b"\x28\xb5\x2f\xfd"

_SKIPPED, _SKIPPED_KIND = b"\x2a\x4d\x18", 5
_LARGEST_BLOCK = 128 * 1024
_RAW, _RLE, _COMPRESSED = range(3)
_USUAL, _REPEATING, _DESCRIBED = range(3)
_RECENT = 3
_ONE_BYTE, _TWO_BYTES = 128, 255


def unzstd(data: bytes, limit: int) -> tuple[bytes, str | None]:
    """Open Zstandard data.

    Args:
        data: one frame or several.
        limit: how many bytes are made at most.

    Returns:
        The bytes, as far as they could be opened, and why not all of them are there: "damaged" or "large"; None where
        they are.
    """
    made = bytearray()
    try:
        at = 0
        while at < len(data) and len(made) <= limit:
            at = _frame(data, at, made, limit)
    except (DamagedError, IndexError):
        return bytes(made[:limit]), "damaged"
    return bytes(made[:limit]), "large" if len(made) > limit else None


def _frame(data: bytes, at: int, made: bytearray, limit: int) -> int:
    """Open a frame; where the next one begins."""
    if data[at + 1 : at + 4] == _SKIPPED and data[at] >> 4 == _SKIPPED_KIND:
        return at + 8 + int.from_bytes(data[at + 4 : at + 8], "little")
    if data[at : at + 4] != MAGIC:
        raise DamagedError
    described = data[at + 4]
    single, checked, named = described >> 5 & 1, described >> 2 & 1, (0, 1, 2, 4)[described & 3]
    at += 5 + (1 - single)
    if any(data[at : at + named]):
        raise DamagedError
    at += named + (single, 2, 4, 8)[described >> 6]
    frame, last = _Frame(made, len(made)), False
    while not last and len(made) <= limit:
        head = int.from_bytes(data[at : at + 3], "little")
        last, kind, size = bool(head & 1), head >> 1 & 3, head >> 3
        stored = 1 if kind == _RLE else size
        if at + 3 + stored > len(data) or size > _LARGEST_BLOCK:
            raise DamagedError
        frame.add_block(kind, size, data[at + 3 : at + 3 + stored])
        at += 3 + stored
    return at + 4 * checked


@dataclass
class _Frame:
    """A frame under way: what was made, from where on it is this frame's, and what one block leaves to the next."""

    made: bytearray
    start: int
    recent: list[int] = field(default_factory=lambda: [1, 4, 8])
    huffman: Huffman | None = None
    tables: dict[str, Table] = field(default_factory=dict)

    def add_block(self, kind: int, size: int, block: bytes) -> None:
        """Open a block."""
        if kind == _RAW:
            self.made += block
        elif kind == _RLE:
            self.made += block * size
        elif kind == _COMPRESSED:
            literals, at = self._literals(block)
            self._sequences(block, at, literals)
        else:
            raise DamagedError

    def _literals(self, block: bytes) -> tuple[bytes, int]:
        """The literals of a block, and where its sequences begin."""
        kind, form = block[0] & 3, block[0] >> 2 & 3
        if kind in (_RAW, _RLE):
            length = {1: 2, 3: 3}.get(form, 1)
            size = int.from_bytes(block[:length], "little") >> (3 if length == 1 else 4)
            stored = size if kind == _RAW else 1
            if size > _LARGEST_BLOCK:
                raise DamagedError
            return block[length : length + stored] * (1 if kind == _RAW else size), length + stored
        length, bits = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
        head = int.from_bytes(block[:length], "little") >> 4
        size, packed = head & ((1 << bits) - 1), head >> bits
        if size > _LARGEST_BLOCK:
            raise DamagedError
        return self._unpacked(block[length : length + packed], kind, 1 if form == 0 else 4, size), length + packed

    def _unpacked(self, data: bytes, kind: int, streams: int, size: int) -> bytes:
        """Literals in a Huffman code, whose table stands before them, or was that of the block before."""
        if kind == _COMPRESSED:
            self.huffman, used = read_huffman(data)
            data = data[used:]
        if self.huffman is None:
            raise DamagedError
        if streams == 1:
            return self.huffman.read(data, size)
        sizes = [int.from_bytes(data[index : index + 2], "little") for index in (0, 2, 4)]
        part, at, parts = (size + 3) // 4, 6, []
        for length in (*sizes, len(data) - 6 - sum(sizes)):
            parts.append(self.huffman.read(data[at : at + max(length, 0)], min(part, size)))
            at, size = at + length, size - min(part, size)
        return b"".join(parts)

    def _sequences(self, block: bytes, at: int, literals: bytes) -> None:
        """Carry out the sequences of a block."""
        count, at = _count(block, at)
        if not count:
            self.made += literals
            return
        modes, at = block[at], at + 1
        for coding, mode in ((LITERALS, modes >> 6), (OFFSETS, modes >> 4 & 3), (LENGTHS, modes >> 2 & 3)):
            at = self._choose_table(coding, mode, block, at)
        used, end = 0, len(self.made) + _LARGEST_BLOCK
        for length, again, back in _read_sequences(Backward(block[at:]), count, self.tables):
            self.made += literals[used : used + length]
            used += length
            self._repeat(again, self._distance(back, length))
            if len(self.made) > end or used > len(literals):
                raise DamagedError
        self.made += literals[used:]

    def _choose_table(self, coding: Coding, mode: int, block: bytes, at: int) -> int:
        """The table of one of the three numbers: the usual one, one symbol for all, a new one, or that before."""
        if mode == _USUAL:
            self.tables[coding.name] = coding.usual
        elif mode == _REPEATING:
            self.tables[coding.name] = repeating(block[at])
            at += 1
        elif mode == _DESCRIBED:
            self.tables[coding.name], used = read_table(block[at:], coding.most_bits)
            at += used
        elif coding.name not in self.tables:
            raise DamagedError
        return at

    def _distance(self, back: int, length: int) -> int:
        """How far back a sequence goes: a number of its own, or one of the last three."""
        recent = self.recent
        if back > _RECENT:
            self.recent = [back - _RECENT, recent[0], recent[1]]
            return back - _RECENT
        index = back - 1 + (length == 0)
        distance = recent[index] if index < _RECENT else recent[0] - 1
        if index:
            self.recent = [distance, recent[0], recent[1] if index > 1 else recent[2]]
        return distance

    def _repeat(self, length: int, distance: int) -> None:
        start = len(self.made) - distance
        if distance < 1 or start < self.start:
            raise DamagedError
        piece = self.made[start : start + length]
        self.made += piece if distance >= length else (piece * (length // distance + 1))[:length]


def _count(block: bytes, at: int) -> tuple[int, int]:
    """How many sequences there are, and where what follows begins."""
    first = block[at]
    if first < _ONE_BYTE:
        return first, at + 1
    if first < _TWO_BYTES:
        return (first - _ONE_BYTE << 8) + block[at + 1], at + 2
    return block[at + 1] + (block[at + 2] << 8) + 0x7F00, at + 3


def _read_sequences(bits: Backward, count: int, tables: dict[str, Table]) -> list[tuple[int, int, int]]:
    """The sequences: how many literals, how many bytes again, how far back as written."""
    literal, offset, length = (tables[coding.name] for coding in (LITERALS, OFFSETS, LENGTHS))
    at_literal, at_offset, at_length = (bits.read(table.bits) for table in (literal, offset, length))
    found = []
    for number in range(count):
        back = OFFSETS.value(offset.symbols[at_offset], bits)
        again = LENGTHS.value(length.symbols[at_length], bits)
        found.append((LITERALS.value(literal.symbols[at_literal], bits), again, back))
        if number + 1 < count:
            at_literal = literal.next(at_literal, bits)
            at_length = length.next(at_length, bits)
            at_offset = offset.next(at_offset, bits)
        if bits.missing:
            raise DamagedError
    return found
