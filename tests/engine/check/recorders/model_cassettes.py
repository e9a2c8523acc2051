# mypy: ignore-errors
# ruff: noqa: D102, D103
"""Writes a cassette for each model API by recording what the vendors' own clients send.

Recorded with vcrpy 9.4.2, openai 3.57, anthropic 2.14, google-genai 3.6, boto3 1.44, mistralai 3.7, ollama 0.6 and
cohere 7.3. Run in a virtual environment that has them: `python model_cassettes.py FOLDER`. The server runs in this
process and answers as the vendors do: first with a call, then with a streamed text. Its address is replaced afterwards,
and headers other than a body's kind are left out, so that the files stay the same and small.
"""

from __future__ import annotations

import http.server
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import boto3
import vcr
import yaml
from anthropic import Anthropic
from cohere import ClientV2
from frames import frame
from google import genai
from google.genai import types
from mistralai.client import Mistral
from ollama import Client
from openai import AzureOpenAI, OpenAI

os.environ.update(AWS_ACCESS_KEY_ID="sample", AWS_SECRET_ACCESS_KEY="sample", AWS_DEFAULT_REGION="eu-central-1")

INSTRUCTION = "You look after bees."
QUESTION = "How is hive 4?"
TOOL = "weigh_hive"
ASKED = {"hive": 4}
RESULT = "31.5 kg"
SAID = ("It weighs ", "31.5 kg.")
SCHEMA = {"type": "object", "properties": {"hive": {"type": "integer"}}, "required": ["hive"]}
FUNCTION = {"type": "function", "function": {"name": TOOL, "description": "Weighs a hive.", "parameters": SCHEMA}}


def sse(*events: dict[str, Any], named: bool = False) -> bytes:
    head = (f"event: {event['type']}\n" if named else "" for event in events)
    return "".join(f"{name}data: {json.dumps(event)}\n\n" for name, event in zip(head, events, strict=True)).encode()


# The answers, by path and by whether a result has been sent


def chat(answered: bool) -> bytes:
    head = {"id": "c2" if answered else "c1", "created": 1, "model": "bee-large-2407"}
    if not answered:
        call = {"id": "call_b1", "type": "function", "function": {"name": TOOL, "arguments": json.dumps(ASKED)}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
        return json.dumps({**head, "object": "chat.completion", "choices": [choice], "usage": usage}).encode()
    deltas = [{"role": "assistant", "content": SAID[0]}, {"content": SAID[1]}, {}]
    ends = [None, None, "stop"]
    choices = [{"index": 0, "delta": d, "finish_reason": e} for d, e in zip(deltas, ends, strict=True)]
    chunks = [{**head, "object": "chat.completion.chunk", "choices": [choice]} for choice in choices]
    return sse(*chunks) + b"data: [DONE]\n\n"


def responses(answered: bool) -> bytes:
    head = {"id": "resp_1", "object": "response", "created_at": 1, "model": "bee-5-2025-08-07", "status": "completed"}
    call = {"type": "function_call", "id": "fc_1", "call_id": "call_b1", "name": TOOL, "arguments": json.dumps(ASKED)}
    if not answered:
        return json.dumps({**head, "output": [{**call, "status": "completed"}]}).encode()
    content = [{"type": "output_text", "text": "".join(SAID), "annotations": []}]
    said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
    events = [
        {"type": "response.created", "sequence_number": 0, "response": {**head, "status": "in_progress", "output": []}},
        {"type": "response.output_item.done", "sequence_number": 1, "output_index": 0, "item": said},
        {"type": "response.completed", "sequence_number": 2, "response": {**head, "output": [said]}},
    ]
    return sse(*events, named=True)


def messages(answered: bool) -> bytes:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-bee-4-5-20250929"}
    usage = {"input_tokens": 9, "output_tokens": 3}
    if not answered:
        use = {"type": "tool_use", "id": "toolu_b1", "name": TOOL, "input": ASKED}
        return json.dumps({**head, "content": [use], "stop_reason": "tool_use", "usage": usage}).encode()
    deltas = [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": t}} for t in SAID]
    events = [
        {"type": "message_start", "message": {**head, "content": [], "stop_reason": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *deltas,
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]
    return sse(*events, named=True)


def gemini(answered: bool) -> bytes:
    def whole(parts: list[Any], finish: str | None) -> dict[str, Any]:
        candidate = {"content": {"role": "model", "parts": parts}, "index": 0}
        candidate |= {"finishReason": finish} if finish else {}
        return {"candidates": [candidate], "modelVersion": "gemini-bee-001", "responseId": "r1"}

    if not answered:
        return json.dumps(whole([{"functionCall": {"name": TOOL, "args": ASKED}}], "STOP")).encode()
    return sse(whole([{"text": SAID[0]}], None), whole([{"text": SAID[1]}], "STOP"))


def converse(answered: bool) -> bytes:
    if not answered:
        use = {"toolUse": {"toolUseId": "tooluse_b1", "name": TOOL, "input": ASKED}}
        message = {"role": "assistant", "content": [use]}
        usage = {"inputTokens": 9, "outputTokens": 3, "totalTokens": 12}
        whole = {"output": {"message": message}, "stopReason": "tool_use", "usage": usage, "metrics": {"latencyMs": 1}}
        return json.dumps(whole).encode()
    events = [("messageStart", {"role": "assistant"})]
    events += [("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"text": text}}) for text in SAID]
    events += [("contentBlockStop", {"contentBlockIndex": 0}), ("messageStop", {"stopReason": "end_turn"})]
    return b"".join(frame(kind, event) for kind, event in events)


def ollama(answered: bool) -> bytes:
    head = {"model": "bee:7b", "created_at": "2026-05-04T08:00:00Z"}
    if not answered:
        call = {"function": {"name": TOOL, "arguments": ASKED}}
        message = {"role": "assistant", "content": "", "tool_calls": [call]}
        return json.dumps({**head, "message": message, "done": True, "done_reason": "stop"}).encode()
    rows = [{**head, "message": {"role": "assistant", "content": text}, "done": False} for text in SAID]
    rows.append({**head, "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"})
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def cohere(answered: bool) -> bytes:
    message: dict[str, Any] = {"role": "assistant", "content": [{"type": "text", "text": "".join(SAID)}]}
    if not answered:
        call = {"id": "weigh_b1", "type": "function", "function": {"name": TOOL, "arguments": json.dumps(ASKED)}}
        message = {"role": "assistant", "tool_plan": "I will weigh it.", "tool_calls": [call]}
    return json.dumps({"id": "co1", "message": message, "finish_reason": "COMPLETE"}).encode()


ANSWERS = {
    "/chat/completions": chat,
    "/responses": responses,
    "/messages": messages,
    "enerateContent": gemini,
    "/converse": converse,
    "/converse-stream": converse,
    "/api/chat": ollama,
    "/v2/chat": cohere,
}


class Server(http.server.BaseHTTPRequestHandler):
    """Answers with a call, or, where a result stands in the request, with a streamed text."""

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        path = self.path.partition("?")[0]
        answer = next(answer for ending, answer in ANSWERS.items() if path.endswith(ending))
        body = answer(RESULT in text)
        kind = "application/json"
        if body.startswith((b"data:", b"event:")):
            kind = "text/event-stream"
        elif answer is converse and RESULT in text:
            kind = "application/vnd.amazon.eventstream"
        elif answer is ollama and RESULT in text:
            kind = "application/x-ndjson"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


# What the clients send


def talk_chat(client: Any, model: str) -> None:
    asked: list[Any] = [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": QUESTION}]
    first = client.chat.completions.create(model=model, messages=asked, tools=[FUNCTION], temperature=0)
    call = first.choices[0].message
    asked += [call.model_dump(exclude_none=True), {"role": "tool", "tool_call_id": "call_b1", "content": RESULT}]
    list(client.chat.completions.create(model=model, messages=asked, tools=[FUNCTION], temperature=0, stream=True))


def azure(base: str) -> None:
    client = AzureOpenAI(azure_endpoint=base, api_key="sample", api_version="2025-01-01-preview")
    talk_chat(client, "bees-at-work")


def openai_responses(base: str) -> None:
    client = OpenAI(base_url=f"{base}/v1", api_key="sample")
    tool = {"type": "function", **FUNCTION["function"]}
    common = {"model": "bee-5", "instructions": INSTRUCTION, "tools": [tool], "temperature": 0, "store": False}
    asked: list[Any] = [{"role": "user", "content": QUESTION}]
    first = client.responses.create(input=asked, **common)
    asked += [item.model_dump(exclude_none=True) for item in first.output]
    asked += [{"type": "function_call_output", "call_id": "call_b1", "output": RESULT}]
    list(client.responses.create(input=asked, stream=True, **common))


def anthropic(base: str) -> None:
    client = Anthropic(base_url=base, api_key="sample")
    tool = {"name": TOOL, "description": "Weighs a hive.", "input_schema": SCHEMA}
    common = {"model": "claude-bee-4-5", "system": INSTRUCTION, "max_tokens": 100, "tools": [tool]}
    asked: list[Any] = [{"role": "user", "content": QUESTION}]
    first = client.messages.create(messages=asked, **common)
    block = {"type": "tool_result", "tool_use_id": "toolu_b1", "content": RESULT}
    asked += [
        {"role": "assistant", "content": [each.model_dump(exclude_none=True) for each in first.content]},
        {"role": "user", "content": [block]},
    ]
    list(client.messages.create(messages=asked, stream=True, **common))


def google(base: str) -> None:
    client = genai.Client(api_key="sample", http_options=types.HttpOptions(base_url=base))
    function = types.FunctionDeclaration(name=TOOL, description="Weighs a hive.")
    config = types.GenerateContentConfig(
        system_instruction=INSTRUCTION, tools=[types.Tool(function_declarations=[function])], temperature=0
    )
    asked = [types.Content(role="user", parts=[types.Part(text=QUESTION)])]
    first = client.models.generate_content(model="gemini-bee", contents=asked, config=config)
    answer = types.Part.from_function_response(name=TOOL, response={"weight": RESULT})
    asked += [first.candidates[0].content, types.Content(role="user", parts=[answer])]
    list(client.models.generate_content_stream(model="gemini-bee", contents=asked, config=config))


def bedrock(base: str) -> None:
    client = boto3.client("bedrock-runtime", endpoint_url=base)
    tool = {"toolSpec": {"name": TOOL, "description": "Weighs a hive.", "inputSchema": {"json": SCHEMA}}}
    common = {
        "modelId": "eu.bee.hive-20250514-v1:0",
        "system": [{"text": INSTRUCTION}],
        "toolConfig": {"tools": [tool]},
        "inferenceConfig": {"temperature": 0.0},
    }
    asked: list[Any] = [{"role": "user", "content": [{"text": QUESTION}]}]
    first = client.converse(messages=asked, **common)
    result = {"toolUseId": "tooluse_b1", "content": [{"text": RESULT}], "status": "success"}
    asked += [first["output"]["message"], {"role": "user", "content": [{"toolResult": result}]}]
    list(client.converse_stream(messages=asked, **common)["stream"])


def mistral(base: str) -> None:
    client = Mistral(server_url=base, api_key="sample")
    asked: list[Any] = [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": QUESTION}]
    common = {"model": "bee-large-latest", "tools": [FUNCTION], "temperature": 0}
    first = client.chat.complete(messages=asked, **common)
    asked += [first.choices[0].message, {"role": "tool", "tool_call_id": "call_b1", "name": TOOL, "content": RESULT}]
    list(client.chat.stream(messages=asked, **common))


def ollama_client(base: str) -> None:
    client = Client(host=base)
    asked: list[Any] = [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": QUESTION}]
    common = {"model": "bee:7b", "tools": [FUNCTION], "options": {"temperature": 0}}
    first = client.chat(messages=asked, **common)
    asked += [first.message, {"role": "tool", "tool_name": TOOL, "content": RESULT}]
    list(client.chat(messages=asked, stream=True, **common))


def cohere_client(base: str) -> None:
    client = ClientV2(api_key="sample", base_url=base)
    asked: list[Any] = [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": QUESTION}]
    common = {"model": "bee-03-2025", "tools": [FUNCTION], "temperature": 0}
    first = client.chat(messages=asked, **common)
    asked += [first.message, {"role": "tool", "tool_call_id": "weigh_b1", "content": RESULT}]
    client.chat(messages=asked, **common)


CLIENTS = {
    "azure.yaml": azure,
    "openai_responses.json": openai_responses,
    "anthropic.yaml": anthropic,
    "gemini.json": google,
    "bedrock.yaml": bedrock,
    "mistral.yaml": mistral,
    "ollama.yaml": ollama_client,
    "cohere.json": cohere_client,
}


def bare_request(request: Any) -> Any:
    request.headers = {"Content-Type": "application/json"}
    return request


def bare_response(response: dict[str, Any]) -> dict[str, Any]:
    headers = response["headers"]
    kept = {name: value for name, value in headers.items() if name.lower() == "content-type"}
    return {**response, "headers": kept}


def main(folder: Path) -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    for name, talk in CLIENTS.items():
        path = folder / name
        path.unlink(missing_ok=True)
        recorder = vcr.VCR(
            serializer=path.suffix[1:],
            record_mode="all",
            before_record_request=bare_request,
            before_record_response=bare_response,
        )
        with recorder.use_cassette(str(path)):
            talk(base)
        text = path.read_text(encoding="utf-8").replace(base, "https://api.example.com")
        path.write_text(text, encoding="utf-8")
    write_exchange(folder / "gemini.json", folder.parent / "gemini" / "exchange.json", {"model": "gemini-bee"})
    common = {"modelId": "eu.bee.hive-20250514-v1:0"}
    write_exchange(folder / "bedrock.yaml", folder.parent / "bedrock_converse" / "exchange.json", common)


def write_exchange(cassette: Path, target: Path, common: dict[str, Any]) -> None:
    """The history of a cassette's second request with its first answer, as an application would log both."""
    first, second = yaml.safe_load(cassette.read_text(encoding="utf-8"))["interactions"]
    response = json.loads(first["response"]["body"]["string"])
    whole = {"request": {**common, **json.loads(second["request"]["body"])}, "response": response}
    target.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
