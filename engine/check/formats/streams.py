"""Answers that came as a stream of events, put together: what the client saw at the end.

The pieces are those of the APIs (2025): chat completion chunks with `delta`, Responses events whose last one holds the
whole response, Anthropic's `message_start` to `message_stop`. Putting them together adds nothing: texts are joined, in
order, per choice, call or block.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from engine.base.json_text import Json
from engine.check.formats.building import TrailBuilder, objects, opened, parsed, text_or_none
from engine.check.reading.paths import Path
from engine.check.reading.source import Source
from engine.check.trail import Trail

_LAST = ("response.completed", "response.incomplete", "response.failed")


def stream_events(text: str) -> list[dict[str, Json]]:
    """The JSON objects of a text of server-sent events; empty where it is none."""
    if not text.lstrip().startswith(("data:", "event:", "id:", ": ")):
        return []
    events = [opened(line[5:].strip()) for line in text.splitlines() if line.startswith("data:")]
    return [event for event in events if isinstance(event, dict)]


def stream(value: Json) -> tuple[Json, bool] | None:
    """What a list of events amounts to, as `joined` has it; None where it is no list of events."""
    events = [event for event, _ in objects(value, ())]
    return joined(events) if events and all(map(_is_event, events[:5])) else None


def read_stream(source: Source, name: str, read: Callable[[TrailBuilder, Json, Path], None]) -> list[Trail] | None:
    """The session of a file that holds the events of one streamed answer; None where it holds something else.

    Args:
        source: the file.
        name: the reader's name.
        read: reads an answer into a builder.
    """
    found = stream(source.value)
    if found is None or not isinstance(found[0], dict):
        return None
    build = TrailBuilder(source, name, text_or_none(found[0].get("id")) or "")
    read(build, found[0], (0,))
    for entry in list(build.entries):
        build.amend(entry.id, partial=entry.partial or not found[1])
    return [build.trail()]


def _is_event(event: dict[str, Json]) -> bool:
    kind = event.get("type")
    return event.get("object") == "chat.completion.chunk" or (
        isinstance(kind, str) and kind.startswith(("message_", "content_block_", "response.", "ping"))
    )


def joined(events: list[dict[str, Json]]) -> tuple[Json, bool]:
    """The answer that a stream amounts to, and whether the stream came to its end.

    Returns:
        A response as the API gives it without streaming; the events themselves where they are of no known kind.
    """
    last = next((event for event in reversed(events) if event.get("type") in _LAST), None)
    if last is not None and isinstance(last.get("response"), dict):
        return last["response"], True
    if any(event.get("type") == "message_start" for event in events):
        return _message(events)
    if any("choices" in event for event in events):
        return _completion(events)
    return events, False


def _completion(events: list[dict[str, Json]]) -> tuple[Json, bool]:
    message: dict[str, Any] = {"role": "assistant", "content": None}
    calls: dict[int, dict[str, Any]] = {}
    finish: Json = None
    whole: dict[str, Json] = {}
    for event in events:
        whole.update((key, event[key]) for key in ("id", "model", "created") if event.get(key))
        for choice, _ in objects(event.get("choices"), ()):
            if choice.get("index", 0) == 0:
                finish = choice.get("finish_reason") or finish
                _add_delta(message, calls, choice.get("delta"))
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**whole, "object": "chat.completion", "choices": [choice]}, finish is not None


def _add_delta(message: dict[str, Any], calls: dict[int, dict[str, Any]], delta: Json) -> None:
    if not isinstance(delta, dict):
        return
    for key in ("content", "refusal"):
        if isinstance(delta.get(key), str):
            message[key] = (message.get(key) or "") + delta[key]
    for position, (piece, _) in enumerate(objects(delta.get("tool_calls"), ())):
        index = piece.get("index")
        call = calls.setdefault(index if isinstance(index, int) else position, {"type": "function", "function": {}})
        if isinstance(piece.get("id"), str):
            call["id"] = piece["id"]
        _add_texts(call["function"], piece.get("function"))


def _add_texts(target: dict[str, Any], piece: Json) -> None:
    """Join the texts of a piece to those that came before, per key."""
    for key, value in piece.items() if isinstance(piece, dict) else ():
        if isinstance(value, str):
            target[key] = target.get(key, "") + value


def _message(events: list[dict[str, Json]]) -> tuple[Json, bool]:
    message: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    for event in events:
        kind, index = event.get("type"), event.get("index")
        if kind == "message_start" and isinstance(event.get("message"), dict):
            message = dict(event["message"])
        elif kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            blocks[index if isinstance(index, int) else len(blocks)] = copy.copy(event["content_block"])
        elif kind == "content_block_delta" and isinstance(index, int) and index in blocks:
            _add_to_block(blocks[index], inputs, index, event.get("delta"))
        elif kind == "message_delta" and isinstance(event.get("delta"), dict):
            message.update(event["delta"])
    for index, text in inputs.items():
        blocks[index]["input"] = parsed(text) if text else blocks[index].get("input", {})
    message["content"] = [blocks[index] for index in sorted(blocks)]
    return message, any(event.get("type") == "message_stop" for event in events)


def _add_to_block(block: dict[str, Any], inputs: dict[int, str], index: int, delta: Json) -> None:
    if not isinstance(delta, dict):
        return
    if isinstance(delta.get("partial_json"), str):
        inputs[index] = inputs.get(index, "") + delta["partial_json"]
    for key in ("text", "thinking"):
        if isinstance(delta.get(key), str):
            block[key] = str(block.get(key) or "") + delta[key]
