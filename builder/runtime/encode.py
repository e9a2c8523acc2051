"""Bytes as text that may stand between script tags.

Why gzip: ``DecompressionStream`` is the only decoder every browser carries, and
gzip the only format that all of them know; it also checks a CRC, so a payload
damaged on its way is noticed. Why base64: browsers decode it natively.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from pathlib import Path

from .cache import key_of, remembered
from .model import Payload

_METHOD = "gzip-9"


def make_payload(name: str, data: bytes, cache: Path) -> Payload:
    """Compress and encode ``data``; the same bytes always give the same text."""
    compressed = remembered(cache, key_of(_METHOD, data), lambda: compress(data))
    return Payload(
        name=name,
        text=base64.b64encode(compressed).decode("ascii"),
        data=compressed,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )


def compress(data: bytes) -> bytes:
    """Compress with no name and no date in the head."""
    return gzip.compress(data, compresslevel=9, mtime=0)
