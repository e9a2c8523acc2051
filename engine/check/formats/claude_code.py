"""Claude Code transcripts: JSON Lines under `~/.claude/projects`, or the same rows in a list.

Sessions of the web have them under `loglines`, some exporters under `messages`.

Shapes as written by Claude Code 1.0 and 2.0: a row has `type`, `uuid`, `parentUuid`, `sessionId`, `isSidechain`,
`timestamp` and an Anthropic `message`. One answer may be spread over several rows, which share `message.id`. Rows of a
subagent (`isSidechain`) stand under the call that started it; where that is in another file they are a session of their
own. A `summary` is a title. The system prompt, the tools' definitions and the parameters are not written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Never, Trail
from . import anthropic
from .alone import REQUEST
from .building import TrailBuilder, first, objects, text_or_none, time_text
from .claude_code_tree import TURNS, Row, Tree, starts_of, tree_of
from .match import Match, best, prefixed, sample
from .refusals import is_refusal

NAME = "claude_code"
TITLE = "Claude Code transcript"
NEVER = Never(
    REQUEST,
    "the system prompt, the tools' declarations and the sampling parameters",
    "Let a proxy record its requests (`ANTHROPIC_BASE_URL`), or keep `CLAUDE.md` and the settings beside it.",
)

_LISTS = ("loglines", "messages")
_SILENT = (
    *("system", "summary", "progress", "attachment", "file-history-snapshot", "queue-operation", "last-prompt"),
    *("custom-title", "ai-title", "agent-name", "agent-color", "agent-setting", "tag", "pr-link", "mode"),
    *("permission-mode", "worktree-state", "content-replacement", "task-summary", "bridge-session", "env_manager_log"),
    *("tool_progress", "result", "control_response", "control_request"),
)
"""Types of rows that are not turns: titles, notes of the program for itself and for its screen."""


def recognise(value: Json) -> Match:
    """By rows whose `type` is user or assistant and whose `message` has that role."""
    lists = [(key, first(value, key)) for key in _LISTS]
    return best((_rows(value), *(prefixed(_rows(rows), f"{key}[].") for key, rows in lists)))


def _rows(value: Json) -> Match:
    rows = sample(value)
    turns = [row for row in rows if row.get("type") in TURNS and isinstance(row.get("message"), dict)]
    if any(row["message"].get("role") == row["type"] for row in turns):
        return Match(("type", "message.role"))
    if any(row.get("type") == "summary" and "leafUuid" in row for row in rows):
        return Match(("type = summary", "leafUuid"))
    return Match(missed=("type", "message.role"))


def read(source: Source) -> list[Trail]:
    """The main session with its subagents, then the subagents whose call is not in the file."""
    value = source.value
    listed = [(first(value, key), (key,)) for key in _LISTS]
    rows = objects(value, ()) or next((objects(held, path) for held, path in listed if isinstance(held, list)), [])
    tree = tree_of(rows)
    name = next((row["sessionId"] for row, _ in rows if isinstance(row.get("sessionId"), str)), "")
    reader = _Reader(tree)
    builds = [reader.read(TrailBuilder(source, NAME, name, NEVER), tree.main)]
    for path in (path for _, path in tree.left_out):
        builds[0].branch(path)
    if tree.cut is not None:
        builds[0].truncated(tree.cut[1])
    builds += [
        reader.read(TrailBuilder(source, NAME, f"{name}/{agent}", NEVER), group)
        for agent, group in tree.subagents.items()
        if agent not in reader.read_agents
    ]
    return [build.trail() for build in builds if build.entries]


class _Reader:
    """Reads rows in their order, a subagent's after the call that started it.

    Attributes:
        read_agents: the subagents that were read with the session that started them.
    """

    def __init__(self, tree: Tree) -> None:
        self._subagents = tree.subagents
        self._starts = starts_of(tree)
        self.read_agents: set[str] = set()

    def read(self, build: TrailBuilder, rows: Sequence[Row], under: str | None = None) -> TrailBuilder:
        """Read rows into a session; `under` is the call that started the subagent whose rows they are."""
        answering: tuple[str | None, int | None] = (None, None)
        for row, path in rows:
            before = len(build.entries)
            build.goes_under(under)
            answering = _row(build, row, path, answering)
            for call in [entry for entry in build.entries[before:] if entry.kind == "call"]:
                for agent in self._starts.pop(call.call_id or "", ()):
                    self.read_agents.add(agent)
                    self.read(build, self._subagents[agent], call.id)
        return build


_Answering = tuple[str | None, int | None]
"""The id of the answer that the last row belongs to, and its turn."""


def _row(build: TrailBuilder, row: dict[str, Json], path: Path, answering: _Answering) -> _Answering:
    """Read a row, and say which answer is under way after it."""
    kind, message = row.get("type"), row.get("message")
    if row.get("subtype") == "compact_boundary" or (row.get("isCompactSummary") is True and not build.was_cut()):
        build.truncated(path)
    if kind not in TURNS or not isinstance(message, dict):
        if kind not in (*_SILENT, *TURNS):
            build.unread(kind, path)
        return answering
    before = len(build.entries)
    model = text_or_none(message.get("model"))
    facts: dict[str, Any] = {"time": time_text(row.get("timestamp"))}
    facts["model"] = None if model == "<synthetic>" else model
    same = text_or_none(message.get("id"))
    if kind == "assistant" and same is not None and answering[0] == same:
        facts["turn"] = answering[1]
    anthropic.read_message(build, message, (*path, "message"), **facts)
    if row.get("isApiErrorMessage") is True:
        for entry in build.entries[before:]:
            build.amend(entry.id, is_error=True)
    _note_refusals(build, row, before)
    return same, build.entries[-1].turn if build.entries else None


def _note_refusals(build: TrailBuilder, row: dict[str, Json], before: int) -> None:
    """A refusal that stands beside the message rather than in it."""
    if is_refusal(row.get("toolUseResult")):
        for entry in build.entries[before:]:
            if entry.kind == "result":
                build.refuse(entry.id, entry.answers)
