# mypy: ignore-errors
# ruff: noqa: ARG001, D103
"""Writes the spans of an agent that asks another one, as Pydantic AI instruments itself.

Recorded with pydantic-ai 2.68 and opentelemetry-sdk 1.45. Run in a virtual environment that has them and
opentelemetry-exporter-otlp-proto-common: `python pydantic_ai_spans.py FOLDER`. Two agents take turns with tools of
their own; each request holds the history so far. The models are functions; ids and times are random and of the day.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent, InstrumentationSettings
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def _requests(messages: list[ModelMessage]) -> int:
    return sum(isinstance(message, ModelResponse) for message in messages)


def lead(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Asks the botanist, then waters, then answers."""
    parts = [
        [ToolCallPart("ask_botanist", {"question": "Is the fern dry?"}, "call_p1")],
        [ToolCallPart("water_plant", {"plant": "fern", "ml": 200}, "call_p2"), ToolCallPart("read_log", {}, "call_p3")],
        [TextPart("The fern was dry; it has water now.")],
    ]
    return ModelResponse(parts=parts[_requests(messages)], model_name="lead-2026-05-12")


def botanist(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Measures, then answers."""
    parts = [[ToolCallPart("measure_soil", {"plant": "fern"}, "call_p9")], [TextPart("Yes, it is dry.")]]
    return ModelResponse(parts=parts[_requests(messages)], model_name="botanist-2026-05-12")


def _agents() -> Agent:
    helper = Agent(FunctionModel(botanist, model_name="botanist"), name="botanist", instructions="You know plants.")
    chief = Agent(FunctionModel(lead, model_name="lead"), name="lead", instructions="You look after plants.")

    @helper.tool_plain
    def measure_soil(plant: str) -> dict[str, float]:
        return {"moisture": 0.08}

    @chief.tool_plain
    async def ask_botanist(question: str) -> str:
        return (await helper.run(question)).output

    @chief.tool_plain
    def water_plant(plant: str, ml: int) -> str:
        return "done"

    @chief.tool_plain
    def read_log() -> list[str]:
        return ["watered on Monday"]

    return chief


def _kept(span: dict[str, Any]) -> dict[str, Any]:
    """The span without what only Logfire's own pages and bills need."""
    attributes = [each for each in span["attributes"] if each["key"].startswith("gen_ai.")]
    return {**span, "attributes": [each for each in attributes if "usage" not in each["key"]]}


def main(folder: Path) -> None:
    memory = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    Agent.instrument_all(InstrumentationSettings(tracer_provider=provider, include_content=True))
    _agents().run_sync("How is the fern?")
    value = MessageToDict(encode_spans(memory.get_finished_spans()))
    for scope in value["resourceSpans"][0]["scopeSpans"]:
        scope["spans"] = [_kept(span) for span in scope["spans"]]
    (folder / "pydantic_ai.json").write_text(json.dumps(value, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
