"""The two codes of Zstandard (RFC 8878, section 4): Huffman for literals, FSE for the numbers of sequences.

Both are read backwards, from a stream's last bit to its first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_CHUNK = 64
_MOST_SYMBOLS = 255
_MORE = 3
_DIRECT = 128
_WIDEST = 32
_MOST_WEIGHT_BITS = 6
_LONGEST_CODE = 11


class DamagedError(ValueError):
    """The data is not what its description says."""


class Backward:
    """Reads bits from the end of a stream; a one marks where they begin.

    Attributes:
        missing: how many bits were asked for beyond the stream's begin; they are zeros.
    """

    def __init__(self, data: bytes) -> None:
        """Find the mark in the last byte."""
        if not data or not data[-1]:
            raise DamagedError
        self._data = data
        self._at = len(data) - 1
        self._bits = data[-1].bit_length() - 1
        self._window = data[-1] & ((1 << self._bits) - 1)
        self.missing = 0

    @property
    def left(self) -> int:
        """How many bits are left."""
        return self._at * 8 + self._bits

    def read(self, count: int) -> int:
        """The next bits as a number."""
        while self._bits < count:
            self._load(count)
        self._bits -= count
        value = self._window >> self._bits
        self._window &= (1 << self._bits) - 1
        return value

    def _load(self, count: int) -> None:
        start = max(self._at - _CHUNK, 0)
        loaded = self._data[start : self._at]
        if loaded:
            self._window = self._window << 8 * len(loaded) | int.from_bytes(loaded, "little")
            self._bits += 8 * len(loaded)
            self._at = start
        else:
            self.missing += count - self._bits
            self._window <<= count - self._bits
            self._bits = count


# FSE


@dataclass(frozen=True)
class Table:
    """An FSE table: of every state its symbol, how many bits the next state takes, and what is added to them."""

    bits: int
    symbols: Sequence[int]
    widths: Sequence[int]
    bases: Sequence[int]

    def next(self, state: int, bits: Backward) -> int:
        """The next state."""
        return self.bases[state] + bits.read(self.widths[state])


def repeating(symbol: int) -> Table:
    """The table that knows one symbol alone."""
    return Table(0, (symbol,), (0,), (0,))


def table_of(chances: Sequence[int], bits: int) -> Table:
    """The table of symbols by how often they come; -1 is less than once."""
    size = 1 << bits
    symbols, free = [0] * size, size
    left = [abs(chance) for chance in chances]
    for symbol in [symbol for symbol, chance in enumerate(chances) if chance < 0]:
        free -= 1
        symbols[free] = symbol
    at, step = 0, (size >> 1) + (size >> 3) + 3
    for symbol, chance in enumerate(chances):
        for _ in range(chance):
            symbols[at] = symbol
            at = (at + step) % size
            while at >= free:
                at = (at + step) % size
    widths, bases = [], []
    for symbol in symbols:
        widths.append(bits + 1 - left[symbol].bit_length())
        bases.append((left[symbol] << widths[-1]) - size)
        left[symbol] += 1
    return Table(bits, symbols, widths, bases)


def read_table(data: bytes, most_bits: int) -> tuple[Table, int]:
    """Read the description of a table, and how many bytes it took."""
    stream, at = int.from_bytes(data[:512], "little"), 4
    bits = (stream & 15) + 5
    if bits > most_bits:
        raise DamagedError
    chances: list[int] = []
    left = 1 << bits
    while left > 0 and len(chances) <= _MOST_SYMBOLS:
        width = (left + 1).bit_length()
        value = stream >> at & ((1 << width) - 1)
        low, unused = value & ((1 << width - 1) - 1), (1 << width) - 2 - left
        if low < unused:
            value, width = low, width - 1
        elif value >= 1 << width - 1:
            value -= unused
        at += width
        chances.append(value - 1)
        left -= abs(value - 1)
        at = _zeros(chances, stream, at) if value == 1 else at
    if left or at > 8 * len(data):
        raise DamagedError
    return table_of(chances, bits), (at + 7) // 8


def _zeros(chances: list[int], stream: int, at: int) -> int:
    """Further symbols that never come: two bits say how many, and three that there are more."""
    while True:
        more = stream >> at & 3
        chances.extend([0] * more)
        at += 2
        if more < _MORE or len(chances) > _MOST_SYMBOLS:
            return at


@dataclass(frozen=True)
class Coding:
    """How one of the three numbers of a sequence is written: a symbol, from which on so many bits are added.

    Attributes:
        name: what the number says.
        most_bits: how large its table may be.
        usual: its table where none is described.
        bases: the number that a symbol begins with.
        extra: how many bits are added; None where the symbol itself says that.
    """

    name: str
    most_bits: int
    usual: Table
    bases: Sequence[int] = ()
    extra: Sequence[int] = ()

    def value(self, symbol: int, bits: Backward) -> int:
        """The number."""
        if not self.bases:
            return (1 << symbol) + bits.read(symbol) if symbol < _WIDEST else self._unknown()
        return self.bases[symbol] + bits.read(self.extra[symbol]) if symbol < len(self.bases) else self._unknown()

    @staticmethod
    def _unknown() -> int:
        raise DamagedError


def _coding(name: str, most_bits: int, chances: Sequence[int], start: int, extra: Sequence[int]) -> Coding:
    """A coding whose numbers follow one another without a gap, from `start` on."""
    bases, base = [], start
    for width in extra:
        bases.append(base)
        base += 1 << width
    return Coding(name, most_bits, table_of(chances, 6), bases, extra)


LITERALS = _coding(
    "literals",
    9,
    (4, 3, *[2] * 11, 1, 1, 1, *[2] * 9, 3, 2, *[1] * 5, *[-1] * 4),
    0,
    (*[0] * 16, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
)
LENGTHS = _coding(
    "lengths",
    9,
    (1, 4, 3, *[2] * 6, *[1] * 37, *[-1] * 7),
    3,
    (*[0] * 32, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
)
OFFSETS = Coding("offsets", 8, table_of((*[1] * 6, 2, 2, 2, *[1] * 15, *[-1] * 5), 5))


# Huffman


@dataclass(frozen=True)
class Huffman:
    """A Huffman code: for every beginning of so many bits the symbol, and how many of the bits are its."""

    bits: int
    symbols: bytes
    widths: bytes

    def read(self, data: bytes, size: int) -> bytes:
        """So many symbols of a stream, which must end with them."""
        stream, bits, symbols, widths = Backward(data), self.bits, self.symbols, self.widths
        made = bytearray()
        left, at = stream.left, stream.read(bits)
        while left > 0 and len(made) <= size:
            made.append(symbols[at])
            width = widths[at]
            left -= width
            at = (at << width & (1 << bits) - 1) | stream.read(width)
        if left or len(made) != size:
            raise DamagedError
        return bytes(made)


def read_huffman(data: bytes) -> tuple[Huffman, int]:
    """Read the description of a code, and how many bytes it took: weights as they are, or in an FSE code."""
    head = data[0]
    if head < _DIRECT:
        return _huffman(_packed_weights(data[1 : 1 + head])), 1 + head
    count = head - _DIRECT + 1
    halves = [half for byte in data[1 : 1 + (count + 1) // 2] for half in (byte >> 4, byte & 15)]
    return _huffman(halves[:count]), 1 + (count + 1) // 2


def _packed_weights(data: bytes) -> list[int]:
    """Weights in an FSE code: two states take turns until the stream has no bits for the next one."""
    table, used = read_table(data, _MOST_WEIGHT_BITS)
    bits = Backward(data[used:])
    states = [bits.read(table.bits), bits.read(table.bits)]
    weights: list[int] = []
    while len(weights) <= _MOST_SYMBOLS:
        turn = len(weights) % 2
        weights.append(table.symbols[states[turn]])
        states[turn] = table.next(states[turn], bits)
        if bits.missing:
            weights.append(table.symbols[states[1 - turn]])
            return weights
    raise DamagedError


def _huffman(weights: list[int]) -> Huffman:
    """The code of symbols by their weights; that of the last symbol is what is left."""
    total = sum(1 << weight - 1 for weight in weights if weight)
    bits = total.bit_length()
    left = (1 << bits) - total
    if not total or left & left - 1 or bits > _LONGEST_CODE or len(weights) > _MOST_SYMBOLS:
        raise DamagedError
    weights = [*weights, left.bit_length()]
    symbols, widths = bytearray(), bytearray()
    for weight in range(1, bits + 1):
        for symbol in [symbol for symbol, held in enumerate(weights) if held == weight]:
            symbols += bytes([symbol]) * (1 << weight - 1)
            widths += bytes([bits + 1 - weight]) * (1 << weight - 1)
    return Huffman(bits, bytes(symbols), bytes(widths))
