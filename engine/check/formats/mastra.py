"""Mastra: the messages of its memory, as its storage and its server give them.

Shapes from `@mastra/core` 0.24 (`MastraMessageV2`) and 1: a message has `role`, `threadId` and `content` with `format`
and `parts`, which are those of the Vercel AI SDK.
"""

from __future__ import annotations

from ...base.json_text import Json
from ..reading.source import Source
from ..trail import Never, Trail
from .alone import REQUEST_AND_MODEL
from .building import TrailBuilder, first, objects, text_or_none
from .match import Match, best, prefixed, sample
from .vercel_ai import read_ui_message

NAME = "mastra"
TITLE = "Mastra messages"
NEVER = Never(
    REQUEST_AND_MODEL,
    "the instructions, the working memory, the tools' declarations, the model and its parameters",
    "Export the traces of the run (Mastra's AI tracing) as well; they name the model and hold the instructions.",
)


def recognise(value: Json) -> Match:
    """By messages whose `content` has `format` and `parts`, alone or under `messages`."""
    return best((_messages(value), prefixed(_messages(first(value, "messages")), "messages[].")))


def _messages(value: Json) -> Match:
    rows = sample(value)
    held = [row.get("content") for row in rows]
    if rows and all(isinstance(first(each, "parts"), list) and first(each, "format") is not None for each in held):
        return Match(("content.format", "content.parts"))
    return Match(missed=("content.format", "content.parts"))


def read(source: Source) -> list[Trail]:
    """The threads of a file, in the order in which they begin."""
    value = source.value
    messages, path = (value["messages"], ("messages",)) if isinstance(first(value, "messages"), list) else (value, ())
    builds: dict[str, TrailBuilder] = {}
    for message, inner in objects(messages, path):
        name = text_or_none(message.get("threadId")) or ""
        build = builds.setdefault(name, TrailBuilder(source, NAME, name, NEVER))
        content = message.get("content")
        if isinstance(content, dict) and isinstance(content.get("parts"), list):
            told = {"metadata": content.get("metadata"), "createdAt": message.get("createdAt")}
            read_ui_message(build, {**content, **told, "role": message.get("role")}, (*inner, "content"))
    return [build.trail() for build in builds.values()]
