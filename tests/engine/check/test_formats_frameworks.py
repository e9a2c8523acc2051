"""What the samples of agent frameworks' own files do not show: rarer messages, removed ones, pauses."""

from __future__ import annotations

import json
from typing import Any

from engine.check.formats import read_trails
from engine.check.reading.source import read_source
from engine.check.telling.document import check
from tests.engine.check.test_formats import SAMPLES, source_of, trail_of
from tests.engine.check.test_formats_more import kinds, unread
from tests.engine.check.test_packed import zipped

Json = Any


# Strands


def test_strands_messages_alone_and_replaced_ones() -> None:
    """A guardrail's replacement is what the model read; the state of an interrupt is a pause."""
    said = {"role": "user", "content": [{"text": "My secret"}]}
    shown = {"role": "user", "content": [{"text": "[blocked]"}]}
    rows = [{"message": said, "message_id": 0, "redact_message": shown, "created_at": "2026-01-05"}]
    assert [(entry.text, entry.time) for entry in trail_of(rows).entries] == [("[blocked]", "2026-01-05")]
    data = {"messages": [said], "conversation_manager_state": {"removed_message_count": 3}}
    held = trail_of(
        {"scope": "agent", "schema_version": "1.0", "data": {**data, "interrupt_state": {"activated": True}}}
    )
    assert [place.path for place in held.truncated] == ["data.conversation_manager_state"]
    assert [item.place.path for item in held.paused] == ["data"]


def test_strands_agents_of_one_session_are_sessions_each() -> None:
    """Messages in the order of their numbers, not of their names."""

    def message(text: str) -> bytes:
        return json.dumps({"message": {"role": "user", "content": [{"text": text}]}, "message_id": 1}).encode()

    members = {f"s/agents/agent_a/messages/message_{number}.json": message(str(number)) for number in (10, 9)}
    data = zipped({**members, "s/agents/agent_b/messages/message_0.json": message("b"), "s/session.json": b'{"a": 1}'})
    trails = read_trails(read_source(data))
    assert [(trail.name, [entry.text for entry in trail.entries]) for trail in trails] == [
        ("a", ["9", "10"]),
        ("b", ["b"]),
    ]


# AutoGen


def test_autogen_messages_of_all_kinds() -> None:
    """Code that is run, memories, structured answers; thoughts and summaries are no steps."""
    rows: list[Json] = [
        {"type": "SystemMessage", "content": "You know the ferries."},
        {"type": "MultiModalMessage", "source": "user", "content": ["Look", {"data": "AA"}]},
        {"type": "MemoryQueryEvent", "source": "a", "content": [{"content": "Likes Kiel."}, {"content": {}}]},
        {"type": "CodeGenerationEvent", "source": "a", "code_blocks": [{"code": "1/0"}]},
        {"type": "CodeExecutionEvent", "source": "a", "result": {"exit_code": 1, "output": "no"}},
        {"type": "StructuredMessage", "source": "a", "content": {"leaves": 9}},
        {"type": "ToolCallSummaryMessage", "source": "a", "content": "09:40"},
        {"type": "HologramEvent", "source": "a"},
    ]
    trail = trail_of({"messages": rows})
    assert trail.instruction == "You know the ferries."
    assert kinds(trail) == [
        ("message", "Look"),
        ("message", "Likes Kiel."),
        ("call", "code_executor"),
        ("result", "code_executor"),
        ("message", '{"leaves": 9}'),
    ]
    assert trail.entries[3].is_error is True
    assert unread(trail) == [("HologramEvent", "messages[7]")]


def test_autogen_agents_without_a_thread_are_sessions_each() -> None:
    """Of teams within teams, too; the session bears the agent's name."""
    context = {"llm_context": {"messages": [{"type": "UserMessage", "content": "Hi", "source": "user"}]}}
    team = {"agent_states": {"inner": {"agent_states": {"pilot": {"agent_state": context}}}, "mate": context}}
    assert [trail.name for trail in read_trails(source_of(team))] == ["pilot", "mate"]


# Mastra


def test_mastra_threads_are_sessions_each() -> None:
    """A list as a storage gives it, with messages of several threads."""

    def message(thread: str, text: str) -> Json:
        parts = [{"type": "text", "text": text}, {"type": "hologram"}]
        return {"role": "user", "threadId": thread, "content": {"format": 2, "parts": parts}}

    first, second = read_trails(source_of([message("t1", "a"), message("t2", "b"), message("t1", "c")]))
    assert (first.name, [entry.text for entry in first.entries]) == ("t1", ["a", "c"])
    assert (second.name, unread(second)) == ("t2", [("hologram", "[1].content.parts[1]")])


# Google ADK's older files


def test_adk_test_files_lack_results_by_their_form() -> None:
    """Told in one line; a result that a later version keeps is read."""
    path = SAMPLES / "google_adk_tests" / "parcel.test.json"
    [session] = check(path.read_bytes(), path.name)["sessions"]
    codes = [item["code"] for item in session["findings"]]
    assert "missing.by-format" in codes
    assert "missing.result" not in codes
    use = {"tool_name": "find", "tool_input": {}, "mock_tool_output": {"place": "depot"}}
    trail = trail_of([{"query": "Where?", "expected_tool_use": [use], "reference": ""}])
    assert [(entry.kind, entry.answers) for entry in trail.entries] == [
        ("message", None),
        ("call", None),
        ("result", "S2"),
    ]


# LangGraph


def test_a_graph_that_is_not_at_its_end_is_paused() -> None:
    """Before a node that is still to run; at its end it is not."""
    values = {"messages": [{"type": "human", "content": "Hi"}]}
    [waiting] = trail_of({"values": values, "next": ["review"], "tasks": []}).paused
    assert (waiting.what, waiting.place.path) == ("“review”, which is still to run", "next")
    assert trail_of({"values": values, "next": [], "tasks": []}).paused == ()
    [asked] = trail_of([{"values": values, "interrupts": [{"value": "?"}]}]).paused
    assert (asked.what, asked.place.path) == ("an interrupt of a node", "[0].interrupts")
