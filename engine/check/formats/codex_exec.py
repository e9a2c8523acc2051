"""The events that `codex exec --json` prints: JSON Lines, what happened and no more.

Shapes from Codex CLI 0.44 and later (`exec_events.rs`, the types of `@openai/codex-sdk`): `thread.started`,
`turn.started`, items that are started, updated and completed. A command, a patch and an MCP call hold their result.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Entry, Never, Trail
from .alone import REQUEST_AND_MODEL
from .building import TrailBuilder, first, objects, plain, text_or_none
from .match import Match, sample

NAME = "codex_exec"
TITLE = "codex exec --json events"
NEVER = Never(
    REQUEST_AND_MODEL,
    "the prompt, the instructions, the tools' declarations, the model and its parameters",
    "Keep the rollout that Codex writes under `~/.codex/sessions`: it has the prompt, the instructions and the model.",
)

_ROWS = ("thread.started", "turn.started", "turn.completed", "turn.failed", "error")
_ITEMS = ("item.started", "item.updated", "item.completed")
_SILENT = ("reasoning", "todo_list", "error")
"""Items that are not steps: thoughts, the plan on the screen, warnings of the program."""


def recognise(value: Json) -> Match:
    """By rows whose `type` is `thread.started` or an item's event."""
    kinds = {row.get("type") for row in sample(value) if row.get("type") in (*_ROWS[:1], *_ITEMS)}
    return (
        Match(tuple(f"type = {kind}" for kind in sorted(map(str, kinds)))) if kinds else Match(missed=("item.started",))
    )


def read(source: Source) -> list[Trail]:
    """The one session of a run."""
    reader = _Events(TrailBuilder(source, NAME, never=NEVER))
    for row, path in objects(source.value, ()):
        reader.read(row, path)
    return [reader.build.trail()]


class _Events:
    """Reads the events in order."""

    def __init__(self, build: TrailBuilder) -> None:
        """No item has begun."""
        self.build = build
        self._calls: dict[str, Entry] = {}

    def read(self, row: dict[str, Json], path: Path) -> None:
        """Read one event."""
        kind, item = row.get("type"), row.get("item")
        if kind in _ITEMS and isinstance(item, dict):
            self._item(item, (*path, "item"), ended=kind == "item.completed")
        elif kind == "thread.started":
            self.build.name = text_or_none(row.get("thread_id")) or ""
        elif kind in ("turn.failed", "error"):
            self.build.truncated(path)
        elif kind not in _ROWS:
            self.build.unread(kind, path)

    def _item(self, item: dict[str, Json], path: Path, *, ended: bool) -> None:
        kind = text_or_none(item.get("type"))
        described = _DESCRIBED.get(kind or "")
        if kind in ("agent_message", "assistant_message"):
            if ended:
                self.build.message("model", text_or_none(item.get("text")), path, turn=self.build.same_turn())
        elif described is not None:
            call = self._call(item, path, *described(item)[:2])
            if ended:
                self._answer(call, item, path, described(item)[2])
        elif kind not in _SILENT and ended:
            self.build.unread(kind, path)

    def _call(self, item: dict[str, Json], path: Path, tool: str, arguments: Json) -> Entry:
        """The call of an item: made where the item is seen first."""
        name = str(item.get("id"))
        if name not in self._calls:
            turn, call_id = self.build.same_turn(), text_or_none(item.get("id"))
            self._calls[name] = self.build.call(tool, arguments, path, call_id=call_id, turn=turn)
        return self._calls[name]

    def _answer(self, call: Entry, item: dict[str, Json], path: Path, result: Any) -> None:
        del self._calls[str(item.get("id"))]
        failed = True if item.get("status") == "failed" or item.get("exit_code") not in (None, 0) else None
        declined = item.get("status") == "declined"
        answer = self.build.answer(call, result, path, turn=None, is_error=failed)
        if declined:
            self.build.refuse(call.id, answer.id)


def _command(item: dict[str, Json]) -> tuple[str, Json, Any]:
    output = {key: item[key] for key in ("aggregated_output", "exit_code") if key in item}
    return "shell", {"command": item.get("command")}, output or ABSENT


def _file_change(item: dict[str, Json]) -> tuple[str, Json, Any]:
    return "apply_patch", {"changes": item.get("changes")}, item.get("status", ABSENT)


def _mcp(item: dict[str, Json]) -> tuple[str, Json, Any]:
    result, error = item.get("result"), item.get("error")
    told = first(result, "structured_content") or plain(first(result, "content")) or first(error, "message") or result
    name = f"mcp__{item.get('server')}__{item.get('tool')}"
    return name, item.get("arguments", ABSENT), ABSENT if told is None else told


def _web_search(item: dict[str, Json]) -> tuple[str, Json, Any]:
    return "web_search", {key: item[key] for key in ("query", "action") if key in item}, ABSENT


def _collaboration(item: dict[str, Json]) -> tuple[str, Json, Any]:
    asked = {key: item[key] for key in ("prompt", "receiver_thread_ids") if item.get(key) is not None}
    return str(item.get("tool") or "collab"), asked, item.get("agents_states", ABSENT)


_DESCRIBED = {
    "command_execution": _command,
    "file_change": _file_change,
    "mcp_tool_call": _mcp,
    "web_search": _web_search,
    "collab_tool_call": _collaboration,
}
"""Items that are calls: the tool as the model knows it, its arguments, its result."""
