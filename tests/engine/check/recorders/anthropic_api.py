# mypy: ignore-errors
# ruff: noqa: D103
"""Writes the samples of Anthropic's API with the anthropic package's own models (recorded with anthropic 2.14.0).

Run in a virtual environment that has anthropic: `python anthropic_api.py FOLDER`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from anthropic.types import Message


def main(folder: Path) -> None:
    answer = Message.model_validate(
        {
            "id": "msg_01",
            "type": "message",
            "role": "assistant",
            "model": "claude-sonnet-4-5-20250929",
            "stop_reason": "tool_use",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
            "content": [
                {"type": "text", "text": "I look it up."},
                {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides"}},
                {
                    "type": "web_search_tool_result",
                    "tool_use_id": "srvtoolu_1",
                    "content": {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"},
                },
                {"type": "tool_use", "id": "toolu_1", "name": "tide_table", "input": {"port": "Bremen"}},
            ],
        }
    )
    response = json.loads(answer.model_dump_json(exclude_none=True))
    (folder / "message.json").write_text(json.dumps(response, indent=2) + "\n", encoding="utf-8")
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True, "content": "no such port"}
    request = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 500,
        "temperature": 0,
        "system": [{"type": "text", "text": "You know the tides."}],
        "tools": [{"name": "tide_table", "description": "Tides of a port.", "input_schema": {"type": "object"}}],
        "messages": [
            {"role": "user", "content": "When is high tide?"},
            {"role": "assistant", "content": response["content"]},
            {"role": "user", "content": [result, {"type": "text", "text": "Try Hamburg."}]},
        ],
    }
    (folder / "request.json").write_text(json.dumps(request, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
