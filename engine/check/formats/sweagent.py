"""SWE-agent trajectories (`.traj`): `trajectory`, `history` and `info`.

Shapes from SWE-agent 1.0: the history holds OpenAI-like messages; results name their calls in `tool_call_ids`. A model
that acts in plain text has its command in `action`: a call of the environment's shell, which the next message answers.
The settings, with the model that was asked, stand in `replay_config`, a JSON text.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Entry, Trail
from . import openai_chat
from .building import TrailBuilder, chosen, first, objects, opened, plain, text_or_none, whole
from .match import Match, keys

NAME = "sweagent"
TITLE = "SWE-agent trajectory"

SHELL = "shell"
"""The tool that a command written as text is for."""


def recognise(value: Json) -> Match:
    """By `history` and `trajectory`, or by `history` whose messages have `message_type` and `agent`."""
    match = keys(value, "history", "trajectory")
    rows = objects(value.get("history"), ()) if isinstance(value, dict) else []
    if any("message_type" in row or "agent" in row for row, _ in rows[:5]):
        return Match(("history[].message_type",))
    return match if match.missed else Match(("history", "trajectory"))


def read(source: Source) -> list[Trail]:
    """The one session of a trajectory."""
    value = whole(source)
    build = TrailBuilder(source, NAME, text_or_none(first(value, "environment", "instance_id")) or "")
    settings = first(first(opened(value.get("replay_config")), "agent"), "model")
    build.sample(chosen(settings, ("temperature", "top_p")))
    asked = text_or_none(first(settings, "name"))
    for item, path in objects(value.get("history"), ("history",)):
        _message(build, item, path, asked)
    return [build.trail()]


def _message(build: TrailBuilder, item: dict[str, Json], path: Path, asked: str | None) -> None:
    ids = item.get("tool_call_ids")
    if item.get("role") == "tool" and isinstance(ids, list) and ids:
        for call_id in ids:
            build.result(plain(item.get("content", ABSENT)), path, call_id=text_or_none(call_id))
    elif item.get("role") == "user" and (last := _waiting(build)) is not None:
        build.answer(last, plain(item.get("content", ABSENT)), path, turn=None)
    else:
        openai_chat.message(build, item, path, text_or_none(item.get("model")), asked)
        action = text_or_none(item.get("action"))
        if item.get("role") == "assistant" and action and not item.get("tool_calls"):
            facts: dict[str, Any] = {"turn": build.same_turn(), "requested_model": asked, "in_text": True}
            build.call(SHELL, {"command": action.strip()}, (*path, "action"), **facts)


def _waiting(build: TrailBuilder) -> Entry | None:
    """The command that was written as text and that nothing has answered yet."""
    last = build.entries[-1] if build.entries else None
    return last if last is not None and last.kind == "call" and last.tool == SHELL and last.call_id is None else None
