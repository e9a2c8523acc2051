"""Joins streamed answers: OpenAI's chat completions and Responses, Anthropic's messages.

The events are those of the APIs (2025): chat completion chunks with `delta`, Responses events, the last of which holds
the whole response, Anthropic's `message_start` to `message_stop`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from ...base.json_text import Json
from .building import objects, parsed

Event = dict[str, Json]
_LAST = ("response.completed", "response.incomplete", "response.failed")
_TEXTS = ("content", "refusal", "reasoning_content", "reasoning")


def completion(events: Sequence[Event]) -> tuple[dict[str, Json], bool]:
    """A chat completion, and whether its stream came to its end."""
    message: dict[str, Any] = {"role": "assistant", "content": None}
    calls: dict[int, dict[str, Any]] = {}
    finish: Json = None
    whole: dict[str, Json] = {}
    for event in events:
        whole.update((key, event[key]) for key in ("id", "model", "created") if event.get(key))
        for choice, _ in objects(event.get("choices"), ()):
            if choice.get("index", 0) == 0:
                finish = choice.get("finish_reason") or finish
                _add_delta(message, calls, choice.get("delta", {"content": choice.get("text")}))
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**whole, "object": "chat.completion", "choices": [choice]}, finish is not None


def _add_delta(message: dict[str, Any], calls: dict[int, dict[str, Any]], delta: Json) -> None:
    if not isinstance(delta, dict):
        return
    for key in _TEXTS:
        _add_content(message, key, delta.get(key))
    if isinstance(delta.get("function_call"), dict):
        _add_texts(message.setdefault("function_call", {}), delta["function_call"])
    for position, (piece, _) in enumerate(objects(delta.get("tool_calls"), ())):
        index = piece.get("index")
        call = calls.setdefault(index if isinstance(index, int) else position, {"type": "function", "function": {}})
        if isinstance(piece.get("id"), str) and piece["id"]:
            call["id"] = piece["id"]
        _add_texts(call["function"], piece.get("function"))


def _add_content(message: dict[str, Any], key: str, piece: Json) -> None:
    """Join a piece of content, which is text, or parts as Mistral's reasoning models send them."""
    known = message.get(key)
    if isinstance(piece, list):
        texts = [{"type": "text", "text": known}] if isinstance(known, str) and known else known or []
        message[key] = [*texts, *piece]
    elif isinstance(piece, str) and isinstance(known, list):
        message[key] = [*known, {"type": "text", "text": piece}]
    elif isinstance(piece, str):
        message[key] = (known or "") + piece


def _add_texts(target: dict[str, Any], piece: Json) -> None:
    """Join the texts of a piece to those that came before, per key."""
    for key, value in piece.items() if isinstance(piece, dict) else ():
        if isinstance(value, str):
            target[key] = target.get(key, "") + value


def response(events: Sequence[Event]) -> tuple[dict[str, Json], bool]:
    """A response of OpenAI's Responses: the last event holds it whole; of a stream that broke off, what was done."""
    last = next((event for event in reversed(events) if event.get("type") in _LAST), None)
    if last is not None and isinstance(last.get("response"), dict):
        return last["response"], True
    whole: dict[str, Json] = next(
        (event["response"] for event in events if isinstance(event.get("response"), dict)), {}
    )
    done = [event.get("item") for event in events if event.get("type") == "response.output_item.done"]
    return {**whole, "output": done}, False


def message(events: Sequence[Event]) -> tuple[dict[str, Json], bool]:
    """A message of Anthropic's, and whether its stream came to its end."""
    whole: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    for event in events:
        kind, index = event.get("type"), event.get("index")
        if kind == "message_start" and isinstance(event.get("message"), dict):
            whole = dict(event["message"])
        elif kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            blocks[index if isinstance(index, int) else len(blocks)] = copy.copy(event["content_block"])
        elif kind == "content_block_delta" and isinstance(index, int) and index in blocks:
            _add_to_block(blocks[index], inputs, index, event.get("delta"))
        elif kind == "message_delta" and isinstance(event.get("delta"), dict):
            whole.update(event["delta"])
    for index, text in inputs.items():
        blocks[index]["input"] = parsed(text) if text else blocks[index].get("input", {})
    whole["content"] = [blocks[index] for index in sorted(blocks)]
    return whole, any(event.get("type") == "message_stop" for event in events)


def _add_to_block(block: dict[str, Any], inputs: dict[int, str], index: int, delta: Json) -> None:
    if not isinstance(delta, dict):
        return
    if isinstance(delta.get("partial_json"), str):
        inputs[index] = inputs.get(index, "") + delta["partial_json"]
    for key in ("text", "thinking", "signature"):
        if isinstance(delta.get(key), str):
            block[key] = str(block.get(key) or "") + delta[key]
