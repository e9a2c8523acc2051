"""Conversations in the form of each model's API: well formed ones, and their messages to change."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any

from tests.engine.paths import inside

Value = Any
"""A JSON value that a test changes."""

CLAUDE, GPT, REASONS = "claude-sonnet-4-5-20250929", "gpt-4.1-2025-04-14", "gpt-5-2025-08-07"
SIGNED = {"type": "thinking", "thinking": "I look it up.", "signature": "EqQBCkYIBxgCIkD0" * 4}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"


def data(value: Value) -> bytes:
    """The file of a value; of a list of rows, JSON Lines."""
    if isinstance(value, list):
        return "\n".join(map(json.dumps, value)).encode()
    return json.dumps(value, indent=1).encode()


def changed(value: Value, *changes: tuple[Sequence[str | int], Value]) -> Value:
    """A copy of a value with other values at some paths; a number one beyond the end of a list adds to it."""
    value = copy.deepcopy(value)
    for path, new in changes:
        holder = inside(value, path[:-1])
        if isinstance(holder, list) and path[-1] == len(holder):
            holder.append(new)
        else:
            holder[path[-1]] = new
    return value


def dropped(value: Value, *path: str | int) -> Value:
    """A copy of a value without what stands at a path."""
    value = copy.deepcopy(value)
    del inside(value, path[:-1])[path[-1]]
    return value


def inserted(value: Value, path: Sequence[str | int], new: Value) -> Value:
    """A copy of a value with one more in the list that a path leads into, at its last number."""
    value = copy.deepcopy(value)
    inside(value, path[:-1]).insert(path[-1], new)
    return value


def use(call_id: str, order: Value = 7) -> Value:
    """A call in Anthropic's form."""
    return {"type": "tool_use", "id": call_id, "name": "get_order", "input": {"order": order}}


def answer(call_id: str) -> Value:
    """Its result."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": "paid"}


def text(words: str) -> Value:
    """A block of text."""
    return {"type": "text", "text": words}


ANTHROPIC: Value = {
    "model": CLAUDE,
    "max_tokens": 2048,
    "system": [text("You look after a shop.")],
    "tools": [{"name": "get_order", "input_schema": {"type": "object"}}],
    "messages": [
        {"role": "user", "content": "Are orders 7 and 8 paid?"},
        {"role": "assistant", "content": [SIGNED, text("I look."), use("toolu_1"), use("toolu_2", 8)]},
        {"role": "user", "content": [answer("toolu_2"), answer("toolu_1"), text("Hurry.")]},
        {"role": "assistant", "content": [text("Both are.")]},
        {"role": "user", "content": "Thank you."},
        {"role": "assistant", "content": [text("You are welcome.")]},
    ],
}
"""Parallel calls, answered in another order and before what the user says, after signed thinking."""

TOOL = {"type": "function", "function": {"name": "get_order", "parameters": {"type": "object"}}}


def called(call_id: str, arguments: str = '{"order": 7}') -> Value:
    """A call in the form of chat completions."""
    return {"id": call_id, "type": "function", "function": {"name": "get_order", "arguments": arguments}}


CHAT: Value = {
    "model": GPT,
    "temperature": 0,
    "tools": [TOOL],
    "messages": [
        {"role": "system", "content": "You look after a shop."},
        {"role": "user", "content": "Is order 7 paid?"},
        {"role": "assistant", "content": None, "tool_calls": [called("call_1"), called("call_2")]},
        {"role": "tool", "tool_call_id": "call_2", "content": "yes"},
        {"role": "tool", "tool_call_id": "call_1", "content": "yes"},
        {"role": "assistant", "content": "It is."},
        {"role": "user", "content": "Thank you."},
        {"role": "assistant", "content": "You are welcome."},
    ],
}
MISTRAL: Value = changed(
    CHAT,
    (["model"], "mistral-large-2411"),
    (["messages", 2, "tool_calls"], [called("abcdefgh1")]),
    (["messages", 3, "tool_call_id"], "abcdefgh1"),
)
del MISTRAL["messages"][4]
DEEPSEEK: Value = changed(
    CHAT,
    (["model"], "deepseek-v4-flash"),
    (["messages", 2, "reasoning_content"], "I look."),
    (["messages", 5, "tool_calls"], [called("call_3")]),
    (["messages", 5, "reasoning_content"], "Again."),
    (["messages", 6], {"role": "tool", "tool_call_id": "call_3", "content": "yes"}),
)

RESPONSES: Value = {
    "id": "resp_1",
    "object": "response",
    "model": REASONS,
    "instructions": "You look after a shop.",
    "temperature": 1,
    "tools": [{"type": "function", "name": "get_order", "parameters": {"type": "object"}}],
    "input": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Is order 7 paid?"}]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get_order", "arguments": '{"order":7}'},
        {"type": "function_call_output", "call_id": "call_1", "output": "yes"},
    ],
    "output": [
        {"type": "message", "id": "msg_9", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]}
    ],
}

GEMINI: Value = {
    "model": "gemini-3-pro-preview-11-2025",
    "systemInstruction": {"parts": [{"text": "You look after a shop."}]},
    "generationConfig": {"temperature": 0},
    "tools": [{"functionDeclarations": [{"name": "get_order"}]}],
    "contents": [
        {"role": "user", "parts": [{"text": "Are orders 7 and 8 paid?"}]},
        {
            "role": "model",
            "parts": [
                {"functionCall": {"name": "get_order", "args": {"order": 7}}, "thoughtSignature": "AdHS"},
                {"functionCall": {"name": "get_order", "args": {"order": 8}}},
            ],
        },
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "get_order", "response": {"paid": True}}} for _ in range(2)],
        },
        {"role": "model", "parts": [{"text": "Both are."}]},
        {"role": "user", "parts": [{"text": "Thank you."}]},
        {"role": "model", "parts": [{"text": "You are welcome."}]},
    ],
}

CONVERSE: Value = {
    "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
    "system": [{"text": "You look after a shop."}],
    "inferenceConfig": {"temperature": 0},
    "toolConfig": {"tools": [{"toolSpec": {"name": "get_order", "inputSchema": {"json": {"type": "object"}}}}]},
    "messages": [
        {"role": "user", "content": [{"text": "Is order 7 paid?"}]},
        {
            "role": "assistant",
            "content": [
                {"reasoningContent": {"reasoningText": {"text": "I look.", "signature": "EqQB" * 9}}},
                {"toolUse": {"toolUseId": "tooluse_1", "name": "get_order", "input": {"order": 7}}},
            ],
        },
        {"role": "user", "content": [{"toolResult": {"toolUseId": "tooluse_1", "content": [{"text": "yes"}]}}]},
        {"role": "assistant", "content": [{"text": "It is."}]},
        {"role": "user", "content": [{"text": "Thank you."}]},
        {"role": "assistant", "content": [{"text": "You are welcome."}]},
    ],
}

_ROW = {"sessionId": "s1", "isSidechain": False, "timestamp": "2026-01-01T00:00:00.000Z"}


def row(number: int, role: str, content: Value, **message: Value) -> Value:
    """A row of a Claude Code transcript; it comes after the one before it."""
    before = f"u{number - 1}" if number else None
    said = {"role": role, "content": content, **message}
    return {"type": role, "uuid": f"u{number}", "parentUuid": before, "message": said, **_ROW}


ANSWER = {"id": "msg_1", "model": CLAUDE}

CLAUDE_CODE: Value = [
    row(0, "user", "Are orders 7 and 8 paid?"),
    row(1, "assistant", [SIGNED], **ANSWER),
    row(2, "assistant", [use("toolu_1")], **ANSWER),
    row(3, "user", [answer("toolu_1")]),
    row(4, "assistant", [use("toolu_2", 8)], **ANSWER),
    row(5, "user", [answer("toolu_2")]),
    row(6, "assistant", [text("Both are.")], id="msg_2", model=CLAUDE),
]
"""One answer in three rows, with a result between them, as the program writes parallel calls."""

CODEX: Value = [
    {"timestamp": "t", "type": "session_meta", "payload": {"id": "c1", "instructions": "You look after a shop."}},
    {"timestamp": "t", "type": "turn_context", "payload": {"model": REASONS}},
    *(
        {"timestamp": "t", "type": "response_item", "payload": item}
        for item in [
            RESPONSES["input"][0],
            {"type": "reasoning", "summary": [], "encrypted_content": "gAAAAAB"},
            {"type": "function_call", "call_id": "call_1", "name": "shell", "arguments": '{"command":["ls"]}'},
            {"type": "function_call_output", "call_id": "call_1", "output": "a"},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]},
        ]
    ),
]

ADK: Value = {
    "id": "g",
    "appName": "shop",
    "userId": "u",
    "state": {},
    "events": [
        {
            "id": f"e{number}",
            "author": "user" if number == 0 else "shop",
            "modelVersion": None if number == 0 else GEMINI["model"],
            "content": content,
        }
        for number, content in enumerate(GEMINI["contents"][:4])
    ],
}

WELL_FORMED = {
    "anthropic": ANTHROPIC,
    "chat": CHAT,
    "mistral": MISTRAL,
    "deepseek": DEEPSEEK,
    "responses": RESPONSES,
    "gemini": GEMINI,
    "converse": CONVERSE,
    "claude code": CLAUDE_CODE,
    "codex": CODEX,
    "adk": ADK,
}
"""By a name, a conversation that its service takes."""
