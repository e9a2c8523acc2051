"""pi: sessions of the coding agent of that name, and of those built on it, as JSON Lines.

Shapes from `@mariozechner/pi-coding-agent` 0.73 (its document “Session File Format”, versions 1 to 3): a header of type
`session`, then entries that form a tree by `id` and `parentId`; the model reads the path from the root to the last
entry. Entries of version 1 have no ids and follow one another.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .alone import REQUEST
from .building import TrailBuilder, first, objects, plain, text_or_none, time_text
from .match import Match, sample
from .openai_chat import content_text

NAME = "pi"
TITLE = "pi session"
NEVER = Never(
    REQUEST,
    "the system prompt, the tools' declarations and the sampling parameters",
    "Keep pi's version, its extensions and the files of its context (`AGENTS.md`, `SYSTEM.md`) beside the session.",
)

_ROLES = ("user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "compactionSummary")
_SILENT = ("session", "thinking_level_change", "custom", "label", "session_info", "model_change")


def recognise(value: Json) -> Match:
    """By a first row of type `session` with `cwd`, and rows of type `message` whose message has a role."""
    rows = sample(value)
    head = bool(rows) and rows[0].get("type") == "session" and "cwd" in rows[0]
    messages = [row for row in rows if row.get("type") == "message" and first(row.get("message"), "role") in _ROLES]
    found = [*(["type = session", "cwd"] if head else []), *(["type = message", "message.role"] if messages else [])]
    missed = [*([] if head else ["type = session"]), *([] if messages else ["message.role"])]
    return Match(tuple(found), tuple(missed))


def read(source: Source) -> list[Trail]:
    """The one session of a file: the line that ends with its last entry."""
    rows = objects(source.value, ())
    build = TrailBuilder(
        source, NAME, next((str(row.get("id")) for row, _ in rows if row.get("type") == "session"), "")
    )
    build.never = NEVER
    active = _active([row for row, _ in rows])
    facts: dict[str, Any] = {}
    for row, path in rows:
        if not isinstance(row.get("id"), str) or row.get("type") == "session" or row["id"] in active:
            _row(build, row, path, facts)
        elif row.get("type") == "message":
            build.branch(path)
    return [build.trail()]


def _active(rows: list[dict[str, Json]]) -> set[str]:
    """The ids of the entries on the line from the last one to the root."""
    parents = {row["id"]: row.get("parentId") for row in rows if isinstance(row.get("id"), str) and "parentId" in row}
    found: set[str] = set()
    at: Json = next(reversed(parents), None)
    while isinstance(at, str) and at in parents and at not in found:
        found.add(at)
        at = parents[at]
    return found


def _row(build: TrailBuilder, row: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    kind, message = row.get("type"), row.get("message")
    if kind == "message" and isinstance(message, dict):
        _message(build, message, (*path, "message"), facts)
    elif kind == "model_change":
        facts["requested_model"] = text_or_none(row.get("modelId"))
    elif kind == "compaction":
        build.truncated(path)
    elif kind in ("branch_summary", "custom_message"):
        text = content_text(first(row, "content", "summary"))
        build.message("user", text, path, time=time_text(row.get("timestamp")))
    elif kind not in _SILENT:
        build.unread(kind, path)


def _message(build: TrailBuilder, message: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    role, content, time = message.get("role"), message.get("content"), time_text(message.get("timestamp"))
    if role == "assistant":
        _answer(build, message, path, {**facts, "time": time})
    elif role == "toolResult":
        tool, call_id = text_or_none(message.get("toolName")), text_or_none(message.get("toolCallId"))
        failed = message.get("isError") is True or None
        build.result(plain(content), path, tool=tool, call_id=call_id, is_error=failed, time=time)
    elif role == "bashExecution":
        if not message.get("excludeFromContext"):  # a command of the user's own, which the model reads about
            build.message("user", f"{message.get('command')}\n{message.get('output')}", path, time=time)
    elif role in _ROLES:
        build.message("user", content_text(first(message, "content", "summary")), path, time=time)
    else:
        build.unread(role, path)


def _answer(build: TrailBuilder, message: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    model = text_or_none(message.get("model"))
    facts = {**facts, "model": model, "turn": build.next_turn(), "partial": message.get("stopReason") == "aborted"}
    for part, inner in objects(message.get("content"), (*path, "content")):
        kind = part.get("type")
        if kind == "text":
            build.message("model", text_or_none(part.get("text")), inner, **facts)
        elif kind == "toolCall":
            name, call_id = text_or_none(part.get("name")), text_or_none(part.get("id"))
            build.call(name, part.get("arguments", ABSENT), inner, call_id=call_id, **facts)
        elif kind != "thinking":
            build.unread(kind, inner)
