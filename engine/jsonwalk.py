"""Walking JSON values: every text with its place, and the same value with its texts changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.jsontext import Json


def texts(value: Json, place: str = "") -> Iterator[tuple[str, str]]:
    """Each text in the value, keys too, with its JSON path, in order."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            inner = join(place, key)
            yield inner, key
            yield from texts(item, inner)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from texts(item, f"{place}[{index}]")


def change_texts(value: Json, change: Callable[[str], str]) -> Json:
    """The value with every text changed, keys too. Keys that become equal are numbered, so that nothing is lost."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return _change_object(value, change)
    if isinstance(value, list | tuple):
        return [change_texts(item, change) for item in value]
    return value


def join(place: str, key: str) -> str:
    """A JSON path one key deeper."""
    return f"{place}.{key}" if place else key


def _change_object(value: dict[str, Json], change: Callable[[str], str]) -> dict[str, Json]:
    untouched = {key for key in value if change(key) == key}
    result: dict[str, Json] = {}
    for key, item in value.items():
        new = key if key in untouched else _free(change(key), untouched | result.keys())
        result[new] = change_texts(item, change)
    return result


def _free(key: str, taken: set[str]) -> str:
    if key not in taken:
        return key
    number = 2
    while f"{key} ({number})" in taken:
        number += 1
    return f"{key} ({number})"
