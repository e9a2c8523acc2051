"""Claude Code transcripts: JSON Lines under `~/.claude/projects`, or the same rows in a list.

Sessions of the web have them under `loglines`, some exporters under `messages`.

Shapes as written by Claude Code 1.0 and 2.0: a row has `type`, `uuid`, `parentUuid`, `sessionId`, `isSidechain`,
`timestamp` and an Anthropic `message`. One answer may be spread over several rows, which share `message.id`. Rows of a
subagent (`isSidechain`) are a session of their own. The system prompt and the tools' definitions are not written down.
"""

from __future__ import annotations

from typing import Any

from engine.base.json_text import Json
from engine.check.formats import anthropic
from engine.check.formats.building import TrailBuilder, first, objects, text_or_none, time_text
from engine.check.formats.match import Match, best, prefixed, sample
from engine.check.formats.refusals import is_refusal
from engine.check.reading.paths import Path
from engine.check.reading.source import Source
from engine.check.trail import Never, Trail

NAME = "claude_code"
TITLE = "Claude Code transcript"
NEVER = Never(
    ("missing.instruction", "missing.initial-state", "missing.tool-definitions", "missing.sampling"),
    "the system prompt, the tools' declarations and the sampling parameters",
    "Keep Claude Code's version, `CLAUDE.md` and the settings beside the transcript.",
)

_LISTS = ("loglines", "messages")
_TURNS = ("user", "assistant")


def recognise(value: Json) -> Match:
    """By rows whose `type` is user or assistant and whose `message` has that role."""
    lists = [(key, first(value, key)) for key in _LISTS]
    return best((_rows(value), *(prefixed(_rows(rows), f"{key}[].") for key, rows in lists)))


def _rows(value: Json) -> Match:
    rows = sample(value)
    turns = [row for row in rows if row.get("type") in _TURNS and isinstance(row.get("message"), dict)]
    if any(row["message"].get("role") == row["type"] for row in turns):
        return Match(("type", "message.role"))
    if any(row.get("type") == "summary" and "leafUuid" in row for row in rows):
        return Match(("type = summary", "leafUuid"))
    return Match(missed=("type", "message.role"))


def read(source: Source) -> list[Trail]:
    """The main session, then each subagent's, in the order in which they begin."""
    value = source.value
    listed = [(first(value, key), (key,)) for key in _LISTS]
    rows = objects(value, ()) or next((objects(held, path) for held, path in listed if isinstance(held, list)), [])
    here = {row["uuid"] for row, _ in rows if isinstance(row.get("uuid"), str)}
    builds: dict[str, TrailBuilder] = {}
    turns: dict[str, str] = {}
    main = next((row["sessionId"] for row, _ in rows if isinstance(row.get("sessionId"), str)), "")
    for row, path in rows:
        name = _session(row, main)
        build = builds.setdefault(name, TrailBuilder(source, NAME, name, NEVER))
        _row(build, row, path, here, turns)
    return [build.trail() for build in builds.values() if build.entries]


def _session(row: dict[str, Json], main: str) -> str:
    """The session that a row belongs to, `main` where it names none; a subagent's has a name of its own."""
    session = text_or_none(row.get("sessionId")) or main
    if row.get("isSidechain") is True:
        return f"{session}/{text_or_none(row.get('agentId')) or 'sidechain'}"
    return session


def _row(build: TrailBuilder, row: dict[str, Json], path: Path, here: set[str], turns: dict[str, str]) -> None:
    kind, message = row.get("type"), row.get("message")
    if row.get("isCompactSummary") is True or row.get("subtype") == "compact_boundary":
        build.truncated(path)
    elif kind == "summary" and row.get("leafUuid") not in (None, *here):
        build.truncated(path)  # it sums up what stands in another file
    if kind not in _TURNS or not isinstance(message, dict):
        return
    before = len(build.entries)
    model = text_or_none(message.get("model"))
    answered: dict[str, Any] = {
        "model": None if model == "<synthetic>" else model,
        "time": time_text(row.get("timestamp")),
    }
    same = text_or_none(message.get("id"))
    if kind == "assistant" and same is not None and turns.get(build.name) == same:
        answered["turn"] = build.entries[-1].turn if build.entries else None
    anthropic.read_message(build, message, (*path, "message"), **answered)
    turns[build.name] = same or ""
    _note_refusals(build, row, before)


def _note_refusals(build: TrailBuilder, row: dict[str, Json], before: int) -> None:
    """A refusal that stands beside the message rather than in it."""
    if is_refusal(row.get("toolUseResult")):
        for entry in build.entries[before:]:
            if entry.kind == "result":
                build.refuse(entry.id, entry.answers)
