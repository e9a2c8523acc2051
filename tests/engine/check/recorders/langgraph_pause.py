# mypy: ignore-errors
# ruff: noqa: ANN001, ANN201, ARG001, D103
"""Writes the sample of a paused graph by running one with a scripted model (langgraph 1.2.24, langchain-core 1.8).

Run in a virtual environment that has langgraph: `python langgraph_pause.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import interrupt

ASKED = [{"id": "call_l1", "name": "reserve_berth", "args": {"ship": "Aurora"}, "type": "tool_call"}]


def model(state):
    return {"messages": [AIMessage("", tool_calls=ASKED, response_metadata={"model_name": "harbour-2026-01-15"})]}


def tools(state):
    return {"messages": [ToolMessage("berth 4", tool_call_id="call_l1", name="reserve_berth")]}


def confirm(state):
    return {"messages": [HumanMessage(interrupt("Is berth 4 right?"))]}


def main(folder: Path) -> None:
    graph = StateGraph(MessagesState)
    graph.add_sequence([model, tools, confirm])
    graph.add_edge(START, "model")
    app = graph.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "berths"}}
    app.invoke({"messages": [HumanMessage("Reserve a berth for the Aurora.")]}, config)
    state = app.get_state(config)
    # The keys of a thread's state as the server of LangGraph gives it.
    told = {
        "values": {"messages": [message.model_dump(mode="json") for message in state.values["messages"]]},
        "next": list(state.next),
        "tasks": [
            {
                "id": task.id,
                "name": task.name,
                "error": task.error,
                "interrupts": [{"id": item.id, "value": item.value} for item in task.interrupts],
            }
            for task in state.tasks
        ],
        "metadata": state.metadata,
        "created_at": state.created_at,
        "checkpoint": state.config["configurable"],
        "parent_checkpoint": state.parent_config["configurable"],
        "interrupts": [{"id": item.id, "value": item.value} for item in state.interrupts],
    }
    (folder / "paused.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
