"""Where a conversation goes beyond the limits of Anthropic's Messages: a list of messages, or a transcript's rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from ...base.json_text import Json
from ..formats.building import first, objects, text_or_none
from ..reading.paths import Path
from . import calls, pairing
from .calls import Call
from .content import fault_in_values, image_type, is_base64
from .limits import ANTHROPIC
from .pairing import Part, Role
from .request import Fault, Item, Request

_LONGEST_NAME = 128
_NAME = re.compile(rf"[a-zA-Z0-9_-]{{1,{_LONGEST_NAME}}}\Z")
_ID = re.compile(r"[a-zA-Z0-9_-]+\Z")
_LARGEST_IMAGE = 5 * 1024 * 1024
_TYPES = ("png", "jpeg", "gif", "webp")
_MOST_MARKS = 4
_NO_PREFILL = re.compile(r"claude-[a-z]+-(?:4-[6-9]|4-[1-9]\d|[5-9]|[1-9]\d)(?!\d)")
"""Models that do not go on with words of their own at the end: those of the 4.6 generation and later."""
_WANTS_THINKING = re.compile(r"claude-(?:3-7|[a-z]+-4-(?:0|1|20))")
"""Models that refuse thinking without text: those before the API learnt to leave the text out."""


def faults(request: Request) -> Iterator[Fault]:
    """Everything in a conversation that the service would refuse."""
    yield from _tools(request)
    ends = _ends(request)
    yield from pairing.faults(lambda: _messages(request, ends), ANTHROPIC, results_first=True)
    for item in request.items:
        yield from _message(request, item, ends.get(_answer(item), item[0]))
    yield from _marks(request)
    if request.format == "anthropic" and _NO_PREFILL.search(request.model):
        yield from _ends_with_model(request)


def _blocks(item: Item) -> list[tuple[dict[str, Json], Path]]:
    return objects(item[1].get("content"), (*item[2], "content"))


# Order and pairs


def _answer(item: Item) -> str:
    """The id of the answer that a message is, or is a part of; empty where it has none."""
    return str(item[1].get("id") or "")


def _ends(request: Request) -> dict[str, int]:
    """By the id of an answer that is spread over several rows, the number of the last of them."""
    if request.format != "claude_code":
        return {}
    return {_answer(item): item[0] for item in request.items if _answer(item)}


def _messages(request: Request, ends: Mapping[str, int]) -> Iterator[tuple[int, Role, list[Part]]]:
    """The messages; rows of a transcript that are one answer are put together, with the results between them behind."""
    waiting: list[tuple[int, Role, list[Part]]] = []
    answer = ""
    for item in request.items:
        role: Role = "model" if item[1].get("role") == "assistant" else "user"
        parts = [_part(block, path) for block, path in _blocks(item)] or [Part("other", item[2])]
        if role == "model":
            if waiting and answer and answer == _answer(item):
                waiting[0][2].extend(parts)
                continue
            yield from waiting
            waiting, answer = [], _answer(item)
        if answer in ends:
            waiting.append((ends[answer] if role == "model" else item[0], role, parts))
        else:
            yield item[0], role, parts
    yield from waiting


def _part(block: dict[str, Json], path: Path) -> Part:
    kind = block.get("type")
    if kind == "tool_use":
        return Part("call", path, text_or_none(block.get("id")), text_or_none(block.get("name")))
    if kind == "tool_result":
        return Part("result", path, text_or_none(block.get("tool_use_id")))
    return Part("other", path)


def _ends_with_model(request: Request) -> Iterator[Fault]:
    """Answers after which another one was asked for, with nothing in between."""
    for (number, before, path), (_, after, _) in pairwise(request.items):
        roles = {before.get("role"), after.get("role")}
        if roles == {"assistant"} and text_or_none(before.get("id")) is None and _says(before):
            what = "The conversation ends with these words of the model when the next answer is asked for."
            yield Fault(ANTHROPIC["last_message"], path, what, number)


def _says(message: dict[str, Json]) -> bool:
    content = message.get("content")
    return isinstance(content, str) or any(block.get("type") == "text" for block, _ in objects(content, ()))


# What messages hold


def _message(request: Request, item: Item, number: int) -> Iterator[Fault]:
    _, message, path = item
    content = message.get("content")
    if content in ("", []):
        yield Fault(ANTHROPIC["content"], (*path, "content"), "The message is empty.", number)
    for block, inner in _blocks(item):
        yield from _block(request, block, inner, number)


def _block(request: Request, block: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    kind = block.get("type")
    if kind == "text":
        yield from _text(block, path, number)
    elif kind == "tool_use":
        yield from _call(block, path, number)
    elif kind == "thinking":
        yield from _thinking(request, block, path, number)
    elif kind == "image":
        yield from _image(block, path, number)
    elif kind == "tool_result":
        for inner, inner_path in objects(block.get("content"), (*path, "content")):
            if inner.get("type") == "image":
                yield from _image(inner, inner_path, number)


def _text(block: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    text = block.get("text")
    if text == "":
        yield Fault(ANTHROPIC["text"], path, "A block of text is empty.", number)
    elif isinstance(text, str) and text.isspace():
        yield Fault(ANTHROPIC["text_not_blank"], path, "A block of text holds blanks alone.", number)


def _call(block: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    name, call_id, given = block.get("name"), block.get("id"), block.get("input", {})
    yield from calls.faults(Call(name, given, path, number), ANTHROPIC, fault_in_values(given), _NAME)
    if isinstance(call_id, str) and not _ID.match(call_id):
        yield Fault(ANTHROPIC["call_id"], path, "The call’s id is another.", number)


def _thinking(request: Request, block: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    if not text_or_none(block.get("signature")):
        yield Fault(ANTHROPIC["signature"], path, "The thinking has no signature.", number)
    elif not block.get("thinking") and _WANTS_THINKING.search(request.model):
        yield Fault(ANTHROPIC["thinking_text"], path, "The thinking is signed, but its text is gone.", number)


def _image(block: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    source = block.get("source")
    data, declared = first(source, "data"), str(first(source, "media_type") or "").removeprefix("image/")
    if first(source, "type") != "base64" or not isinstance(data, str):
        return
    found = image_type(data)
    if not is_base64(data):
        yield Fault(ANTHROPIC["image_base64"], path, "The bytes of an image are not to be read.", number)
    elif found is not None and declared and found != declared.replace("jpg", "jpeg"):
        what = f"An image is declared as {declared}, and its bytes are {found}."
        yield Fault(ANTHROPIC["image_as_declared"], path, what, number)
    elif declared and declared not in _TYPES:
        yield Fault(ANTHROPIC["image_type"], path, f"An image is declared as {declared}.", number)
    if len(data) > _LARGEST_IMAGE:
        what = f"An image has {len(data) / 1024 / 1024:.1f} MB in base64."
        yield Fault(ANTHROPIC["image_size"], path, what, number)


# What stands around the messages


def _tools(request: Request) -> Iterator[Fault]:
    for tool, path in objects(request.settings.get("tools"), (*request.settings_path, "tools")):
        name = tool.get("name")
        if isinstance(name, str) and not _NAME.match(name):
            yield Fault(ANTHROPIC["tool_name"], path, f"A declared tool has the name “{name}”.", -1)


def _marks(request: Request) -> Iterator[Fault]:
    """The first cache mark too many."""
    around = [
        (-1, path)
        for key in ("tools", "system")
        for block, path in objects(request.settings.get(key), (*request.settings_path, key))
        if block.get("cache_control")
    ]
    within = [(item[0], path) for item in request.items for block, path in _blocks(item) if block.get("cache_control")]
    marks = [*around, *within]
    if len(marks) > _MOST_MARKS:
        number, path = marks[_MOST_MARKS]
        yield Fault(ANTHROPIC["cache_marks"], path, f"There are {len(marks)} cache marks.", number)
