"""Small exports as their frameworks write them, for the tests that begin with bytes."""

from __future__ import annotations

import base64
import copy
import gzip
import json
from typing import Any

EMAIL = "mira.rao@example.com"
KEY = "AKIA" + "Q3EGRIVBXZ4LMN7T"  # joined here, so that no scanner takes this file for a leak


def chat(*messages: Any, **request: Any) -> bytes:
    """An OpenAI chat-completions request with these messages, one to a line."""
    rows = ",\n".join(json.dumps(message) for message in messages)
    head = "".join(f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in request.items())
    return f'{{\n{head}"messages": [\n{rows}\n]}}\n'.encode()


def system(text: str = "You answer customers.") -> Any:
    """The instruction."""
    return {"role": "system", "content": text}


def user(text: str = "Where is my order?") -> Any:
    """A user's message."""
    return {"role": "user", "content": text}


def says(text: str = "It is on its way.") -> Any:
    """A model's message."""
    return {"role": "assistant", "content": text}


def calls(*asked: tuple[str, str, Any]) -> Any:
    """A model turn with calls: id, tool and arguments of each."""
    return {"role": "assistant", "content": None, "tool_calls": [_call(*each) for each in asked]}


def _call(call_id: str, tool: str, arguments: Any) -> Any:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": call_id, "type": "function", "function": {"name": tool, "arguments": text}}


def gives(call_id: str, result: Any) -> Any:
    """A tool's result."""
    text = result if isinstance(result, str) else json.dumps(result)
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def zipped(value: Any) -> str:
    """A value as a gzip body in base64."""
    return base64.b64encode(gzip.compress(json.dumps(value).encode(), mtime=0)).decode("ascii")


EVERYTHING = chat(
    system(),
    user(f"I want my money back. I am {EMAIL}."),
    calls(("call_1", "get_order", {"email": EMAIL})),
    gives("call_1", {"order": "A-7", "raw": zipped({"aws_access_key_id": KEY, "status": "late"})}),
    calls(("call_1", "issue_refund", {"order": "A-7", "amount": "12"})),
    gives("call_1", {"refund": "r-1", "to": EMAIL}),
    says(f"Done, {EMAIL}."),
    model="gpt-4o",
    temperature=0,
    tools=[
        {"type": "function", "function": {"name": name, "parameters": {}}} for name in ("get_order", "issue_refund")
    ],
)
"""An email, a key in a gzip body, a call id used again, an alias, and a refund."""

CLEAN = chat(
    system(),
    user(),
    calls(("call_1", "get_order", {"order": "A-7"})),
    gives("call_1", {"status": "late"}),
    says(),
    model="gpt-4o-2024-08-06",
    temperature=0,
    tools=[{"type": "function", "function": {"name": "get_order", "parameters": {}}}],
)
"""A session that replays as it is."""


def line_of(data: bytes, words: str) -> int:
    """The line on which words stand, from 1."""
    return next(number for number, line in enumerate(data.decode().split("\n"), 1) if words in line)


def without(document: Any, *keys: str) -> Any:
    """A copy of an object without some keys."""
    return {key: value for key, value in copy.deepcopy(document).items() if key not in keys}
