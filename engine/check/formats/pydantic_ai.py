"""Pydantic AI message histories: a list of requests and responses (`ModelMessagesTypeAdapter`, `all_messages_json`).

Shapes from pydantic-ai 0.0.14 to 2.68: a message has `kind` and `parts`, a part `part_kind`. A request holds prompts
and what tools returned, a response what the model said. `instructions` stand on each request; a tool that asks for
another try is `retry-prompt`, since 2.0 a return whose `outcome` says so.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .building import TrailBuilder, first, objects, parsed, text_or_none, time_text
from .match import Match, best, prefixed, sample

NAME = "pydantic_ai"
TITLE = "Pydantic AI messages"
NEVER = Never(
    ("missing.initial-state", "missing.tool-definitions", "missing.sampling"),
    "the dependencies that the run began with, the tools' declarations and the model's settings",
    "Keep the agent's `deps`, `tools` and `model_settings` beside `all_messages_json()`.",
)

_LISTS = ("messages", "message_history", "all_messages")
_CALLS = ("tool-call", "builtin-tool-call")
_RETURNS = ("tool-return", "builtin-tool-return", "retry-prompt")
_KNOWN = (
    *("thinking", "retry-feedback", "instruction", "instruction-delta", "instruction-digest", "instruction-baseline"),
    *("tool-availability-delta", "capability-load-delta", "model-settings-delta"),
)
"""Parts that are not steps: thoughts, notes for another try, and what changed in the agent's own set-up."""


def recognise(value: Json) -> Match:
    """By messages with `kind` request or response and `parts[].part_kind`."""
    lists = [(value, "")] if not isinstance(value, dict) else [(value.get(key), f"{key}[].") for key in _LISTS]
    return best(prefixed(_messages(rows), prefix) for rows, prefix in lists)


def _messages(value: Json) -> Match:
    rows = sample(value)
    parts = [part for row in rows for part, _ in objects(row.get("parts"), ())]
    if parts and all(row.get("kind") in ("request", "response") for row in rows) and "part_kind" in parts[0]:
        return Match(("kind", "parts[].part_kind"))
    return Match(missed=("kind", "parts[].part_kind"))


def read(source: Source) -> list[Trail]:
    """The one session of a history."""
    value = source.value
    key = next((key for key in _LISTS if isinstance(first(value, key), list)), None)
    messages, path = (value, ()) if key is None else (value[key], (key,))
    build = TrailBuilder(source, NAME, never=NEVER)
    for message, inner in objects(messages, path):
        build.name = build.name or text_or_none(first(message, "conversation_id", "run_id")) or ""
        if message.get("kind") == "response":
            _response(build, message, inner)
        else:
            _request(build, message, inner)
    return [build.trail()]


def _request(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    instructions = text_or_none(message.get("instructions"))
    if instructions is not None and instructions not in build.instructions:
        build.instruct(instructions, (*path, "instructions"))
    for part, inner in objects(message.get("parts"), (*path, "parts")):
        kind = part.get("part_kind")
        if kind == "system-prompt":
            if part.get("content") not in build.instructions:
                build.instruct(text_or_none(part.get("content")), (*inner, "content"))
        elif kind == "user-prompt":
            text = _text(build, part.get("content"), (*inner, "content"))
            build.message("user", text, inner, time=time_text(part.get("timestamp")))
        elif kind in _RETURNS:
            _return(build, part, inner, None)
        elif kind not in _KNOWN:
            build.unread(kind, inner)


def _text(build: TrailBuilder, content: Json, path: Path) -> str | None:
    """A prompt's text; what it links or names is noted, what it holds as bytes is not text."""
    if not isinstance(content, list):
        return text_or_none(content)
    texts = [item for item in content if isinstance(item, str)]
    for item, inner in objects(content, path):
        kind = str(item.get("kind"))
        if kind.endswith("-url") or kind == "uploaded-file":
            build.outside("a file behind a link or an id", inner)
        elif kind == "text-content" and isinstance(item.get("content"), str):
            texts.append(item["content"])
        elif kind not in ("binary", "cache-point"):
            build.unread(kind, inner)
    return "\n".join(texts) or None


def _response(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    facts: dict[str, Any] = {
        "model": text_or_none(message.get("model_name")),
        "turn": build.next_turn(),
        "time": time_text(message.get("timestamp")),
        "partial": message.get("state") in ("incomplete", "interrupted"),
    }
    for part, inner in objects(message.get("parts"), (*path, "parts")):
        _said(build, part, inner, facts)
    if message.get("finish_reason") == "length":
        build.truncated((*path, "finish_reason"))


def _said(build: TrailBuilder, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    """One part of a response."""
    kind = part.get("part_kind")
    if kind in ("text", "speech"):
        build.message("model", text_or_none(first(part, "content", "transcript")), path, **facts)
    elif kind in _CALLS:
        name, call_id = text_or_none(part.get("tool_name")), text_or_none(part.get("tool_call_id"))
        args = part.get("args")
        build.call(name, {} if args in (None, "") else parsed(args), path, call_id=call_id, **facts)
    elif kind in _RETURNS:
        _return(build, part, path, facts["turn"])
    elif kind == "compaction":
        build.truncated(path)
    elif kind not in (*_KNOWN, "file"):
        build.unread(kind, path)


def _return(build: TrailBuilder, part: dict[str, Json], path: Path, turn: int | None) -> None:
    """What a tool gave back; without a tool's name, a retry speaks to the model as a user does."""
    content, outcome = part.get("content", ABSENT), part.get("outcome")
    time = time_text(part.get("timestamp"))
    retry = part.get("part_kind") == "retry-prompt"
    if retry and part.get("tool_name") is None:
        build.message("user", text_or_none(content), path, time=time)
        return
    facts: dict[str, Any] = {"call_id": text_or_none(part.get("tool_call_id")), "turn": turn, "time": time}
    facts["is_error"] = True if retry or outcome in ("failed", "retried") else None
    refused = outcome == "denied"
    build.result(content, path, tool=text_or_none(part.get("tool_name")), refused=refused, **facts)
