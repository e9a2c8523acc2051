# mypy: ignore-errors
# ruff: noqa: D103
"""Writes the sample of Pydantic AI by running an agent with a scripted model (pydantic-ai-slim 2.68.0).

Run in a virtual environment that has pydantic-ai-slim: `python pydantic_ai_messages.py FOLDER`. Nothing goes over the
network.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pydantic_ai import Agent, ModelRetry
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ThinkingPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    del info
    asked = [
        [
            ThinkingPart("Both lists may matter."),
            TextPart("I look at both lists."),
            ToolCallPart("guests", {"day": "Friday"}, tool_call_id="call_p1"),
            ToolCallPart("rooms", '{"day": "Friday"}', tool_call_id="call_p2"),
        ],
        [ToolCallPart("rooms", '{"day": "Thursday"}', tool_call_id="call_p3")],
        [TextPart("Three guests, one room.")],
    ]
    turn = sum(isinstance(message, ModelResponse) for message in messages)
    return ModelResponse(asked[turn])


agent = Agent(
    FunctionModel(answer, model_name="innkeeper-2026-03-01"),
    system_prompt="You keep an inn.",
    instructions="Answer in one line.",
    retries=2,
)


@agent.tool_plain
def guests(day: str) -> int:
    """How many guests come."""
    return 3 if day == "Friday" else 0


@agent.tool_plain
def rooms(day: str) -> dict[str, int]:
    """How many rooms are free."""
    if day == "Friday":
        raise ModelRetry("Friday is not planned yet.")
    return {"free": 1}


def main(folder: Path) -> None:
    run = agent.run_sync("Is there room on Friday?")
    (folder / "messages.json").write_text(json.dumps(json.loads(run.all_messages_json()), indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
