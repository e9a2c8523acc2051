"""What the samples of single formats do not show: rarer parts, refusals, parts that nobody knows."""

from __future__ import annotations

import json
from typing import Any

from engine.check.trail import Trail
from tests.engine.check.test_formats import SAMPLES, trail_of

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


# OpenInference


def _rows() -> list[Json]:
    text = (SAMPLES / "otel_genai" / "openinference_flat.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _nested(attributes: Json) -> Json:
    """Attributes as Phoenix's downloads have them: objects within objects, numbers as lists."""
    root: Json = {}
    for name, value in attributes.items():
        node = root
        *above, last = name.split(".")
        for key in above:
            node = node.setdefault(key, {})
        node[last] = value
    return _lists(root)


def _lists(node: Json) -> Json:
    if not isinstance(node, dict):
        return node
    inner = {key: _lists(value) for key, value in node.items()}
    return list(inner.values()) if inner and all(key.isdigit() for key in inner) else inner


def _columns(row: Json) -> Json:
    """A span as a row of Phoenix's table: messages are lists of objects with flat keys."""
    names = {"input_messages", "output_messages"}
    flat = {
        f"attributes.{name}": value for name, value in row["attributes"].items() if not names & set(name.split("."))
    }
    for side in names:
        messages = [
            {"message.role": message["message"]["role"], "message.content": message["message"].get("content")}
            | {key: value for key, value in _calls(message).items() if value}
            for message in _nested(row["attributes"]).get("llm", {}).get(side, [])
        ]
        flat[f"attributes.llm.{side}"] = messages or None
    return {**flat, "context.trace_id": row["context"]["trace_id"], "start_time": row["start_time"]}


def _calls(message: Json) -> Json:
    asked = [
        {"tool_call.id": call["id"], **{f"tool_call.function.{key}": text for key, text in call["function"].items()}}
        for call in (item["tool_call"] for item in message["message"].get("tool_calls", []))
    ]
    return {"message.tool_calls": asked, "message.tool_call_id": message["message"].get("tool_call_id")}


def test_openinference_in_its_three_forms() -> None:
    """Flat as sent, nested as downloaded, in columns as in Phoenix's table: the same session."""
    flat = trail_of(_rows())
    assert kinds(flat)[1:3] == [("call", "find_ferry"), ("result", "find_ferry")]
    nested = trail_of([{**row, "attributes": _nested(row["attributes"])} for row in _rows()])
    columns = trail_of([_columns(row) for row in _rows()])
    for other in (nested, columns):
        assert kinds(other) == kinds(flat)
        assert [(entry.model, entry.arguments) for entry in other.entries] == [
            (entry.model, entry.arguments) for entry in flat.entries
        ]
        assert (other.instruction, other.sampling) == (flat.instruction, flat.sampling)
        assert [tool.name for tool in other.tools or ()] == ["find_ferry"]


def test_openinference_without_messages_has_input_and_output() -> None:
    """A model's span that tells only values; a tool's run is paired with its call by what it was asked."""
    model = {"openinference.span.kind": "LLM", "input.value": "Hi", "output.value": "Hello"}
    assert kinds(trail_of([{"name": "a", "context": {"trace_id": "t"}, "attributes": model}])) == [
        ("message", "Hi"),
        ("message", "Hello"),
    ]
    said = "llm.output_messages.0.message."
    asked: Json = {"openinference.span.kind": "LLM", f"{said}role": "assistant"}
    for index, port in enumerate(("Kiel", "Riga")):
        call = f"{said}tool_calls.{index}.tool_call."
        asked |= {
            f"{call}id": port,
            f"{call}function.name": "ferry",
            f"{call}function.arguments": f'{{"to": "{port}"}}',
        }
    tool = {"openinference.span.kind": "TOOL", "tool.name": "ferry", "output.value": "late"}
    value = json.dumps({"args": [], "kwargs": {"to": "Riga"}})
    spans = [{"attributes": asked}, {"attributes": {**tool, "input.value": value}}]
    trail = trail_of([{"name": "x", "context": {"trace_id": "t"}, **span} for span in spans])
    assert [(entry.call_id, entry.answers) for entry in trail.entries] == [
        ("Kiel", None),
        ("Riga", None),
        ("Riga", "S2"),
    ]
