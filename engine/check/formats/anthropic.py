"""Anthropic messages: a request, a response, a transcript of both.

Shapes from the API reference (Messages, version 2023-06-01, with the beta blocks of 2025): content is text or a list of
blocks distinguished by their `type`. Server tools (`server_tool_use`, `mcp_tool_use`) and their results stand inside
the assistant's turn.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ...replay.session import Actor
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from . import alone
from .building import (
    Parts,
    TrailBuilder,
    chosen,
    first,
    flag,
    objects,
    plain,
    text_or_none,
)
from .forced import mark_forced
from .match import Match, best, keys, prefixed, sample
from .openai_chat import content_text
from .streams import read_stream, stream

NAME = "anthropic"
TITLE = "Anthropic messages"

SAMPLING = ("temperature", "top_p", "top_k", "max_tokens", "stop_sequences", "thinking")
_BLOCKS = ("tool_use", "tool_result", "server_tool_use", "mcp_tool_use", "thinking", "redacted_thinking", "document")
_SILENT = ("thinking", "redacted_thinking", "image", "document", "search_result", "container_upload", "tool_reference")
"""Blocks that are not steps of their own: what the model thought, and what stands beside the text."""
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")


def recognise(value: Json) -> Match:
    """By a message's `type`, `role` and `content`, by blocks of the known types, or by a request's `max_tokens`."""
    joined = stream(value)
    value = joined if joined is not None else value
    candidates = [_message(value), _messages(value)]
    if isinstance(value, dict):
        candidates.append(prefixed(_messages(value.get("messages")), "messages[]."))
        if sample(value.get("messages")) and ("system" in value or "anthropic_version" in value):
            candidates.append(keys(value, "messages", ("system", "anthropic_version")))
        inner = [value[key] for key in ("response", "message", "result") if isinstance(value.get(key), dict)]
        candidates += [recognise(item) for item in inner]
    elif isinstance(value, list):
        candidates += [prefixed(recognise(row), "[].") for row in sample(value, 1) if "role" not in row]
    return best(candidates)


def _message(value: Json) -> Match:
    match = keys(value, "role", "content", "model")
    if isinstance(value, dict) and value.get("type") != "message":
        return Match(match.found, ("type = message", *match.missed))
    return match


def _messages(value: Json) -> Match:
    rows = sample(value)
    if not rows or not all(row.get("role") in ("user", "assistant", "system") and "content" in row for row in rows):
        return Match(missed=("role", "content"))
    kinds = {str(block.get("type")) for row in rows for block, _ in objects(row["content"], ())}
    told = [kind for kind in _BLOCKS if kind in kinds]
    return Match(("content[].type", *told)) if told else Match(("role", "content"), ("content[].type",))


def read(source: Source) -> list[Trail]:
    """The session of a file; several where it is a list of requests or of batch results."""
    value = source.value
    streamed = read_stream(source, NAME, lambda build, answer, path: read_response(build, answer, path, None))
    if streamed is not None:
        return streamed
    if isinstance(value, list) and not any("role" in row for row in sample(value)):
        return [_session(source, row, path) for row, path in objects(value, ())]
    return [_session(source, value, ())]


def _session(source: Source, value: Json, path: Path) -> Trail:
    build = TrailBuilder(source, NAME)
    if isinstance(value, list):
        read_messages(build, value, path)
        build.never = alone.CONVERSATION
    else:
        build.name = text_or_none(first(value, "session_id", "conversation_id", "custom_id", "id")) or ""
        read_exchange(build, value, path)
        request = value["request"] if isinstance(value.get("request"), dict) else value
        build.asked(text_or_none(request.get("model")))
        if "messages" not in request:
            build.never = alone.ANSWER
        elif "model" in request and "max_tokens" in request:
            build.has_no_instruction()  # a whole request: what is not in it was not sent
        elif not any(key in request for key in ("model", "system", "tools")):
            build.never = alone.CONVERSATION
    return build.trail()


def read_exchange(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None = None) -> None:
    """Read a request, a response, or an object that encloses both."""
    if isinstance(value.get("request"), dict):
        read_request(build, value["request"], (*path, "request"))
        requested = text_or_none(value["request"].get("model"))
    if "messages" in value:
        read_request(build, value, path)
        requested = text_or_none(value.get("model")) or requested
    elif value.get("role") is not None:
        read_response(build, value, path, requested)
    start = len(build.entries)
    for key in ("response", "message", "result"):
        if isinstance(value.get(key), dict):
            read_exchange(build, value[key], (*path, key), requested)
    if isinstance(value.get("request"), dict):
        mark_forced(build, value["request"], start)


def read_request(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read what stands before the model's answer: system prompt, tools, parameters, messages.

    The request's model is the one that is asked now; the earlier answers are assumed to be its own too.
    """
    build.instruct(content_text(value.get("system")), (*path, "system"))
    if isinstance(value.get("tools"), list):
        build.declares_tools()
    for tool, inner in objects(value.get("tools"), (*path, "tools")):
        build.define_tool(first(tool, "name", "mcp_server_name", "type"), inner, tool.get("annotations"))
    build.sample(chosen(value, SAMPLING))
    if value.get("container"):
        build.outside("a container named by its id", (*path, "container"))
    read_messages(build, value.get("messages"), (*path, "messages"))


def read_response(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None) -> None:
    """Read a message that the API answered with."""
    read_message(build, value, path, model=text_or_none(value.get("model")), requested_model=requested)
    if first(value.get("context_management"), "applied_edits"):
        build.truncated((*path, "context_management"))


def read_messages(build: TrailBuilder, messages: Json, path: Path) -> None:
    """Read a list of messages; one that names its model, as transcripts of responses do, keeps it."""
    for item, inner in objects(messages, path):
        read_message(build, item, inner, model=text_or_none(item.get("model")))


def read_message(build: TrailBuilder, item: dict[str, Json], path: Path, **facts: Any) -> None:
    """Read one message; `facts` are further fields of its entries."""
    content, role = item.get("content"), item.get("role")
    if role == "system":
        build.instruct(content_text(content), (*path, "content"))
        return
    facts = {"turn": build.next_turn(), **facts} if role == "assistant" else _times(facts)
    if isinstance(content, list):
        before = len(build.entries)
        actor: Actor = "model" if role == "assistant" else "user"
        _PARTS.read(build, objects(content, (*path, "content")), actor, facts)
        if len(build.entries) == before and _unknown(content):
            build.message(actor, None, path, **facts)
    elif role == "assistant":
        build.message("model", text_or_none(content), path, **facts)
    else:
        build.message("user", text_or_none(content), path, **facts)


def _unknown(content: Json) -> bool:
    """Whether a block's kind is not known, so that a message of nothing else is still a step."""
    return any(block.get("type") not in _SILENT for block, _ in objects(content, ()))


def _times(facts: dict[str, Any]) -> dict[str, Any]:
    return {"time": facts["time"]} if "time" in facts else {}


def _text(block: dict[str, Json]) -> str | None:
    text = block.get("text")
    return text if isinstance(text, str) and block.get("type", "text") == "text" else None


def _ends_text(block: dict[str, Json]) -> bool:
    return block.get("type") not in ("thinking", "redacted_thinking")


def _block(build: TrailBuilder, block: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    kind = str(block.get("type"))
    if kind in _CALLS:
        name, call_id = text_or_none(block.get("name")), text_or_none(block.get("id"))
        build.call(name, block.get("input", ABSENT), path, call_id=call_id, **facts)
    elif kind.endswith("tool_result"):
        _result(build, block, path, facts)
    elif kind.startswith("compaction"):
        build.truncated(path)
    elif kind in _SILENT:
        _note_outside(build, block, path)
    else:
        build.unread(block.get("type") or next(iter(block), None), path)


_PARTS = Parts(_text, _ends_text, _block)
"""The blocks of a message; citations split a text into several."""


def _result(build: TrailBuilder, block: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    """A client's result stands in the user's message, a server's in the assistant's turn."""
    content = block.get("content", ABSENT)
    error = flag(block.get("is_error"))
    if isinstance(content, dict) and str(content.get("type")).endswith("_error"):
        error = True
    within = {name: facts[name] for name in ("turn", "time") if name in facts}
    call_id = text_or_none(block.get("tool_use_id"))
    build.result(plain(content), path, call_id=call_id, is_error=error, **within)
    for inner, inner_path in objects(content, (*path, "content")):
        _note_outside(build, inner, inner_path)


def _note_outside(build: TrailBuilder, block: dict[str, Json], path: Path) -> None:
    source = block.get("source")
    kind = source.get("type") if isinstance(source, dict) else None
    if kind == "url":
        build.outside("an image or document behind a link", path)
    elif kind == "file" or block.get("type") == "container_upload":
        build.outside("a file named by its id", path)
