# mypy: ignore-errors
# ruff: noqa: D103
"""Writes the samples of OpenTelemetry with its SDK and its OTLP encoder (recorded with opentelemetry-sdk 1.44.0).

Run in a virtual environment that has opentelemetry-sdk and opentelemetry-exporter-otlp-proto-common:
`python otel_spans.py FOLDER`. The attributes are those of the GenAI conventions, set by hand; ids and times are random
and of the day.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

TOOL = [{"type": "function", "name": "count_sheep", "description": "Counts sheep."}]


def _part(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields}


def _record(provider: TracerProvider) -> None:
    tracer = provider.get_tracer("sample", "1.0")
    user = {"role": "user", "parts": [_part("text", content="How many sheep?")]}
    call = {
        "role": "assistant",
        "parts": [_part("tool_call", id="call_o1", name="count_sheep", arguments={"field": 3})],
    }
    answer = {"role": "tool", "parts": [_part("tool_call_response", id="call_o1", response="12 sheep")]}
    said = {"role": "assistant", "parts": [_part("text", content="Twelve.")], "finish_reason": "stop"}
    common = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "gpt-4o",
        "gen_ai.response.model": "gpt-4o-2024-08-06",
        "gen_ai.request.temperature": 0.3,
        "gen_ai.conversation.id": "sheep-1",
    }
    with tracer.start_as_current_span("invoke_agent shepherd"):
        with tracer.start_as_current_span("chat gpt-4o", attributes=common) as span:
            span.set_attribute("gen_ai.system_instructions", json.dumps([_part("text", content="You count.")]))
            span.set_attribute("gen_ai.tool.definitions", json.dumps(TOOL))
            span.set_attribute("gen_ai.input.messages", json.dumps([user]))
            span.set_attribute("gen_ai.output.messages", json.dumps([call]))
        tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count_sheep"}
        with tracer.start_as_current_span("execute_tool count_sheep", attributes=tool) as span:
            span.set_attribute("gen_ai.tool.call.id", "call_o1")
            span.set_attribute("gen_ai.tool.call.arguments", json.dumps({"field": 3}))
            span.set_attribute("gen_ai.tool.call.result", "12 sheep")
        with tracer.start_as_current_span("chat gpt-4o", attributes=common) as span:
            span.set_attribute("gen_ai.input.messages", json.dumps([user, call, answer]))
            span.set_attribute("gen_ai.output.messages", json.dumps([said]))


def main(folder: Path) -> None:
    memory = InMemorySpanExporter()
    provider = TracerProvider(resource=Resource({"service.name": "shepherd"}))
    provider.add_span_processor(SimpleSpanProcessor(memory))
    trace.set_tracer_provider(provider)
    _record(provider)
    spans = memory.get_finished_spans()
    console = "\n".join(span.to_json(indent=2) for span in spans)
    (folder / "console.json").write_text(console + "\n", encoding="utf-8")
    row = json.dumps(MessageToDict(encode_spans(spans)), sort_keys=True)
    (folder / "otlp.json").write_text(row + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
