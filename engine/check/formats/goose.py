"""goose: sessions as JSON Lines (up to 1.9), and `goose session export --format json` since.

Shapes from goose 1.0 to 1.20 (`conversation/message.rs`, `session_manager.rs`): a message has `role`, `created` and
`content` with parts distinguished by `type`. A `toolResponse` belongs to the `toolRequest` with its `id`; each holds
its outcome in a `status` with `value` or `error`. The export has the messages in `conversation` and the model in
`model_config`.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .alone import REQUEST_AND_MODEL
from .building import TrailBuilder, chosen, first, objects, plain, text_or_none, time_text
from .match import Match, best, prefixed, sample

NAME = "goose"
TITLE = "goose session"
NEVER = Never(
    REQUEST_AND_MODEL,
    "the system prompt and the extensions' tools; the model and its settings only an export in JSON has",
    "Export with `goose session export --format json`, and keep the recipe and the extensions' versions beside it.",
)

_REQUESTS = ("toolRequest", "frontendToolRequest")
_OWN = (*_REQUESTS, "toolResponse", "toolConfirmationRequest", "actionRequired", "systemNotification")
_SILENT = (
    *("thinking", "redactedThinking", "reasoning", "image", "systemNotification", "toolConfirmationRequest"),
    *("actionRequired", "contextLengthExceeded"),
)
"""Parts that are not steps: thoughts, images that stand in the file, notes and questions to the terminal's user."""
_COMPACTED = ("conversationCompacted", "summarizationRequested")


def recognise(value: Json) -> Match:
    """By messages with parts of goose's own types, or by a header with `working_dir` before messages with `created`."""
    lists = [("", value)]
    if isinstance(value, dict):
        inner = [(key, value.get(key)) for key in ("conversation", "messages")]
        lists = [(f"{key}[].", rows) for key, rows in inner]
        lists += [(f"{key}.messages[].", first(rows, "messages")) for key, rows in inner]
    return best(prefixed(_messages(rows, value), prefix) for prefix, rows in lists)


def _messages(value: Json, whole: Json) -> Match:
    rows = sample(value)
    kinds = {str(part.get("type")) for row in rows for part, _ in objects(row.get("content"), ())}
    told = [kind for kind in _OWN if kind in kinds]
    headed = rows and ("working_dir" in rows[0] or first(whole, "working_dir") is not None)
    if told:
        return Match(("role", f"content[].type = {told[0]}"))
    if headed and any("created" in row and isinstance(row.get("content"), list) for row in rows):
        return Match(("working_dir", "created", "content"))
    return Match(missed=("content[].type = toolRequest",))


def read(source: Source) -> list[Trail]:
    """The one session of a file."""
    value = source.value
    head = value if isinstance(value, dict) else next(iter(sample(value, 1)), {})
    build = TrailBuilder(source, NAME, text_or_none(first(head, "id", "name", "description")) or "", NEVER)
    config = first(head, "model_config")
    model = text_or_none(first(config, "model_name"))
    build.sample(chosen(config, ("temperature", "max_tokens")))
    messages, path = _found(value)
    for message, inner in objects(messages, path):
        if "role" in message:
            _message(build, message, inner, model)
    return [build.trail()]


def _found(value: Json) -> tuple[Json, Path]:
    """The messages and their path."""
    for key in ("conversation", "messages"):
        held = first(value, key)
        if isinstance(held, list):
            return held, (key,)
        if isinstance(first(held, "messages"), list):
            return first(held, "messages"), (key, "messages")
    return value, ()


def _message(build: TrailBuilder, message: dict[str, Json], path: Path, model: str | None) -> None:
    facts: dict[str, Any] = {"time": time_text(message.get("created"))}
    actor: Any = "user"
    if message.get("role") == "assistant":
        actor = "model"
        facts |= {"turn": build.next_turn(), "requested_model": model}
    if first(message.get("metadata"), "userVisible") is False:
        build.truncated(path)  # a summary that stands for what went before
    for part, inner in objects(message.get("content"), (*path, "content")):
        _part(build, part, inner, actor, facts)


def _part(build: TrailBuilder, part: dict[str, Json], path: Path, actor: Any, facts: dict[str, Any]) -> None:
    kind = part.get("type")
    if kind == "text":
        build.message(actor, text_or_none(part.get("text")), path, **facts)
    elif kind in _REQUESTS:
        asked = first(part.get("toolCall"), "value")
        name, call_id = text_or_none(first(asked, "name")), text_or_none(part.get("id"))
        arguments = first(asked, "arguments")
        build.call(name, {} if name and arguments is None else _or_absent(arguments), path, call_id=call_id, **facts)
    elif kind == "toolResponse":
        _response(build, part, path, facts["time"])
    elif kind in _COMPACTED:
        build.truncated(path)
    elif kind not in _SILENT:
        build.unread(kind, path)


def _response(build: TrailBuilder, part: dict[str, Json], path: Path, time: str | None) -> None:
    """A result: a list of contents, since 1.10 within an object that says whether it is an error."""
    came = part.get("toolResult")
    value, error = first(came, "value"), first(came, "error")
    failed = first(value, "isError") is True or first(came, "status") == "error"
    content = first(value, "content") if isinstance(value, dict) and "content" in value else value
    result = plain(content) if content is not None else _or_absent(error)
    call_id = text_or_none(part.get("id"))
    build.result(result, path, call_id=call_id, is_error=True if failed else None, time=time)


def _or_absent(value: Json) -> Any:
    return ABSENT if value is None else value
