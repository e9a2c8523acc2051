"""Gemini's API: requests of `generateContent`, their answers, and both together.

Shapes from the API reference of the Gemini API and of Vertex AI (v1 and v1beta, 2025): `contents[].parts[]` with
`systemInstruction`, `tools[].functionDeclarations` and `generationConfig`; an answer has `candidates[].content` and
`modelVersion`. The model that is asked stands in the address, and in the objects that the SDKs log (`model`, `config`).
Every key occurs in camelCase and in snake_case.
"""

from __future__ import annotations

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Trail
from . import alone
from .building import TrailBuilder, chosen, first, objects, text_or_none
from .forced import mark_forced
from .google_adk import get, read_parts
from .match import Match, best, keys, prefixed, sample
from .openai_chat import content_text

NAME = "gemini"
TITLE = "Gemini requests and answers"

_SAMPLING = (
    *("temperature", "topP", "top_p", "topK", "top_k", "seed", "maxOutputTokens", "max_output_tokens"),
    *("thinkingConfig", "thinking_config", "stopSequences", "stop_sequences"),
)
_CONFIG = ("generationConfig", "generation_config", "config")


def recognise(value: Json) -> Match:
    """By `contents` whose elements have `parts` and a role, or by `candidates` with a content."""
    candidates = [_contents(value), *(_contents(first(value, key)) for key in ("contents", "history"))]
    candidates.append(_candidates(first(value, "candidates")))
    if isinstance(value, dict):
        inner = ((key, value[key]) for key in ("request", "response") if isinstance(value.get(key), dict))
        candidates += [prefixed(recognise(item), f"{key}.") for key, item in inner]
    elif sample(value, 1) and not _contents(value).fits:
        candidates.append(prefixed(recognise(sample(value, 1)[0]), "[]."))
    return best(candidates)


def _contents(value: Json) -> Match:
    rows = sample(value)
    if rows and all(isinstance(row.get("parts"), list) and row.get("role") in _ROLES for row in rows):
        return Match(("contents[].parts",))
    return Match(missed=("contents[].parts",))


_ROLES = (None, "user", "model", "function", "tool")


def _candidates(value: Json) -> Match:
    rows = sample(value, 1)
    return keys(rows[0], "content") if rows else Match(missed=("candidates[].content",))


def read(source: Source) -> list[Trail]:
    """The session of a file; several where it is a list of exchanges."""
    value = source.value
    if isinstance(value, list) and not _contents(value).fits:
        return [_session(source, row, path) for row, path in objects(value, ())]
    return [_session(source, value, ())]


def _session(source: Source, value: Json, path: Path) -> Trail:
    build = TrailBuilder(source, NAME)
    if isinstance(value, list):
        read_contents(build, value, path)
    else:
        build.name = text_or_none(first(value, "sessionId", "session_id", "id", "responseId", "response_id")) or ""
        _read_whole(build, value, path)
        request = value["request"] if isinstance(value.get("request"), dict) else value
        build.asked(model_name(first(value, "model") or first(request, "model")))
        if "contents" not in request and "history" not in request:
            build.never = alone.ANSWER
        elif "contents" in request and not get(request, "cachedContent"):
            build.has_no_instruction()
    return build.trail()


def _read_whole(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read a request, an answer, or an object around both."""
    request, response = value.get("request"), value.get("response")
    asked = model_name(first(value, "model") or first(request, "model"))
    for key, held in (("request", request), (None, value)):
        if isinstance(held, dict):
            read_exchange(build, held, (*path, key) if key else path)
    start = len(build.entries)
    for key, held in (("response", response), (None, value)):
        if isinstance(held, dict):
            read_answer(build, held, (*path, key) if key else path, asked)
    mark_forced(build, request if isinstance(request, dict) else value, start)


def model_name(value: Json) -> str | None:
    """A model's name without the path before it, as in `models/gemini-2.5-flash`."""
    text = text_or_none(value)
    return text.rpartition("/")[2] if text else None


def read_exchange(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read what stands before the model's answer: instruction, tools, parameters, contents."""
    held = [(value, path), *((value[key], (*path, key)) for key in _CONFIG if isinstance(value.get(key), dict))]
    for settings, inner in held:
        _read_settings(build, settings, inner)
        if get(settings, "cachedContent"):
            build.outside("a stored beginning of the conversation", inner)
    for key in ("contents", "history"):
        read_contents(build, value.get(key), (*path, key))


def _read_settings(build: TrailBuilder, held: dict[str, Json], path: Path) -> None:
    key = "systemInstruction" if "systemInstruction" in held else "system_instruction"
    instruction = held.get(key)
    build.instruct(content_text(first(instruction, "parts") or instruction), (*path, key))
    build.sample(chosen(held, _SAMPLING))
    if isinstance(held.get("tools"), list):
        build.declares_tools()
    for tool, inner in objects(held.get("tools"), (*path, "tools")):
        _read_tool(build, tool, inner)


def _read_tool(build: TrailBuilder, tool: dict[str, Json], path: Path) -> None:
    """Read a tool: functions of the caller's, or one of the vendor's, which is named by its key."""
    for key, value in tool.items():
        if key in ("functionDeclarations", "function_declarations"):
            for function, inner in objects(value, (*path, key)):
                build.define_tool(function.get("name"), inner)
        else:
            build.define_tool("code_execution" if key == "codeExecution" else key, (*path, key))


def read_contents(build: TrailBuilder, contents: Json, path: Path) -> None:
    """Read contents: a list of them, one alone, or a text."""
    if isinstance(contents, str):
        build.message("user", contents, path)
    if isinstance(contents, dict):
        contents, path = [contents], path[:-1]
    for content, inner in objects(contents, path):
        parts = objects(content.get("parts"), (*inner, "parts"))
        if content.get("role") == "model":
            read_parts(build, parts, "model", {"turn": build.next_turn()})
        else:
            read_parts(build, parts, "user", {})


def read_answer(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None) -> None:
    """Read an answer: the first candidate is what the session went on with."""
    model = model_name(get(value, "modelVersion"))
    candidates = objects(value.get("candidates"), (*path, "candidates"))
    for _, inner in candidates[1:]:
        build.branch(inner)
    for candidate, inner in candidates[:1]:
        facts = {"model": model, "requested_model": requested, "turn": build.next_turn()}
        parts = objects(first(candidate.get("content"), "parts"), (*inner, "content", "parts"))
        read_parts(build, parts, "model", facts)
        if not parts:
            build.message("model", None, inner, **facts)
