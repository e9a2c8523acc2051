"""Answers like the real service, and misbehaves on request."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Action = Callable[[dict[str, Any]], Any]

FIXTURE = Path(__file__).parent.parent / "content" / "fixture.json"
calls: list[str] = []


def answer(request: str) -> str:
    """Do what the request says; see the functions below."""
    wish: dict[str, Any] = json.loads(request)
    action: Action = ACTIONS.get(wish["do"], _nothing)
    return json.dumps(action(wish))


def _nothing(_: dict[str, Any]) -> str:
    return "nothing"


def _import_anew(wish: dict[str, Any]) -> str | None:
    """Import a module from the library once more; return where it came from."""
    sys.modules.pop(wish["name"], None)
    return importlib.import_module(wish["name"]).__file__


def _import_late(_: dict[str, Any]) -> list[Any]:
    """Whether the late module was there already, and what it says."""
    before = "engine.late" in sys.modules
    return [before, importlib.import_module("engine.late").LATE]


def _raise(wish: dict[str, Any]) -> None:
    raise ValueError(wish["message"])


def _hang(_: dict[str, Any]) -> None:
    while True:
        pass


def _abort(_: dict[str, Any]) -> None:
    os.abort()


def _read(_: dict[str, Any]) -> Any:
    return json.loads(FIXTURE.read_text("utf-8"))


def _draw(_: dict[str, Any]) -> float:
    random = importlib.import_module("random")
    return float(random.random())


def _count(wish: dict[str, Any]) -> list[str]:
    calls.append(wish["name"])
    return calls


ACTIONS: dict[str, Action] = {
    "import": _import_anew,
    "import late": _import_late,
    "raise": _raise,
    "hang": _hang,
    "abort": _abort,
    "read": _read,
    "draw": _draw,
    "count": _count,
}
