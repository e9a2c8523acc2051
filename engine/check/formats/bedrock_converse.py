"""Bedrock's Converse: requests, answers, and transcripts of both.

Shapes from the API reference of the Bedrock runtime (Converse, 2025): `messages[].content[]` are blocks, each
distinguished by its one key (`text`, `toolUse`, `toolResult`, `image`, `reasoningContent`, …); `system[].text`,
`toolConfig.tools[]` with `toolSpec`, `inferenceConfig`; an answer has `output.message`. The model stands in the
address, or in `modelId`.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from . import alone
from .building import TrailBuilder, chosen, first, objects, text_or_none
from .forced import mark_forced
from .match import Match, best, keys, prefixed, sample
from .openai_chat import content_text

NAME = "bedrock_converse"
TITLE = "Bedrock Converse messages"

_SAMPLING = ("temperature", "topP", "maxTokens", "stopSequences")
_OWN = ("toolUse", "toolResult", "reasoningContent", "guardContent", "cachePoint")
"""Keys of blocks that no other format has."""
_SHOWN = ("image", "document", "video", "audio")
_SILENT = ("reasoningContent", "guardContent", "cachePoint", "citationsContent", "searchResult")
"""Blocks that are not steps of their own: what the model thought, marks, and what is in the file beside the text."""


def recognise(value: Json) -> Match:
    """By blocks whose one key is Converse's, by the request's own keys, or by an answer's `output.message`."""
    candidates = [_messages(value), prefixed(_messages(first(value, "messages")), "messages[].")]
    if isinstance(value, dict):
        if _is_plain(value.get("messages")):
            candidates.append(keys(value, "messages", ("modelId", "inferenceConfig", "toolConfig")))
        candidates.append(keys(first(value, "output"), "message"))
        inner = ((key, value[key]) for key in ("request", "response") if isinstance(value.get(key), dict))
        candidates += [prefixed(recognise(item), f"{key}.") for key, item in inner]
    return best(candidates)


def _is_plain(messages: Json) -> bool:
    """Whether all blocks of a list of messages have no type, as Converse's."""
    rows = sample(messages)
    blocks = [block for row in rows for block, _ in objects(row.get("content"), ())]
    return bool(blocks) and not any("type" in block for block in blocks)


def _messages(value: Json) -> Match:
    found = {key for row in sample(value) for block, _ in objects(row.get("content"), ()) for key in block}
    told = [key for key in _OWN if key in found and _is_plain(value)]
    return Match(("role", f"content[].{told[0]}")) if told else Match(missed=("content[].toolUse",))


def read(source: Source) -> list[Trail]:
    """The session of a file."""
    build = TrailBuilder(source, NAME)
    value = source.value
    if isinstance(value, list):
        read_messages(build, value, ())
        build.never = alone.CONVERSATION
    else:
        build.name = text_or_none(first(value, "sessionId", "session_id", "conversationId", "id")) or ""
        _read_whole(build, value)
        request = value["request"] if isinstance(value.get("request"), dict) else value
        build.asked(text_or_none(first(value, "modelId") or first(request, "modelId")))
        if any(key in request for key in ("inferenceConfig", "toolConfig")):
            build.has_no_instruction()
    return [build.trail()]


def _read_whole(build: TrailBuilder, value: dict[str, Json]) -> None:
    """Read a request, an answer, or an object around both."""
    request, response = value.get("request"), value.get("response")
    asked = text_or_none(first(value, "modelId") or first(request, "modelId"))
    if isinstance(request, dict):
        read_exchange(build, request, ("request",))
    read_exchange(build, value, ())
    start = len(build.entries)
    if isinstance(response, dict):
        read_answer(build, response, ("response",), asked)
    read_answer(build, value, (), asked)
    mark_forced(build, request if isinstance(request, dict) else value, start)


def read_exchange(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read what stands before the model's answer: instruction, tools, parameters, messages."""
    build.instruct(content_text(value.get("system")), (*path, "system"))
    tools = first(value.get("toolConfig"), "tools")
    if isinstance(tools, list):
        build.declares_tools()
    for tool, inner in objects(tools, (*path, "toolConfig", "tools")):
        build.define_tool(first(first(tool, "toolSpec", "systemTool"), "name"), inner)
    build.sample(chosen(value.get("inferenceConfig"), _SAMPLING))
    read_messages(build, value.get("messages"), (*path, "messages"))


def read_answer(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None) -> None:
    """Read an answer; it does not say which model gave it, so that is the one that was asked."""
    message = first(value.get("output"), "message")
    if isinstance(message, dict):
        read_message(build, message, (*path, "output", "message"), {"requested_model": requested})


def read_messages(build: TrailBuilder, messages: Json, path: Path, **facts: Any) -> None:
    """Read a list of messages; `facts` are further fields of the model's entries."""
    for message, inner in objects(messages, path):
        read_message(build, message, inner, facts)


def read_message(build: TrailBuilder, message: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    """Read one message; `facts` are further fields of the model's entries."""
    by_model = message.get("role") == "assistant"
    facts = {**facts, "turn": build.next_turn()} if by_model else {}
    actor: Any = "model" if by_model else "user"
    before = len(build.entries)
    content = message.get("content")
    if isinstance(content, str):
        build.message(actor, content, path, **facts)
    for block, inner in objects(content, (*path, "content")):
        _block(build, block, inner, actor, facts)
    if len(build.entries) == before:
        build.message(actor, None, path, **facts)


def _block(build: TrailBuilder, block: dict[str, Json], path: Path, actor: Any, facts: dict[str, Any]) -> None:
    use, result = block.get("toolUse"), block.get("toolResult")
    if isinstance(block.get("text"), str):
        build.message(actor, block["text"], path, **facts)
    elif isinstance(use, dict):
        name, call_id = text_or_none(use.get("name")), text_or_none(use.get("toolUseId"))
        build.call(name, use.get("input", ABSENT), (*path, "toolUse"), call_id=call_id, **facts)
    elif isinstance(result, dict):
        _result(build, result, (*path, "toolResult"))
    elif any(key in block for key in _SHOWN):
        _note_outside(build, block, path)
    elif not any(key in block for key in _SILENT):
        build.unread(next(iter(block), ""), path)


def _result(build: TrailBuilder, result: dict[str, Json], path: Path) -> None:
    failed = {"error": True, "success": False}.get(str(result.get("status")))
    call_id = text_or_none(result.get("toolUseId"))
    build.result(_plain(result.get("content", ABSENT)), path, call_id=call_id, is_error=failed)
    for block, inner in objects(result.get("content"), (*path, "content")):
        _note_outside(build, block, inner)


def _plain(content: Json) -> Json:
    """A result's content: its one text or JSON where it has only that, anything else as it is."""
    if isinstance(content, list) and len(content) == 1:
        found = first(content[0], "text", "json")
        return content if found is None else found
    return content


def _note_outside(build: TrailBuilder, block: dict[str, Json], path: Path) -> None:
    """Note what a block only names by its address in a store."""
    for key in _SHOWN:
        if first(first(block.get(key), "source"), "s3Location"):
            build.outside(f"{'an' if key[0] in 'ai' else 'a'} {key} in a store", path)
