"""HTTP bodies as cassettes keep them: base64, gzip or deflate opened, JSON parsed, event streams put together."""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass, replace
from typing import Any

from ...base.json_text import Json
from ..reading import zstandard
from ..reading.yaml_scalars import Binary
from .building import objects, opened
from .event_frames import frames
from .joining import Event
from .streams import answers, stream_events

_WRAPPED = frozenset(("string", "base64_string", "content", "encoding"))
"""The keys of an object around a body's text; an object with any other key is the body."""

LARGEST = 64 * 1024 * 1024
"""How many bytes a packed body may unfold to; what goes beyond is cut, and said to be."""

LARGEST_ZSTANDARD = LARGEST // 8
"""The same for Zstandard, which Python itself opens, some megabytes a second."""


@dataclass(frozen=True)
class Body:
    """A body.

    Attributes:
        value: its value: JSON parsed, other text as it is, None where there is none or it could not be opened.
        closed: why it could not be opened, or None.
        joined: whether it was put together from the events of a stream.
        fragments: whether that stream does not end as its API ends one.
        cut: whether it was too large to be opened whole.
    """

    value: Json = None
    closed: str | None = None
    joined: bool = False
    fragments: bool = False
    cut: bool = False


def read_body(body: Json, headers: Json) -> Body:
    """The body of a request or response.

    Args:
        body: as a cassette has it: text, `!!binary`, an object with `string`, `base64_string` or `encoding`, or the
            value itself, as serialisers write it that parse JSON.
        headers: a mapping of names to a value or a list of values.
    """
    if isinstance(body, dict) and _WRAPPED.issuperset(body):
        return _from_object(body, headers)
    if not isinstance(body, str):
        return _from_value(body)
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
    elif data.startswith(zstandard.MAGIC):
        data, fault = zstandard.unzstd(data, LARGEST_ZSTANDARD)
        cut = fault is not None
    elif coding in ("br", "zstd"):
        return Body(closed=f"its {coding} encoding cannot be opened here")
    framed = frames(data)
    if framed is not None:
        return _from_events(framed) or Body(framed)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if cut:
            return Body(data.decode("utf-8", "replace"), cut=True)
        return Body(closed="it is not text")
    body = _from_text(text)
    return replace(body, cut=cut)


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
        return _from_events(events) or Body(events)
    return _from_value(opened(text) if text else None)


def _from_value(value: Json) -> Body:
    """A value; a list of a stream's chunks, as Gemini sends them without server-sent events, is what it amounts to."""
    chunks = [event for event, _ in objects(value, ()) if "candidates" in event]
    return (_from_events(chunks) if chunks else None) or Body(value)


def _from_events(events: list[Event]) -> Body | None:
    """What the events of one answer amount to; None where none of them is known."""
    found = answers(events)
    return Body(found[0].value, joined=True, fragments=not found[0].complete) if found else None
