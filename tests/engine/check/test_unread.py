"""Nothing vanishes: what no reader understands is a finding with its kind and its place, and the gate fails."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.check.telling.document import check

HOLOGRAM = {"type": "hologram"}
TEXT = {"type": "text", "text": "Yes."}
ASK = {"role": "user", "content": "Well?"}


def langchain(content: Any) -> Any:
    """A LangChain answer."""
    return [{"type": "human", "content": "Well?"}, {"type": "ai", "content": content}]


def inspect(content: Any) -> Any:
    """An Inspect log of one sample."""
    sample = {"id": 1, "epoch": 1, "messages": [ASK, {"role": "assistant", "content": content}]}
    return {"version": 2, "status": "success", "eval": {}, "samples": [sample]}


def atif(**step: Any) -> Any:
    """An ATIF trajectory with one step of the agent."""
    return {"schema_version": "ATIF-v1.7", "steps": [{"source": "agent", **step}]}


CASES: list[tuple[str, Any, str, str]] = [
    ("chat, answer", [ASK, {"role": "assistant", "content": [TEXT, HOLOGRAM]}], "hologram", "[1].content[1]"),
    (
        "chat, question",
        [{"role": "user", "content": [HOLOGRAM]}, {"role": "assistant", "content": "?"}],
        "hologram",
        "[0].content[0]",
    ),
    ("chat, role", {"messages": [ASK] * 50 + [{"role": "critic", "content": "No."}]}, "role critic", "messages[50]"),
    (
        "anthropic",
        {
            "model": "c",
            "max_tokens": 1,
            "system": "Be.",
            "messages": [ASK, {"role": "assistant", "content": [HOLOGRAM]}],
        },
        "hologram",
        "messages[1].content[0]",
    ),
    (
        "responses, part",
        [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Y"}, HOLOGRAM]}],
        "hologram",
        "[0].content[1]",
    ),
    (
        "responses, call",
        {"object": "response", "output": [{"type": "hologram_call", "id": "h", "size": 2}]},
        "hologram_call",
        "output[0]",
    ),
    ("responses, item", {"object": "response", "output": [HOLOGRAM]}, "hologram", "output[0]"),
    ("langchain, part", langchain([TEXT, HOLOGRAM]), "hologram", "[1].content[1]"),
    ("langchain, message", {"messages": [*langchain("Yes.") * 25, HOLOGRAM], "values": {}}, "hologram", "messages[50]"),
    ("inspect", inspect([TEXT, HOLOGRAM]), "hologram", "samples[0].messages[1].content[1]"),
    ("atif", atif(message=[TEXT, HOLOGRAM]), "hologram", "steps[0].message[1]"),
    (
        "atif, subagent",
        {**atif(message="Y"), "subagent_trajectories": [{"trajectory_id": "t"}]},
        "subagent trajectory",
        "subagent_trajectories[0]",
    ),
    (
        "adk",
        [{"author": "a", "content": {"parts": [{"text": "Yes."}, {"hologram": {}}]}}],
        "hologram",
        "[0].content.parts[1]",
    ),
    (
        "gemini",
        {"contents": [{"role": "model", "parts": [{"text": "Y"}, {"hologram": 1}]}]},
        "hologram",
        "contents[0].parts[1]",
    ),
    (
        "converse",
        {"messages": [{"role": "assistant", "content": [{"text": "Y"}, {"toolUse": {"name": "f"}}, {"hologram": 1}]}]},
        "hologram",
        "messages[0].content[2]",
    ),
    ("codex", [{"type": "response_item", "payload": {"type": "hologram"}}], "hologram", "[0].payload"),
    (
        "codex, row",
        [{"type": "response_item", "payload": ASK}, {"type": "hologram", "payload": {}}],
        "hologram",
        "[1].payload",
    ),
]

NO_STEP = ("langchain, message", "atif, subagent", "codex, row")
"""Rows that may be no step at all."""


@pytest.mark.parametrize(("value", "kind", "path"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_nobody_understands_is_told(value: Any, kind: str, path: str) -> None:
    """Its kind, and where it stands."""
    document = check(json.dumps(value).encode(), "a.json")
    [session] = document["sessions"]
    [found] = [item for item in session["findings"] if item["code"] == "missing.unread"]
    assert found["path"] == path
    assert kind in found["reason"]


@pytest.mark.parametrize(("value", "path"), [(case[1], case[3]) for case in CASES if case[0] not in NO_STEP])
def test_its_step_is_not_certain(value: Any, path: str) -> None:
    """So that the gate fails: what stands there cannot be given back."""
    [session] = check(json.dumps(value).encode(), "a.json")["sessions"]
    reasons = {reason for step in session["steps"] for reason in step["reasons"]}
    assert "not_understood" in reasons, path
    assert session["gate"] == "fail"
