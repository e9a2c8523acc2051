"""HTTP bodies as cassettes keep them: base64, gzip or deflate opened, JSON parsed, event streams put together."""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass
from typing import Any

from engine.base.json_text import Json
from engine.check.formats.building import opened
from engine.check.formats.streams import joined, stream_events
from engine.check.reading.yaml_scalars import Binary

LARGEST = 64 * 1024 * 1024
"""How many bytes a packed body may unfold to; what goes beyond is cut, and said to be."""


@dataclass(frozen=True)
class Body:
    """A body.

    Attributes:
        value: its value: JSON parsed, other text as it is, None where there is none or it could not be opened.
        closed: why it could not be opened, or None.
        fragments: whether it is an event stream that does not end as its API ends one.
        cut: whether it was too large to be opened whole.
    """

    value: Json = None
    closed: str | None = None
    fragments: bool = False
    cut: bool = False


def read_body(body: Json, headers: Json) -> Body:
    """The body of a request or response.

    Args:
        body: as a cassette has it: text, `!!binary`, or an object with `string`, `base64_string`, `encoding`, or
            `parsed_body`.
        headers: a mapping of names to a value or a list of values.
    """
    if isinstance(body, dict):
        return _from_object(body, headers)
    if not isinstance(body, str):
        return Body(body)
    coding = header(headers, "content-encoding").lower()
    packed = _unbase64(body) if isinstance(body, Binary) else None
    if packed is None:
        return _from_text(body)
    return _from_bytes(packed, coding)


def header(headers: Json, name: str) -> str:
    """A header's value, empty where there is none; the case of its name does not matter."""
    if not isinstance(headers, dict):
        return ""
    for key, value in headers.items():
        if key.lower() == name:
            return str(value[0] if isinstance(value, list) and value else value)
    return ""


def _from_object(body: dict[str, Json], headers: Json) -> Body:
    if "parsed_body" in body:
        return Body(body["parsed_body"])
    text = body.get("base64_string", body.get("string", body.get("content")))
    if "base64_string" in body or str(body.get("encoding")).lower() == "base64":
        return read_body(Binary(text) if isinstance(text, str) else text, headers)
    return read_body(text if isinstance(text, (str, dict)) or text is None else None, headers)


def _unbase64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return None


def _from_bytes(data: bytes, coding: str) -> Body:
    cut = False
    if data[:2] == b"\x1f\x8b" or coding in ("gzip", "x-gzip"):
        data, cut = _inflated(data, (31, 15, -15))
    elif coding == "deflate":
        data, cut = _inflated(data, (15, -15))
    elif coding in ("br", "zstd"):
        return Body(closed=f"its {coding} encoding cannot be opened here")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if cut:
            return Body(data.decode("utf-8", "replace"), cut=True)
        return Body(closed="it is not text")
    body = _from_text(text)
    return Body(body.value, body.closed, body.fragments, cut)


def _inflated(data: bytes, windows: tuple[int, ...]) -> tuple[bytes, bool]:
    """The unpacked bytes, bounded; the data itself where it is not packed after all."""
    for window in windows:
        unpacker: Any = zlib.decompressobj(window)
        try:
            text = unpacker.decompress(data, LARGEST)
        except zlib.error:
            continue
        return text, not unpacker.eof
    return data, False


def _from_text(text: str) -> Body:
    events = stream_events(text)
    if events:
        value, complete = joined(events)
        return Body(value, fragments=not complete)
    return Body(opened(text) if text else None)
