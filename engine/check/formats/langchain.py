"""LangChain messages and LangGraph thread states.

Shapes from langchain-core 0.3 and 1.0: the constructor form of `dumpd` (`{lc: 1, type: "constructor", id, kwargs}`),
the flat form of `model_dump` (`type: human|ai|tool|system`), the wrapped form of `messages_to_dict` (`{type, data}`);
and from LangGraph's `StateSnapshot` and its API: `{values: {messages}, next, …}`, alone or as a history, newest first.
The values of a thread are those at its end, so they are not an initial state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .building import (
    TrailBuilder,
    chosen,
    first,
    objects,
    parsed,
    plain,
    text_or_none,
)
from .match import Match, best, prefixed, sample
from .openai_chat import content_text, note_outside, note_unread

NAME = "langchain"
TITLE = "LangChain messages, LangGraph thread"

_KINDS = {
    "human": "human",
    "ai": "ai",
    "tool": "tool",
    "system": "system",
    "function": "tool",
    "chat": "chat",
    "remove": "remove",
    "HumanMessage": "human",
    "AIMessage": "ai",
    "ToolMessage": "tool",
    "SystemMessage": "system",
    "FunctionMessage": "tool",
    "ChatMessage": "chat",
    "RemoveMessage": "remove",
}
_NEVER = Never(
    ("missing.tool-definitions", "missing.sampling"),
    "the tools' declarations and the sampling parameters",
    "Trace the run as well, with LangSmith or OpenTelemetry: its runs hold the whole requests.",
)
_CALL_BLOCKS = ("server_tool_call", "server_tool_use")
_RESULT_BLOCKS = ("server_tool_call_result", "server_tool_result")
_BLOCKS = frozenset(
    (
        *("text", "text-plain", "refusal", "reasoning", "thinking", "redacted_thinking", "reasoning_content"),
        *("image", "image_url", "audio", "input_audio", "video", "file", "media", "document", "guard_content"),
        *("tool_use", "tool_call", "tool_call_chunk", "invalid_tool_call", "input_json_delta", "function_call"),
        *("executable_code", "code_execution_result", "tool_result", "search_result", "non_standard", "cache_point"),
        *_CALL_BLOCKS,
        *_RESULT_BLOCKS,
        *(
            f"{name}_tool_result"
            for name in ("web_search", "web_fetch", "code_execution", "mcp", "bash_code_execution")
        ),
    )
)
"""Types of content blocks that are understood; those of calls repeat what stands in `tool_calls`."""


def _kind(name: Json) -> tuple[str, bool]:
    """A message's kind, empty where it is none, and whether it is a chunk of a stream."""
    text = name if isinstance(name, str) else ""
    return _KINDS.get(text.removesuffix("Chunk"), ""), text.endswith("Chunk")


def unwrapped(value: dict[str, Json], path: Path) -> tuple[str, bool, dict[str, Json], Path] | None:
    """A message in any of its forms: kind, whether it is a chunk, its fields and their path; None where it is none."""
    if value.get("type") == "constructor" and isinstance(value.get("kwargs"), dict):
        names = value.get("id")
        kind, chunk = _kind(names[-1] if isinstance(names, list) and names else None)
        return (kind, chunk, value["kwargs"], (*path, "kwargs")) if kind else None
    kind, chunk = _kind(value.get("type"))
    if not kind:
        return None
    if isinstance(value.get("data"), dict) and "content" in value["data"]:
        return kind, chunk, value["data"], (*path, "data")
    return (kind, chunk, value, path) if "content" in value or kind == "remove" else None


def recognise(value: Json) -> Match:
    """By messages in one of the forms, bare, under `messages` or under `values.messages`."""
    candidates = [_messages(value)]
    if isinstance(value, dict):
        for keys in (("messages",), ("values", "messages"), ("kwargs", "messages"), ("output", "messages")):
            candidates.append(prefixed(_messages(_dig(value, keys)), ".".join(keys) + "[]."))
        if unwrapped(value, ()) is not None and value.get("lc") == 1:
            candidates.append(Match(("lc", "type", "id", "kwargs")))
    candidates += [prefixed(recognise(row), "[].") for row in sample(value, 3) if "values" in row]
    return best(candidates)


def _dig(value: Json, keys: tuple[str, ...]) -> Json:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _messages(value: Json) -> Match:
    rows = sample(value)
    if not rows or any(unwrapped(row, ()) is None for row in rows):
        return Match(missed=("type = human, ai, tool … or constructor", "content"))
    return Match(("lc", "id", "kwargs") if "lc" in rows[0] else ("type", "content"))


def read(source: Source) -> list[Trail]:
    """The session of a file; of a thread's history the state with the most messages."""
    value = source.value
    messages, path, state = max(_lists(value), key=lambda found: len(found[0]), default=([], (), {}))
    build = TrailBuilder(source, NAME, _name(state), _NEVER)
    for item, inner in objects(messages, path):
        found = unwrapped(item, inner)
        if found is not None:
            read_message(build, *found)
        else:
            build.unread(item.get("type"), inner)
    _pauses(build, state, path)
    return [build.trail()]


def _pauses(build: TrailBuilder, state: Json, path: Path) -> None:
    """Where a state of LangGraph waits: at nodes with an interrupt, or before those that are still to run."""
    if not isinstance(state, dict):
        return
    above = path[: -2 if path[-2:] == ("values", "messages") else len(path)]
    waiting = state.get("next")
    nodes = [name for name in waiting if isinstance(name, str)] if isinstance(waiting, list) else []
    asked = [task for task, _ in objects(state.get("tasks"), ()) if task.get("interrupts")]
    if asked or first(state, "interrupts"):
        names = [f"“{task['name']}”" for task in asked if isinstance(task.get("name"), str)]
        build.paused(f"an interrupt of {', '.join(names) or 'a node'}", (*above, "tasks" if asked else "interrupts"))
    elif nodes:
        build.paused(", ".join(f"“{name}”, which is still to run" for name in nodes), (*above, "next"))


def _lists(value: Json) -> Iterator[tuple[list[Json], Path, Json]]:
    """The lists of messages in a file, with their path and what holds them."""
    if isinstance(value, dict):
        for keys in (("messages",), ("values", "messages"), ("kwargs", "messages"), ("output", "messages")):
            found = _dig(value, keys)
            if isinstance(found, list):
                yield found, keys, value
        if unwrapped(value, ()) is not None:
            yield [value], (), value
    elif _messages(value).fits:
        yield value, (), None
    for row, path in objects(value, ()):
        found = _dig(row, ("values", "messages"))
        if isinstance(found, list):
            yield found, (*path, "values", "messages"), row


def _name(state: Json) -> str:
    settings = first(first(state, "config"), "configurable")
    found = first(settings, "thread_id") or first(first(state, "checkpoint", "metadata"), "thread_id")
    return text_or_none(found or first(state, "thread_id")) or ""


def read_message(build: TrailBuilder, kind: str, chunk: bool, fields: dict[str, Json], path: Path) -> None:
    """Read one message, as `unwrapped` has it."""
    content = fields.get("content")
    note_outside(build, content, (*path, "content"))
    role = fields.get("role") if kind == "chat" else None
    if kind == "system" or role in ("system", "developer"):
        build.instruct(content_text(content), (*path, "content"))
    elif kind == "remove":
        build.truncated(path)
    elif kind == "tool":
        _result(build, fields, path)
    elif kind == "ai" or role == "assistant":
        _answer(build, chunk, fields, path)
    else:
        build.message("user", content_text(content), path)
        note_unread(build, content, (*path, "content"), _BLOCKS)


def _result(build: TrailBuilder, fields: dict[str, Json], path: Path) -> None:
    status = fields.get("status")
    error = {"error": True, "success": False}.get(status) if isinstance(status, str) else None
    name, call_id = text_or_none(fields.get("name")), text_or_none(fields.get("tool_call_id"))
    build.result(plain(fields.get("content", ABSENT)), path, tool=name, call_id=call_id, is_error=error)


def _answer(build: TrailBuilder, chunk: bool, fields: dict[str, Json], path: Path) -> None:
    metadata = fields.get("response_metadata")
    model = text_or_none(first(metadata, "model_name", "model", "model_id"))
    facts: dict[str, Any] = {"model": model, "turn": build.next_turn(), "partial": chunk and not _is_whole(fields)}
    build.sample(chosen(metadata, ("temperature", "top_p", "seed")))
    text = content_text(fields.get("content"))
    calls = list(_calls(fields, path))
    if text or not calls:
        build.message("model", text, path, **facts)
    for name, arguments, call_id, inner in calls:
        build.call(text_or_none(name), arguments, inner, call_id=text_or_none(call_id), **facts)
    _read_server_results(build, fields, path, facts["turn"])
    note_unread(build, fields.get("content"), (*path, "content"), _BLOCKS)


def _read_server_results(build: TrailBuilder, fields: dict[str, Json], path: Path, turn: int) -> None:
    """The results of a server's tools, which stand in the content beside their calls."""
    for block, inner in objects(fields.get("content"), (*path, "content")):
        if block.get("type") in _RESULT_BLOCKS or str(block.get("type")).endswith("_tool_result"):
            call_id = text_or_none(first(block, "tool_call_id", "tool_use_id"))
            result = first(block, "output", "content")
            build.result(ABSENT if result is None else plain(result), inner, call_id=call_id, turn=turn)


def _is_whole(fields: dict[str, Json]) -> bool:
    """Whether a chunk is the sum of all: only the last piece of a stream says how it ended and what it used."""
    ended = first(fields.get("response_metadata"), "finish_reason", "stop_reason", "done_reason", "status")
    return bool(ended or fields.get("usage_metadata") or fields.get("chunk_position") == "last")


def _calls(fields: dict[str, Json], path: Path) -> Iterator[tuple[Json, Json, Json, Path]]:
    """The calls of an answer: parsed ones, those that could not be parsed, and a server's within the content."""
    calls = objects(fields.get("tool_calls"), (*path, "tool_calls"))
    for call, inner in calls:
        yield call.get("name"), call.get("args", ABSENT), call.get("id"), inner
    for call, inner in objects(fields.get("invalid_tool_calls"), (*path, "invalid_tool_calls")):
        yield call.get("name"), call.get("args", ABSENT), call.get("id"), inner
    raw = first(fields.get("additional_kwargs"), "tool_calls")
    if not calls:
        for call, inner in objects(raw, (*path, "additional_kwargs", "tool_calls")):
            function = call.get("function")
            yield first(function, "name"), parsed(first(function, "arguments")), call.get("id"), inner
    for block, inner in objects(fields.get("content"), (*path, "content")):
        if block.get("type") in _CALL_BLOCKS:
            yield block.get("name"), first(block, "args", "input"), block.get("id"), inner
