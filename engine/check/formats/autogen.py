"""AutoGen AgentChat: results of a run, saved states of agents and teams.

Shapes from autogen-agentchat and autogen-core 0.7 (`messages.py`, `state/_states.py`, `models/_types.py`). A team's
state holds the messages in `message_thread`; a single agent's holds what its model reads, in `llm_context.messages`.
Every message names its `type`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .alone import REQUEST_AND_MODEL
from .building import TrailBuilder, first, objects, parsed, text_or_none, time_text
from .match import Match, sample

NAME = "autogen"
TITLE = "AutoGen run or saved state"
NEVER = Never(
    REQUEST_AND_MODEL,
    "the system messages, the tools' declarations, the model and its parameters",
    "Keep the component's configuration (`dump_component`) beside the state, and export the run's traces.",
)

_CALLS = ("ToolCallRequestEvent", "AssistantMessage")
_RESULTS = ("ToolCallExecutionEvent", "FunctionExecutionResultMessage")
_SAID = ("TextMessage", "MultiModalMessage", "StopMessage", "HandoffMessage", "StructuredMessage", "UserMessage")
_SILENT = (
    *("ThoughtEvent", "ModelClientStreamingChunkEvent", "UserInputRequestedEvent", "SelectSpeakerEvent"),
    *("SelectorEvent", "ToolCallSummaryMessage"),
)
"""Messages that are not steps: thoughts, pieces of what follows whole, marks of the program, repeated results."""
_OTHERS = ("SystemMessage", "CodeGenerationEvent", "CodeExecutionEvent", "MemoryQueryEvent")
_KNOWN = (*_CALLS, *_RESULTS, *_SAID, *_SILENT, *_OTHERS)
_DEEPEST = 12
"""How many levels states of teams may stand inside each other."""


def recognise(value: Json) -> Match:
    """By messages of AutoGen's own types, wherever a run's result or a state holds them."""
    for rows, _, _ in _lists(value, (), 0):
        kinds = {str(row.get("type")) for row in sample(rows)}
        if kinds & set(_KNOWN):
            return Match(tuple(f"type = {kind}" for kind in sorted(kinds & set(_KNOWN))[:3]))
    return Match(missed=("type = TextMessage, ToolCallRequestEvent, …",))


def read(source: Source) -> list[Trail]:
    """The one session of a run or of a team; one for each agent where a state holds no common thread."""
    found = list(_lists(source.value, (), 0))
    thread = next((held for held in found if held[1][-1:] == ("message_thread",) and held[0]), None)
    if thread is not None:
        return [_session(source, "", thread[0], thread[1])]
    return [_session(source, name, rows, path) for rows, path, name in found]


def _lists(value: Json, path: Path, depth: int) -> Iterator[tuple[list[Json], Path, str]]:
    """The lists of messages in a file: each with its path and the name of whose it is."""
    if isinstance(value, list):
        yield value, path, ""
    if not isinstance(value, dict) or depth > _DEEPEST:
        return
    for key in ("messages", "message_thread"):
        if isinstance(value.get(key), list):
            yield value[key], (*path, key), ""
    context = first(first(value, "llm_context"), "messages")
    if isinstance(context, list):
        yield context, (*path, "llm_context", "messages"), ""
    states = value.get("agent_states")
    for name, state in states.items() if isinstance(states, dict) else ():
        yield from (
            (rows, at, each or name) for rows, at, each in _lists(state, (*path, "agent_states", name), depth + 1)
        )
    if isinstance(value.get("agent_state"), dict):
        yield from _lists(value["agent_state"], (*path, "agent_state"), depth + 1)


def _session(source: Source, name: str, rows: list[Json], path: Path) -> Trail:
    build = TrailBuilder(source, NAME, name, NEVER)
    for message, inner in objects(rows, path):
        _message(build, message, inner)
    return build.trail()


def _message(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    kind, content, time = message.get("type"), message.get("content"), time_text(message.get("created_at"))
    if kind in _CALLS and isinstance(content, list):
        _calls(build, content, (*path, "content"), {"turn": build.next_turn(), "time": time})
    elif kind in _RESULTS:
        _results(build, content, (*path, "content"), time)
    elif kind in _SAID or kind == "AssistantMessage":
        by_user = kind == "UserMessage" or message.get("source") == "user"
        facts: dict[str, Any] = {"time": time} if by_user else {"turn": build.next_turn(), "time": time}
        build.message("user" if by_user else "model", _text(content), path, **facts)
    elif kind in _OTHERS:
        _other(build, str(kind), message, path)
    elif kind not in _SILENT:
        build.unread(kind, path)


def _text(content: Json) -> str | None:
    """A message's text; of several parts those that are text, of a structured one its JSON."""
    if isinstance(content, list):
        return "\n".join(part for part in content if isinstance(part, str)) or None
    return content if isinstance(content, str) or content is None else json.dumps(content)


def _calls(build: TrailBuilder, content: list[Json], path: Path, facts: dict[str, Any]) -> None:
    for call, inner in objects(content, path):
        name, call_id = text_or_none(call.get("name")), text_or_none(call.get("id"))
        build.call(name, parsed(call.get("arguments", ABSENT)), inner, call_id=call_id, **facts)


def _results(build: TrailBuilder, content: Json, path: Path, time: str | None) -> None:
    for result, inner in objects(content, path):
        failed = True if result.get("is_error") is True else None
        tool, call_id = text_or_none(result.get("name")), text_or_none(result.get("call_id"))
        build.result(result.get("content", ABSENT), inner, tool=tool, call_id=call_id, is_error=failed, time=time)


def _other(build: TrailBuilder, kind: str, message: dict[str, Json], path: Path) -> None:
    content, result = message.get("content"), message.get("result")
    if kind == "SystemMessage":
        build.instruct(text_or_none(content), (*path, "content"))
    elif kind == "CodeGenerationEvent":
        build.call("code_executor", {"code_blocks": message.get("code_blocks")}, path, turn=build.next_turn())
    elif kind == "CodeExecutionEvent":
        failed = True if first(result, "exit_code") else None
        build.result(ABSENT if result is None else result, path, tool="code_executor", is_error=failed)
    else:
        texts = [first(item, "content") for item, _ in objects(content, ())]
        build.message("user", "\n".join(text for text in texts if isinstance(text, str)) or None, path)
