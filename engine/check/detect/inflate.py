"""Compressed bytes opened, as far as they can be: gzip (RFC 1952), zlib (1950), bare deflate (1951), Zstandard (8878).

What comes out before an error counts as opened. A zlib header is two bytes and bare deflate has none, so any bytes may
seem to be either. A stream that comes to its end proves itself; one that breaks off is proved by text that chance does
not make, and behind a zlib header by tables of codes that chance does not make either. Where the file declares the
coding, nothing has to be proved. Of 400,000 runs of random bytes none counts as broken off; of 200,000 that begin like
zlib, as one run in two thousand does, fewer than two hundred.

Some other ways to compress are recognised by their first bytes and cannot be opened here. Brotli has no such bytes: it
is recognised only where it is declared.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from ..reading import zstandard

GZIP = b"\x1f\x8b\x08"
DAMAGED = "is damaged"
CUT = "is cut off"
TOO_MUCH = "opens to more than is searched"
FOLLOWED = "is followed by something else"
CLOSED = "cannot be opened here"

BEGINNING = 2**16
"""Of what opens to too much, so many bytes are kept."""

_CLOSED_KINDS = {
    b"\xfd7zXZ\x00": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "RAR",
    b"\x04\x22\x4d\x18": "lz4",
    b"\xff\x06\x00\x00sNaPpY": "snappy",
}
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
_PIECE = 2**14
_LARGEST_ZSTD = 4 * 2**20
_PADDING = b"\0\t\n\r "
_LOOKED_AT = 256
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_WORDS = re.compile(rb"[\t\n\r\x20-\x7e]{12,}")
_SHORTEST_BARE = 12
_ZLIB, _BARE = (12, 6), (24, 12)
"""Of a broken stream, so many bytes of text, and so many different ones in it, do not come by chance."""
_LONG_WITHOUT_ERROR = 64
"""Random bytes behind a zlib header go wrong before, in 199 of 200 cases."""
_BEHIND_THE_TABLES = ("bit length repeat", "missing end-of-block", "literal/lengths set", "distances set")
"""What zlib says of an error that comes after the first table of codes was right; of random bytes one in a thousand."""


@dataclass(frozen=True, slots=True)
class Inflated:
    """What compressed bytes hold.

    Attributes:
        kind: how they were compressed.
        data: what they hold, as far as it could be opened.
        why: why that is not all of it, such as `is damaged`; an empty text where it is.
        deflate: compresses other bytes in the same way; None where that is not done here.
    """

    kind: str
    data: bytes
    why: str
    deflate: Callable[[bytes], bytes] | None


@dataclass(frozen=True, slots=True)
class Stream:
    """What a deflate stream gave.

    Attributes:
        data: its bytes.
        end: where in the compressed data it ended.
        why: why it did not come to its end; an empty text where it did.
        is_odd: whether its error came so late that chance does not get there.
    """

    data: bytes
    end: int
    why: str
    is_odd: bool = False


def inflate(data: bytes, limit: int, declared: str = "") -> Inflated | None:
    """Open compressed bytes; None where they are not compressed in a way that is known.

    Args:
        data: the bytes.
        limit: how many bytes are made at most.
        declared: the content coding that the file names for them, such as `br`; with one, the answer is never None.
    """
    kind = _closed_kind(data)
    if kind is not None:
        return Inflated(kind, b"", CLOSED, None)
    if data.startswith(zstandard.MAGIC):
        return _zstd(data, limit)
    found = _gzip(data, limit) if data.startswith(GZIP) else _zlib(data, limit) or _bare(data, limit)
    if found is None and declared:
        return Inflated(declared, b"", DAMAGED if declared in ("gzip", "x-gzip", "deflate") else CLOSED, None)
    return found


def raw(data: bytes, at: int, limit: int) -> Stream:
    """The deflate stream that begins at an offset, to its end, its first error or the limit, whichever comes first."""
    stream = zlib.decompressobj(-15)
    parts, made, pending = [], 0, b""
    while not stream.eof:
        if not pending:
            pending = data[at : at + _PIECE]
            at += len(pending)
        before = stream.copy()
        try:
            part = stream.decompress(pending, 4 * _PIECE)
        except zlib.error as error:
            parts.append(_to_the_error(before, pending))
            is_odd = any(words in str(error) for words in _BEHIND_THE_TABLES)
            return Stream(b"".join(parts)[:limit], len(data), DAMAGED, is_odd)
        parts.append(part)
        made += len(part)
        if made > limit:
            return Stream(b"".join(parts)[: min(limit, BEGINNING)], len(data), TOO_MUCH)
        if not part and not pending and not stream.eof:
            return Stream(b"".join(parts), len(data), CUT)
        pending = stream.unconsumed_tail
    return Stream(b"".join(parts), at - len(stream.unused_data), "")


def _to_the_error(stream: zlib._Decompress, data: bytes) -> bytes:
    """What comes out of a piece before its error; a call that fails gives nothing, so it gets one byte at a time."""
    parts = []
    for at in range(len(data)):
        try:
            parts.append(stream.decompress(data[at : at + 1]))
        except zlib.error:
            break
    return b"".join(parts)


def _zstd(data: bytes, limit: int) -> Inflated:
    """Zstandard data. Python itself opens it, some megabytes a second, so not much of it is opened."""
    made, fault = zstandard.unzstd(data, min(limit, _LARGEST_ZSTD))
    why = {None: "", "large": TOO_MUCH}.get(fault, DAMAGED)
    return Inflated("zstd", made[:BEGINNING] if why == TOO_MUCH else made, why, None)


def _closed_kind(data: bytes) -> str | None:
    found = next((kind for magic, kind in _CLOSED_KINDS.items() if data.startswith(magic)), None)
    return found or ("bzip2" if _BZIP2.match(data) else None)


# --- gzip -------------------------------------------------------------------------------------------------------------


def _gzip(data: bytes, limit: int) -> Inflated:
    """Every member, one after the other, until one is not whole."""
    parts, left, at, why = [], limit, 0, ""
    while not why and data.startswith(GZIP, at):
        start = _after_header(data, at)
        if start is None:
            why = CUT
            break
        member = raw(data, start, left)
        parts.append(member.data)
        left -= len(member.data)
        why = member.why or _fault(data, member.end, zlib.crc32(member.data), len(member.data))
        at = member.end + 8
    if not why and data[at:].strip(_PADDING):
        why = FOLLOWED
    return Inflated("gzip", b"".join(parts), why, lambda inner: gzip.compress(inner, mtime=0))


def _after_header(data: bytes, at: int) -> int | None:
    """Where a member's stream begins; None where the data ends before. Behind ten bytes come the parts that are set."""
    if len(data) < at + 10:
        return None
    flags, start = data[at + 3], at + 10
    if flags & 4:
        start += 2 + int.from_bytes(data[start : start + 2], "little")
    for flag in (8, 16):  # a name, a comment, each to its zero
        if flags & flag:
            end = data.find(0, start)
            if end < 0:
                return None
            start = end + 1
    return start + 2 if flags & 2 else start


def _fault(data: bytes, end: int, checksum: int, length: int) -> str:
    """What is wrong with the eight bytes that a gzip member ends with."""
    if len(data) < end + 8:
        return CUT
    told = data[end : end + 8]
    is_right = told == checksum.to_bytes(4, "little") + (length % 2**32).to_bytes(4, "little")
    return "" if is_right else DAMAGED


# --- zlib and bare deflate --------------------------------------------------------------------------------------------


def _zlib(data: bytes, limit: int) -> Inflated | None:
    if not _has_zlib_header(data):
        return None
    stream = raw(data, 2, limit)
    why = stream.why or _zlib_fault(data, stream)
    if why in ("", FOLLOWED, TOO_MUCH) or _ends_well(data, stream) or _is_odd(data, stream) or _is_text(stream, _ZLIB):
        return Inflated("deflate", stream.data, why, zlib.compress)
    return None


def _zlib_fault(data: bytes, stream: Stream) -> str:
    """What is wrong with the checksum of four bytes that ends zlib's form, or with what follows it."""
    told, right = data[stream.end : stream.end + 4], zlib.adler32(stream.data).to_bytes(4, "big")
    if told != right:
        return DAMAGED if len(told) == len(right) else CUT
    return FOLLOWED if data[stream.end + 4 :].strip(_PADDING) else ""


def _ends_well(data: bytes, stream: Stream) -> bool:
    """Whether a stream ends where its checksum has to begin."""
    return not stream.why and len(data) == stream.end + 4 and len(stream.data) >= _SHORTEST_BARE


def _is_odd(data: bytes, stream: Stream) -> bool:
    return stream.is_odd or (stream.why == CUT and len(data) >= _LONG_WITHOUT_ERROR)


def _has_zlib_header(data: bytes) -> bool:
    """Whether the two bytes are a header: deflate, a window of 32 KiB at most, a check, no dictionary of one's own."""
    first, second = (*data[:2], 0, 0)[:2]
    return first & 15 == 8 and first >> 4 <= 7 and (first << 8 | second) % 31 == 0 and not second & 32  # noqa: PLR2004


def _bare(data: bytes, limit: int) -> Inflated | None:
    if len(data) < _SHORTEST_BARE:
        return None
    stream = raw(data, 0, limit)
    why = stream.why or (FOLLOWED if data[stream.end :].strip(_PADDING) else "")
    proved = len(stream.data) >= _SHORTEST_BARE if why in ("", TOO_MUCH) else _is_text(stream, _BARE)
    return Inflated("deflate", stream.data, why, _deflate_bare) if proved else None


def _is_text(stream: Stream, least: tuple[int, int]) -> bool:
    """Whether what came out of a broken stream begins as text in UTF-8, or holds words in ASCII anywhere."""
    shortest, different = least
    head = stream.data[:_LOOKED_AT]
    candidates = [head] if _begins_text(head) else _WORDS.findall(stream.data)
    return any(len(words) >= shortest and len(set(words)) >= different for words in candidates)


def _begins_text(head: bytes) -> bool:
    """Whether bytes are text in UTF-8, of which the last sign may be cut."""
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return False
        text = head[: error.start].decode("utf-8")
    return not _NOT_TEXT.search(text)


def _deflate_bare(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()
