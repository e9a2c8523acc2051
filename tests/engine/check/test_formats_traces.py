"""What the samples of tracing services do not show: other libraries' messages, runs inside runs, other layouts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.check.formats import read_trails
from engine.check.trail import Trail
from tests.engine.check.test_formats import SAMPLES, source_of, trail_of
from tests.engine.check.test_formats_more import kinds

Json = Any


def generation(asked: Json, answered: Json, **rest: Any) -> Json:
    """One observation of a model, as Langfuse has it."""
    told = {"id": "g", "traceId": "t", "type": "GENERATION", "startTime": "2026-01-05T10:00:00Z"}
    return {**told, "input": asked, "output": answered, **rest}


ASKED: list[tuple[str, Json, Json]] = [
    ("a text", "Hi", "Hello"),
    ("JSON text", '[{"role": "user", "content": "Hi"}]', '{"role": "assistant", "content": "Hello"}'),
    ("one message", {"role": "user", "content": "Hi"}, {"content": "Hello"}),
    ("prompts", {"prompts": ["Hi"]}, {"generations": [[{"text": "Hello"}]]}),
    ("a list of texts", ["Hi"], {"choices": [{"message": {"role": "assistant", "content": "Hello"}}]}),
    (
        "Anthropic",
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "thinking", "thinking": "x"}]}],
        {"type": "message", "role": "assistant", "content": [{"type": "thinking"}, {"type": "text", "text": "Hello"}]},
    ),
    (
        "Gemini",
        {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Hello"}]}}]},
    ),
    (
        "Gemini's contents alone",
        [{"role": "user", "parts": [{"text": "Hi"}]}],
        [{"role": "model", "parts": [{"text": "Hello"}]}],
    ),
    (
        "Responses",
        {"input": [{"type": "message", "role": "user", "content": "Hi"}]},
        {"output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hello"}]}]},
    ),
    (
        "Converse",
        [{"role": "user", "content": [{"text": "Hi"}, {"cachePoint": {"type": "default"}}]}],
        {"output": {"message": {"role": "assistant", "content": [{"text": "Hello"}]}}},
    ),
    (
        "LangChain",
        {"messages": [[{"type": "human", "content": "Hi"}]]},
        {"output": {"type": "ai", "content": "Hello"}},
    ),
    ("an object of no library", {"city": "Kiel"}, {"ferry": 3}),
]


@pytest.mark.parametrize(("asked", "answered"), [case[1:] for case in ASKED], ids=[case[0] for case in ASKED])
def test_messages_of_any_library_are_read(asked: Json, answered: Json) -> None:
    """Asked and answered, in two steps; what is of no library is kept as its JSON."""
    trail = trail_of([generation(asked, answered)])
    expected = [("message", "Hi"), ("message", "Hello")]
    if "city" in asked:
        expected = [("message", json.dumps(asked)), ("message", json.dumps(answered))]
    assert kinds(trail) == expected
    assert [entry.actor for entry in trail.entries] == ["user", "model"]


def test_a_model_that_answers_nothing_has_a_turn_without_text() -> None:
    """With the model and the time that the observation tells."""
    [asked, turn] = trail_of([generation("Hi", None, model="m-2026-01-01")]).entries
    assert (asked.actor, turn.text, turn.model, turn.time) == ("user", None, "m-2026-01-01", "2026-01-05T10:00:00Z")


# Langfuse


def _sample(name: str) -> Json:
    return json.loads((SAMPLES / name).read_text(encoding="utf-8"))


def _steps(trail: Trail) -> Json:
    return [(entry.kind, entry.text, entry.tool, entry.arguments, entry.model) for entry in trail.entries]


def test_langfuse_in_its_layouts() -> None:
    """As the API gives a trace, as the page writes it, in pages of observations, in snake_case: the same session."""
    trace = _sample("langfuse/trace.json")
    rows = trace["observations"]
    whole = trail_of(trace)
    assert whole.name == "ferry-session"
    assert [tool.name for tool in whole.tools or ()] == ["find_ferry"]
    snake = {"traceId": "trace_id", "startTime": "start_time", "parentObservationId": "parent_observation_id"}
    renamed = [{snake.get(key, key): value for key, value in row.items()} for row in rows]
    head = {key: value for key, value in trace.items() if key != "observations"}
    for layout in (
        {"trace": head, "observations": rows},
        {"data": rows, "meta": {}},
        [trace],
        renamed,
        {"trace": trace},
    ):
        assert _steps(trail_of(layout)) == _steps(whole)


def test_a_failed_tool_is_an_error() -> None:
    """By the observation's level."""
    tool = {"id": "o", "traceId": "t", "type": "TOOL", "startTime": "2", "name": "send", "level": "ERROR"}
    call, result = trail_of([{**tool, "input": {"to": "x"}, "output": None, "statusMessage": "no"}]).entries
    assert (call.tool, call.arguments, result.is_error) == ("send", {"to": "x"}, True)


# LangSmith


def test_langsmith_runs_inside_runs() -> None:
    """As `child_runs`, under `runs`, each by its own row: the same session, whatever the order of the rows."""
    runs = _sample("langsmith/runs.json")
    flat = trail_of(runs)
    assert flat.name == "ferry-thread"
    root = {**runs[0], "child_runs": runs[1:]}
    for layout in (root, [root], {"runs": runs}, runs[::-1]):
        assert _steps(trail_of(layout)) == _steps(flat)


def test_langsmith_traces_without_a_thread_are_sessions_each() -> None:
    """A failed tool says so; its arguments may be wrapped."""
    tool = {"run_type": "tool", "name": "send", "inputs": {"input": '{"to": "x"}'}, "outputs": None, "error": "no"}
    runs = [{**tool, "id": name, "trace_id": name, "start_time": "2026"} for name in ("a", "b")]
    first, second = read_trails(source_of(runs))
    assert (first.name, second.name) == ("a", "b")
    assert first.entries[0].arguments == {"to": "x"}
    assert first.entries[1].is_error is True


# MLflow


def test_mlflow_of_version_2_and_lists() -> None:
    """Ids within `context`, the request's id in `info`; a list has a session for each trace."""
    trace = _sample("mlflow/trace.json")
    whole = trail_of(trace)
    assert (whole.name, [tool.name for tool in whole.tools or ()]) == ("ferry-session", ["find_ferry"])
    older = json.loads(json.dumps(trace))
    for span in older["data"]["spans"]:
        span["context"] = {"trace_id": span.pop("trace_id"), "span_id": span.pop("span_id")}
        span["parent_id"] = span.pop("parent_span_id")
        span["start_time"] = span.pop("start_time_unix_nano")
    older["info"] = {"request_id": "tr-1"}
    assert _steps(trail_of(older)) == _steps(whole)
    assert [each.name for each in read_trails(source_of([older, trace]))] == ["tr-1", "ferry-session"]
