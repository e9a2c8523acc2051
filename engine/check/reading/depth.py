"""How deeply JSON may be nested before Python's C parser must not see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate

BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
"""A text, passed over as a whole, or a bracket outside of texts."""

_STACK = 1000
"""So many levels the C parser takes in every browser (2,000 were seen to work, 5,000 not)."""

_CHUNK = 2**20
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


def may_exhaust_the_stack(text: str) -> bool:
    """Whether brackets are nested so deeply that the C parser, which calls itself for each, must not see them.

    In a browser its calls use up JavaScript's stack, at some thousands of levels, which ends Python as a whole.
    Brackets inside texts are left out only where all brackets together would be too many.
    """
    if text.count("[") + text.count("{") <= _STACK:
        return False
    return _depth(_brackets(text)) > _STACK and _depth(found[0] for found in BRACKET.finditer(text)) > _STACK


def _brackets(text: str) -> Iterator[str]:
    """All brackets of a text, those in texts too, found without a look at each character."""
    for start in range(0, len(text), _CHUNK):
        yield from text[start : start + _CHUNK].encode("ascii", "replace").translate(None, _NO_BRACKETS).decode("ascii")


def _depth(found: Iterable[str]) -> int:
    """The deepest level that brackets reach; whatever else is found is passed over."""
    return max(accumulate((_STEP.get(item, 0) for item in found), initial=0))
