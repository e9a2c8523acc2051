# mypy: ignore-errors
# ruff: noqa: ARG002, D102
"""Writes the run-state sample of the Agents SDK by running an agent with a scripted model (openai-agents 0.24.0).

Run in a virtual environment that has openai-agents: `python agents_sdk.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"

from agents import Agent, Model, ModelResponse, Runner, Usage, function_tool
from openai.types.responses import ResponseFunctionToolCall


class Scripted(Model):
    """Answers with one call, whatever it is asked."""

    async def get_response(self, *args: Any, **kwargs: Any) -> ModelResponse:
        call = ResponseFunctionToolCall(
            type="function_call", id="fc_1", call_id="call_s1", name="erase_list", arguments='{"list_name": "old"}'
        )
        look = ResponseFunctionToolCall(
            type="function_call", id="fc_2", call_id="call_s2", name="show_lists", arguments="{}"
        )
        return ModelResponse(output=[look, call], usage=Usage(), response_id="resp_s1")

    def stream_response(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError


@function_tool(needs_approval=True)
def erase_list(list_name: str) -> str:
    """Erases a list."""
    return f"{list_name} is gone"


@function_tool
def show_lists() -> str:
    """Shows all lists."""
    return "old, new"


async def _run(folder: Path) -> None:
    agent = Agent(name="lists", instructions="You keep lists.", model=Scripted(), tools=[erase_list, show_lists])
    result = await Runner.run(agent, "Erase the old list.")
    state = result.to_state()
    for interruption in result.interruptions:
        state.reject(interruption)
    text = json.dumps(state.to_json(), indent=2)
    (folder / "run_state.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1])))
