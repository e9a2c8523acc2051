# mypy: ignore-errors
# ruff: noqa: D103
"""Writes the samples of LangChain and LangGraph with their own objects (langchain-core 1.8.3, langgraph 1.2.24).

Run in a virtual environment that has both: `python langchain_messages.py FOLDER`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from langchain_core.load import dumpd
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, messages_to_dict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph


def _messages() -> list[Any]:
    call = {"id": "call_l1", "name": "water_plants", "args": {"litres": 2}, "type": "tool_call"}
    broken = {"id": "call_l2", "name": "feed_plants", "args": '{"grams": ', "error": "cut", "type": "invalid_tool_call"}
    metadata = {"model_name": "gpt-4o-2024-08-06", "finish_reason": "tool_calls"}
    return [
        SystemMessage("You look after plants.", id="m0"),
        HumanMessage("The fern is dry.", id="m1"),
        AIMessage("", id="m2", tool_calls=[call], invalid_tool_calls=[broken], response_metadata=metadata),
        ToolMessage("pump is off", id="m3", tool_call_id="call_l1", name="water_plants", status="error"),
        AIMessage("The pump is off.", id="m4", response_metadata={"model_name": "gpt-4o-2024-08-06"}),
    ]


def _thread() -> dict[str, Any]:
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": _messages()[2:]})
    graph.add_edge(START, "model")
    graph.add_edge("model", END)
    app = graph.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "thread-7"}}
    app.invoke({"messages": _messages()[:2]}, config)
    state = app.get_state(config)._asdict()
    state["values"] = {"messages": [message.model_dump() for message in state["values"]["messages"]]}
    state["config"] = {"configurable": {"thread_id": state["config"]["configurable"]["thread_id"]}}
    state["parent_config"] = None
    state["created_at"] = "2026-01-01T00:00:00+00:00"
    return state


def main(folder: Path) -> None:
    forms = {
        "constructor": dumpd(_messages()),
        "flat": [message.model_dump() for message in _messages()],
        "wrapped": messages_to_dict(_messages()),
        "thread": _thread(),
    }
    for name, value in forms.items():
        text = json.dumps(value, indent=2, default=str)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
