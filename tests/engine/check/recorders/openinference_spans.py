# mypy: ignore-errors
# ruff: noqa: D103
"""Writes the samples of OpenInference with its own instrumentation of LangChain and OpenAI.

Recorded with openinference-instrumentation-langchain 0.1.80, openinference-instrumentation-openai 0.1.66,
langchain-core 1.8, openai 3.57 and opentelemetry-sdk 1.45. Run in a virtual environment that has them:
`python openinference_spans.py FOLDER`. The model is scripted; nothing goes over the network.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import httpx
from google.protobuf.json_format import MessageToDict
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from openai import OpenAI
from openinference.instrumentation import using_session
from openinference.instrumentation.langchain import LangChainInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


@tool
def find_ferry(port: str) -> dict[str, str]:
    """Find the next ferry."""
    return {"leaves": "09:40", "port": port}


ASKED = [{"id": "call_f1", "name": "find_ferry", "args": {"port": "Kiel"}, "type": "tool_call"}]


def _recorder() -> tuple[TracerProvider, InMemorySpanExporter]:
    provider, memory = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    return provider, memory


def _talk_langchain() -> InMemorySpanExporter:
    provider, memory = _recorder()
    LangChainInstrumentor().instrument(tracer_provider=provider)
    named = {"model_name": "harbour-2026-01-15"}
    answers = [
        AIMessage(content="", tool_calls=ASKED, response_metadata=named),
        AIMessage(content="At 09:40.", response_metadata=named),
    ]
    model = GenericFakeChatModel(messages=iter(answers))
    history: list[Any] = [SystemMessage("You know the ferries."), HumanMessage("When does the next one leave Kiel?")]
    tracer = trace.get_tracer("app", tracer_provider=provider)
    with using_session("ferry-session"), tracer.start_as_current_span("turn"):
        history.append(model.invoke(history))
        found: ToolMessage = find_ferry.invoke(ASKED[0])
        history.append(found)
        model.invoke(history)
    LangChainInstrumentor().uninstrument()
    return memory


def _answer(request: httpx.Request) -> httpx.Response:
    asked = json.loads(request.content)
    message: dict[str, Any] = {"role": "assistant", "content": "At 09:40."}
    if len(asked["messages"]) == 2:
        function = {"name": "find_ferry", "arguments": '{"port": "Kiel"}'}
        message = {"role": "assistant", "content": None}
        message["tool_calls"] = [{"id": "call_f1", "type": "function", "function": function}]
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    value = {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-4o-2024-08-06", "choices": [choice]}
    return httpx.Response(200, json=value)


def _talk_openai() -> InMemorySpanExporter:
    provider, memory = _recorder()
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    client = OpenAI(api_key="none", http_client=httpx.Client(transport=httpx.MockTransport(_answer)))
    schema = {"type": "object", "properties": {"port": {"type": "string"}}}
    tools = [{"type": "function", "function": {"name": "find_ferry", "parameters": schema}}]
    history: list[Any] = [
        {"role": "system", "content": "You know the ferries."},
        {"role": "user", "content": "When does the next one leave Kiel?"},
    ]
    with trace.get_tracer("app", tracer_provider=provider).start_as_current_span("turn"):
        first = client.chat.completions.create(model="gpt-4o", temperature=0.2, tools=tools, messages=history)
        history.append(first.choices[0].message.model_dump(exclude_none=True))
        history.append({"role": "tool", "tool_call_id": "call_f1", "content": '{"leaves": "09:40"}'})
        client.chat.completions.create(model="gpt-4o", temperature=0.2, tools=tools, messages=history)
    OpenAIInstrumentor().uninstrument()
    return memory


def _flat(memory: InMemorySpanExporter) -> list[dict[str, Any]]:
    return [json.loads(span.to_json()) for span in memory.get_finished_spans()]


def main(folder: Path) -> None:
    otlp = MessageToDict(encode_spans(_talk_langchain().get_finished_spans()))
    (folder / "openinference_otlp.json").write_text(json.dumps(otlp, indent=1) + "\n", encoding="utf-8")
    rows = [json.dumps(span) for span in _flat(_talk_openai())]
    (folder / "openinference_flat.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
