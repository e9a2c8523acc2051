"""What is absent for good reason is not missed: in whole requests, forced calls, formats that never hold it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.check.mending.bundle import bundle_text, replayable
from engine.check.telling.document import check
from tests.engine.check.test_formats import trail_of

ASK = {"role": "user", "content": "How deep?"}
SAYS = {"role": "assistant", "content": "Two metres."}
CONTENTS = [{"role": "user", "parts": [{"text": "How deep?"}]}]
CALL = {"id": "c", "type": "function", "function": {"name": "measure", "arguments": "{}"}}
CALLS = {"role": "assistant", "content": None, "tool_calls": [CALL]}
USE = {"type": "tool_use", "id": "c", "name": "measure", "input": {}}
RESULT = {"role": "tool", "tool_call_id": "c", "content": "2"}


def codes(value: Any) -> dict[str, str]:
    """The codes of the group `missing` that are found, with their severity."""
    document = check(json.dumps(value).encode(), "a.json")
    found = (item for session in document["sessions"] for item in session["findings"])
    return {item["code"]: item["severity"] for item in found if item["code"].startswith("missing.")}


@pytest.mark.parametrize(
    "value",
    [
        {"model": "m", "messages": [ASK, SAYS], "temperature": 0},
        {"request": {"model": "m", "messages": [ASK]}, "response": {"choices": [{"message": SAYS}]}},
        {"model": "m", "max_tokens": 9, "messages": [ASK, {"role": "assistant", "content": [USE]}]},
        {"object": "response", "model": "m", "input": "How deep?", "output": [{"type": "message", **SAYS}]},
        {"model": "m", "contents": CONTENTS},
        {"messages": [{"role": "user", "content": [{"text": "Hi"}]}], "inferenceConfig": {"temperature": 0}},
    ],
)
def test_a_whole_request_without_an_instruction_had_none(value: Any) -> None:
    """It is what was sent, so nothing is missing."""
    assert trail_of(value).instruction == ""
    assert "missing.instruction" not in codes(value)


@pytest.mark.parametrize(
    "value",
    [
        [ASK, SAYS],
        {"id": "thread", "model": "m", "title": "Depth", "messages": [ASK, SAYS]},
        {"object": "response", "model": "m", "input": "?", "previous_response_id": "r", "output": []},
        {"contents": CONTENTS, "cachedContent": "c"},
        [{"role": "user", "content": [{"text": "Hi"}, {"toolResult": {"toolUseId": "t"}}]}],
    ],
)
def test_a_record_of_something_else_does_not_tell(value: Any) -> None:
    """The instruction may stand elsewhere."""
    assert trail_of(value).instruction is None


@pytest.mark.parametrize(
    "value",
    [
        {"choices": [{"message": SAYS}], "model": "m", "object": "chat.completion"},
        {"type": "message", "role": "assistant", "model": "c", "content": [{"type": "text", "text": "Two."}]},
        {"object": "response", "model": "m", "output": [{"type": "message", **SAYS}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Two."}]}}], "modelVersion": "g-001"},
    ],
)
def test_an_answer_that_was_kept_alone_lacks_its_request_in_one_line(value: Any) -> None:
    """Not one line each for the prompt, the tools and the parameters."""
    assert codes(value) == {"missing.by-format": "note"}


def test_messages_that_were_kept_alone_lack_the_rest_in_one_line() -> None:
    """The model, the tools and the parameters; a list that ends with a call is no hole."""
    assert codes([{"role": "system", "content": "Be."}, ASK, CALLS]) == {
        "missing.by-format": "note",
        "missing.initial-state": "note",
        "missing.result": "warning",
    }


def test_streams_that_were_kept_alone_lack_the_results_too() -> None:
    """That is an error still, and told once."""

    def stream(name: str, block: Any) -> list[Any]:
        start = {"type": "message_start", "message": {"id": name, "type": "message", "role": "assistant", "model": "c"}}
        return [start, {"type": "content_block_start", "index": 0, "content_block": block}, {"type": "message_stop"}]

    assert codes([*stream("a", USE), *stream("b", {"type": "text", "text": "Done."})]) == {"missing.by-format": "error"}


@pytest.mark.parametrize(
    "value",
    [
        {"choices": [{"message": SAYS, "finish_reason": "length"}], "model": "m"},
        {"type": "message", "role": "assistant", "model": "c", "content": [USE], "stop_reason": "max_tokens"},
        {
            "object": "response",
            "model": "m",
            "incomplete_details": {"reason": "max_output_tokens"},
            "output": [{"type": "message", "status": "incomplete", **SAYS}],
        },
        {"events": [{"author": "a", "content": {"parts": [{"text": "Two"}]}, "finishReason": "MAX_TOKENS"}]},
        [{"type": "ai", "content": "Two", "response_metadata": {"finish_reason": "length"}}],
    ],
)
def test_an_answer_that_met_its_limit_is_no_cut_history(value: Any) -> None:
    """It is as long as it was."""
    assert "missing.truncated" not in codes(value)
    assert "missing.fragments" not in codes(value)


@pytest.mark.parametrize(
    "value",
    [
        {
            "request": {
                "model": "m",
                "messages": [ASK],
                "tool_choice": {"type": "function", "function": {"name": "measure"}},
            },
            "response": {"choices": [{"message": CALLS}]},
        },
        {
            "request": {
                "model": "m",
                "max_tokens": 9,
                "messages": [ASK],
                "tool_choice": {"type": "tool", "name": "measure"},
            },
            "response": {"type": "message", "role": "assistant", "model": "c", "content": [USE]},
        },
        {
            "object": "response",
            "model": "m",
            "input": "?",
            "tool_choice": {"type": "function", "name": "measure"},
            "output": [{"type": "function_call", "call_id": "c", "name": "measure", "arguments": "{}"}],
        },
        {
            "request": {
                "contents": CONTENTS,
                "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["measure"]}},
            },
            "response": {"candidates": [{"content": {"parts": [{"functionCall": {"name": "measure"}}]}}]},
        },
        {
            "request": {
                "messages": [{"role": "user", "content": [{"text": "?"}]}],
                "toolConfig": {"toolChoice": {"tool": {"name": "measure"}}},
            },
            "response": {
                "output": {"message": {"role": "assistant", "content": [{"toolUse": {"name": "measure", "input": {}}}]}}
            },
        },
    ],
)
def test_a_forced_call_needs_no_result(value: Any) -> None:
    """It is the answer, such as a structured output."""
    [call] = [entry for entry in trail_of(value).entries if entry.kind == "call"]
    assert call.is_answer
    assert "missing.result" not in codes(value)


# Formats that never hold a thing


def test_an_eval_set_without_results_says_so_once() -> None:
    """An error, since nothing can be given back; with results it is a note."""
    uses = [{"name": "measure", "args": {}}, {"name": "dig", "args": {}}]
    answers = [{"name": "measure", "response": {}}, {"name": "dig", "response": {}}]

    def evals(**data: Any) -> Any:
        turn = {"user_content": CONTENTS[0], "final_response": CONTENTS[0], "intermediate_data": data}
        case = {"eval_id": "a", "conversation": [turn], "session_input": {"state": {"x": 1}}}
        return {"eval_set_id": "s", "eval_cases": [case]}

    assert codes(evals(tool_uses=uses)) == {"missing.by-format": "error"}
    assert codes(evals(tool_uses=uses, tool_responses=answers)) == {"missing.by-format": "note"}


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (
            {
                "appName": "a",
                "userId": "u",
                "state": {"x": 1},
                "events": [{"author": "a", "modelVersion": "g-001", "content": {"parts": [{"text": "Two."}]}}],
            },
            "adk web",
        ),
        (
            [
                {"type": "session_meta", "payload": {"instructions": "Dig."}},
                {"type": "turn_context", "payload": {"model": "g"}},
                {"type": "response_item", "payload": {"type": "message", **SAYS}},
            ],
            "config.toml",
        ),
        ([{"type": "ai", "content": "Two.", "response_metadata": {"model_name": "m"}}], "LangSmith"),
    ],
)
def test_what_can_be_done_is_said_for_that_tool(value: Any, hint: str) -> None:
    """Not for tools in general."""
    [session] = check(json.dumps(value).encode(), "a.json")["sessions"]
    [line] = [item for item in session["findings"] if item["code"] == "missing.by-format"]
    assert hint in line["remedy"]


# Trajectories


def test_what_an_environment_says_is_no_result_without_a_call() -> None:
    """In ATIF, where the agent had only spoken; one result without an id answers all calls of its step."""

    def step(**more: Any) -> Any:
        return {"source": "agent", "message": "", **more}

    calls = [{"tool_call_id": name, "function_name": "dig", "arguments": {}} for name in "ab"]
    trail = trail_of(
        {
            "schema_version": "ATIF-v1.6",
            "steps": [
                {"source": "system", "message": "You dig."},
                step(message="I dig.", observation={"results": [{"content": "Which tool?"}]}),
                step(tool_calls=calls, observation={"results": [{"content": "Both done."}]}),
                {
                    "source": "system",
                    "message": "Summarised.",
                    "observation": {"results": [{"subagent_trajectory_ref": [{"session_id": "x"}]}]},
                },
                {"source": "system", "message": "Go on."},
            ],
        }
    )
    assert trail.instruction == "You dig."
    assert [(entry.actor, entry.kind, entry.answers) for entry in trail.entries] == [
        ("model", "message", None),
        ("user", "message", None),
        ("model", "call", None),
        ("model", "call", None),
        ("tool", "result", "S3"),
        ("tool", "result", "S4"),
        ("user", "message", None),
    ]
    assert len(trail.truncated) == 1
    assert [item.what for item in trail.outside] == ["a subagent's trajectory"]


def test_an_embedded_trajectory_stands_under_its_call() -> None:
    """Named by its id; one inside another too, and one that nothing refers to is told."""
    inner = {
        "trajectory_id": "t2",
        "agent": {"model_name": "mole-2026-01-15"},
        "steps": [{"source": "agent", "message": "I dug."}],
    }
    call = {"tool_call_id": "a", "function_name": "ask_mole", "arguments": {}}
    result = {"source_call_id": "a", "content": "Dug.", "subagent_trajectory_ref": [{"trajectory_id": "t2"}]}
    trail = trail_of(
        {
            "schema_version": "ATIF-v1.7",
            "agent": {"model_name": "lead-2026-01-15"},
            "steps": [{"source": "agent", "tool_calls": [call], "observation": {"results": [result]}}],
            "subagent_trajectories": [inner, {"trajectory_id": "t3", "steps": []}],
        }
    )
    assert [(entry.kind, entry.model, entry.under) for entry in trail.entries] == [
        ("call", "lead-2026-01-15", None),
        ("message", "mole-2026-01-15", "S1"),
        ("result", None, None),
    ]
    assert [item.place.path for item in trail.unread] == ["subagent_trajectories[1]"]


def test_a_command_in_text_and_what_came_of_it() -> None:
    """SWE-agent's older history: the next message is the result, whether it says so or not."""
    history = [
        {"role": "system", "content": "You have a shell.", "agent": "primary"},
        {"role": "assistant", "content": "```\nls\n```", "action": "ls\n", "agent": "primary"},
        {"role": "user", "content": "roof.txt", "agent": "primary"},
        {"role": "user", "content": "Go on.", "agent": "primary"},
    ]
    trail = trail_of({"history": history, "trajectory": []})
    assert [(entry.kind, entry.tool, entry.answers) for entry in trail.entries] == [
        ("message", None, None),
        ("call", "shell", None),
        ("result", "shell", "S2"),
        ("message", None, None),
    ]
    assert trail.entries[1].arguments == {"command": "ls"}


def test_a_command_in_text_has_no_declared_tool() -> None:
    """Nothing is missed of one, in any notation."""
    said = {"role": "assistant", "content": "<function=dig>\n<parameter=depth>2</parameter>\n</function>"}
    assert "missing.tool-definitions" not in codes([ASK, said])
    history = [{"role": "assistant", "content": "ls", "action": "ls", "agent": "primary"}]
    assert "missing.tool-definitions" not in codes({"history": history, "trajectory": []})


@pytest.mark.parametrize(
    "value",
    [
        {"model": "m-2024-08-06", "max_tokens": 9, "messages": [ASK, {"role": "assistant", "content": [USE]}]},
        {"object": "response", "model": "m-2024-08-06", "input": [{"type": "message", **SAYS}], "output": []},
        {"model": "models/m-001", "contents": [{"role": "model", "parts": [{"text": "Two."}]}]},
        {
            "modelId": "m-20240806-v1:0",
            "toolConfig": {},
            "messages": [{"role": "assistant", "content": [{"text": "Two."}]}],
        },
    ],
)
def test_earlier_answers_were_asked_of_the_same_model(value: Any) -> None:
    """Where they name none, the request does; which one answered is not told."""
    [entry] = [each for each in trail_of(value).entries if each.actor == "model"]
    assert entry.model is None
    assert entry.requested_model is not None
    assert "missing.model-version" not in codes(value)


def test_what_the_service_answered_besides_is_named() -> None:
    """The session went on with the first choice."""
    answer = {"choices": [{"message": SAYS}, {"message": SAYS}], "model": "m"}
    trail = trail_of(answer)
    assert len(trail.entries) == 1
    assert [place.path for place in trail.branches] == ["choices[1]"]
    candidates = [{"content": {"role": "model", "parts": [{"text": text}]}} for text in ("Two.", "Three.")]
    assert len(trail_of({"candidates": candidates}).branches) == 1


def test_a_bundle_of_a_session_without_an_instruction_has_none_either() -> None:
    """One that the source did not hold is named in the manifest; else an empty one means that there was none."""
    whole = {"model": "m-2024-08-06", "messages": [ASK, SAYS], "temperature": 0}
    part = [ASK, SAYS]
    for value, instruction in ((whole, ""), (part, None)):
        bundle = bundle_text(replayable(trail_of(value)))
        assert trail_of(json.loads(bundle)).instruction == instruction
