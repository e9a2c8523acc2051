"""Walking JSON values: every text with its place, and the same value with its texts changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .json_text import Json


def texts(value: Json, place: str = "") -> Iterator[tuple[str, str]]:
    """Each text in the value, keys too, with its JSON path, in order."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            inner = join(place, key)
            yield inner, key
            yield from texts(item, inner)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from texts(item, f"{place}[{index}]")


def change_texts(value: Json, change: Callable[[str], str]) -> Json:
    """The value with every text changed, keys too. Keys that become equal are numbered, so that nothing is lost."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return _change_object(value, change)
    if isinstance(value, (list, tuple)):
        return [change_texts(item, change) for item in value]
    return value


def leaves(value: Json, place: str = "") -> Iterator[str]:
    """The JSON path of each innermost value, in order."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, join(place, key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from leaves(item, f"{place}[{index}]")
    else:
        yield place


def join(place: str, key: str) -> str:
    """A JSON path one key deeper."""
    return f"{place}.{key}" if place else key


def _change_object(value: dict[str, Json], change: Callable[[str], str]) -> dict[str, Json]:
    changed = {key: change(key) for key in value}
    taken = {key for key, new in changed.items() if key == new}
    numbers: dict[str, int] = {}
    result: dict[str, Json] = {}
    for key, item in value.items():
        new = key if key == changed[key] else _free(changed[key], taken, numbers)
        taken.add(new)
        result[new] = change_texts(item, change)
    return result


def _free(key: str, taken: set[str], numbers: dict[str, int]) -> str:
    """The key, with a number where it is taken; `numbers` remembers the last number of each key."""
    free = key
    while free in taken:
        numbers[key] = numbers.get(key, 1) + 1
        free = f"{key} ({numbers[key]})"
    return free
