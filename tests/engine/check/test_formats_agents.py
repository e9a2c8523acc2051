"""What the samples of coding agents' sessions do not show: rarer parts, compaction, parts that nobody knows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.check.telling.document import check
from tests.engine.check.test_formats import SAMPLES, trail_of
from tests.engine.check.test_formats_more import kinds, unread

Json = Any

AGENTS = ("pi", "goose", "opencode", "gemini_cli", "codex_exec")


@pytest.mark.parametrize("name", AGENTS)
def test_what_an_agent_never_writes_down_is_told_once(name: str) -> None:
    """Not as the lack of this session, and with what can be done in that agent."""
    for path in (SAMPLES / name).glob("*.json*"):
        if path.suffix != ".trail":
            [session] = check(path.read_bytes(), path.name)["sessions"]
            codes = [item["code"] for item in session["findings"]]
            assert codes.count("missing.by-format") == 1
            assert not {"missing.instruction", "missing.tool-definitions"} & set(codes)


def test_goose_compaction_and_unknown_parts() -> None:
    """A summary that only the model sees, a mark of older versions, a part that nobody knows."""
    hidden = {"userVisible": False, "agentVisible": True}
    messages = [
        {"role": "user", "created": 1, "content": [{"type": "text", "text": "Summary."}], "metadata": hidden},
        {"role": "assistant", "created": 2, "content": [{"type": "conversationCompacted", "msg": "x"}]},
        {"role": "assistant", "created": 3, "content": [{"type": "toolRequest", "id": "a", "toolCall": {}}]},
        {"role": "assistant", "created": 3, "content": [{"type": "hologram"}, {"type": "image", "data": "AA"}]},
    ]
    trail = trail_of([{"working_dir": "/w"}, *messages])
    assert [place.path for place in trail.truncated] == ["[1]", "[2].content[0]"]
    assert unread(trail) == [("hologram", "[4].content[0]")]
    assert kinds(trail) == [("message", "Summary."), ("call", None)]
    wrapped = trail_of({"id": "s", "working_dir": "/w", "conversation": {"messages": messages}})
    assert kinds(wrapped) == kinds(trail)


def test_pi_entries_of_all_kinds() -> None:
    """Commands of the user's own, summaries, a compaction; without ids the entries follow one another (version 1)."""
    said: list[Json] = [
        {"type": "message", "message": {"role": "bashExecution", "command": "ls", "output": "a.txt"}},
        {"type": "message", "message": {"role": "bashExecution", "command": "env", "excludeFromContext": True}},
        {"type": "custom_message", "content": "Injected."},
        {"type": "branch_summary", "summary": "Tried another way."},
        {"type": "compaction", "summary": "All of it."},
        {"type": "message", "message": {"role": "assistant", "content": [{"type": "hologram"}]}},
        {"type": "message", "message": {"role": "oracle", "content": "?"}},
        {"type": "hologram"},
        {"type": "label", "label": "x"},
    ]
    trail = trail_of([{"type": "session", "id": "s", "cwd": "/w"}, *said])
    assert [entry.text for entry in trail.entries] == ["ls\na.txt", "Injected.", "Tried another way."]
    assert [place.path for place in trail.truncated] == ["[5]"]
    assert unread(trail) == [
        ("hologram", "[6].message.content[0]"),
        ("oracle", "[7].message"),
        ("hologram", "[8]"),
    ]


def test_gemini_cli_takes_messages_back() -> None:
    """`$rewindTo` takes back a message and what follows; `$set` with messages replaces them all."""
    head = {"sessionId": "s", "projectHash": "h"}

    def row(name: str, kind: str, content: Json) -> Json:
        return {"id": name, "type": kind, "content": content}

    rows = [head, row("a", "user", "One"), row("b", "gemini", "Two"), {"$rewindTo": "b"}, row("c", "gemini", "Three")]
    trail = trail_of(rows)
    assert kinds(trail) == [("message", "One"), ("message", "Three")]
    assert [place.path for place in trail.truncated] == ["[3]"]
    replaced = trail_of([*rows, {"$set": {"messages": [row("z", "user", "Zero")]}}, row("i", "info", "note")])
    assert [(entry.text, entry.place.path) for entry in replaced.entries] == [("Zero", '[5]["$set"].messages[0]')]
    assert trail_of([*rows, {"$rewindTo": "gone"}, row("d", "user", "Anew")]).entries[0].text == "Anew"
    parts = [{"text": "Look"}, {"fileData": {"fileUri": "gs://b/a.png"}}, {"hologram": 1}]
    looked = trail_of({**head, "messages": [row("a", "user", parts)]})
    assert [item.place.path for item in looked.outside] == ["messages[0].content[1]"]
    assert unread(looked) == [("hologram", "messages[0].content[2]")]


def test_opencode_parts_of_all_kinds() -> None:
    """A system prompt of the message's own, subtasks, a compaction, an error, a call under way."""
    user = {"role": "user", "system": "You write letters."}
    parts = [
        {"type": "text", "text": "Hidden", "ignored": True},
        {"type": "subtask", "prompt": "Count the words."},
        {"type": "compaction", "auto": True},
        {"type": "hologram"},
        {"type": "file", "url": "data:text/plain;base64,AA"},
    ]
    running = {"type": "tool", "tool": "bash", "callID": "a", "state": {"status": "running", "input": {"command": "x"}}}
    summary = {
        "role": "assistant",
        "modelID": "m-2026-01-01",
        "summary": True,
        "error": {"name": "MessageAbortedError"},
    }
    trail = trail_of([{"info": user, "parts": parts}, {"info": summary, "parts": [running]}])
    assert trail.instruction == "You write letters."
    assert kinds(trail) == [("message", "Count the words."), ("call", "bash")]
    assert [place.path for place in trail.truncated] == ["[0].parts[2]", "[1]", "[1].info.error"]
    assert unread(trail) == [("hologram", "[0].parts[3]")]
    assert trail.outside == ()


def test_codex_events_of_all_kinds() -> None:
    """A call that never ends, a sub-agent, a failed MCP call, a failed turn, an item that nobody knows."""
    items: list[Json] = [
        {
            "id": "1",
            "type": "collab_tool_call",
            "tool": "spawn_agent",
            "prompt": "Look",
            "agents_states": {"t": "done"},
        },
        {
            "id": "2",
            "type": "mcp_tool_call",
            "server": "s",
            "tool": "t",
            "error": {"message": "no"},
            "status": "failed",
        },
        {"id": "3", "type": "hologram"},
    ]
    rows: list[Json] = [
        {"type": "item.started", "item": {"id": "0", "type": "command_execution", "command": "sleep 9"}},
        *({"type": "item.completed", "item": item} for item in items),
        {"type": "turn.failed", "error": {"message": "gone"}},
        {"type": "hologram"},
    ]
    trail = trail_of(rows)
    assert kinds(trail) == [
        ("call", "shell"),
        ("call", "spawn_agent"),
        ("result", "spawn_agent"),
        ("call", "mcp__s__t"),
        ("result", "mcp__s__t"),
    ]
    assert (trail.entries[4].result, trail.entries[4].is_error) == ("no", True)
    assert [place.path for place in trail.truncated] == ["[4]"]
    assert unread(trail) == [("hologram", "[3].item"), ("hologram", "[5]")]
