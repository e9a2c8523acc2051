"""Joins streamed answers: Gemini's chunks, Bedrock's Converse events, Ollama's lines.

Shapes from the APIs' references (2025): `streamGenerateContent` sends `GenerateContentResponse` after
`GenerateContentResponse`, `converse-stream` one event an object, Ollama's `/api/chat` and `/api/generate` one object a
line until `done`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.json_text import Json
from .building import first, objects, parsed
from .joining import Event


def gemini(events: Sequence[Event]) -> tuple[dict[str, Json], bool]:
    """A response of Gemini's, and whether its stream came to its end."""
    parts: list[dict[str, Json]] = []
    finish: Json = None
    whole: dict[str, Json] = {}
    for event in events:
        whole.update((key, value) for key, value in event.items() if key != "candidates")
        candidate = next(iter(objects(event.get("candidates"), ())), ({}, ()))[0]
        finish = first(candidate, "finishReason", "finish_reason") or finish
        for part, _ in objects(first(candidate.get("content"), "parts"), ()):
            _add_part(parts, part)
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": finish}
    return {**whole, "candidates": [candidate]}, finish is not None


def _add_part(parts: list[dict[str, Json]], part: dict[str, Json]) -> None:
    """Add a part; a text goes on with the text before it where both are thought, or neither."""
    last = parts[-1] if parts else {}
    if isinstance(part.get("text"), str) and isinstance(last.get("text"), str) and _thought(part) == _thought(last):
        parts[-1] = {**last, **part, "text": last["text"] + part["text"]}
    else:
        parts.append(part)


def _thought(part: dict[str, Json]) -> bool:
    return part.get("thought") is True


def converse(events: Sequence[Event]) -> tuple[dict[str, Json], bool]:
    """A response of Bedrock's Converse, and whether its stream came to its end."""
    blocks: dict[int, dict[str, Any]] = {}
    stop: Json = None
    for event in events:
        begun, piece = event.get("contentBlockStart"), event.get("contentBlockDelta")
        if isinstance(begun, dict) and isinstance(begun.get("start"), dict):
            blocks[_index(begun)] = {key: {"input": "", **value} for key, value in _objects_of(begun["start"])}
        if isinstance(piece, dict) and isinstance(piece.get("delta"), dict):
            _add_block(blocks.setdefault(_index(piece), {}), piece["delta"])
        stop = first(event.get("messageStop"), "stopReason") or stop
    content = [_with_input(blocks[index]) for index in sorted(blocks)]
    return {"output": {"message": {"role": "assistant", "content": content}}, "stopReason": stop}, stop is not None


def _index(event: dict[str, Json]) -> int:
    index = event.get("contentBlockIndex")
    return index if isinstance(index, int) else 0


def _objects_of(value: dict[str, Json]) -> list[tuple[str, dict[str, Json]]]:
    return [(key, item) for key, item in value.items() if isinstance(item, dict)]


def _add_block(block: dict[str, Any], delta: dict[str, Json]) -> None:
    """Join a piece to its block: a text, or the texts within a tool's use or the reasoning."""
    for key, value in delta.items():
        if isinstance(value, str):
            block[key] = str(block.get(key) or "") + value
        elif isinstance(value, dict):
            _add_block(block.setdefault(key, {}), value)


def _with_input(block: dict[str, Any]) -> dict[str, Json]:
    """The block with a tool's arguments parsed."""
    use = block.get("toolUse")
    if not isinstance(use, dict):
        return block
    text = use.get("input")
    return {**block, "toolUse": {**use, "input": parsed(text) if text else {}}}


def ollama(events: Sequence[Event]) -> tuple[dict[str, Json], bool]:
    """A response of Ollama's, and whether its stream came to its end."""
    message: dict[str, Any] = {"role": "assistant", "content": ""}
    whole: dict[str, Json] = {}
    for event in events:
        text = event.get("response")
        piece = {"content": text} if isinstance(text, str) else event.get("message")
        for key in ("content", "thinking"):
            said = first(piece, key)
            if isinstance(said, str):
                message[key] = str(message.get(key) or "") + said
        calls = objects(first(piece, "tool_calls"), ())
        if calls:
            message.setdefault("tool_calls", []).extend(call for call, _ in calls)
        whole.update((key, value) for key, value in event.items() if key not in ("message", "response"))
    return {**whole, "message": message}, whole.get("done") is True
