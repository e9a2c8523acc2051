"""The parts of a JSON path's text: the inverse of `engine.check.reading.paths`."""

from __future__ import annotations

import json
import re

from .paths import Path

_PART = re.compile(r'\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.\[]+)')


def parts_of(text: str) -> Path:
    """The keys and indices of a path such as `messages[3]["a key"].content`."""
    return tuple(_part(found) for found in _PART.finditer(text))


def _part(found: re.Match[str]) -> str | int:
    index, quoted, plain = found.groups()
    if index is not None:
        return int(index[:18])
    return str(json.loads(quoted, strict=False)) if quoted is not None else plain
