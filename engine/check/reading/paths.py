"""JSON paths: a tuple of keys and indices, and its text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

Part = str | int
Path = tuple[Part, ...]

_PLAIN = re.compile(r"[^\W\d][\w:$-]*\Z")


def path_text(parts: Iterable[Part]) -> str:
    """The text of a path, such as `events[3].content.parts[0]`; a key with a dot or a blank is quoted in brackets."""
    return "".join(map(_part, parts)).removeprefix(".")


def _part(part: Part) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    return f".{part}" if _PLAIN.match(part) else f"[{json.dumps(part)}]"
