"""Limits on what a part holds, whatever the API: the bytes of an image, a call's arguments, its numbers."""

from __future__ import annotations

import binascii
import json
import math
import re
from collections.abc import Iterator

from ...base.json_text import Json

_MANY_DIGITS = re.compile(r"\d{16}")
"""As many as the least of the larger integers has."""

_LARGEST_EXACT = 2**53
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"BM", "bmp"),
    (b"II*\0", "tiff"),
    (b"MM\0*", "tiff"),
)
_HEAD = 24
"""So many characters of base64 tell how an image begins."""


def image_type(data: str) -> str | None:
    """What an image is by its first bytes; None where they tell nothing."""
    try:
        head = binascii.a2b_base64(data[:_HEAD])
    except binascii.Error:
        return None
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    return next((name for magic, name in _MAGIC if head.startswith(magic)), None)


def is_base64(data: str) -> bool:
    """Whether a text is base64 in one piece, as the services take it."""
    try:
        binascii.a2b_base64(data, strict_mode=True)
    except (binascii.Error, ValueError):
        return False
    return True


def data_of(url: Json) -> str | None:
    """The base64 of a data address; None for any other address."""
    if not isinstance(url, str) or not url.startswith("data:"):
        return None
    head, _, data = url.partition(",")
    return data if head.endswith(";base64") else None


def fault_in_arguments(text: Json) -> str | None:
    """Why the text of a call's arguments is not taken, as the end of a sentence; None where it is a JSON object.

    A value that is not a text is what an exporter read already.
    """
    if not isinstance(text, str):
        return None
    constants: list[str] = []
    try:
        may_hold_one = "NaN" in text or "Infinity" in text
        value = json.loads(text, parse_constant=constants.append) if may_hold_one else json.loads(text)
    except (ValueError, RecursionError):
        return "are empty" if not text.strip() else "are not JSON"
    if constants:
        return f"hold {constants[0]}, which is no JSON"
    return None if isinstance(value, dict) else "are no JSON object"


def fault_in_values(value: Json) -> str | None:
    """Why a call's arguments, as a value, are not taken; None where they are."""
    if not isinstance(value, dict):
        return "are no JSON object"
    bad = next((item for item in values(value) if isinstance(item, float) and not math.isfinite(item)), None)
    return None if bad is None else f"hold {'NaN' if math.isnan(bad) else 'an infinity'}, which is no JSON"


def big_numbers(value: Json) -> Iterator[int]:
    """The integers in a value, or in a text that is JSON, that JavaScript cannot tell from their neighbours."""
    if isinstance(value, str):
        value = _parsed(value) if _MANY_DIGITS.search(value) else None
    for item in values(value):
        if isinstance(item, int) and abs(item) > _LARGEST_EXACT:
            yield item


def values(value: Json) -> Iterator[Json]:
    """Each value that is neither an object nor a list."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(item.values())
        elif isinstance(item, (list, tuple)):
            stack.extend(item)
        else:
            yield item


def _parsed(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
