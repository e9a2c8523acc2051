"""What the samples of single formats do not show: rarer parts, refusals, parts that nobody knows."""

from __future__ import annotations

from typing import Any

from engine.check.trail import Trail
from tests.engine.check.test_formats import trail_of

Json = Any


def kinds(trail: Trail) -> list[tuple[str, str | None]]:
    """The steps in short: what each is, and its text or tool."""
    return [(entry.kind, entry.text or entry.tool) for entry in trail.entries]


def unread(trail: Trail) -> list[tuple[str, str]]:
    """What was not understood, and where."""
    return [(item.kind, item.place.path) for item in trail.unread]


# Vercel AI SDK


def test_ui_parts_that_are_no_steps() -> None:
    """A linked file lies outside, an app's own data and thoughts are passed over, an unknown part is told."""
    parts = [
        {"type": "text", "text": "Look"},
        {"type": "file", "url": "https://files.example/a.png", "mediaType": "image/png"},
        {"type": "file", "url": "data:image/png;base64,AA", "mediaType": "image/png"},
        {"type": "data-cart", "data": 1},
        {"type": "reasoning", "text": "hm"},
        {"type": "hologram"},
    ]
    trail = trail_of([{"role": "user", "parts": parts}, {"role": "system", "parts": [{"type": "text", "text": "Be."}]}])
    assert kinds(trail) == [("message", "Look")]
    assert [item.place.path for item in trail.outside] == ["[0].parts[1]"]
    assert unread(trail) == [("hologram", "[0].parts[5]")]
    assert trail.instruction == "Be."


def test_ui_tools_that_are_under_way_or_run_by_the_provider() -> None:
    """A call whose input still streams is a fragment; a provider's result belongs to the turn of its call."""
    parts = [
        {"type": "dynamic-tool", "toolName": "search", "toolCallId": "a", "state": "output-available", "input": {}}
        | {"output": [1], "providerExecuted": True},
        {"type": "tool-send", "toolCallId": "b", "state": "input-streaming", "rawInput": '{"to'},
    ]
    trail = trail_of([{"role": "assistant", "parts": parts}])
    call, streaming, result = trail.entries
    assert (call.tool, result.turn, result.answers) == ("search", call.turn, call.id)
    assert (streaming.tool, streaming.partial, streaming.arguments) == ("send", True, '{"to')


def test_a_denied_model_message() -> None:
    """The result says that the call was never carried out."""
    call = {"type": "tool-call", "toolCallId": "a", "toolName": "send", "args": {}}
    result = {"type": "tool-result", "toolCallId": "a", "toolName": "send", "output": {"type": "execution-denied"}}
    messages = [{"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}]
    assert [entry.refused for entry in trail_of(messages).entries] == [True, True]


# Pydantic AI


def test_pydantic_parts_that_are_rare() -> None:
    """A refused call, a built-in tool, a file behind a link, a compaction, a part that nobody knows."""
    asked = [{"part_kind": "user-prompt", "content": ["Look", {"kind": "image-url", "url": "https://x.example/a"}]}]
    said = [
        {"part_kind": "builtin-tool-call", "tool_name": "web", "tool_call_id": "w", "args": None},
        {"part_kind": "builtin-tool-return", "tool_name": "web", "tool_call_id": "w", "content": "found"},
        {"part_kind": "tool-call", "tool_name": "send", "tool_call_id": "s", "args": "{"},
        {"part_kind": "compaction", "content": None},
        {"part_kind": "hologram"},
    ]
    denied = {
        "part_kind": "tool-return",
        "tool_name": "send",
        "tool_call_id": "s",
        "content": "No.",
        "outcome": "denied",
    }
    again = {"part_kind": "retry-prompt", "content": "Answer in JSON."}
    trail = trail_of(
        [
            {"kind": "request", "parts": asked},
            {"kind": "response", "parts": said, "finish_reason": "length"},
            {"kind": "request", "parts": [denied, again]},
        ]
    )
    assert kinds(trail) == [
        ("message", "Look"),
        ("call", "web"),
        ("result", "web"),
        ("call", "send"),
        ("result", "send"),
        ("message", "Answer in JSON."),
    ]
    assert [entry.refused for entry in trail.entries] == [False, False, False, True, True, False]
    assert [entry.arguments for entry in trail.entries if entry.kind == "call"] == [{}, "{"]
    assert len(trail.outside) == 1
    assert [place.path for place in trail.truncated] == ["[1].parts[3]", "[1].finish_reason"]
    assert unread(trail) == [("hologram", "[1].parts[4]")]
