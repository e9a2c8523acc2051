"""Traces: each step once, however often the histories repeat it, and a sub-agent's steps under the call of it."""

from __future__ import annotations

import json
from typing import Any

from engine.check.telling.document import check
from engine.check.trail import Trail
from tests.engine.check.test_formats import SAMPLES, trail_of


def span(number: int, name: str, parent: int = 0, trace: str = "t", **attributes: Any) -> Any:
    """A span of that operation; dots in the names of attributes are written as double underscores."""
    held = {f"gen_ai.{key.replace('__', '.')}": value for key, value in attributes.items()}
    ids = {"trace_id": trace, "span_id": f"s{number}", "parent_id": f"s{parent}" if parent else None}
    return {**ids, "start_time": str(number), "attributes": {"gen_ai.operation.name": name, **held}}


def text(words: str, kind: str = "text") -> Any:
    """A part that is text."""
    return {"type": kind, "content": words}


def user(*parts: Any) -> Any:
    """A user's message."""
    return {"role": "user", "parts": list(parts)}


def says(*parts: Any) -> Any:
    """A model's message."""
    return {"role": "assistant", "parts": list(parts)}


def calls(call_id: str | None, tool: str, arguments: Any = None) -> Any:
    """A part that is a call."""
    return {"type": "tool_call", "id": call_id, "name": tool, "arguments": arguments or {}}


def gives(call_id: str | None, response: Any) -> Any:
    """A message that is a result."""
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call_id, "response": response}]}


def chat(number: int, given: list[Any], said: Any, parent: int = 0, **more: Any) -> Any:
    """A model's span, with its messages as JSON text."""
    return span(number, "chat", parent, input__messages=json.dumps(given), output__messages=json.dumps([said]), **more)


def tool(number: int, name: str, parent: int = 0, **more: Any) -> Any:
    """The span of a tool's run."""
    return span(number, "execute_tool", parent, tool__name=name, **more)


def short(trail: Trail) -> list[tuple[str, str | None, str | None]]:
    """The steps in short: what each is, its text or tool, and the call that it stands under."""
    return [(entry.kind, entry.text or entry.tool, entry.under) for entry in trail.entries]


ASK = user(text("How dry is the fern?"))


def test_a_sub_agents_steps_stand_under_the_call_of_it() -> None:
    """Between the call and its result, in a document with an arrow; the name of the trace is the first agent's."""
    path = SAMPLES / "otel_genai" / "pydantic_ai.json"
    [session] = check(path.read_bytes(), path.name)["sessions"]
    steps = [(step["id"], step["kind"], step["under"], step["short"].startswith("↳")) for step in session["steps"]]
    assert steps[1:7] == [
        ("S2", "call", None, False),
        ("S3", "message", "S2", True),
        ("S4", "call", "S2", True),
        ("S5", "result", "S2", True),
        ("S6", "message", "S2", True),
        ("S7", "result", None, False),
    ]
    assert len(steps) == 12
    codes = {finding["code"] for finding in session["findings"]}
    assert not codes & {"missing.result", "missing.call", "ambiguous.call-id-reused", "ambiguous.answered-twice"}


def test_an_id_that_the_history_rewrites_is_one_call() -> None:
    """Also where its result comes under the new id, from the run of the tool or from the history."""
    call, renamed = calls("call_1", "measure", {"a": 1}), calls("fc_1", "measure", {"a": 1})
    spans = [
        chat(1, [ASK], says(call)),
        tool(2, "measure", tool__call__id="call_1", tool__call__result="dry"),
        chat(3, [ASK, says(renamed), gives("fc_1", "dry")], says(text("Dry."))),
    ]
    assert short(trail_of(spans)) == [
        ("message", "How dry is the fern?", None),
        ("call", "measure", None),
        ("result", "measure", None),
        ("message", "Dry.", None),
    ]
    without_run = trail_of([spans[0], spans[2]])
    assert [entry.answers for entry in without_run.entries] == [None, None, "S2", None]
    assert [step for step, _ in without_run.rewritten] == ["S2"]


def test_equal_calls_are_as_many_as_were_made() -> None:
    """Two calls with the same arguments and without ids are two steps, and stay two in the history."""
    twice = says(calls(None, "measure"), calls(None, "measure"))
    spans = [
        chat(1, [ASK], twice),
        tool(2, "measure", tool__call__result="dry"),
        tool(3, "measure", tool__call__result="wet"),
        chat(4, [ASK, twice, gives(None, "dry"), gives(None, "wet")], says(text("Both."))),
    ]
    trail = trail_of(spans)
    assert [(entry.kind, entry.answers) for entry in trail.entries] == [
        ("message", None),
        ("call", None),
        ("call", None),
        ("result", "S2"),
        ("result", "S3"),
        ("message", None),
    ]


def test_a_second_attempt_at_one_turn_repeats_nothing() -> None:
    """The history is the same; only the second answer is new."""
    call = calls("c", "measure")
    history = [ASK, says(call), gives("c", "dry")]
    trail = trail_of(
        [chat(1, [ASK], says(call)), chat(2, history, says(text("Dry?"))), chat(3, history, says(text("Dry.")))]
    )
    assert [words for _, words, _ in short(trail)] == ["How dry is the fern?", "measure", "measure", "Dry?", "Dry."]


def test_a_guard_that_reads_the_same_message_is_another_conversation() -> None:
    """It answers beside the agent, which goes on with its own."""
    call = calls("c", "measure")
    spans = [
        chat(1, [ASK], says(text("The message is harmless."))),
        chat(2, [ASK], says(call)),
        chat(3, [ASK, says(call), gives("c", "dry")], says(text("Dry."))),
    ]
    trail = trail_of(spans)
    assert [entry.thread for entry in trail.entries] == [None, None, 2, 2, 2, 2]


def test_two_layers_of_one_run_are_one_call() -> None:
    """An agent's tool and the protocol that calls it both tell of it."""
    spans = [
        chat(1, [ASK], says(calls("c", "measure"))),
        tool(2, "measure", tool__call__id="c", tool__call__result="dry"),
        tool(3, "measure", parent=2),
    ]
    assert [entry.kind for entry in trail_of(spans).entries] == ["message", "call", "result"]


def test_a_tool_that_calls_another_stands_above_it() -> None:
    """The inner call is under the outer one."""
    spans = [tool(1, "plan", tool__call__result="done"), tool(2, "measure", parent=1, tool__call__result="dry")]
    assert short(trail_of(spans)) == [
        ("call", "plan", None),
        ("call", "measure", "S1"),
        ("result", "measure", "S1"),
        ("result", "plan", None),
    ]


def test_the_model_may_stand_on_a_span_around() -> None:
    """The nearest one that names it."""
    spans = [
        span(1, "invoke_agent", request__model="fern", response__model="fern-2026-05-12"),
        span(2, "chat", parent=1, output__messages=json.dumps([says(text("Dry."))])),
        tool(3, "measure", parent=1),
    ]
    models = {(entry.model, entry.requested_model) for entry in trail_of(spans).entries if entry.kind != "result"}
    assert models == {("fern-2026-05-12", "fern")}


def test_spans_that_go_round_in_a_circle_are_read() -> None:
    """Nothing is inside anything, and nothing is lost."""
    spans = [tool(1, "a", parent=2), tool(2, "b", parent=1)]
    assert [entry.tool for entry in trail_of(spans).entries if entry.kind == "call"] == ["a", "b"]


def test_neighbouring_texts_are_one_message_and_thoughts_are_none() -> None:
    """A part that nobody knows is told."""
    said = says(text("Very "), text("hm", "reasoning"), text("dry."), {"type": "hologram"})
    trail = trail_of([chat(1, [ASK], said)])
    assert [words for _, words, _ in short(trail)] == ["How dry is the fern?", "Very dry."]
    assert [item.kind for item in trail.unread] == ["hologram"]


def test_runs_name_their_parents_in_every_form() -> None:
    """OTLP, the SDK's console, Jaeger's references and Phoenix's columns."""
    forms: list[Any] = [
        {"traceId": "t", "spanId": "b", "parentSpanId": "a"},
        {"context": {"trace_id": "t", "span_id": "b"}, "parent_id": "a"},
        {"traceID": "t", "spanID": "b", "references": [{"refType": "CHILD_OF", "traceID": "t", "spanID": "a"}]},
        {"context.trace_id": "t", "context.span_id": "b", "parent_id": "a"},
    ]
    held = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "inner"}
    outer = {"trace_id": "t", "span_id": "a", "attributes": {**held, "gen_ai.tool.name": "outer"}}
    for form in forms:
        trail = trail_of([outer, {**form, "attributes": held}])
        assert [entry.under for entry in trail.entries] == [None, "S1", "S1", None]
