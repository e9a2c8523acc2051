"""Where a conversation goes beyond the limits of OpenAI's Responses, as its input items or as a rollout's rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...base.json_text import Json
from ..formats.building import first, objects, text_or_none
from . import calls
from .calls import Call
from .content import data_of, fault_in_arguments, is_base64
from .limits import OPENAI_RESPONSES
from .openai_chat import NAME
from .request import Fault, Item, Request

_LONGEST_ID = 64
_REASONS = re.compile(r"(?:^|/)(?:o\d|gpt-(?:[5-9]|\d\d)(?!.*chat)|codex)")
"""Models that reason, so that their items name the reasoning that led to them."""
_CALLS = ("function_call", "custom_tool_call")
_EARLIER = ("previous_response_id", "conversation")
"""Keys of a request whose beginning the service keeps."""


def faults(request: Request) -> Iterator[Fault]:
    """Everything in a conversation that the service would refuse."""
    yield from _tools(request)
    yield from _pairs(request)
    for run in _runs(request.items):
        yield from _run(request, run)
    yield from _left_out(request)
    for item in request.items:
        yield from _item(item)


def _kind(item: Item) -> str:
    return str(item[1].get("type") or "message")


def _by_model(item: Item) -> bool:
    """Whether an item is the model's own."""
    kind = _kind(item)
    return item[1].get("role") == "assistant" if kind == "message" else not kind.endswith("_output")


def _runs(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items of the model that stand together: one turn each."""
    run: list[Item] = []
    for item in items:
        if _by_model(item):
            run.append(item)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_reasoning(item: Item) -> bool:
    return _kind(item) == "reasoning"


def _run(request: Request, run: Sequence[Item]) -> Iterator[Fault]:
    """Reasoning in one turn: with what it led to behind it, a summary, and its content where nothing is stored."""
    last = run[-1]
    if _is_reasoning(last) and last[1].get("id"):
        what = "Reasoning stands alone: nothing that it led to follows."
        yield Fault(OPENAI_RESPONSES["reasoning_alone"], last[2], what, last[0])
    for _, item, path in filter(_is_reasoning, run):
        if "summary" not in item:
            yield Fault(OPENAI_RESPONSES["summary"], path, "Reasoning has no summary.", last[0])
        if request.settings.get("store") is False and item.get("id") and not item.get("encrypted_content"):
            what = "Reasoning is named by its id alone, and nothing was stored under it."
            yield Fault(OPENAI_RESPONSES["stored"], path, what, last[0])


def _left_out(request: Request) -> Iterator[Fault]:
    """Items with ids of a model that reasons, where all its reasoning is gone."""
    effort = first(request.settings.get("reasoning"), "effort")
    is_silent = effort in ("none", "minimal") or request.settings.get("store") is False
    if is_silent or not _REASONS.search(request.model) or any(map(_is_reasoning, request.items)):
        return
    if any(request.settings.get(key) for key in _EARLIER):
        return
    for run in _runs(request.items):
        named = next((item for item in run if str(item[1].get("id") or "").startswith(("fc_", "msg_", "ctc_"))), None)
        if named is not None:
            what = "The file holds no reasoning, and the item names what led to it by its id."
            yield Fault(OPENAI_RESPONSES["reasoning_left_out"], named[2], what, run[-1][0])


def _pairs(request: Request) -> Iterator[Fault]:
    calls = {first(item[1], "call_id") for item in request.items if _kind(item).endswith("_call")}
    outputs = {first(item[1], "call_id") for item in request.items if _kind(item).endswith("_output")}
    for run in _runs(request.items):
        for _, item, path in (item for item in run if _kind(item) in _CALLS):
            if item.get("call_id") not in outputs:
                what = f"The call of {item.get('name') or 'a tool'} has no output."
                yield Fault(OPENAI_RESPONSES["paired"], path, what, run[-1][0])
    if any(request.settings.get(key) for key in _EARLIER):
        return
    for number, item, path in request.items:
        if str(item.get("type")).endswith("_output") and item.get("call_id") not in calls:
            yield Fault(OPENAI_RESPONSES["paired"], path, "This output answers no call of the conversation.", number)


def _item(item: Item) -> Iterator[Fault]:
    number, value, path = item
    if _kind(item) == "function_call":
        yield from _call(value, item)
    for part, inner in objects(value.get("content"), (*path, "content")):
        data = data_of(part.get("image_url"))
        if data is not None and not is_base64(data):
            yield Fault(OPENAI_RESPONSES["image_base64"], inner, "The bytes of an image are not to be read.", number)


def _call(value: dict[str, Json], item: Item) -> Iterator[Fault]:
    number, _, path = item
    name, arguments = text_or_none(value.get("name")), value.get("arguments")
    yield from calls.faults(Call(name, arguments, path, number), OPENAI_RESPONSES, fault_in_arguments(arguments), NAME)
    if len(str(value.get("call_id") or "")) > _LONGEST_ID:
        yield Fault(OPENAI_RESPONSES["call_id"], path, "The call’s id is longer.", number)


def _tools(request: Request) -> Iterator[Fault]:
    for tool, path in objects(request.settings.get("tools"), (*request.settings_path, "tools")):
        name = tool.get("name")
        if tool.get("type", "function") == "function" and isinstance(name, str) and not NAME.match(name):
            yield Fault(OPENAI_RESPONSES["tool_name"], path, f"A declared tool has the name “{name}”.", -1)
