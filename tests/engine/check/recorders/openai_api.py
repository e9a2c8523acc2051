# mypy: ignore-errors
# ruff: noqa: D103
"""Writes the samples of OpenAI's APIs with the openai package's own models (recorded with openai 3.57.0).

Run in a virtual environment that has openai: `python openai_api.py FOLDER_OF_CHAT FOLDER_OF_RESPONSES`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response

FUNCTION = {"name": "book_room", "description": "Books a room.", "parameters": {"type": "object", "properties": {}}}


def chat(folder: Path) -> None:
    call = {"id": "call_a1", "type": "function", "function": {"name": "book_room", "arguments": '{"day": "Friday"}'}}
    answer = ChatCompletion.model_validate(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1760000000,
            "model": "gpt-4o-2024-08-06",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "tool_calls",
                    "logprobs": None,
                    "message": {"role": "assistant", "content": None, "refusal": None, "tool_calls": [call]},
                }
            ],
        }
    )
    asked = {
        "model": "gpt-4o",
        "temperature": 0.2,
        "seed": 7,
        "messages": [
            {"role": "system", "content": "You book rooms."},
            {"role": "user", "content": [{"type": "text", "text": "A room for Friday, please."}]},
        ],
        "tools": [{"type": "function", "function": FUNCTION}],
    }
    exchange = {"request": asked, "response": json.loads(answer.model_dump_json())}
    _write(folder / "exchange.json", exchange)
    message = json.loads(answer.choices[0].message.model_dump_json(exclude_none=True))
    tool = {"role": "tool", "tool_call_id": "call_a1", "content": '{"booked": true}'}
    _write(folder / "messages.json", [*asked["messages"], message, tool, {"role": "assistant", "content": "Booked."}])
    _chunks(folder)


def _chunks(folder: Path) -> None:
    deltas = [{"role": "assistant", "content": "Boo"}, {"content": "ked."}]
    rows = [
        ChatCompletionChunk.model_validate(
            {
                "id": "chatcmpl-2",
                "object": "chat.completion.chunk",
                "created": 1760000000,
                "model": "gpt-4o-2024-08-06",
                "choices": [{"index": 0, "delta": delta, "finish_reason": None}],
            }
        ).model_dump_json(exclude_none=True)
        for delta in deltas
    ]
    (folder / "chunks.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")


def responses(folder: Path) -> None:
    output = [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_b1",
            "name": "book_room",
            "arguments": '{"day": "Friday"}',
            "status": "completed",
        },
        {
            "type": "mcp_call",
            "id": "mcp_1",
            "name": "list_rooms",
            "server_label": "rooms",
            "arguments": "{}",
            "output": "blue, green",
            "error": None,
            "approval_request_id": None,
        },
        {
            "type": "web_search_call",
            "id": "ws_1",
            "status": "completed",
            "action": {"type": "search", "query": "rooms"},
        },
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "Blue is free.", "annotations": []}],
        },
    ]
    response = Response.model_validate(
        {
            "id": "resp_1",
            "object": "response",
            "created_at": 1760000000,
            "model": "gpt-5-2025-08-07",
            "status": "completed",
            "instructions": "You book rooms.",
            "previous_response_id": "resp_0",
            "output": output,
            "parallel_tool_calls": True,
            "temperature": 1.0,
            "tool_choice": "auto",
            "tools": [{"type": "function", "strict": True, **FUNCTION}],
            "top_p": 1.0,
        }
    )
    _write(folder / "response.json", json.loads(response.model_dump_json(exclude_none=True)))


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    chat(Path(sys.argv[1]))
    responses(Path(sys.argv[2]))
