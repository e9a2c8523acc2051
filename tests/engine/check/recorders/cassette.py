# mypy: ignore-errors
# ruff: noqa: D102, D103
"""Writes the cassettes by recording a local server with vcrpy (recorded with vcrpy 9.4.2 and PyYAML 6).

Run in a virtual environment that has vcrpy: `python cassette.py FOLDER`. The server runs in this process; its port is
replaced by a host's name afterwards, so that the files stay the same.
"""

from __future__ import annotations

import gzip
import http.server
import json
import sys
import threading
import urllib.request
import zlib
from pathlib import Path
from typing import Any

import vcr

CALL = {"id": "call_v1", "type": "function", "function": {"name": "open_gate", "arguments": '{"gate": "north"}'}}
FIRST = {"role": "assistant", "content": None, "tool_calls": [CALL]}
STREAM = [
    {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "The gate "}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {"content": "is open."}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
]


def _completion(message: dict[str, Any]) -> dict[str, Any]:
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "c1", "object": "chat.completion", "model": "gpt-4o-2024-08-06", "choices": [choice]}


class Server(http.server.BaseHTTPRequestHandler):
    """Answers as the vendors do, each path in another encoding."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/gates/north":
            self._send(json.dumps({"state": "open"}).encode(), "application/json", "deflate", 201)
        elif len(asked["messages"]) == 1:
            self._send(json.dumps(_completion(FIRST)).encode(), "application/json", "gzip")
        else:
            events = [{"object": "chat.completion.chunk", "model": "gpt-4o-2024-08-06", **event} for event in STREAM]
            text = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
            self._send(text.encode(), "text/event-stream", "")

    def _send(self, body: bytes, kind: str, coding: str, status: int = 200) -> None:
        packed = {"gzip": gzip.compress(body, mtime=0), "deflate": zlib.compress(body)}.get(coding, body)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if coding:
            self.send_header("Content-Encoding", coding)
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


def _post(base: str, path: str, value: Any) -> None:
    data = json.dumps(value).encode()
    request = urllib.request.Request(base + path, data, {"Content-Type": "application/json"})
    urllib.request.urlopen(request).read()


def _talk(base: str) -> None:
    asked = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Open the north gate, please: it’s late."}]}
    _post(base, "/v1/chat/completions", asked)
    _post(base, "/v1/gates/north", {"open": True})
    result = {"role": "tool", "tool_call_id": "call_v1", "content": '{"state": "open"}'}
    again = {**asked, "stream": True, "messages": [*asked["messages"], FIRST, result]}
    _post(base, "/v1/chat/completions", again)


def main(folder: Path) -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    for serializer, name in (("yaml", "gates.yaml"), ("json", "gates.json")):
        path = folder / name
        path.unlink(missing_ok=True)
        recorder = vcr.VCR(serializer=serializer, record_mode="all", decode_compressed_response=serializer == "json")
        with recorder.use_cassette(str(path)):
            _talk(base)
        text = path.read_text(encoding="utf-8").replace(base, "https://api.example.com")
        path.write_text(text.replace(base.removeprefix("http://"), "api.example.com"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
