"""OpenAI Responses objects and items, and the run state of the Agents SDK.

Shapes from the API reference (Responses, 2025) and from openai-agents 0.6 (`RunState.to_json`, `$schemaVersion` 1.x).
An item is distinguished by its `type`. An output belongs to the call with its `call_id`; a hosted tool's item holds
both.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from . import alone
from .building import (
    TrailBuilder,
    chosen,
    first,
    objects,
    parsed,
    plain,
    text_or_none,
)
from .forced import mark_forced
from .match import Match, best, keys, sample
from .openai_chat import content_text, note_unread, read_tools
from .streams import read_stream, stream

NAME = "openai_responses"
TITLE = "OpenAI Responses and Agents SDK"

SAMPLING = ("temperature", "top_p", "max_output_tokens", "reasoning", "top_logprobs", "seed")

_HOSTED = {
    "web_search_call": ("action", "results"),
    "file_search_call": ("queries", "results"),
    "code_interpreter_call": ("code", "outputs"),
    "image_generation_call": ("prompt", "result"),
    "mcp_call": ("arguments", "output"),
}
"""Items that hold a call of a hosted tool and its result: the keys of both."""

_CALLS = {
    "function_call": "arguments",
    "custom_tool_call": "input",
    "computer_call": "action",
    "local_shell_call": "action",
    "shell_call": "action",
    "apply_patch_call": "operation",
    "tool_search_call": "arguments",
}
"""Items that hold a call: the key of its arguments."""

_SILENT = ("reasoning", "mcp_approval_request", "mcp_approval_response", "ghost_snapshot")
"""Items that are not steps: what the model thought, and what a person said of a call that stands by itself."""

_PARTS = frozenset(
    (
        *(
            "input_text",
            "output_text",
            "text",
            "refusal",
            "summary_text",
            "reasoning_text",
            "input_image",
            "input_file",
        ),
        *("input_audio", "output_audio", "computer_screenshot", "image_url", "file"),
    )
)
"""Types of a content's parts that are understood."""

ELSEWHERE = ("previous_response_id", "conversation", "prompt")
"""Keys of a request that name something stored, where an instruction may stand."""

_LISTS = ("items", "output", "input", "data")
_RUN_ITEMS = ("tool_call_item", "tool_call_output_item", "message_output_item", "reasoning_item")


def recognise(value: Json) -> Match:
    """By `object: response` and `output`, by items of the known types, or by a run state's `original_input`."""
    joined = stream(value)
    value = joined if joined is not None else value
    candidates = [keys(value, "$schemaVersion", "original_input", "model_responses"), _items(value)]
    if isinstance(value, dict):
        candidates += [_items(value.get(key)) for key in _LISTS]
        if value.get("object") == "response":
            candidates.append(keys(value, "object", "output"))
        candidates += [recognise(value[key]) for key in ("response",) if isinstance(value.get(key), dict)]
    elif isinstance(value, list):
        candidates += [recognise(row) for row in sample(value, 1) if row.get("object") == "response"]
    return best(candidates)


def _items(value: Json) -> Match:
    """Some item of a type that only Responses has, and none without type and role."""
    rows = sample(value)
    known = [row for row in rows if is_item(row)]
    told = sorted({str(row["type"]) for row in known if row.get("type") not in (None, "message")})
    if not rows or len(known) < len(rows):
        return Match(missed=("items of type message, function_call, …",))
    if told or any("type" in row for row in known):
        return Match(("type", *told[:3]))
    return Match(("role",), ("type",))


def is_item(value: dict[str, Json]) -> bool:
    """Whether an object is an item of a Responses list."""
    kind = value.get("type")
    if not isinstance(kind, str):
        return kind is None and value.get("role") in ("user", "assistant", "system", "developer")
    if kind == "message":
        return "role" in value and "content" in value
    return kind in ("reasoning", "item_reference", "compaction", "mcp_list_tools") or (
        kind.endswith(("_call", "_call_output", "_output")) or kind.startswith("mcp_approval_")
    )


def read(source: Source) -> list[Trail]:
    """The session of a file; several where it is a list of responses."""
    value = source.value
    streamed = read_stream(source, NAME, lambda build, answer, path: read_response(build, answer, path, None))
    if streamed is not None:
        return streamed
    if isinstance(value, list) and not _items(value).fits:
        return [_session(source, row, path) for row, path in objects(value, ())]
    return [_session(source, value, ())]


def _session(source: Source, value: Json, path: Path) -> Trail:
    build = TrailBuilder(source, NAME)
    if isinstance(value, list):
        read_items(build, value, path)
        build.never = alone.CONVERSATION
        return build.trail()
    build.name = text_or_none(first(value, "session_id", "conversation_id", "id", "trace_id")) or ""
    if "original_input" in value:
        _run_state(build, value, path)
    else:
        read_exchange(build, value, path)
        _note_whole(build, value)
    return build.trail()


def _note_whole(build: TrailBuilder, value: dict[str, Json]) -> None:
    """Note what a file implies by what it has: the whole request, or nothing of it."""
    request = value["request"] if isinstance(value.get("request"), dict) else value
    build.asked(text_or_none(request.get("model")))
    if not any(key in request for key in ("input", "items", "data", "instructions")):
        build.never = alone.ANSWER
    elif not any(key in request for key in ("model", "instructions", "tools")):
        build.never = alone.CONVERSATION
    elif "model" in request and "input" in request and not any(request.get(key) for key in ELSEWHERE):
        build.has_no_instruction()


def read_exchange(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read a request, a response, or an object that encloses both."""
    request, response = value.get("request"), value.get("response")
    if isinstance(request, dict):
        read_request(build, request, (*path, "request"))
    read_request(build, value, path)
    requested = first(request, "model")
    start = len(build.entries)
    if isinstance(response, dict):
        read_response(build, response, (*path, "response"), text_or_none(requested or value.get("model")))
    read_response(build, value, path, text_or_none(requested))
    mark_forced(build, request if isinstance(request, dict) else value, start)


def read_request(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read what stands before the model's output: instruction, tools, parameters, input items."""
    instructions = value.get("instructions")
    if isinstance(instructions, str):
        build.instruct(instructions, (*path, "instructions"))
    else:
        read_items(build, instructions, (*path, "instructions"))
    read_tools(build, value.get("tools"), (*path, "tools"))
    build.sample(chosen(value, SAMPLING))
    for key, what in (("previous_response_id", "an earlier response"), ("conversation", "a stored conversation")):
        if value.get(key):
            build.outside(f"{what} named by its id, with all that came before", (*path, key))
    if isinstance(value.get("prompt"), dict):
        build.outside("a stored prompt named by its id", (*path, "prompt"))
    if isinstance(value.get("input"), str):
        build.message("user", value["input"], (*path, "input"))
    for key in ("input", "items", "data"):
        read_items(build, value.get(key), (*path, key))


def read_response(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None) -> None:
    """Read a response's output."""
    model = text_or_none(value.get("model")) if "output" in value else None
    if value.get("output"):
        build.next_turn()  # the model was asked anew, whatever stands last in the input
    read_items(build, value.get("output"), (*path, "output"), model=model, requested_model=requested)


def read_items(build: TrailBuilder, items: Json, path: Path, **facts: Any) -> None:
    """Read a list of items; `facts` are what is known of the model's turns among them."""
    listed = objects(items, path)
    denied = {
        text_or_none(item.get("approval_request_id"))
        for item, _ in listed
        if item.get("type") == "mcp_approval_response" and item.get("approve") is False
    }
    for item, inner in listed:
        refused = item.get("type") == "mcp_approval_request" and text_or_none(item.get("id")) in denied
        read_item(build, item, inner, refused=refused, **facts)


def read_item(build: TrailBuilder, item: dict[str, Json], path: Path, **facts: Any) -> None:
    """Read one item of any type; one that is not a step, such as reasoning, is passed over."""
    kind = text_or_none(item.get("type"))
    refused = facts.pop("refused", False)
    if item.get("status") == "in_progress":
        facts["partial"] = True
    if kind in (None, "message"):
        _message(build, item, path, facts)
    elif kind in _CALLS:
        _call(build, item, path, facts)
    elif kind in _HOSTED:
        _hosted(build, item, path, facts)
    elif isinstance(kind, str) and kind.endswith("_output"):
        _output(build, item, path)
    elif kind == "mcp_approval_request" and refused:
        name, arguments = text_or_none(item.get("name")), parsed(item.get("arguments", ABSENT))
        turn = build.same_turn()
        build.call(name, arguments, path, call_id=text_or_none(item.get("id")), turn=turn, refused=True, **facts)
    else:
        _aside(build, item, path, facts)


def _aside(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    """Items that are not steps and yet say something; an unknown one is noted."""
    kind = item.get("type")
    if kind == "mcp_list_tools":
        read_tools(build, item.get("tools"), (*path, "tools"))
    elif kind == "item_reference":
        build.outside("an item named by its id", path)
    elif isinstance(kind, str) and kind.startswith("compaction"):
        build.truncated(path)
    elif isinstance(kind, str) and kind.endswith("_call"):
        _unknown_call(build, item, kind, path, facts)
    elif kind not in _SILENT:
        build.message("model", None, path, turn=build.same_turn(), **facts)
        build.unread(kind, path)


def _unknown_call(build: TrailBuilder, item: dict[str, Json], kind: str, path: Path, facts: dict[str, Any]) -> None:
    """A call of a kind that came after this reader: it is named by its kind, and what it says is its arguments."""
    call_id = text_or_none(first(item, "call_id", "id"))
    arguments = {key: value for key, value in item.items() if key not in ("id", "call_id", "type", "status")}
    build.call(kind.removesuffix("_call"), arguments, path, call_id=call_id, turn=build.same_turn(), **facts)
    build.unread(kind, path)


def _message(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    text, role = content_text(item.get("content")), item.get("role")
    note_outside(build, item.get("content"), (*path, "content"))
    note_unread(build, item.get("content"), (*path, "content"), _PARTS)
    if role in ("system", "developer"):
        build.instruct(text, (*path, "content"))
    elif role == "assistant":
        build.message("model", text, path, turn=build.same_turn(), **facts)
    else:
        build.message("user", text, path)


def note_outside(build: TrailBuilder, content: Json, path: Path) -> None:
    """Note images and files that a message only links or names."""
    for part, inner in objects(content, path):
        url = part.get("image_url") or part.get("file_url")
        if isinstance(url, str) and not url.startswith("data:"):
            build.outside("an image or file behind a link", inner)
        elif part.get("file_id") and not part.get("file_data"):
            build.outside("a file named by its id", inner)


def _call(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    kind = str(item.get("type"))
    name = text_or_none(item.get("name")) or kind.removesuffix("_call")
    call_id = text_or_none(first(item, "call_id", "id"))
    arguments = parsed(item.get(_CALLS[kind], ABSENT)) if kind != "custom_tool_call" else item.get("input", ABSENT)
    build.call(name, arguments, path, call_id=call_id, turn=build.same_turn(), **facts)


def _hosted(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    kind = str(item.get("type"))
    asked, answered = _HOSTED[kind]
    name = text_or_none(item.get("name")) or kind.removesuffix("_call")
    arguments = parsed(item[asked]) if item.get(asked) is not None else ABSENT
    if arguments is not ABSENT and kind in ("file_search_call", "code_interpreter_call", "image_generation_call"):
        arguments = {asked: arguments}
    call_id = text_or_none(item.get("id"))
    call = build.call(name, arguments, path, call_id=call_id, turn=build.same_turn(), **facts)
    error = item.get("error")
    failed = True if error or item.get("status") == "failed" else None
    if item.get(answered) is not None or failed:
        result = item.get(answered) if item.get(answered) is not None else (error or ABSENT)
        build.answer(call, result, (*path, answered if item.get(answered) is not None else "error"), is_error=failed)
    elif item.get("status") == "completed":
        build.answer(call, ABSENT, path)


def _output(build: TrailBuilder, item: dict[str, Json], path: Path) -> None:
    output = plain(item.get("output", ABSENT))
    note_outside(build, item.get("output"), (*path, "output"))
    build.result(output, path, call_id=text_or_none(first(item, "call_id", "id")))


# The run state of the Agents SDK


def _run_state(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read a run state: the input, then the items that the run produced, as the API had them (`raw_item`)."""
    original = value["original_input"]
    if isinstance(original, str):
        build.message("user", original, (*path, "original_input"))
    read_items(build, original, (*path, "original_input"))
    generated = objects(value.get("generated_items"), (*path, "generated_items"))
    rejected = _rejected(value)
    for item, inner in generated:
        raw = item.get("raw_item")
        if isinstance(raw, dict) and item.get("type") != "tool_approval_item":  # that one repeats a call
            read_item(build, raw, (*inner, "raw_item"))
    if not generated:
        for response, inner in objects(value.get("model_responses"), (*path, "model_responses")):
            read_items(build, response.get("output"), (*inner, "output"))
    for entry in list(build.entries):
        if entry.kind == "call" and entry.call_id in rejected:
            build.amend(entry.id, refused=True)


def _rejected(value: dict[str, Json]) -> set[str]:
    """The ids of calls that a person refused.

    They stand in `context.approvals.<tool>.rejected` (schema 1.0) or in
    `context.function_tool_approvals[].decision.rejected`
    (schema 1.21).
    """
    context = value.get("context")
    approvals = first(context, "approvals")
    decisions = list(approvals.values()) if isinstance(approvals, dict) else []
    decisions += [record.get("decision") for record, _ in objects(first(context, "function_tool_approvals"), ())]
    lists = [first(decision, "rejected") for decision in decisions]
    return {item for found in lists if isinstance(found, list) for item in found if isinstance(item, str)}
