"""Bytes as text that may stand between script tags.

Why base64: browsers decode it natively. Why two compressions: the worker brings the
decoder for the denser one (`zstd.py`), so its own script has to come in one that browsers
know, and gzip is the only one that all of them know.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path

from . import zstd
from .cache import key_of, remembered
from .model import Payload


def gzip_payload(name: str, data: bytes, cache: Path) -> Payload:
    """A payload that the page itself can decode."""
    return _payload(name, data, remembered(cache, key_of("gzip", data), lambda: _gzip(data)))


def zstd_payload(name: str, data: bytes, cache: Path) -> Payload:
    """A payload for the worker."""
    return _payload(name, data, remembered(cache, key_of("zstd", data), _zstd(data)))


def packed_text(data: bytes) -> str:
    """What the page itself unpacks when it is asked for: gzip, as base64."""
    return base64.b64encode(_gzip(data)).decode("ascii")


def _payload(name: str, data: bytes, compressed: bytes) -> Payload:
    return Payload(
        name=name,
        text=base64.b64encode(compressed).decode("ascii"),
        data=compressed,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )


def _gzip(data: bytes) -> bytes:
    """Compress with no name and no date in the head, so that the same gives the same."""
    return gzip.compress(data, compresslevel=9, mtime=0)


def _zstd(data: bytes) -> Callable[[], bytes]:
    return lambda: zstd.compress(data)
