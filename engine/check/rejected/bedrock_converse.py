"""Where a conversation goes beyond the limits of Bedrock's Converse."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.json_text import Json
from ..formats.building import first, objects, text_or_none
from ..reading.paths import Path
from . import calls, pairing
from .calls import Call
from .content import fault_in_values, image_type
from .limits import BEDROCK_CONVERSE
from .pairing import Part, Role
from .request import Fault, Item, Request

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z")
_LARGEST_IMAGE = int(3.75 * 1024 * 1024)


def faults(request: Request) -> Iterator[Fault]:
    """Everything in a conversation that the service would refuse."""
    yield from _tools(request)
    yield from pairing.faults(lambda: _messages(request), BEDROCK_CONVERSE)
    for item in request.items:
        for block, path in _blocks(item):
            yield from _block(block, path, item[0])


def _blocks(item: Item) -> list[tuple[dict[str, Json], Path]]:
    return objects(item[1].get("content"), (*item[2], "content"))


def _messages(request: Request) -> Iterator[tuple[int, Role, list[Part]]]:
    for item in request.items:
        role: Role = "model" if item[1].get("role") == "assistant" else "user"
        yield item[0], role, [_part(*each) for each in _blocks(item)]


def _part(block: dict[str, Json], path: Path) -> Part:
    use, result = block.get("toolUse"), block.get("toolResult")
    if isinstance(use, dict):
        return Part("call", path, text_or_none(use.get("toolUseId")), text_or_none(use.get("name")))
    if isinstance(result, dict):
        return Part("result", path, text_or_none(result.get("toolUseId")))
    return Part("other", path)


def _block(block: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    text, use = block.get("text"), block.get("toolUse")
    if isinstance(text, str) and not text.strip():
        yield Fault(BEDROCK_CONVERSE["text_not_blank"], path, "A block of text is empty or blank.", number)
    elif isinstance(use, dict):
        yield from _call(use, (*path, "toolUse"), number)
    elif isinstance(block.get("image"), dict):
        yield from _image(block["image"], (*path, "image"), number)
    elif isinstance(block.get("toolResult"), dict):
        within = objects(block["toolResult"].get("content"), (*path, "toolResult", "content"))
        for inner, inner_path in within:
            if isinstance(inner.get("image"), dict):
                yield from _image(inner["image"], (*inner_path, "image"), number)


def _call(use: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    name, call_id, given = use.get("name"), use.get("toolUseId"), use.get("input", {})
    yield from calls.faults(Call(name, given, path, number), BEDROCK_CONVERSE, fault_in_values(given), _NAME)
    if isinstance(call_id, str) and not _NAME.match(call_id):
        yield Fault(BEDROCK_CONVERSE["call_id"], path, "The call’s id is another.", number)


def _image(image: dict[str, Json], path: Path, number: int) -> Iterator[Fault]:
    data, declared = first(image.get("source"), "bytes"), str(image.get("format") or "")
    if not isinstance(data, str):
        return
    found = image_type(data)
    if found is not None and declared and found != declared:
        what = f"An image is declared as {declared}, and its bytes are {found}."
        yield Fault(BEDROCK_CONVERSE["image_as_declared"], path, what, number)
    size = len(data) * 3 // 4
    if size > _LARGEST_IMAGE:
        yield Fault(BEDROCK_CONVERSE["image_size"], path, f"An image has {size / 1024 / 1024:.1f} MB.", number)


def _tools(request: Request) -> Iterator[Fault]:
    path = (*request.settings_path, "toolConfig", "tools")
    for tool, inner in objects(first(request.settings.get("toolConfig"), "tools"), path):
        name = first(tool.get("toolSpec"), "name")
        if isinstance(name, str) and not _NAME.match(name):
            yield Fault(BEDROCK_CONVERSE["tool_name"], inner, f"A declared tool has the name “{name}”.", -1)
