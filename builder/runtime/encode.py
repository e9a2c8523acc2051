"""Bytes as text that may stand between script tags.

Why gzip: ``DecompressionStream`` is the only decoder every browser carries, and
gzip the only format that all of them know; it also checks a CRC, so a payload
damaged on its way is noticed. Why base64: browsers decode it natively.
"""

from __future__ import annotations

import base64
import gzip
import hashlib

from .model import Payload


def make_payload(name: str, data: bytes) -> Payload:
    """Compress and encode ``data``; the same bytes always give the same text."""
    compressed = gzip.compress(data, compresslevel=9, mtime=0)
    return Payload(
        name=name,
        text=base64.b64encode(compressed).decode("ascii"),
        data=compressed,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )
