# mypy: ignore-errors
# ruff: noqa: ARG001, ARG002, D102, D107
"""Writes the samples of AutoGen by running a team with a scripted model (autogen-agentchat 0.7.5).

Run in a virtual environment that has autogen-agentchat: `python autogen_run.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, ModelInfo, RequestUsage

ASKED = [FunctionCall(id="call_a1", name="find_ferry", arguments='{"port": "Kiel"}')]


class Scripted(ChatCompletionClient):
    """Calls a tool, then answers."""

    component_type = "model"

    def __init__(self) -> None:
        common = {"usage": RequestUsage(1, 1), "cached": False}
        first = CreateResult(finish_reason="function_calls", content=ASKED, thought="I look.", **common)
        self._answers = iter([first, CreateResult(finish_reason="stop", content="At 09:40.", **common)])

    async def create(self, *args: Any, **kwargs: Any) -> CreateResult:
        return next(self._answers)

    def create_stream(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    async def close(self) -> None:
        """Nothing to close."""

    def actual_usage(self) -> RequestUsage:
        return RequestUsage(1, 1)

    total_usage = actual_usage

    def count_tokens(self, *args: Any, **kwargs: Any) -> int:
        return 1

    remaining_tokens = count_tokens

    @property
    def model_info(self) -> ModelInfo:
        able = dict.fromkeys(("vision", "json_output", "structured_output"), False)
        return ModelInfo(**able, function_calling=True, family="unknown", multiple_system_messages=True)

    capabilities = model_info


async def find_ferry(port: str) -> str:
    """Finds the next ferry."""
    return "09:40"


async def _run(folder: Path) -> None:
    pilot = AssistantAgent(
        "pilot", Scripted(), tools=[find_ferry], system_message="You know the ferries.", reflect_on_tool_use=True
    )
    team = RoundRobinGroupChat([pilot], max_turns=1)
    result = await team.run(task="When does the next one leave Kiel?")
    states = {
        "result.json": result.model_dump(mode="json"),
        "team.json": await team.save_state(),
        "agent.json": await pilot.save_state(),
    }
    for name, state in states.items():
        (folder / name).write_text(json.dumps(state, indent=1, default=str) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1])))
