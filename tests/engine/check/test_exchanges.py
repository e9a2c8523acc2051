"""Exchanges with models' APIs, in cassettes and as streams: what the vendors' own clients do not happen to send."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import pytest

from engine.check.formats.event_frames import frames
from engine.check.telling.document import check
from engine.check.trail import Trail
from tests.engine.check.recorders.frames import frame
from tests.engine.check.test_formats import trail_of

USER = {"role": "user", "content": "How is hive 4?"}
CALL = {"id": "c1", "type": "function", "function": {"name": "weigh_hive", "arguments": '{"hive": 4}'}}
CALLS = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": "31.5 kg"}
FORCED = {"type": "function", "function": {"name": "weigh_hive"}}


def completion(message: Any) -> Any:
    """A chat completion."""
    return {"model": "bee-2407", "choices": [{"message": message, "finish_reason": "stop"}]}


def exchange(asked: Any, answered: Any, path: str = "/v1/chat/completions", status: int = 200, **rest: Any) -> Any:
    """An interaction of a cassette, with its bodies parsed as some serialisers write them."""
    request = {"method": "POST", "uri": f"https://api.example.com{path}", "parsed_body": asked, **rest}
    return {"request": request, "response": {"status": {"code": status}, "parsed_body": answered}}


def cassette(*interactions: Any) -> Trail:
    """The session of a cassette."""
    return trail_of({"version": 1, "interactions": list(interactions)})


def chat(*messages: Any, **rest: Any) -> Any:
    """A request of chat completions."""
    return {"model": "bee", "messages": list(messages), **rest}


def short(trail: Trail) -> list[tuple[str, str | None]]:
    """The steps in short: what each is, and its text or tool."""
    return [(entry.kind, entry.text or entry.tool) for entry in trail.entries]


def test_parsed_bodies_are_read_as_a_conversation() -> None:
    """Each step once, from the first request to the last answer."""
    said = {"role": "assistant", "content": "31.5 kg."}
    trail = cassette(exchange(chat(USER), completion(CALLS)), exchange(chat(USER, CALLS, RESULT), completion(said)))
    assert short(trail) == [
        ("message", "How is hive 4?"),
        ("call", "weigh_hive"),
        ("result", "weigh_hive"),
        ("message", "31.5 kg."),
    ]
    assert trail.instruction == ""


@pytest.mark.parametrize(
    ("path", "asked", "answered", "model"),
    [
        (
            "/v1/projects/p/locations/l/publishers/anthropic/models/claude-bee@20250929:rawPredict",
            {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": [USER]},
            {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Well."}]},
            "claude-bee@20250929",
        ),
        (
            "/model/arn%3Aaws%3Abedrock%3Aeu%3A1%3Ainference-profile%2Fanthropic.bee-v1%3A0/invoke",
            {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": [USER]},
            {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Well."}]},
            "anthropic.bee-v1:0",
        ),
        (
            "/v1beta/models/gemini-bee:streamGenerateContent",
            {"contents": [{"role": "user", "parts": [{"text": "How is hive 4?"}]}]},
            [
                {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": end}]}
                for text, end in (("We", None), ("ll.", "STOP"))
            ],
            "gemini-bee",
        ),
        ("/v1/completions", {"model": "bee", "prompt": "How is hive 4?"}, {"choices": [{"text": "Well."}]}, "bee"),
        ("/api/generate", {"model": "bee", "prompt": "How is hive 4?"}, {"response": "Well.", "done": True}, "bee"),
        ("/proxy", chat(USER), completion({"role": "assistant", "content": "Well."}), "bee"),
    ],
)
def test_the_model_is_told_by_address_or_body(path: str, asked: Any, answered: Any, model: str) -> None:
    """Whatever speaks as one of the APIs is read; the model that was asked stands in the body or the address."""
    trail = cassette(exchange(asked, answered, path))
    assert short(trail) == [("message", "How is hive 4?"), ("message", "Well.")]
    assert trail.entries[1].requested_model == model
    assert not trail.entries[1].partial


@pytest.mark.parametrize(
    "request_",
    [
        chat(USER, tool_choice=FORCED),
        chat(USER, tool_choice="required", tools=[{"type": "function", "function": {"name": "weigh_hive"}}]),
        chat(USER, tool_choice={"type": "function", "name": "weigh_hive"}),
        chat(USER, function_call={"name": "weigh_hive"}),
        chat(USER, tool_choice={"type": "tool", "name": "weigh_hive"}),
        chat(USER, tool_choice={"type": "any"}, tools=[{"name": "weigh_hive"}]),
        chat(USER, toolConfig={"toolChoice": {"tool": {"name": "weigh_hive"}}}),
        chat(USER, toolConfig={"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["weigh_hive"]}}),
    ],
)
def test_a_forced_call_is_the_answer(request_: Any) -> None:
    """Nobody carries it out, so no result is missing, also where the session goes on."""
    trail = cassette(exchange(request_, completion(CALLS)))
    assert trail.entries[1].is_answer


@pytest.mark.parametrize("choice", ["auto", "none", {"type": "auto"}, {"auto": {}}, None, 7, ["any"]])
def test_a_call_that_was_free_is_no_answer(choice: Any) -> None:
    """The model chose it."""
    trail = cassette(exchange(chat(USER, tool_choice=choice), completion(CALLS)))
    assert not trail.entries[1].is_answer


def test_a_failed_request_and_its_repetition() -> None:
    """What the service said stands once; the conversation goes on behind it."""
    error = {"error": {"message": "Rate limit reached."}}
    trail = cassette(
        exchange(chat(USER), error, status=429),
        exchange(chat(USER), completion(CALLS)),
        exchange(chat(USER, CALLS, RESULT), completion({"role": "assistant", "content": "Well."})),
    )
    assert short(trail) == [
        ("message", "How is hive 4?"),
        ("message", "HTTP 429: Rate limit reached."),
        ("call", "weigh_hive"),
        ("result", "weigh_hive"),
        ("message", "Well."),
    ]
    assert trail.entries[1].is_error


def test_two_conversations_are_told_apart() -> None:
    """Each request goes on with the one that it repeats, however they take turns."""
    other = {"role": "user", "content": "Give this chat a title."}
    title = completion({"role": "assistant", "content": "Hive 4"})
    trail = cassette(
        exchange(chat(USER), completion(CALLS)),
        exchange(chat(other), title),
        exchange(chat(USER, CALLS, RESULT), completion({"role": "assistant", "content": "Well."})),
    )
    assert [entry.thread for entry in trail.entries] == [None, None, 2, 2, None, None]
    assert len(trail.entries) == 6


def test_a_history_whose_beginning_was_cut_off_goes_on() -> None:
    """The call's content tells which conversation it is."""
    later = {"role": "user", "content": "And hive 5?"}
    trail = cassette(
        exchange(chat(USER), completion(CALLS)),
        exchange(chat(CALLS, RESULT, later), completion({"role": "assistant", "content": "Well."})),
    )
    assert short(trail)[2:] == [("result", "weigh_hive"), ("message", "And hive 5?"), ("message", "Well.")]


def test_an_id_that_was_rewritten_is_matched_by_content() -> None:
    """The call stands once, its result answers it, and the note says so."""
    renamed = {**CALLS, "tool_calls": [{**CALL, "id": "fc_1"}]}
    answered = {**RESULT, "tool_call_id": "fc_1"}
    trail = cassette(
        exchange(chat(USER), completion(CALLS)),
        exchange(chat(USER, renamed, answered), completion({"role": "assistant", "content": "Well."})),
    )
    assert [(entry.kind, entry.answers) for entry in trail.entries] == [
        ("message", None),
        ("call", None),
        ("result", "S2"),
        ("message", None),
    ]
    assert [step for step, _ in trail.rewritten] == ["S2"]


def test_a_cassette_without_a_model_is_told_nothing_of_models() -> None:
    """Calls of a program are certain from the export; no model, no instruction, no parameters are missed."""
    rows = [
        {
            "request": {"method": method, "uri": f"https://api.example.com{path}", "body": None},
            "response": {"status": {"code": 200}, "body": {"string": "{}"}},
        }
        for method, path in (("GET", "/orders"), ("DELETE", "/orders/7/status"))
    ]
    data = json.dumps({"version": 1, "interactions": rows}).encode()
    document = check(data, "a.json")
    [session] = document["sessions"]
    assert {finding["code"] for finding in session["findings"]} <= {"harm.changes-world"}
    assert session["counts"]["same"] == session["counts"]["total"] == 4
    assert document["gate"] == "pass"


def test_an_answer_that_nobody_understands_is_told() -> None:
    """The turn stands there, and is not certain."""
    trail = cassette(exchange(chat(USER), {"strange": True}))
    assert [entry.kind for entry in trail.entries] == ["message", "message"]
    assert [item.kind for item in trail.unread] == ["answer of a model"]


def test_a_stored_beginning_may_hold_an_instruction() -> None:
    """A request that goes on from a stored response does not tell that there was none."""
    asked = {"model": "bee", "input": "And?", "previous_response_id": "resp_0"}
    answer = {"object": "response", "model": "bee", "output": []}
    assert cassette(exchange(asked, answer, "/v1/responses")).instruction is None
    assert cassette(exchange({"model": "bee", "input": "And?"}, answer, "/v1/responses")).instruction == ""


# Streams


def test_two_answers_in_one_file_are_two_turns() -> None:
    """Nothing of one stands in the other, whether their events follow or take turns."""

    def message(name: str, text: str) -> list[Any]:
        start = {"type": "message_start", "message": {"id": name, "type": "message", "role": "assistant", "model": "c"}}
        block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": text}}
        return [start, block, {"type": "message_stop"}]

    trail = trail_of([*message("m1", "One."), *message("m2", "Two.")])
    assert [(entry.text, entry.turn) for entry in trail.entries] == [("One.", 1), ("Two.", 2)]
    assert not any(entry.partial for entry in trail.entries)

    def chunk(name: str, text: str, end: str | None = None) -> Any:
        choice = {"index": 0, "delta": {"content": text}, "finish_reason": end}
        return {"id": name, "object": "chat.completion.chunk", "model": "g", "choices": [choice]}

    taking_turns = [chunk("a", "On"), chunk("b", "Tw"), chunk("a", "e.", "stop"), chunk("b", "o.")]
    trail = trail_of(taking_turns)
    assert [(entry.text, entry.partial) for entry in trail.entries] == [("One.", False), ("Two.", True)]


def test_a_stream_of_responses_that_broke_off_has_what_was_done() -> None:
    """The items that were finished, as fragments."""
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    events = [
        {"type": "response.created", "response": {"object": "response", "id": "r", "model": "g", "output": []}},
        {"type": "response.output_item.done", "item": item},
    ]
    [call] = trail_of(events).entries
    assert (call.tool, call.model, call.partial) == ("f", "g", True)


def test_frames_of_an_event_stream() -> None:
    """Each event under its kind; JSON within a chunk is taken out; a frame that is cut off ends it."""
    inner = {"bytes": base64.b64encode(b'{"type": "message_start"}').decode()}
    data = frame("messageStart", {"role": "assistant"}) + frame("chunk", inner) + frame("messageStop", {})
    assert frames(data) == [{"messageStart": {"role": "assistant"}}, {"type": "message_start"}, {"messageStop": {}}]
    assert frames(data[:-3]) == [{"messageStart": {"role": "assistant"}}, {"type": "message_start"}]
    assert frames(b"no stream at all, but long enough") is None
    assert frames(b"short") is None


def test_parts_of_mistral_reasoning_are_joined() -> None:
    """Thoughts come as parts, the answer as text."""
    thought = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]
    deltas: list[Any] = [{"content": thought}, {"content": "Twelve."}]
    chunks = [
        {"id": "a", "object": "chat.completion.chunk", "model": "m", "choices": [{"index": 0, "delta": delta}]}
        for delta in deltas
    ]
    assert [entry.text for entry in trail_of(chunks).entries] == ["Twelve."]


def test_a_body_of_events_that_nobody_knows_is_kept() -> None:
    """As the list of them."""
    row = {
        "request": {"method": "GET", "uri": "https://api.example.com/feed"},
        "response": {"status": {"code": 200}, "body": {"string": 'data: {"tick": 1}\n\ndata: {"tick": 2}\n\n'}},
    }
    [_, result] = cassette(row).entries
    assert result.result == {"status": 200, "body": [{"tick": 1}, {"tick": 2}]}


def test_many_conversations_that_begin_alike_take_no_long() -> None:
    """Which one a request goes on with is looked up, not sought."""
    said = [f"Answer number {number} to the question." for number in range(1000)]
    rows = [exchange(chat(USER), completion({"role": "assistant", "content": text})) for text in said]
    more = exchange(chat(USER, {"role": "assistant", "content": said[7]}, {"role": "user", "content": "Sure?"}), {})
    started = time.process_time()
    trail = cassette(*rows, more)
    assert time.process_time() - started < 10
    assert trail.entries[-2].thread == 8


def streamed(*pieces: str) -> str:
    """The events of a chat completion that comes in these pieces."""
    deltas = [{"index": 0, "delta": {"content": piece}, "finish_reason": None} for piece in pieces]
    events = [*deltas, {"index": 0, "delta": {}, "finish_reason": "stop"}]
    rows = [{"id": "c1", "object": "chat.completion.chunk", "model": "bee-2407", "choices": [each]} for each in events]
    return "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"


def people_in(*pieces: str) -> list[tuple[str, str | None]]:
    """Code and step of each finding of people in a cassette whose answer comes in these pieces."""
    asked = chat(USER, stream=True)
    interaction = exchange(asked, None)
    interaction["response"]["body"] = {"string": streamed(*pieces)}
    data = json.dumps({"version": 1, "interactions": [interaction]}).encode()
    findings = check(data, "x.json")["sessions"][0]["findings"]
    return [(item["code"], item["step"]) for item in findings if item["code"].startswith("people.")]


def test_an_address_that_a_stream_cuts_to_pieces_is_found() -> None:
    """In what the pieces make; one that a single piece holds is found there, once."""
    assert people_in("Write to jo.d", "oe@exam", "ple.org.") == [("people.email", "S2")]
    assert people_in("Write to jo.doe@example.org", " or not.") == [("people.email", "S2")]
    assert people_in("Nobody", " writes.") == []
