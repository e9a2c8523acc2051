"""Codex rollouts: JSON Lines under `~/.codex/sessions`, rows `{timestamp, type, payload}`.

Shapes as written by Codex CLI 0.40 and later: `session_meta` opens, `turn_context` names the model that is asked from
there on, `response_item` holds Responses items, `event_msg` repeats them for the screen, `compacted` replaces the
history. Earlier versions wrote the items bare, after a row with `id` and `instructions`.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Never, Trail
from . import openai_responses
from .building import TrailBuilder, chosen, first, objects, text_or_none, time_text
from .match import Match, best, keys, sample

NAME = "codex"
TITLE = "Codex rollout"

_NEVER = Never(
    ("missing.initial-state", "missing.tool-definitions", "missing.sampling"),
    "the tools' declarations and the sampling parameters",
    "Keep Codex's version and its `config.toml` beside the rollout: they say which tools and settings there were.",
)

_TYPES = ("session_meta", "turn_context", "response_item", "event_msg", "compacted")


def recognise(value: Json) -> Match:
    """By rows with `timestamp`, `type` and `payload`; or by a first row with `instructions` before Responses items."""
    rows = sample(value)
    new = [row for row in rows if row.get("type") in _TYPES and isinstance(row.get("payload"), dict)]
    candidates = [Match(("type", "payload")) if new else Match(missed=("type", "payload"))]
    if rows and "type" not in rows[0]:
        candidates.append(keys(rows[0], "id", "timestamp", "instructions"))
    return best(candidates)


def read(source: Source) -> list[Trail]:
    """The one session of a rollout."""
    build = TrailBuilder(source, NAME, never=_NEVER)
    facts: dict[str, Any] = {}
    for row, path in objects(source.value, ()):
        payload = row.get("payload")
        inner: tuple[dict[str, Json], Path] = (
            (payload, (*path, "payload")) if isinstance(payload, dict) else (row, path)
        )
        kind = text_or_none(row.get("type")) if isinstance(payload, dict) else "bare"
        _row(build, kind or "", inner, facts, time_text(row.get("timestamp")))
    return [build.trail()]


def _row(
    build: TrailBuilder, kind: str, inner: tuple[dict[str, Json], Path], facts: dict[str, Any], time: str | None
) -> None:
    payload, path = inner
    if kind == "session_meta" or (kind == "bare" and "instructions" in payload):
        build.name = text_or_none(payload.get("id")) or build.name
        instructions = first(payload, "base_instructions", "instructions")
        build.instruct(text_or_none(first(instructions, "text") or instructions), path)
    elif kind == "turn_context":
        facts["requested_model"] = text_or_none(payload.get("model")) or facts.get("requested_model")
        build.sample(chosen(payload, ("effort", "temperature")))
    elif kind == "compacted" or payload.get("type") in ("context_compacted", "turn_aborted"):
        build.truncated(path)
    elif kind not in (*_TYPES, "bare"):
        build.unread(kind, path)
    elif kind in ("response_item", "bare") and (kind != "bare" or openai_responses.is_item(payload)):
        _item(build, payload, path, facts, time)


def _item(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any], time: str | None) -> None:
    """Read an item; the rollout names the model that was asked, not the one that answered."""
    before = len(build.entries)
    openai_responses.read_item(build, item, path, **facts)
    for entry in build.entries[before:]:
        build.amend(entry.id, time=time)
