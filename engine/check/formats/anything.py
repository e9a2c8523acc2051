"""Reads the input and output of a model call that a tracing service stores, in the form of whichever library made it.

The form is recognised by content: a request of one of the APIs that `engine.check.formats.exchanges` knows, a list of
messages of any library, a prompt. Anything else is kept as its JSON, so that nothing is lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from ...base.json_text import Json
from ..reading.paths import Path
from . import (
    anthropic,
    bedrock_converse,
    gemini,
    langchain,
    openai_chat,
    openai_responses,
    vercel_ai,
)
from .building import TrailBuilder, first, objects, opened, text_or_none
from .match import Match, sample

_ReadList = Callable[[TrailBuilder, Json, Path], None]


def read_input(build: TrailBuilder, value: Json, path: Path) -> None:
    """Read what a model was asked."""
    value = opened(value)
    if isinstance(value, list):
        _read_list(build, value, path)
    elif isinstance(value, dict):
        _read_request(build, value, path)
    elif value is not None:
        build.message("user", str(value), path)


def read_output(build: TrailBuilder, value: Json, path: Path, requested: str | None) -> None:
    """Read what a model answered; a turn without its text where that is not recorded."""
    value = opened(value)
    before = len(build.entries)
    if isinstance(value, dict):
        _read_answer(build, value, path, requested)
    elif isinstance(value, list):
        _read_list(build, value, path)
    elif value is not None:
        build.message("model", str(value), path, turn=build.next_turn())
    if not any(entry.actor == "model" for entry in build.entries[before:]):
        text = None if value is None else json.dumps(value)
        build.message("model", text, path, turn=build.next_turn())


# Requests


def _read_request(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    messages = value.get("messages")
    if isinstance(messages, list):
        _read_settings(build, value, path)
        _read_list(build, messages, (*path, "messages"))
    elif "contents" in value:
        gemini.read_exchange(build, value, path)
    elif isinstance(value.get("input"), list):
        openai_responses.read_request(build, value, path)
    elif value.get("role") is not None or langchain.unwrapped(value, ()) is not None:
        _read_list(build, [value], path[:-1])
    else:
        _read_prompts(build, value, path)


def _read_settings(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """What a request says beside its messages."""
    system = value.get("system")
    build.instruct(openai_chat.content_text(system), (*path, "system"))
    openai_chat.read_tools(build, value.get("tools"), (*path, "tools"))
    build.sample({key: value[key] for key in openai_chat.SAMPLING if key in value})


def _read_prompts(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Prompts that are text; of any other object its JSON."""
    key = next((key for key in ("prompts", "prompt", "input", "query", "question", "text") if value.get(key)), None)
    held = value.get(key or "")
    texts = [text for text in held if isinstance(text, str)] if isinstance(held, list) else [held]
    if key is None or not all(isinstance(text, str) for text in texts) or not texts:
        build.message("user", json.dumps(value), path)
        return
    for text in texts:
        build.message("user", text, (*path, key))


# Lists of messages


def _read_list(build: TrailBuilder, value: list[Json], path: Path) -> None:
    """A list of messages; of several such lists the first, since one answer goes on with it."""
    if value and isinstance(value[0], list):
        _read_list(build, value[0], (*path, 0))
        return
    for recognise, read in _READERS:
        if recognise(value).fits:
            read(build, value, path)
            return
    texts = [item for item in value if isinstance(item, str)]
    build.message("user", "\n".join(texts) if texts else json.dumps(value), path)


def _langchain(build: TrailBuilder, value: Json, path: Path) -> None:
    for item, inner in objects(value, path):
        found = langchain.unwrapped(item, inner)
        if found is not None:
            langchain.read_message(build, *found)


def _chat(build: TrailBuilder, value: Json, path: Path) -> None:
    openai_chat.read_messages(build, value, path, None)


def _spoken(value: Json) -> Match:
    """Messages with a role, whatever else they have."""
    rows = sample(value)
    return Match(("role",)) if rows and all("role" in row for row in rows) else Match(missed=("role",))


_READERS: tuple[tuple[Callable[[Json], Match], _ReadList], ...] = (
    (langchain.recognise, _langchain),
    (anthropic.recognise, anthropic.read_messages),
    (bedrock_converse.recognise, bedrock_converse.read_messages),
    (vercel_ai.recognise, vercel_ai.read_messages),
    (gemini.recognise, gemini.read_contents),
    (openai_responses.recognise, openai_responses.read_items),
    (_spoken, _chat),
)
"""How lists of messages are recognised, the more particular first, and read."""


# Answers


def _read_answer(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None) -> None:
    if "generations" in value:
        _read_generations(build, value, path)
    elif "choices" in value:
        openai_chat.read_choices(build, value, path, requested)
    elif "candidates" in value:
        gemini.read_answer(build, value, path, requested)
    elif isinstance(value.get("output"), list):
        openai_responses.read_response(build, value, path, requested)
    elif isinstance(first(value.get("output"), "message"), dict):
        bedrock_converse.read_answer(build, value, path, requested)
    elif isinstance(value.get("messages"), list):
        _read_list(build, value["messages"], (*path, "messages"))
    else:
        _read_one_answer(build, value, path)


def _read_one_answer(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """An answer that is a message, alone or under a key."""
    key = next((key for key in ("message", "output", "response") if isinstance(value.get(key), dict)), None)
    found = langchain.unwrapped(value, path)
    if found is not None:
        langchain.read_message(build, *found)
    elif anthropic.recognise([{"role": "assistant", **value}]).fits:
        anthropic.read_message(build, {"role": "assistant", **value}, path, model=text_or_none(value.get("model")))
    elif "content" in value or "tool_calls" in value:
        openai_chat.message(build, {"role": "assistant", **value}, path, text_or_none(value.get("model")), None)
    elif key is not None:
        _read_one_answer(build, value[key], (*path, key))


def _read_generations(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """LangChain's result: of each prompt its generations, of which the first went on."""
    generations, inner = value["generations"], (*path, "generations")
    if isinstance(generations, list) and generations and isinstance(generations[0], list):
        generations, inner = generations[0], (*inner, 0)
    for generation, at in objects(generations, inner)[:1]:
        message = generation.get("message")
        found = langchain.unwrapped(message, (*at, "message")) if isinstance(message, dict) else None
        if found is not None:
            langchain.read_message(build, *found)
        elif isinstance(generation.get("text"), str):
            build.message("model", generation["text"], (*at, "text"), turn=build.next_turn())
