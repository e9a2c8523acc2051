"""Frames of `application/vnd.amazon.eventstream`, the binary streams in which Bedrock answers."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any


def frame(kind: str, event: dict[str, Any]) -> bytes:
    """One event."""

    def header(name: str, value: str) -> bytes:
        return bytes([len(name)]) + name.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()

    told = {":event-type": kind, ":content-type": "application/json", ":message-type": "event"}
    headers = b"".join(header(name, value) for name, value in told.items())
    payload = json.dumps(event).encode()
    prelude = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    data = prelude + struct.pack(">I", zlib.crc32(prelude)) + headers + payload
    return data + struct.pack(">I", zlib.crc32(data))
