"""Gemini CLI sessions under `~/.gemini/tmp/<project>/chats`: one JSON object, since 0.30 JSON Lines.

Shapes from `@google/gemini-cli-core` 0.61 (`chatRecordingTypes.d.ts`): a session has `sessionId`, `projectHash` and
`messages`, distinguished by `type` (user, gemini, info, error, warning); a message of the model has its `toolCalls`,
each with its result. In JSON Lines a row replaces an earlier one with its id, `$set` replaces what it names, and
`$rewindTo` removes a message and all after it.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .alone import REQUEST
from .building import TrailBuilder, first, objects, text_or_none, time_text
from .match import Match, best, keys, sample
from .openai_chat import content_text

NAME = "gemini_cli"
TITLE = "Gemini CLI session"
NEVER = Never(
    REQUEST,
    "the system prompt, the tools' declarations and the sampling parameters",
    "Keep the version of Gemini CLI, its `GEMINI.md` and settings beside the session, or export its telemetry.",
)

_TYPES = ("user", "gemini", "info", "error", "warning")
_SPOKEN = _TYPES[:2]


def recognise(value: Json) -> Match:
    """By `sessionId` and `projectHash` beside messages whose `type` is user or gemini."""
    rows = value if isinstance(value, list) else [value]
    heads = [keys(row, "sessionId", "projectHash") for row in sample(rows, 3)]
    messages = [row for held in (rows, first(value, "messages")) for row in sample(held) if _is_message(row)]
    told = Match(("type = gemini",)) if any(row.get("type") in _SPOKEN for row in messages) else Match(missed=("type",))
    head = best(heads)
    return Match((*head.found, *told.found), (*head.missed, *told.missed))


def _is_message(row: dict[str, Json]) -> bool:
    return row.get("type") in _TYPES and "content" in row and "id" in row


def read(source: Source) -> list[Trail]:
    """The one session of a file."""
    value = source.value
    rows: list[tuple[dict[str, Json], Path]] = objects(value, ()) if isinstance(value, list) else [(value, ())]
    name = next((row["sessionId"] for row, _ in rows if isinstance(row.get("sessionId"), str)), "")
    build = TrailBuilder(source, NAME, name, NEVER)
    for message, path in _kept(build, rows):
        _message(build, message, path)
    return [build.trail()]


def _kept(build: TrailBuilder, rows: list[tuple[dict[str, Json], Path]]) -> list[tuple[dict[str, Json], Path]]:
    """The messages that are left at the end, in the order in which they came."""
    found: dict[str, tuple[dict[str, Json], Path]] = {}
    for row, path in rows:
        changed = row.get("$set")
        held, inner = (changed, (*path, "$set")) if isinstance(changed, dict) else (row, path)
        if "$rewindTo" in row:
            _rewind(found, row["$rewindTo"])
            build.truncated(path)
        elif _is_message(row):
            found[str(row["id"])] = (row, path)
        elif isinstance(held.get("messages"), list):
            listed = objects(held["messages"], (*inner, "messages"))
            found = {str(message.get("id") or index): (message, at) for index, (message, at) in enumerate(listed)}
    return list(found.values())


def _rewind(found: dict[str, Any], name: Json) -> None:
    names = list(found)
    for taken in names[names.index(str(name)) if str(name) in found else 0 :]:
        del found[taken]


def _message(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    kind, time = message.get("type"), time_text(message.get("timestamp"))
    text = content_text(message.get("content"))
    if kind == "user":
        _note_files(build, message, path)
        build.message("user", text, path, time=time)
    elif kind == "gemini":
        facts: dict[str, Any] = {"model": text_or_none(message.get("model")), "turn": build.next_turn(), "time": time}
        calls = objects(message.get("toolCalls"), (*path, "toolCalls"))
        if text or not calls:
            build.message("model", text, path, **facts)
        _calls(build, calls, facts)
    elif kind not in _TYPES:
        build.unread(kind, path)


def _note_files(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    for part, inner in objects(message.get("content"), (*path, "content")):
        if "fileData" in part:
            build.outside("a file behind a link", inner)
        elif not {"text", "inlineData", "functionResponse"} & set(part):
            build.unread(next(iter(part), None), inner)


def _calls(build: TrailBuilder, calls: list[tuple[dict[str, Json], Path]], facts: dict[str, Any]) -> None:
    """The calls of a message, then their results."""
    made = []
    for call, path in calls:
        name, call_id = text_or_none(call.get("name")), text_or_none(call.get("id"))
        refused = call.get("status") == "cancelled"
        entry = build.call(name, call.get("args", ABSENT), path, call_id=call_id, refused=refused, **facts)
        made.append((entry, call, path))
    for entry, call, path in made:
        if call.get("result") is not None or call.get("status") in ("success", "error"):
            failed = True if call.get("status") == "error" else None
            result = _result(call.get("result"))
            build.answer(entry, result, (*path, "result"), turn=None, is_error=failed, refused=entry.refused)


def _result(value: Json) -> Any:
    """A result: the response of the function, where it stands alone."""
    parts = [part for part, _ in objects(value, ())]
    if len(parts) == 1 and isinstance(first(parts[0], "functionResponse"), dict):
        return first(parts[0]["functionResponse"], "response") or ABSENT
    return ABSENT if value is None else value
