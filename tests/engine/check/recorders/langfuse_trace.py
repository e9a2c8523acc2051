# mypy: ignore-errors
# ruff: noqa: ANN001, D103
"""Writes the sample of Langfuse: what its wrapper of OpenAI records, in the models of its own API.

Recorded with langfuse 3.15.0 and openai 3.57; run in a virtual environment that has both:
`python langfuse_trace.py FOLDER`. The server's part, from spans to a trace, is done here by its models; the model is
scripted, and nothing goes over the network.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx

os.environ |= {"LANGFUSE_PUBLIC_KEY": "pk", "LANGFUSE_SECRET_KEY": "sk", "LANGFUSE_HOST": "http://127.0.0.1:9"}

from langfuse import Langfuse
from langfuse.api import ObservationsView, TraceWithFullDetails
from langfuse.openai import OpenAI
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

OFFERED = [{"type": "function", "function": {"name": "find_ferry", "parameters": {"type": "object"}}}]


def _answer(request: httpx.Request) -> httpx.Response:
    message = {"role": "assistant", "content": "At 09:40."}
    if len(json.loads(request.content)["messages"]) == 2:
        function = {"name": "find_ferry", "arguments": '{"port": "Kiel"}'}
        message = {"role": "assistant", "content": None}
        message["tool_calls"] = [{"id": "call_f1", "type": "function", "function": function}]
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    value = {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-4o-2024-08-06", "choices": [choice]}
    return httpx.Response(200, json=value)


def _talk(memory: InMemorySpanExporter) -> None:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    langfuse = Langfuse(tracer_provider=provider)
    client = OpenAI(api_key="none", http_client=httpx.Client(transport=httpx.MockTransport(_answer)))
    question = "When does the next one leave Kiel?"
    history = [{"role": "system", "content": "You know the ferries."}, {"role": "user", "content": question}]
    with langfuse.start_as_current_observation(name="ferries", as_type="agent", input=question) as agent:
        asked = {"model": "gpt-4o", "temperature": 0.2, "tools": OFFERED}
        first = client.chat.completions.create(messages=history, **asked)
        history.append(first.choices[0].message.model_dump(exclude_none=True))
        with langfuse.start_as_current_observation(
            name="find_ferry", as_type="tool", input={"port": "Kiel"}, output={"leaves": "09:40"}
        ):
            history.append({"role": "tool", "tool_call_id": "call_f1", "content": '{"leaves": "09:40"}'})
        final = client.chat.completions.create(messages=history, **asked)
        agent.update(output=final.choices[0].message.content)


def _observation(span) -> ObservationsView:
    held = span.attributes
    value = {key: json.loads(held[f"langfuse.observation.{key}"]) for key in ("input", "output") if _has(held, key)}
    settings = held.get("langfuse.observation.model.parameters")
    return ObservationsView(
        id=f"{span.context.span_id:016x}",
        trace_id=f"{span.context.trace_id:032x}",
        type=held["langfuse.observation.type"].upper(),
        name=span.name,
        start_time=_time(span.start_time),
        end_time=_time(span.end_time),
        model=held.get("langfuse.observation.model.name"),
        model_parameters=json.loads(settings) if settings else {},
        input=value.get("input"),
        output=value.get("output"),
        metadata={},
        usage={"input": 0, "output": 0, "total": 0},
        level="DEFAULT",
        parent_observation_id=None if span.parent is None else f"{span.parent.span_id:016x}",
        usage_details={},
        cost_details={},
        environment="default",
    )


def _has(held, key: str) -> bool:
    text = held.get(f"langfuse.observation.{key}", "")
    return text[:1] in '{["'


def _time(nanoseconds: int) -> datetime:
    return datetime.fromtimestamp(nanoseconds / 1e9, UTC)


def main(folder: Path) -> None:
    memory = InMemorySpanExporter()
    _talk(memory)
    observations = [_observation(span) for span in memory.get_finished_spans()]
    trace = TraceWithFullDetails(
        id=observations[0].trace_id,
        timestamp=observations[0].start_time,
        name="ferries",
        session_id="ferry-session",
        tags=[],
        public=False,
        environment="default",
        html_path="/project/p/traces/t",
        total_cost=0,
        observations=observations,
        scores=[],
    )
    (folder / "trace.json").write_text(json.dumps(json.loads(trace.json()), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
