"""Reads the messages of a model's span, in every dialect in which they are written.

Messages of the GenAI conventions have parts; events and OpenLLMetry's numbered attributes hold them as OpenAI does,
ADK's attributes as Gemini does; OpenInference has keys of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..trail import ABSENT
from . import google_adk, otel_openinference
from .building import Parts, TrailBuilder, first, objects, opened, text_or_none
from .openai_chat import content_text
from .otel_spans import Attribute, Span

DETAILS = "gen_ai.client.inference.operation.details"
"""The event that holds the messages where they are kept out of the attributes."""

_NUMBERED = re.compile(r"gen_ai\.(prompt|completion)\.([0-9]{1,6})\.(.+)\Z")
_NUMBERED_CALL = re.compile(r"tool_calls\.([0-9]{1,6})\.(id|name|arguments)\Z")
_SILENT = ("reasoning", "thinking", "blob", "compaction")
"""Kinds of parts that are not steps: what the model thought, and contents that stand in the file."""

Told = tuple[str, dict[str, Json], Path]
"""A message that a span holds: which side it is on, the message, its path."""


def has_messages(span: Span) -> bool:
    """Whether a span holds any message."""
    return span.speech is not None or any(True for _ in messages(span))


def has_numbered(span: Span) -> bool:
    """Whether a span has OpenLLMetry's numbered attributes."""
    return any(_NUMBERED.match(key) for key in span.attributes)


def read_all(build: TrailBuilder, told: Sequence[Told], facts: dict[str, Any]) -> None:
    """Read messages; `facts` are further fields of the model's entries."""
    for _, item, path in told:
        _message(build, item, path, facts)


def messages(span: Span) -> Iterator[Told]:
    """The messages of a span in any dialect: which side they are on, the message, its path."""
    for held in (span.attributes, *(inner for name, inner in span.events if name == DETAILS)):
        for side in ("input", "output"):
            attribute = held.get(f"gen_ai.{side}.messages")
            if attribute is not None:
                for item, path in objects(opened(attribute.value), attribute.path):
                    yield side, item, path
    yield from _from_events(span)
    yield from _from_numbered(span.attributes)
    yield from _from_gemini(span)
    yield from otel_openinference.messages(span)


def _from_events(span: Span) -> Iterator[Told]:
    """Messages as events, one each (conventions up to 1.36): `gen_ai.<role>.message` and `gen_ai.choice`."""
    for name, held in span.events:
        role = name.removeprefix("gen_ai.").removesuffix(".message")
        path = next(iter(held.values())).path[:-1] if held else span.path
        values = {key.removeprefix("gen_ai.event."): opened(item.value) for key, item in held.items()}
        if name == "gen_ai.choice":
            message = values.get("message")
            yield "output", {"role": "assistant", **(message if isinstance(message, dict) else values)}, path
        elif name.startswith("gen_ai.") and name.endswith(".message"):
            yield "input", {"role": role, **values}, path


def _from_numbered(held: Mapping[str, Attribute]) -> Iterator[Told]:
    """OpenLLMetry's numbered attributes, gathered to messages."""
    gathered: dict[tuple[str, int], dict[str, Any]] = {}
    paths: dict[tuple[str, int], Path] = {}
    for key, attribute in held.items():
        found = _NUMBERED.match(key)
        if found:
            place = ("input" if found[1] == "prompt" else "output", int(found[2]))
            message = gathered.setdefault(place, {"role": "assistant" if found[1] == "completion" else "user"})
            paths.setdefault(place, attribute.path)
            _set_numbered(message, found[3], attribute.value)
    for place in sorted(gathered):
        yield place[0], gathered[place], paths[place]


def _set_numbered(message: dict[str, Any], key: str, value: Json) -> None:
    call = _NUMBERED_CALL.match(key)
    if call is None:
        message[key] = value
        return
    calls = message.setdefault("tool_calls", [])
    index = int(call[1])
    while len(calls) <= min(index, len(calls)):
        calls.append({})
    calls[min(index, len(calls) - 1)][call[2]] = value


def _from_gemini(span: Span) -> Iterator[Told]:
    """ADK's request and response, whose contents are Gemini's."""
    request = span.attributes.get("gcp.vertex.agent.llm_request")
    response = span.attributes.get("gcp.vertex.agent.llm_response")
    if request is not None:
        contents = first(opened(request.value), "contents")
        for item, path in objects(contents, (*request.path, "contents")):
            yield "input", {"gemini": item}, path
    content = first(opened(response.value), "content") if response is not None else None
    if response is not None and isinstance(content, dict):
        yield "output", {"gemini": content}, (*response.path, "content")


def _message(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    if isinstance(item.get("gemini"), dict):
        content = item["gemini"]
        actor = "model" if content.get("role") == "model" else "user"
        parts = objects(content.get("parts"), (*path, "parts"))
        google_adk.read_parts(build, parts, actor, facts if actor == "model" else {})
        return
    if isinstance(item.get("openinference"), dict):
        otel_openinference.read_message(build, item["openinference"], path, facts)
        return
    role = item.get("role")
    if role in ("system", "developer"):
        text = parts_text(first(item, "parts", "content"))
        if text not in build.instructions:
            build.instruct(text, path)
        return
    actor = "model" if role in ("assistant", "model") else "user"
    _parts(build, item, path, actor, facts)


def _parts(build: TrailBuilder, item: dict[str, Json], path: Path, actor: Any, facts: dict[str, Any]) -> None:
    facts = facts if actor == "model" or not facts else {"time": facts.get("time")}
    if actor == "model" and "turn" not in facts:
        facts = {**facts, "turn": build.same_turn()}
    if "parts" not in item:
        _plain_message(build, item, path, actor, facts)
        return
    _PARTS.read(build, objects(item["parts"], (*path, "parts")), actor, facts)


def _text(part: dict[str, Json]) -> str | None:
    content = part.get("content")
    return content if isinstance(content, str) and part.get("type") in (None, "text") else None


def _ends_text(part: dict[str, Json]) -> bool:
    return part.get("type") not in _SILENT


def _part(build: TrailBuilder, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    kind = part.get("type")
    if kind in ("tool_call", "server_tool_call"):
        _call(build, part, path, facts)
    elif kind in ("tool_call_response", "server_tool_call_response"):
        _response(build, first(part, "response", "result", "content"), part.get("id"), path)
    elif kind in ("uri", "file"):
        build.outside("content behind a link or an id", path)
    elif kind not in _SILENT:
        build.unread(kind, path)


_PARTS = Parts(_text, _ends_text, _part)


def _plain_message(build: TrailBuilder, item: dict[str, Json], path: Path, actor: Any, facts: dict[str, Any]) -> None:
    """A message without parts, as events and numbered attributes have it."""
    content = item.get("content")
    text = content if isinstance(content, str) else parts_text(content)
    if item.get("role") == "tool":
        _response(build, content, first(item, "id", "tool_call_id"), path)
        return
    calls = objects(item.get("tool_calls"), (*path, "tool_calls"))
    if text or not calls:
        build.message(actor, text or None, path, **facts)
    for call, inner in calls:
        described = first(call, "function") or call
        _call(build, {**described, "id": call.get("id")} if isinstance(described, dict) else call, inner, facts)


def _call(build: TrailBuilder, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    name, call_id = text_or_none(part.get("name")), text_or_none(part.get("id"))
    facts = facts if "turn" in facts else {**facts, "turn": build.same_turn()}
    build.call(name, opened(part.get("arguments", ABSENT)), path, call_id=call_id, **facts)


def _response(build: TrailBuilder, response: Json, call_id: Json, path: Path) -> None:
    build.result(ABSENT if response is None else response, path, call_id=text_or_none(call_id))


def parts_text(value: Json) -> str | None:
    """The text of a message: it may be text already, or parts."""
    return content_text(value, ("content", "text"))
