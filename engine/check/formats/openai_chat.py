"""OpenAI chat completions: `messages`, with the enclosing request or without it.

Shapes from the API reference (chat completions, 2025): request `{model, messages, tools, temperature, …}`, response
`{id, object: "chat.completion", model, choices[].message}`. Agents also write a bare list of messages, an object with
`messages` and no request, and lists of trajectories (tau-bench results: `traj` and `task_id`). Calls that a model wrote
into its text are read as calls (`text_calls`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from . import alone, text_calls
from .building import (
    TrailBuilder,
    chosen,
    first,
    flag,
    objects,
    parsed,
    plain,
    text_or_none,
    time_text,
)
from .forced import mark_forced
from .match import Match, best, prefixed, sample
from .streams import read_stream, stream

NAME = "openai_chat"
TITLE = "OpenAI chat completions"

SAMPLING = (
    "temperature",
    "top_p",
    "seed",
    "max_tokens",
    "max_completion_tokens",
    "frequency_penalty",
    "presence_penalty",
    "reasoning_effort",
    "stop",
    "n",
)
_REQUEST = frozenset(
    (
        *SAMPLING,
        *("model", "messages", "tools", "tool_choice", "functions", "function_call", "parallel_tool_calls", "stream"),
        *("stream_options", "response_format", "user", "metadata", "store", "logprobs", "top_logprobs", "logit_bias"),
        *("modalities", "prediction", "service_tier", "safety_identifier", "prompt_cache_key", "verbosity"),
    )
)
"""The keys of a request as the API takes it; an object with any other key is a record of something else."""

_LISTS = ("messages", "traj", "trajectory", "conversation", "history")
_ROLES = ("system", "developer", "user", "assistant", "tool", "function")


def recognise(value: Json) -> Match:
    """By messages with `role` and `content` or `tool_calls`, bare or under a key; or by a response's `choices`."""
    joined = stream(value)
    if joined is not None:
        return prefixed(_choices(joined), "[].")
    candidates = [_messages(value)]
    if isinstance(value, dict):
        candidates += [prefixed(_choices(value[key]), f"{key}.") for key in ("response",) if key in value]
        candidates += [prefixed(_messages(value.get(key)), f"{key}[].") for key in _LISTS if key in value]
        candidates.append(_choices(value))
    elif isinstance(value, list):
        candidates += [prefixed(recognise(row), "[].") for row in sample(value, 1) if "role" not in row]
    return best(candidates)


def _messages(value: Json) -> Match:
    rows = sample(value)
    fitting = [row for row in rows if row.get("role") in _ROLES and "parts" not in row]
    if not rows or len(fitting) < len(rows):
        return Match(missed=("role", "content"))
    if any(_is_anthropic(row.get("content")) for row in rows):
        return Match(("role",), ("tool_calls",))
    told = ("role", "tool_calls") if any("tool_calls" in row for row in rows) else ("role", "content")
    return Match(told)


def _is_anthropic(content: Json) -> bool:
    return any(block.get("type") in ("tool_use", "tool_result") for block, _ in objects(content, ()))


def _choices(value: Json) -> Match:
    value = value if isinstance(value, dict) else {}
    choices = sample(value.get("choices"))
    if choices and all(isinstance(first(choice, "message", "delta"), dict) for choice in choices):
        return Match(("choices[].message",))
    return Match(missed=("choices[].message",))


def read(source: Source) -> list[Trail]:
    """The sessions of a file: one, or one per element of a list of trajectories or of rows."""
    streamed = read_stream(source, NAME, lambda build, answer, path: read_choices(build, answer, path, None))
    return streamed or [_session(source, value, path) for value, path in _sessions(source.value, ())]


def _sessions(value: Json, path: Path) -> Iterator[tuple[Json, Path]]:
    if isinstance(value, list) and not _messages(value).fits:
        yield from objects(value, path)
    else:
        yield value, path


def _session(source: Source, value: Json, path: Path) -> Trail:
    build = TrailBuilder(source, NAME)
    if isinstance(value, list):
        read_messages(build, value, path, None)
        build.never = alone.MESSAGES
        return build.trail()
    name = first(value, "id", "session_id", "conversation_id", "task_id")
    build.name = str(name) if isinstance(name, (str, int)) else ""
    read_exchange(build, value, path)
    request = value.get("request")
    if not any(key in value for key in (*_LISTS, "request", "prompt")):
        build.never = alone.ANSWER
    elif _REQUEST.issuperset(value) or isinstance(request, dict):
        build.has_no_instruction()  # a whole request: what is not in it was not sent
    elif not value.get("model") and "tools" not in value:
        build.never = alone.MESSAGES
    return build.trail()


def read_exchange(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read an object that holds messages, and what a request or a response says beside them."""
    request = value.get("request")
    if isinstance(request, dict) and "messages" in request:
        read_exchange(build, request, (*path, "request"))
    read_tools(build, value.get("tools"), (*path, "tools"))
    read_tools(build, value.get("functions"), (*path, "functions"))
    build.sample(chosen(value, SAMPLING))
    key = next((key for key in _LISTS if isinstance(value.get(key), list)), None)
    model = text_or_none(value.get("model"))
    if isinstance(value.get("prompt"), str):
        build.message("user", value["prompt"], (*path, "prompt"))
    if key is not None:
        read_messages(build, value[key], (*path, key), None if "choices" in value else model)
    read_choices(build, value, path, None)
    response = value.get("response")
    if isinstance(response, dict) and "choices" in response:
        start = len(build.entries)
        read_choices(build, response, (*path, "response"), text_or_none(first(request, "model")) or model)
        mark_forced(build, request if isinstance(request, dict) else value, start)


def read_choices(build: TrailBuilder, response: dict[str, Json], path: Path, requested: str | None) -> None:
    """Read a response: the first choice is what the session went on with."""
    choices = objects(response.get("choices"), (*path, "choices"))
    for _, inner in choices[1:]:
        build.branch(inner)
    for choice, inner in choices[:1]:
        key = "message" if "message" in choice else "delta"
        model = text_or_none(response.get("model"))
        if isinstance(choice.get(key), dict):
            message(build, {"role": "assistant", **choice[key]}, (*inner, key), model, requested)
        elif isinstance(choice.get("text"), str):
            turn = build.next_turn()
            build.message("model", choice["text"], inner, model=model, requested_model=requested, turn=turn)


def read_tools(build: TrailBuilder, tools: Json, path: Path) -> None:
    """Read a list of tool declarations, each a function or the function's wrapper."""
    if isinstance(tools, list):
        build.declares_tools()
    for tool, inner in objects(tools, path):
        function = tool.get("function")
        described = function if isinstance(function, dict) else tool
        if tool.get("type") == "mcp":
            continue  # a server, not a tool: its tools are listed elsewhere
        hints = first(described, "annotations") or first(tool, "annotations")
        build.define_tool(described.get("name") or tool.get("type"), inner, hints)


def read_messages(build: TrailBuilder, messages: Json, path: Path, model: str | None) -> None:
    """Read a list of messages; `model` answered those of the assistant, unless a message names its own."""
    for item, inner in objects(messages, path):
        message(build, item, inner, text_or_none(item.get("model")) or model, None)


def message(build: TrailBuilder, item: dict[str, Json], path: Path, model: str | None, requested: str | None) -> None:
    """Read one message of any role."""
    role = item.get("role")
    if role in ("system", "developer"):
        build.instruct(content_text(item.get("content")), (*path, "content"))
    elif role in ("tool", "function"):
        _result(build, item, path)
    elif role == "assistant" or "tool_calls" in item:
        _assistant(build, item, path, model, requested)
    else:
        _given(build, item, path)


def _given(build: TrailBuilder, item: dict[str, Json], path: Path) -> None:
    """Read what was said to the model: by a user, or in answer to a call that the model wrote into its text."""
    role, content = item.get("role"), item.get("content")
    time = time_text(first(item, "timestamp", "created_at"))
    text = content_text(content)
    found = text_calls.answer(text)
    if found is not None and build.waits_without_id(found[0]):
        build.result(found[1], path, tool=found[0], time=time)
    else:
        build.message("user", text, path, time=time)
    note_outside(build, content, (*path, "content"))
    note_unread(build, content, (*path, "content"))
    if role != "user":
        build.unread(f"role {role}", path)


def _result(build: TrailBuilder, item: dict[str, Json], path: Path) -> None:
    content = item.get("content", ABSENT)
    note_outside(build, content, (*path, "content"))
    build.result(
        plain(content),
        path,
        call_id=text_or_none(item.get("tool_call_id")),
        tool=text_or_none(item.get("name")),
        is_error=flag(item.get("is_error")),
        time=time_text(first(item, "timestamp", "created_at")),
    )


def _assistant(
    build: TrailBuilder, item: dict[str, Json], path: Path, model: str | None, requested: str | None
) -> None:
    turn = build.next_turn()
    time = time_text(first(item, "timestamp", "created_at"))
    facts = {"model": model, "requested_model": requested, "turn": turn, "time": time}
    text = content_text(item.get("content")) or text_or_none(item.get("refusal"))
    calls = objects(item.get("tool_calls"), (*path, "tool_calls"))
    single = item.get("function_call")
    text, written = (text, []) if calls or not text else text_calls.split(text)
    if text or not (calls or written or isinstance(single, dict)):
        build.message("model", text, path, **facts)
    for each in written:
        build.call(each.tool, each.arguments, (*path, "content"), in_text=True, **facts)
    for call, inner in calls:
        function = first(call, "function", "custom")
        described = function if isinstance(function, dict) else call
        _call(build, described, inner, text_or_none(call.get("id")), facts)
    if isinstance(single, dict):
        _call(build, single, (*path, "function_call"), None, facts)
    note_unread(build, item.get("content"), (*path, "content"))


def _call(
    build: TrailBuilder, function: dict[str, Json], path: Path, call_id: str | None, facts: dict[str, Json]
) -> None:
    arguments = function.get("arguments", function.get("input", ABSENT))
    build.call(text_or_none(function.get("name")), parsed(arguments), path, call_id=call_id, **facts)


def content_text(content: Json, spellings: Sequence[str] = ("text", "refusal")) -> str | None:
    """The text of a message's content, None where it has none.

    Args:
        content: a text, or parts whose texts are joined.
        spellings: the keys of a part's text.
    """
    if isinstance(content, str):
        return content
    texts = [first(part, *spellings) for part, _ in objects(content, ())]
    joined = [text for text in texts if isinstance(text, str)]
    return "\n".join(joined) if joined else None


_PARTS = frozenset(
    (
        *("text", "input_text", "output_text", "refusal", "image_url", "input_image", "image", "input_audio", "audio"),
        *("file", "input_file", "video_url", "document", "document_url", "thinking", "reasoning", "reference"),
    )
)
"""Types of a content's parts that are understood: texts, what stands beside them, what the model thought."""


def note_unread(build: TrailBuilder, content: Json, path: Path, known: Container[str] = _PARTS) -> None:
    """Note the parts of a content whose type is not among the known ones; one without a type that has text is text."""
    for part, inner in objects(content, path):
        kind = text_or_none(part.get("type"))
        if kind not in known and not (kind is None and isinstance(part.get("text"), str)):
            build.unread(kind or next(iter(part), None), inner)


def note_outside(build: TrailBuilder, content: Json, path: Path) -> None:
    """Note images, files and audio that a message only links or names."""
    for part, inner in objects(content, path):
        url = first(part.get("image_url"), "url") or part.get("image_url")
        if isinstance(url, str) and not url.startswith("data:"):
            build.outside("an image behind a link", inner)
        file = part.get("file")
        if isinstance(file, dict) and "file_id" in file and "file_data" not in file:
            build.outside("a file named by its id", inner)
