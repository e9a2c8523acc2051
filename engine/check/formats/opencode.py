"""opencode: what `opencode export` writes, and the messages of its server.

Shapes from `@opencode-ai/sdk` 1 (`types.gen.d.ts`): `info` describes the session, `messages[]` have an `info` with the
role and `parts` distinguished by `type`. `step-start` begins a turn of the model; a part `tool` holds the call and, in
its `state`, the result.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Entry, Never, Trail
from .alone import REQUEST
from .building import TrailBuilder, first, objects, text_or_none, time_text
from .match import Match, best, prefixed, sample

NAME = "opencode"
TITLE = "opencode session"
NEVER = Never(
    REQUEST,
    "the system prompt of the agent, the tools' declarations and the sampling parameters",
    "Keep opencode's version, `opencode.json` and `AGENTS.md` beside the export.",
)

_SILENT = ("reasoning", "step-finish", "snapshot", "patch", "agent", "retry")
"""Parts that are not steps: thoughts, marks of files' states, the name of an agent, a request that was sent again."""


def recognise(value: Json) -> Match:
    """By messages with `info.role` and `parts[].type`, under `messages` or alone."""
    return best((prefixed(_messages(first(value, "messages")), "messages[]."), _messages(value)))


def _messages(value: Json) -> Match:
    rows = sample(value)
    if rows and all(first(row.get("info"), "role") and isinstance(row.get("parts"), list) for row in rows):
        return Match(("info.role", "parts[].type"))
    return Match(missed=("info.role", "parts[].type"))


def read(source: Source) -> list[Trail]:
    """The one session of a file."""
    value = source.value
    held = first(value, "messages")
    messages, path = (held, ("messages",)) if isinstance(held, list) else (value, ())
    build = TrailBuilder(source, NAME, text_or_none(first(first(value, "info"), "id")) or "", NEVER)
    for message, inner in objects(messages, path):
        _message(build, message, inner)
    return [build.trail()]


def _message(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    info = message.get("info")
    system = text_or_none(first(info, "system"))
    if system is not None and system not in build.instructions:
        build.instruct(system, (*path, "info", "system"))
    if first(info, "summary") is True:
        build.truncated(path)
    reader = _Parts(build, info)
    for part, inner in objects(message.get("parts"), (*path, "parts")):
        reader.read(part, inner)
    reader.end()
    if first(info, "error") is not None:
        build.truncated((*path, "info", "error"))


class _Parts:
    """Reads the parts of a message: the calls of a step first, then what they brought."""

    def __init__(self, build: TrailBuilder, info: Json) -> None:
        """Take the facts of the message."""
        self._build = build
        self._time = time_text(first(first(info, "time"), "created"))
        self._model = text_or_none(first(info, "modelID"))
        self._actor: Any = "model" if first(info, "role") == "assistant" else "user"
        self._facts = self._next_step()
        self._results: list[tuple[Entry, dict[str, Json], Path]] = []

    def _next_step(self) -> dict[str, Any]:
        if self._actor == "user":
            return {"time": self._time}
        return {"time": self._time, "model": self._model, "turn": self._build.next_turn()}

    def read(self, part: dict[str, Json], path: Path) -> None:
        """Read one part."""
        kind = part.get("type")
        if kind == "step-start":
            self.end()
        elif kind == "text":
            if not part.get("ignored"):
                self._build.message(self._actor, text_or_none(part.get("text")), path, **self._facts)
        elif kind == "tool":
            self._call(part, path)
        elif kind == "subtask":
            self._build.message(self._actor, text_or_none(part.get("prompt")), path, **self._facts)
        else:
            self._aside(part, path)

    def _aside(self, part: dict[str, Json], path: Path) -> None:
        """A part that is not a step."""
        kind = part.get("type")
        if kind == "file":
            if not str(part.get("url")).startswith("data:"):
                self._build.outside("a file behind a link", path)
        elif kind == "compaction":
            self._build.truncated(path)
        elif kind not in _SILENT:
            self._build.unread(kind, path)

    def _call(self, part: dict[str, Json], path: Path) -> None:
        state = part.get("state")
        arguments = first(state, "input")
        tool, call_id = text_or_none(part.get("tool")), text_or_none(part.get("callID"))
        asked = ABSENT if arguments is None else arguments
        call = self._build.call(tool, asked, path, call_id=call_id, **self._facts)
        if isinstance(state, dict) and state.get("status") in ("completed", "error"):
            self._results.append((call, state, (*path, "state")))

    def end(self) -> None:
        """What the calls of a step brought; whatever comes after them is another turn."""
        for call, state, path in self._results:
            key = "error" if state.get("status") == "error" else "output"
            failed = True if key == "error" else None
            self._build.answer(call, state.get(key, ABSENT), (*path, key), turn=None, is_error=failed)
        if self._results:
            self._facts = self._next_step()
        self._results = []
