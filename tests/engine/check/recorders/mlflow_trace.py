# mypy: ignore-errors
# ruff: noqa: ANN001, ANN201, ARG001, D103
"""Writes the sample of MLflow by tracing a scripted agent (mlflow-skinny 3.17.2).

Run in a virtual environment that has mlflow-skinny: `python mlflow_trace.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
os.environ["MLFLOW_ENABLE_ASYNC_TRACE_LOGGING"] = "false"

import mlflow
from mlflow.entities import SpanType
from mlflow.tracing import set_span_chat_tools

CALL = {"id": "call_f1", "type": "function", "function": {"name": "find_ferry", "arguments": '{"port": "Kiel"}'}}
OFFERED = [{"type": "function", "function": {"name": "find_ferry", "parameters": {"type": "object", "properties": {}}}}]


@mlflow.trace(span_type=SpanType.TOOL)
def find_ferry(port):
    return {"leaves": "09:40", "port": port}


@mlflow.trace(span_type=SpanType.CHAT_MODEL, name="chat")
def chat(messages, model):
    set_span_chat_tools(mlflow.get_current_active_span(), OFFERED)
    message = {"role": "assistant", "content": "At 09:40."}
    if len(messages) == 2:
        message = {"role": "assistant", "content": None, "tool_calls": [CALL]}
    return {"model": "gpt-4o-2024-08-06", "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}


@mlflow.trace(span_type=SpanType.AGENT)
def answer(question):
    mlflow.update_current_trace(metadata={"mlflow.trace.session": "ferry-session"})
    history = [{"role": "system", "content": "You know the ferries."}, {"role": "user", "content": question}]
    history.append(chat(history, "gpt-4o")["choices"][0]["message"])
    history.append({"role": "tool", "tool_call_id": "call_f1", "content": json.dumps(find_ferry("Kiel"))})
    return chat(history, "gpt-4o")["choices"][0]["message"]["content"]


def main(folder: Path) -> None:
    mlflow.set_tracking_uri(f"file://{tempfile.mkdtemp()}")
    mlflow.set_experiment("ferries")
    answer("When does the next one leave Kiel?")
    trace = mlflow.get_trace(mlflow.get_last_active_trace_id()).to_dict()
    for key in ("tags", "trace_metadata"):  # what tells of the machine
        kept = {name: value for name, value in trace["info"][key].items() if "session" in name or "schema" in name}
        trace["info"][key] = kept
    (folder / "trace.json").write_text(json.dumps(trace, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
