"""JSON inside a text: where it stands, its literals, and how a literal is written again.

Literals are replaced where they stand, so blanks, numbers, the order of keys and the spelling of all else stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ...base.json_text import Json
from ..reading.depth import may_exhaust_the_stack
from .walk import Leaf, Pairs, leaves

_LITERAL = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?\d[\d.eE+\-]*+', re.DOTALL)
_LINE = re.compile(r"^(?:data:[ \t]*+)?([{\[][^\n]*[}\]])[ \t\r]*$", re.MULTILINE)
_DECODER = json.JSONDecoder(object_pairs_hook=Pairs, parse_constant=lambda _: None, strict=False)
_OUTER = {"{": "}", "[": "]", '"': '"'}
_HALF = re.compile("[\ud800-\udfff]")


def json_spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of what may be JSON: the whole text, or else lines of it, as JSON Lines and event streams have."""
    inner = text.strip()
    if not inner:
        return
    if _OUTER.get(inner[0]) == inner[-1] and len(inner) > 1:
        start = text.index(inner[0])
        yield start, start + len(inner)
    if "\n" in inner:
        yield from (found.span(1) for found in _LINE.finditer(text))


def literals(text: str, name: str = "") -> list[tuple[int, int, Leaf]] | None:
    """Each text, key and number of a JSON text with its start and end; None where the text is not JSON.

    Args:
        text: the text.
        name: the name under which the text itself stands.
    """
    value = _parsed(text)
    if not isinstance(value, str | list):
        return None
    spans = [found.span() for found in _LITERAL.finditer(text)]
    return [(*span, leaf) for span, leaf in zip(spans, leaves(value, name), strict=True)]


def written(value: str, like: str) -> str:
    """The literal of a text, with signs beyond ASCII escaped where they are in another literal."""
    if like.isascii():
        return json.dumps(value)
    return _HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _parsed(text: str) -> Json:
    if may_exhaust_the_stack(text):
        return None
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
