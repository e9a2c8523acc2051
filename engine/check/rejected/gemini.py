"""Where a conversation goes beyond the limits of Gemini's generateContent: contents, or an ADK session's events."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.json_text import Json
from ..formats.building import first, objects, text_or_none
from ..formats.google_adk import get
from ..reading.paths import Path
from . import pairing
from .content import big_numbers
from .limits import GEMINI, NUMBER
from .pairing import Part, Role
from .request import Fault, Item, Request

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}\Z")
_SIGNS = re.compile(r"(?:^|/)gemini-(?:[3-9]|\d\d)(?!.*image)")
"""Models that ask for the signatures of their calls: Gemini 3 and later, but for those that draw."""


def faults(request: Request) -> Iterator[Fault]:
    """Everything in a conversation that the service would refuse."""
    yield from _tools(request)
    if request.format == "gemini":  # ADK itself puts events in order before it sends them
        yield from pairing.faults(lambda: _messages(request), GEMINI)
        yield from _empty(request)
    if _SIGNS.search(request.model):
        yield from _unsigned(request)
    for item in request.items:
        yield from _calls(item)


def _parts(item: Item) -> list[tuple[dict[str, Json], Path]]:
    return objects(item[1].get("parts"), (*item[2], "parts"))


def _messages(request: Request) -> Iterator[tuple[int, Role, list[Part]]]:
    for item in request.items:
        yield item[0], "model" if item[1].get("role") == "model" else "user", [_part(*each) for each in _parts(item)]


def _part(part: dict[str, Json], path: Path) -> Part:
    call, response = get(part, "functionCall"), get(part, "functionResponse")
    if isinstance(call, dict):
        return Part("call", path, text_or_none(call.get("id")), text_or_none(call.get("name")))
    if isinstance(response, dict):
        return Part("result", path, text_or_none(response.get("id")))
    return Part("other", path)


def _unsigned(request: Request) -> Iterator[Fault]:
    """The first call of each step without a signature; a step counts until the user speaks again."""
    waiting: list[Fault] = []
    for item in request.items:
        parts = _parts(item)
        if item[1].get("role") == "model":
            yield from waiting  # the turn goes on, so the step before was sent back
            waiting = []
            call = next(((part, path) for part, path in parts if get(part, "functionCall")), None)
            if call is not None and not get(call[0], "thoughtSignature"):
                name = first(get(call[0], "functionCall"), "name")
                what = f"The call of {name or 'a tool'} has no thought signature."
                waiting = [Fault(GEMINI["signature"], call[1], what, item[0])]
        elif any(text_or_none(part.get("text")) for part, _ in parts):
            waiting = []
    yield from waiting


def _empty(request: Request) -> Iterator[Fault]:
    for item in request.items:
        if item[1].get("parts") == []:
            yield Fault(GEMINI["parts"], item[2], "A content has no part.", item[0])
        for part, path in _parts(item):
            if not any(value for value in part.values()):
                yield Fault(GEMINI["text"], path, "A part is empty.", item[0])


def _calls(item: Item) -> Iterator[Fault]:
    for part, path in _parts(item):
        call = get(part, "functionCall")
        name = first(call, "name")
        if any(True for _ in big_numbers(first(call, "args"))):
            yield Fault(NUMBER, path, f"An argument of {name or 'a call'} is a larger integer.", item[0])
        if isinstance(name, str) and not _NAME.match(name):
            yield Fault(GEMINI["tool_name"], path, f"The function’s name “{name}” is another.", item[0])


def _tools(request: Request) -> Iterator[Fault]:
    for tool, path in objects(request.settings.get("tools"), (*request.settings_path, "tools")):
        key = "functionDeclarations" if "functionDeclarations" in tool else "function_declarations"
        for function, inner in objects(tool.get(key), (*path, key)):
            name = function.get("name")
            if isinstance(name, str) and not _NAME.match(name):
                yield Fault(GEMINI["tool_name"], inner, f"A declared function has the name “{name}”.", -1)
