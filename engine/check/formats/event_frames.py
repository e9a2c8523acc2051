"""The binary event streams in which Bedrock answers (`application/vnd.amazon.eventstream`), taken apart.

A frame is its length and that of its headers (four bytes each, big-endian), a checksum of both, the headers, the
payload, and a checksum of all. A header is a name and a value, each with its length; what kind of event a frame is
stands in the header `:event-type`. The payload is JSON; that of `chunk` holds JSON once more, in base64.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator

from ...base.json_text import Json
from .building import opened
from .joining import Event

_NUMBER = 4
_PRELUDE = 3 * _NUMBER
_TEXT = 7
"""The type of a header's value that is text; the only one that these streams use."""


def frames(data: bytes) -> list[Event] | None:
    """The events of a stream, each under the name of its kind; None where the bytes are no such stream."""
    if len(data) < _PRELUDE:
        return None
    total, _, checksum = _prelude(data, 0)
    if checksum != zlib.crc32(data[: _PRELUDE - _NUMBER]) or total > len(data):
        return None
    return [event for kind, payload in _split(data) if (event := _event(kind, payload)) is not None]


def _prelude(data: bytes, start: int) -> list[int]:
    """The length of a frame, that of its headers, and the checksum of both."""
    return [int.from_bytes(data[at : at + _NUMBER], "big") for at in range(start, start + _PRELUDE, _NUMBER)]


def _split(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The kind and payload of each frame, up to the first that is cut off."""
    start = 0
    while start + _PRELUDE + _NUMBER <= len(data):
        total, headers, _ = _prelude(data, start)
        inner, end = start + _PRELUDE, start + total
        if end > len(data) or inner + headers + _NUMBER > end:
            return
        yield _kind(data[inner : inner + headers]), data[inner + headers : end - _NUMBER]
        start = end


def _kind(headers: bytes) -> str:
    """The value of `:event-type`, empty where there is none that is text."""
    at = 0
    while at < len(headers):
        name, at = _sized(headers, at, 1)
        if headers[at : at + 1] != bytes([_TEXT]):
            return ""
        value, at = _sized(headers, at + 1, 2)
        if name == b":event-type":
            return value.decode("utf-8", "replace")
    return ""


def _sized(data: bytes, at: int, width: int) -> tuple[bytes, int]:
    """The bytes whose length stands before them, and where they end."""
    start = at + width
    end = start + int.from_bytes(data[at:start], "big")
    return data[start:end], end


def _event(kind: str, payload: bytes) -> Event | None:
    value = opened(payload.decode("utf-8", "replace"))
    if kind != "chunk" or not isinstance(value, dict):
        return {kind: value} if kind else None
    inner = _unpacked(value.get("bytes"))
    return inner if isinstance(inner, dict) else None


def _unpacked(text: Json) -> Json:
    try:
        return opened(base64.b64decode(text).decode("utf-8", "replace")) if isinstance(text, str) else None
    except (binascii.Error, ValueError):
        return None
