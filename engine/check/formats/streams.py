"""Puts answers that came as a stream of events together: what the client saw at the end.

A file, or the body of a response, may hold the events of several answers; each is put together by itself. Putting them
together adds nothing: texts are joined, in order, per choice, call or block (`joining`, `joining_chunks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Trail
from .alone import STREAMS
from .building import TrailBuilder, objects, opened, text_or_none
from .joining import Event, completion, message, response
from .joining_chunks import converse, gemini, ollama

_CONVERSE = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop")
_JOINERS: dict[str, Callable[[Sequence[Event]], tuple[dict[str, Json], bool]]] = {
    "completion": completion,
    "message": message,
    "response": response,
    "gemini": gemini,
    "converse": converse,
    "ollama": ollama,
}


@dataclass(frozen=True)
class Answer:
    """An answer that a stream amounts to.

    Attributes:
        value: a response as the API gives it without streaming.
        complete: whether the stream came to its end.
        index: the index of its first event.
    """

    value: dict[str, Json]
    complete: bool
    index: int


def stream_events(text: str) -> list[Event]:
    """The JSON objects of a text of server-sent events, or of one object a line; empty where it is neither."""
    lines = text.splitlines()
    if text.lstrip().startswith(("data:", "event:", "id:", ": ")):
        found = [opened(line[5:].strip()) for line in lines if line.startswith("data:")]
        return [event for event in found if isinstance(event, dict)]
    if len(lines) > 1 and text.startswith("{"):
        found = [opened(line) for line in lines if line.strip()]
        rows = [event for event in found if isinstance(event, dict)]
        return rows if len(rows) == len(found) and any(map(_kind, rows)) else []
    return []


def stream(value: Json) -> Json | None:
    """The first answer of a list of events; None where it is not a list of events."""
    found = answers_of(value)
    return found[0].value if found else None


def answers_of(value: Json) -> list[Answer]:
    """The answers of a file that is a list of events; none where it holds something else."""
    events = [event for event, _ in objects(value, ())]
    return answers(events) if events and all(map(_is_event, events[:5])) else []


def read_stream(source: Source, name: str, read: Callable[[TrailBuilder, Json, Path], None]) -> list[Trail] | None:
    """The session of a file that holds the events of streamed answers; None where it holds something else.

    Args:
        source: the file.
        name: the reader's name.
        read: reads an answer into a builder.
    """
    found = answers_of(source.value)
    if not found:
        return None
    build = TrailBuilder(source, name, text_or_none(found[0].value.get("id")) or "", STREAMS)
    for answer in found:
        before = len(build.entries)
        read(build, answer.value, (answer.index,))
        for entry in build.entries[before:]:
            build.amend(entry.id, joined=True, partial=entry.partial or not answer.complete)
    return [build.trail()]


def _is_event(event: Event) -> bool:
    """Whether a row of a file is an event of a stream: a row that may be a whole answer by itself is none."""
    kind = event.get("type")
    return event.get("object") == "chat.completion.chunk" or (
        isinstance(kind, str) and kind.startswith(("message_", "content_block_", "response.", "ping"))
    )


def answers(events: Sequence[Event]) -> list[Answer]:
    """The answers that a list of events amounts to, in the order in which they begin; none where no event is known."""
    groups: dict[tuple[str, int | str], list[Event]] = {}
    begins: dict[tuple[str, int | str], int] = {}
    for index, key in enumerate(_keys(events)):
        if key is not None:
            groups.setdefault(key, []).append(events[index])
            begins.setdefault(key, index)
    joined = ((key, _JOINERS[key[0]](group)) for key, group in groups.items())
    return [Answer(value, complete, begins[key]) for key, (value, complete) in joined]


def _keys(events: Iterable[Event]) -> Iterable[tuple[str, int | str] | None]:
    """To which answer each event belongs, by the id that it names or by what begins one; None for what says nothing."""
    last: tuple[str, int | str] | None = None
    number = 0
    for event in events:
        kind = _kind(event)
        named = _named(event, kind)
        if kind and named:
            last = (kind, named)
        elif kind and (last is None or last[0] != kind or _begins(event)):
            number += 1
            last = (kind, number)
        yield last if kind else None


def _kind(event: Event) -> str:
    """Which API's event it is; empty where it is none that says anything."""
    kind = event.get("type")
    if isinstance(kind, str) and kind.startswith(("message_", "content_block_")):
        return "message"
    if isinstance(kind, str) and kind.startswith("response."):
        return "response"
    if isinstance(event.get("candidates"), list):
        return "gemini"
    if isinstance(event.get("choices"), list):
        return "completion"
    if any(isinstance(event.get(name), dict) for name in _CONVERSE):
        return "converse"
    return "ollama" if isinstance(event.get("done"), bool) and "model" in event else ""


def _named(event: Event, kind: str) -> str | None:
    return text_or_none(event.get({"completion": "id", "gemini": "responseId"}.get(kind, "")))


def _begins(event: Event) -> bool:
    return event.get("type") in ("message_start", "response.created") or "messageStart" in event
