"""Compressed bytes opened, up to a limit: gzip (RFC 1952), zlib (RFC 1950) and bare deflate (RFC 1951)."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass

_GZIP = b"\x1f\x8b\x08"
_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_SHORTEST_BARE = 12


@dataclass(frozen=True, slots=True)
class Inflated:
    """What compressed bytes hold.

    Attributes:
        kind: how they were compressed.
        data: what they hold, up to the limit; None where that is not known here.
        whole: whether that is all.
        deflate: compresses other bytes in the same way.
    """

    kind: str
    data: bytes | None
    whole: bool
    deflate: Callable[[bytes], bytes]


def inflate(data: bytes, limit: int) -> Inflated | None:
    """Open compressed bytes; None where they are not compressed in a way that is known.

    Args:
        data: the bytes.
        limit: how many bytes are made at most.
    """
    if data.startswith(_GZIP):
        return _opened("gzip", data, limit, 31, lambda inner: gzip.compress(inner, mtime=0))
    if data.startswith(_ZLIB):
        return _opened("deflate", data, limit, 15, zlib.compress)
    if data.startswith(_ZSTANDARD):
        return Inflated("zstd", None, False, bytes)
    return _bare(data, limit) if len(data) >= _SHORTEST_BARE else None


def _opened(kind: str, data: bytes, limit: int, bits: int, deflate: Callable[[bytes], bytes]) -> Inflated | None:
    parts, made = [], 0
    while data:
        stream = zlib.decompressobj(bits)
        try:
            part = stream.decompress(data, limit - made + 1)
        except zlib.error:
            break
        parts.append(part)
        made += len(part)
        if made > limit:
            return Inflated(kind, b"".join(parts)[:limit], False, deflate)
        data = stream.unused_data if stream.unused_data.startswith(_GZIP) else b""
    return Inflated(kind, b"".join(parts), True, deflate) if made else None


def _bare(data: bytes, limit: int) -> Inflated | None:
    """Deflate without a header, which any bytes may seem to be: only a stream that ends with the bytes is one."""
    stream = zlib.decompressobj(-15)
    try:
        inner = stream.decompress(data, limit + 1)
    except zlib.error:
        return None
    if len(inner) > limit:
        return Inflated("deflate", inner[:limit], False, _deflate_bare)
    if not stream.eof or stream.unused_data or len(inner) < _SHORTEST_BARE:
        return None
    return Inflated("deflate", inner, True, _deflate_bare)


def _deflate_bare(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()
