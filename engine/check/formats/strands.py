"""Strands Agents: the folder of a session (as a ZIP archive), its messages, and snapshots of an agent.

Shapes from strands-agents 1.62 (`types/session.py`, `types/_snapshot.py`): a session's folder has
`agents/agent_<id>/agent.json` and `agents/agent_<id>/messages/message_<number>.json`; a message's `message` is
Bedrock's, whatever the model. A snapshot has `scope`, `schema_version` and `data`. The state that is kept is the last.
"""

from __future__ import annotations

import re

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Never, Trail
from . import bedrock_converse
from .alone import REQUEST_AND_MODEL
from .building import TrailBuilder, first, objects, text_or_none, time_text, whole
from .match import Match, best, keys, sample

NAME = "strands"
TITLE = "Strands session (folder as ZIP, messages, snapshot)"
NEVER = Never(
    REQUEST_AND_MODEL,
    "the system prompt, the state at the beginning, the tools' declarations, the model and its parameters",
    "Export the traces of the run (`strands.telemetry`) as well, or keep the agent's code beside the session.",
)

_MEMBER = re.compile(r"(?:.*/)?agents/agent_([^/]+)/(?:messages/message_([0-9]{1,9})|agent)\.json\Z")


def recognise(value: Json) -> Match:
    """By the names of an archive's members, by messages with `message_id`, or by a snapshot's `scope` and `data`."""
    told = [name for name in value if _MEMBER.match(name)] if isinstance(value, dict) else []
    members = Match(("agents/agent_*/agent.json",)) if told else Match(missed=("agents/agent_*/agent.json",))
    rows = sample(value, 3) or ([value] if isinstance(value, dict) else [])
    messages = [_session_message(row) for row in rows]
    return best((members, *messages, _snapshot(value)))


def _session_message(row: dict[str, Json]) -> Match:
    content = first(row.get("message"), "content")
    fits = keys(row, "message", "message_id")
    return fits if isinstance(content, list) else Match(fits.found, (*fits.missed, "message.content"))


def _snapshot(value: Json) -> Match:
    match = keys(value, "scope", "schema_version", "data")
    inner = first(first(value, "data"), "messages")
    return match if isinstance(inner, list) else Match(match.found, (*match.missed, "data.messages"))


def read(source: Source) -> list[Trail]:
    """The sessions of a file: one, or one for each agent of a session's folder."""
    value = source.value
    if source.kind == "zip" and isinstance(value, dict):
        return _agents(source, value)
    build = TrailBuilder(source, NAME, never=NEVER)
    data = first(value, "data")
    if isinstance(data, dict):
        _agent(build, data, ("data",))
        build.instruct(text_or_none(data.get("system_prompt")), ("data", "system_prompt"))
        for message, path in objects(data.get("messages"), ("data", "messages")):
            bedrock_converse.read_message(build, message, path, {})
        return [build.trail()]
    rows = objects(value, ()) if isinstance(value, list) else [(whole(source), ())]
    for row, path in rows:
        _row(build, row, path)
    return [build.trail()]


def _agents(source: Source, members: dict[str, Json]) -> list[Trail]:
    """The agents of a session's folder, the messages of each by their numbers."""
    session = next((name for value in members.values() if (name := text_or_none(first(value, "session_id")))), "")
    found: dict[str, list[tuple[int, str]]] = {}
    for member in members:
        told = _MEMBER.match(member)
        if told is not None:
            found.setdefault(told[1], []).append((-1 if told[2] is None else int(told[2]), member))
    trails = []
    for agent, held in found.items():
        build = TrailBuilder(source, NAME, f"{session}/{agent}" if session else agent, NEVER)
        for number, member in sorted(held):
            value = members[member]
            if isinstance(value, dict):
                _agent(build, value, (member,)) if number < 0 else _row(build, value, (member,))
        trails.append(build.trail())
    return trails


def _agent(build: TrailBuilder, agent: dict[str, Json], path: Path) -> None:
    """What is kept of an agent: whether messages were removed, and whether it waits for an answer."""
    if first(agent.get("conversation_manager_state"), "removed_message_count"):
        build.truncated((*path, "conversation_manager_state"))
    held = first(agent, "_internal_state") or agent
    if first(first(held, "interrupt_state"), "activated") is True:
        build.paused("an interrupt of the agent", path)


def _row(build: TrailBuilder, row: dict[str, Json], path: Path) -> None:
    """A message; where a guardrail replaced it, what stands in its place is what the model read."""
    key = "redact_message" if isinstance(row.get("redact_message"), dict) else "message"
    message = row.get(key)
    before = len(build.entries)
    if isinstance(message, dict):
        bedrock_converse.read_message(build, message, (*path, key), {})
    for entry in build.entries[before:]:
        build.amend(entry.id, time=time_text(row.get("created_at")))
