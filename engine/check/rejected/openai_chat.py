"""Where a conversation goes beyond the limits of OpenAI's chat completions, and of services that speak as it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from ...base.json_text import Json
from ..formats.building import first, objects, text_or_none
from ..reading.paths import Path
from . import calls, pairing
from .calls import Call
from .content import data_of, fault_in_arguments, is_base64
from .limits import DEEPSEEK, KIMI, MISTRAL, OPENAI_CHAT, Table
from .pairing import Part, Role
from .request import Fault, Item, Request

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z")
_LONGEST_ID = 40
_MISTRAL_ID = re.compile(r"[a-zA-Z0-9]{9}\Z")
_MISTRAL_MODEL = re.compile(r"(?:^|[/-])(?:open-)?(?:mistral|ministral|magistral|devstral|codestral|pixtral|mixtral)")
_THINKS: Mapping[str, Table] = MappingProxyType({"deepseek": DEEPSEEK, "kimi": KIMI, "moonshot": KIMI})
"""By a word in the model's name, the service that wants each turn's reasoning back."""


def faults(request: Request) -> Iterator[Fault]:
    """Everything in a conversation that the service would refuse."""
    table = MISTRAL if _MISTRAL_MODEL.search(request.model.lower()) else OPENAI_CHAT
    yield from _tools(request, table)
    yield from pairing.faults(lambda: _messages(request), table, alone=True)
    for item in request.items:
        yield from _message(item, table)
    yield from _reasoning(request)
    if table is MISTRAL:
        yield from _order(request)


def _calls(item: Item) -> list[tuple[dict[str, Json], Path]]:
    return objects(item[1].get("tool_calls"), (*item[2], "tool_calls"))


_ROLES: Mapping[str, Role] = MappingProxyType({"assistant": "model", "tool": "tool", "user": "user"})


def _messages(request: Request) -> Iterator[tuple[int, Role, list[Part]]]:
    """The messages without those of a system, which may stand anywhere."""
    for item in request.items:
        role = _ROLES.get(str(item[1].get("role")))
        if role is not None:
            yield item[0], role, _parts(item)


def _parts(item: Item) -> list[Part]:
    _, message, path = item
    if message.get("role") == "tool":
        return [Part("result", path, text_or_none(message.get("tool_call_id")))]
    return [Part("call", inner, text_or_none(call.get("id")), _name(call)) for call, inner in _calls(item)]


def _name(call: dict[str, Json]) -> str | None:
    return text_or_none(first(first(call, "function", "custom"), "name"))


def _order(request: Request) -> Iterator[Fault]:
    """What Mistral does not take in a row: a user after a tool, the model after itself."""
    for (number, before, path), (after_number, after, after_path) in pairwise(request.items):
        roles = (before.get("role"), after.get("role"))
        if roles == ("tool", "user"):
            yield Fault(MISTRAL["answer_next"], after_path, "A user speaks directly after a tool.", after_number)
        elif roles == ("assistant", "assistant") and not before.get("tool_calls"):
            what = "The conversation ends with these words of the model when the next answer is asked for."
            yield Fault(MISTRAL["last_message"], path, what, number)


def _message(item: Item, table: Table) -> Iterator[Fault]:
    number, message, path = item
    if message.get("role") == "assistant" and _is_empty(message):
        yield Fault(table["content"], path, "An answer has neither content nor a call.", number)
    for call, inner in _calls(item):
        yield from _call(call, inner, number, table)
    for part, inner in objects(message.get("content"), (*path, "content")):
        data = data_of(first(part.get("image_url"), "url") or part.get("image_url"))
        if data is not None and not is_base64(data):
            yield Fault(table["image_base64"], inner, "The bytes of an image are not to be read.", number)


def _is_empty(message: dict[str, Json]) -> bool:
    """Whether an answer has nothing: an empty text is something."""
    others = ("tool_calls", "function_call", "refusal", "audio")
    return message.get("content") in (None, []) and not any(message.get(key) for key in others)


def _call(call: dict[str, Json], path: Path, number: int, table: Table) -> Iterator[Fault]:
    name, call_id = _name(call), text_or_none(call.get("id"))
    arguments = first(call.get("function"), "arguments")
    yield from calls.faults(Call(name, arguments, path, number), table, fault_in_arguments(arguments), NAME)
    if call_id is not None and _is_bad_id(call_id, table):
        yield Fault(table["call_id"], path, "The call’s id is another.", number)


def _is_bad_id(call_id: str, table: Table) -> bool:
    return not _MISTRAL_ID.match(call_id) if table is MISTRAL else len(call_id) > _LONGEST_ID


def _tools(request: Request, table: Table) -> Iterator[Fault]:
    for tool, path in objects(request.settings.get("tools"), (*request.settings_path, "tools")):
        name = first(tool.get("function"), "name")
        if isinstance(name, str) and not NAME.match(name):
            yield Fault(table["tool_name"], path, f"A declared tool has the name “{name}”.", -1)


def _reasoning(request: Request) -> Iterator[Fault]:
    """Turns with a call that lost their reasoning, where others have kept theirs."""
    table = next((table for word, table in _THINKS.items() if word in request.model.lower()), None)
    if table is None or not any(turn.get("reasoning_content") for _, turn, _ in request.items):
        return
    for number, turn, path in request.items:
        if turn.get("tool_calls") and not turn.get("reasoning_content"):
            yield Fault(table["reasoning"], path, "This turn has lost its reasoning; others have kept theirs.", number)
