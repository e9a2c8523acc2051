"""`world.py` and `models.py` of a new subject: both answer as recorded, and say where to write what is otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from builder.starter.session import Start
from builder.starter.templates import fill, quoted

_WIDTH = 100
_STEP = 4


def world_source(start: Start, made_from: str) -> str:
    """The text of `world.py`."""
    answers = _block("[]", (literal(answer, _STEP) for answer in _answers(start.bundle["steps"])))
    return fill("world.py", {"made_from": _plain(made_from), "recorded": answers})


def models_source(start: Start, made_from: str) -> str:
    """The text of `models.py`."""
    turns = {place: step["output"] for place, step in enumerate(start.bundle["steps"]) if step["actor"] == "model"}
    values = {
        "made_from": _plain(made_from),
        "pinned": literal(start.bundle["model"]["version"]),
        "people": _block("[]", map(literal, start.people)),
        "turns": _block("{}", (f"{place}: {literal(turn, _STEP)}" for place, turn in turns.items())),
    }
    return fill("models.py", values)


def literal(value: Any, indent: int = 0) -> str:
    """A value as Python source: on one line where it is short, else an item a line.

    Args:
        value: text, a number, None, or a list, tuple or dict of such.
        indent: how many blanks stand before the line on which it begins.
    """
    if isinstance(value, dict):
        ends, items = "{}", [f"{literal(key)}: {literal(item, indent + _STEP)}" for key, item in value.items()]
    elif isinstance(value, list | tuple):
        ends, items = "[]" if isinstance(value, list) else "()", [literal(item, indent + _STEP) for item in value]
    else:
        return quoted(value) if isinstance(value, str) else repr(value)
    line = f"{ends[0]}{', '.join(items)}{ends[1]}"
    return line if len(line) <= _WIDTH - indent and "\n" not in line else _block(ends, items, indent)


def _block(ends: str, items: Iterable[str], indent: int = 0) -> str:
    """A list, tuple or dict with an item a line."""
    lines = "".join(f"{' ' * (indent + _STEP)}{item},\n" for item in items)
    return f"{ends[0]}\n{lines}{' ' * indent}{ends[1]}" if lines else ends


def _answers(steps: list[Any]) -> list[tuple[str, Any, Any]]:
    """Each recorded answer: the tool, the arguments of the call, the result."""
    calls = {step["id"]: step["output"] for step in steps}
    answered = [(calls[step["answers"]], step["output"]["result"]) for step in steps if step["actor"] == "tool"]
    return [(call["call"], call["arguments"], result) for call, result in answered]


def _plain(name: str) -> str:
    """A file's name as a docstring takes it."""
    return "".join(char if char.isalnum() or char in "._- " else "_" for char in name)
