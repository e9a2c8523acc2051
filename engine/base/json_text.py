"""JSON in and out: strict reading, one canonical form, one form for files.

Two writers, because they serve two ends. `canonical` is what is hashed: sorted keys, no spaces, ASCII only. `pretty`
is what is downloaded and printed: two-space indent, as `JSON.stringify(value, null, 2)` writes it, so that the page
can write the same bytes without Python.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NoReturn

from .errors import InputError

Json = Any
"""A JSON value: None, bool, int, float, str, list or dict with string keys."""

DEEPEST = 100
"""How many levels of lists and objects are read; deeper ones would overrun the stack of what walks them."""

_AT_ONCE = 10_000
_SPLIT = 4
"""Down to the steps of a check: document, sessions, session, steps."""

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

_Members = Callable[[dict[str, Any]], Iterable[tuple[str, Any]]]

_PLAIN = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_quoted = json.encoder.encode_basestring

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def parse(text: str, name: str = "input") -> Json:
    """Read JSON text strictly: no NaN, no infinity, no key twice in one object, no runaway nesting.

    Args:
        text: the JSON text.
        name: what to call it in an error, usually the file's name.

    Raises:
        InputError: with line and column where the reader knows them.
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        place = f"{name}, line {error.lineno}, column {error.colno}"
        raise InputError(f"This is not JSON ({error.msg}).", place=place, remedy="Correct the file there.") from error
    except RecursionError as error:
        raise _too_deep(name) from error
    except ValueError as error:
        raise InputError(str(error), place=name, remedy="Correct the file.") from error
    if _is_deeper_than(DEEPEST, value):
        raise _too_deep(name)
    return value


def canonical(value: Json) -> str:
    """The one text of a value: equal values give equal text, in every Python."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: Json) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    found = hashlib.sha256()
    for part in _canonical_parts(value, _SPLIT):
        found.update(part.encode("ascii"))
    return found.hexdigest()


def pretty(value: Json, *, sort_keys: bool = False) -> str:
    """The text of a JSON file, with a closing newline."""
    return _joined(text for _, text in pretty_parts(value, sort_keys=sort_keys))


def pretty_parts(value: Json, *, sort_keys: bool = False) -> Iterator[tuple[Path | None, str]]:
    """The text of a JSON file in parts, each with the path of the value that it is; None for what stands between."""
    for path, part in _Pretty(sort_keys).parts(value, "\n", _SPLIT, ()):
        yield path, part if part.isascii() else _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", part)
    yield None, "\n"


class _Pretty:
    """Writes as Python's encoder does with `indent=2, ensure_ascii=False, allow_nan=False`, and part by part."""

    def __init__(self, sort_keys: bool) -> None:
        self._members: _Members = _sorted_items if sort_keys else dict.items

    def parts(self, value: Json, pad: str, levels: int, path: Path) -> Iterator[tuple[Path | None, str]]:
        """A large value in parts, down to so many levels; a line of it begins with `pad`."""
        if not levels or not isinstance(value, (dict, list)) or not value:
            yield path, self.text(value, pad)
            return
        of_names = isinstance(value, dict)
        inner, sign = f"{pad}  ", "{" if of_names else "["
        for key, item in self._members(value) if isinstance(value, dict) else enumerate(value):
            yield None, f"{sign}{inner}{_quoted(str(key))}: " if of_names else sign + inner
            yield from self.parts(item, inner, levels - 1, (*path, key))
            sign = ","
        yield None, pad + ("}" if of_names else "]")

    def text(self, value: Json, pad: str) -> str:
        """The whole text of a value."""
        if type(value) is str:
            return _quoted(value)
        inner = f"{pad}  "
        if isinstance(value, dict) and value:
            members = [
                f"{inner}{_quoted(key)}: {_quoted(item) if type(item) is str else self.text(item, inner)}"
                for key, item in self._members(value)
            ]
            return f"{{{','.join(members)}{pad}}}"
        if isinstance(value, (list, tuple)) and value:
            return f"[{','.join([inner + self.text(item, inner) for item in value])}{pad}]"
        if value is None:
            return "null"
        return repr(value) if type(value) is int else _PLAIN.encode(value)


def _canonical_parts(value: Json, levels: int) -> Iterator[str]:
    """The canonical text in parts: of a large value the whole text weighs as much as the value."""
    if not levels or not isinstance(value, (dict, list)) or not value:
        yield canonical(value)
        return
    sign = "{" if isinstance(value, dict) else "["
    for key in sorted(value) if isinstance(value, dict) else range(len(value)):
        yield f"{sign}{canonical(key)}:" if isinstance(value, dict) else sign
        yield from _canonical_parts(value[key], levels - 1)
        sign = ","
    yield "}" if isinstance(value, dict) else "]"


def _sorted_items(value: dict[str, Json]) -> Iterable[tuple[str, Json]]:
    return sorted(value.items())


def _joined(chunks: Iterator[str]) -> str:
    """The chunks as one text, without a list of them all: each weighs more than its few characters."""
    return "".join(iter(lambda: "".join(islice(chunks, _AT_ONCE)), ""))


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"The key {key!r} stands twice in one object.")
        result[key] = value
    return result


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("A number is too large.")
    return number


def _is_deeper_than(levels: int, value: Json) -> bool:
    level = [value]
    for _ in range(levels + 1):
        level = [inner for item in level for inner in _inner(item)]
    return bool(level)


def _inner(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep(name: str) -> InputError:
    return InputError("The JSON is nested too deeply.", place=name, remedy="Flatten the innermost values.")
