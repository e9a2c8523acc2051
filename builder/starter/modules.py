"""`world.py` and `models.py` of a new subject: both answer as recorded, and say where to write what is otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from pprint import pformat
from textwrap import indent
from typing import Any

from builder.starter.session import Start
from builder.starter.templates import fill

_WIDTH = 100


def world_source(start: Start, made_from: str) -> str:
    """The text of `world.py`."""
    answers = _block("[]", map(_literal, _answers(start.bundle["steps"])))
    return fill("world.py", {"made_from": _plain(made_from), "recorded": answers})


def models_source(start: Start, made_from: str) -> str:
    """The text of `models.py`."""
    turns = {place: step["output"] for place, step in enumerate(start.bundle["steps"]) if step["actor"] == "model"}
    values = {
        "made_from": _plain(made_from),
        "pinned": _literal(start.bundle["model"]["version"]),
        "people": _block("[]", map(_literal, start.people)),
        "turns": _block("{}", (f"{place}: {_literal(turn)}" for place, turn in turns.items())),
    }
    return fill("models.py", values)


def _answers(steps: list[Any]) -> list[tuple[str, Any, Any]]:
    """Each recorded answer: the tool, the arguments of the call, the result."""
    calls = {step["id"]: step["output"] for step in steps}
    answered = [(calls[step["answers"]], step["output"]["result"]) for step in steps if step["actor"] == "tool"]
    return [(call["call"], call["arguments"], result) for call, result in answered]


def _block(brackets: str, items: Iterable[str]) -> str:
    """A list or a dict with each item on lines of its own."""
    lines = "".join(f"{indent(item, '    ')},\n" for item in items)
    return f"{brackets[0]}\n{lines}{brackets[1]}" if lines else brackets


def _literal(value: Any) -> str:
    return pformat(value, width=_WIDTH, sort_dicts=False)


def _plain(name: str) -> str:
    """A file's name as a docstring takes it."""
    return "".join(char if char.isalnum() or char in "._- " else "_" for char in name)
