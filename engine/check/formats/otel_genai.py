"""OpenTelemetry GenAI spans: one session per conversation, or per trace where no conversation is named.

Shapes from the GenAI semantic conventions 1.28 to 1.38: messages in `gen_ai.input.messages` and
`gen_ai.output.messages` (parts, often as JSON text), earlier in events (`gen_ai.user.message`, `gen_ai.choice`, …);
tool runs in spans whose operation is `execute_tool`. Three dialects are read too: `gcp.vertex.agent.*` of ADK 1 and 2,
the numbered attributes of OpenLLMetry (`gen_ai.prompt.0.role`, 0.30 to 0.47), and OpenInference. Each model span
repeats the conversation so far, so only what is new in it is added. Where contents were not captured, a turn has no
text and a result no value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.base.json_text import Json
from engine.check.formats import google_adk, otel_openinference
from engine.check.formats.building import TrailBuilder, first, objects, opened, text_or_none
from engine.check.formats.match import Match, best
from engine.check.formats.otel_spans import Attribute, Span, spans
from engine.check.reading.paths import Path
from engine.check.reading.source import Source
from engine.check.trail import ABSENT, Entry, Trail

NAME = "otel_genai"
TITLE = "OpenTelemetry spans (GenAI, OpenInference, OpenLLMetry)"

_PREFIXES = ("gen_ai.", "gcp.vertex.agent.", "llm.", "openinference")
_MODEL = ("chat", "generate_content", "text_completion", "call_llm")
_SAMPLING = "gen_ai.request."
_PARAMETERS = ("temperature", "top_p", "top_k", "seed", "max_tokens", "frequency_penalty", "presence_penalty")
_NUMBERED = re.compile(r"gen_ai\.(prompt|completion)\.([0-9]{1,6})\.(.+)\Z")
_NUMBERED_CALL = re.compile(r"tool_calls\.([0-9]{1,6})\.(id|name|arguments)\Z")
_DETAILS = "gen_ai.client.inference.operation.details"
_LOOKED_AT = 200

_Told = tuple[str, dict[str, Json], Path]
"""A message that a span tells: which side it is on, the message, its path."""


def recognise(value: Json) -> Match:
    """By spans with attributes of the GenAI conventions."""
    seen = 0
    for span in spans(value):
        seen += 1
        told = [name for name in span.attributes if name.startswith(_PREFIXES)]
        if told:
            return Match(("attributes", *told[:3]))
        if seen >= _LOOKED_AT:
            break
    missed = ("attributes gen_ai.*",) if seen else ("resourceSpans or spans with attributes",)
    return best((Match(missed=missed),))


def read(source: Source) -> list[Trail]:
    """The sessions of a file, in the order in which they begin."""
    found = sorted(spans(source.value), key=lambda span: span.start)
    names = _conversations(found)
    groups: dict[str, list[Span]] = {}
    for span in found:
        groups.setdefault(names.get(span.trace, span.trace), []).append(span)
    return [trail for name, group in groups.items() if (trail := _session(source, name, group)).entries]


def _conversations(found: list[Span]) -> dict[str, str]:
    """The conversation of every trace that names just one: by the attribute, or by ADK's."""
    named: dict[str, set[str]] = {}
    for span in found:
        name = span.text("gen_ai.conversation.id", "gcp.vertex.agent.session_id")
        name = name or otel_openinference.conversation(span)
        if name:
            named.setdefault(span.trace, set()).add(name)
    return {trace: next(iter(names)) for trace, names in named.items() if len(names) == 1}


def _session(source: Source, name: str, group: list[Span]) -> Trail:
    build = TrailBuilder(source, NAME, name)
    speaking = {id(span) for span in _speaking(group)}
    for span in group:
        _facts(build, span)
        if _operation(span) == "execute_tool":
            _Tool(build, span).read()
        elif id(span) in speaking:
            _turn(build, span)
    return build.trail()


def _speaking(group: list[Span]) -> list[Span]:
    """The spans whose messages count: those of the model; where they have none, whatever has; else the bare turns."""
    models = [span for span in group if _operation(span) in _MODEL]
    told = [span for span in models if _has_messages(span)]
    return told or [span for span in group if _has_messages(span)] or models


def _operation(span: Span) -> str:
    named = span.text("gen_ai.operation.name")
    if named:
        return named
    if "gcp.vertex.agent.llm_request" in span.attributes:
        return "execute_tool" if "gcp.vertex.agent.tool_call_args" in span.attributes else "call_llm"
    kind = otel_openinference.operation(span)
    if kind:
        return kind
    if span.text("llm.request.type") or any(_NUMBERED.match(key) for key in span.attributes):
        return "chat"
    return "execute_tool" if "gen_ai.tool.call.id" in span.attributes else ""


def _has_messages(span: Span) -> bool:
    return any(True for _ in _messages(span))


def _facts(build: TrailBuilder, span: Span) -> None:
    """Instruction, tools and parameters that a span names."""
    held = dict(span.attributes)
    for name, inner in span.events:
        if name == _DETAILS:
            held.update(inner)
    instruction = held.get("gen_ai.system_instructions")
    if instruction is not None:
        text = _parts_text(opened(instruction.value))
        if text not in build.instructions:
            build.instruct(text, instruction.path)
    definitions = held.get("gen_ai.tool.definitions")
    if definitions is not None:
        _tools(build, opened(definitions.value), definitions.path)
    for key in _PARAMETERS:
        attribute = held.get(_SAMPLING + key)
        if attribute is not None:
            build.sample({key: attribute.value})
    _gemini_config(build, span)
    otel_openinference.read_facts(build, span)


def _tools(build: TrailBuilder, definitions: Json, path: Path) -> None:
    if isinstance(definitions, list):
        build.declares_tools()
    for tool, inner in objects(definitions, path):
        described = first(tool, "function") or tool
        build.define_tool(first(described, "name"), inner, first(described, "annotations"))


def _gemini_config(build: TrailBuilder, span: Span) -> None:
    request = span.attributes.get("gcp.vertex.agent.llm_request")
    config = first(opened(request.value) if request else None, "config")
    if request is None or not isinstance(config, dict):
        return
    text = config.get("system_instruction")
    if isinstance(text, str) and text not in build.instructions:
        build.instruct(text, (*request.path, "config", "system_instruction"))
    path = (*request.path, "config", "tools")
    for tool, inner in objects(config.get("tools"), path):
        _tools(build, tool.get("function_declarations"), (*inner, "function_declarations"))
    build.sample({key: config.get(key) for key in ("temperature", "top_p", "top_k", "seed", "max_output_tokens")})


# Turns of the model


def _turn(build: TrailBuilder, span: Span) -> None:
    """One model span: what is new in its input, then its output."""
    names = otel_openinference.names(span)
    asked, answered = span.text("gen_ai.request.model") or names[0], _answering(span) or names[1]
    facts: dict[str, Any] = {"model": answered, "requested_model": asked, "time": span.time}
    messages = list(_messages(span))
    given = [message for message in messages if message[0] == "input"]
    said = [message for message in messages if message[0] == "output"]
    build.nested(lambda inner: _read_all(inner, given, {}))
    facts["turn"] = build.next_turn()
    _read_all(build, said, facts)
    if not said:
        build.message("model", None, span.path, **facts)


def _read_all(build: TrailBuilder, messages: list[_Told], facts: dict[str, Any]) -> None:
    for _, item, path in messages:
        _message(build, item, path, facts)


def _answering(span: Span) -> str | None:
    response = span.attributes.get("gcp.vertex.agent.llm_response")
    version = first(opened(response.value) if response else None, "model_version", "modelVersion")
    return span.text("gen_ai.response.model") or text_or_none(version)


def _messages(span: Span) -> Iterator[_Told]:
    """The messages of a span in any dialect: which side they are on, the message, its path."""
    for held in (span.attributes, *(inner for name, inner in span.events if name == _DETAILS)):
        for side in ("input", "output"):
            attribute = held.get(f"gen_ai.{side}.messages")
            if attribute is not None:
                for item, path in objects(opened(attribute.value), attribute.path):
                    yield side, item, path
    yield from _from_events(span)
    yield from _from_numbered(span.attributes)
    yield from _from_gemini(span)
    yield from otel_openinference.messages(span)


def _from_events(span: Span) -> Iterator[_Told]:
    """Messages as events, one each (conventions up to 1.36): `gen_ai.<role>.message` and `gen_ai.choice`."""
    for name, held in span.events:
        role = name.removeprefix("gen_ai.").removesuffix(".message")
        path = next(iter(held.values())).path[:-1] if held else span.path
        values = {key.removeprefix("gen_ai.event."): opened(item.value) for key, item in held.items()}
        if name == "gen_ai.choice":
            message = values.get("message")
            yield "output", {"role": "assistant", **(message if isinstance(message, dict) else values)}, path
        elif name.startswith("gen_ai.") and name.endswith(".message"):
            yield "input", {"role": role, **values}, path


def _from_numbered(held: Mapping[str, Attribute]) -> Iterator[_Told]:
    """OpenLLMetry's numbered attributes, gathered to messages."""
    gathered: dict[tuple[str, int], dict[str, Any]] = {}
    paths: dict[tuple[str, int], Path] = {}
    for key, attribute in held.items():
        found = _NUMBERED.match(key)
        if found:
            place = ("input" if found[1] == "prompt" else "output", int(found[2]))
            message = gathered.setdefault(place, {"role": "assistant" if found[1] == "completion" else "user"})
            paths.setdefault(place, attribute.path)
            _set_numbered(message, found[3], attribute.value)
    for place in sorted(gathered):
        yield place[0], gathered[place], paths[place]


def _set_numbered(message: dict[str, Any], key: str, value: Json) -> None:
    call = _NUMBERED_CALL.match(key)
    if call is None:
        message[key] = value
        return
    calls = message.setdefault("tool_calls", [])
    index = int(call[1])
    while len(calls) <= min(index, len(calls)):
        calls.append({})
    calls[min(index, len(calls) - 1)][call[2]] = value


def _from_gemini(span: Span) -> Iterator[_Told]:
    """ADK's request and response, whose contents are Gemini's."""
    request = span.attributes.get("gcp.vertex.agent.llm_request")
    response = span.attributes.get("gcp.vertex.agent.llm_response")
    if request is not None:
        contents = first(opened(request.value), "contents")
        for item, path in objects(contents, (*request.path, "contents")):
            yield "input", {"gemini": item}, path
    content = first(opened(response.value), "content") if response is not None else None
    if response is not None and isinstance(content, dict):
        yield "output", {"gemini": content}, (*response.path, "content")


def _message(build: TrailBuilder, item: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    if isinstance(item.get("gemini"), dict):
        content = item["gemini"]
        actor = "model" if content.get("role") == "model" else "user"
        parts = objects(content.get("parts"), (*path, "parts"))
        google_adk.read_parts(build, parts, actor, facts if actor == "model" else {})
        return
    if isinstance(item.get("openinference"), dict):
        otel_openinference.read_message(build, item["openinference"], path, facts)
        return
    role = item.get("role")
    if role in ("system", "developer"):
        text = _parts_text(first(item, "parts", "content"))
        if text not in build.instructions:
            build.instruct(text, path)
        return
    actor = "model" if role in ("assistant", "model") else "user"
    _parts(build, item, path, actor, facts)
    if item.get("finish_reason") in ("length", "max_tokens"):
        build.truncated(path)


def _parts(build: TrailBuilder, item: dict[str, Json], path: Path, actor: Any, facts: dict[str, Any]) -> None:
    facts = facts if actor == "model" or not facts else {"time": facts.get("time")}
    if actor == "model" and "turn" not in facts:
        facts = {**facts, "turn": build.same_turn()}
    if "parts" not in item:
        _plain_message(build, item, path, actor, facts)
        return
    for part, inner in objects(item["parts"], (*path, "parts")):
        kind = part.get("type")
        if kind in ("tool_call", "server_tool_call"):
            _call(build, part, inner, facts)
        elif kind in ("tool_call_response", "server_tool_call_response"):
            _response(build, first(part, "response", "result"), part.get("id"), inner)
        elif kind in ("uri", "file"):
            build.outside("content behind a link or an id", inner)
        elif kind in (None, "text") and isinstance(part.get("content"), str):
            build.message(actor, part["content"], inner, **facts)


def _plain_message(build: TrailBuilder, item: dict[str, Json], path: Path, actor: Any, facts: dict[str, Any]) -> None:
    """A message without parts, as events and numbered attributes have it."""
    content = item.get("content")
    text = content if isinstance(content, str) else _parts_text(content)
    if item.get("role") == "tool":
        _response(build, content, first(item, "id", "tool_call_id"), path)
        return
    calls = objects(item.get("tool_calls"), (*path, "tool_calls"))
    if text or not calls:
        build.message(actor, text or None, path, **facts)
    for call, inner in calls:
        described = first(call, "function") or call
        _call(build, {**described, "id": call.get("id")} if isinstance(described, dict) else call, inner, facts)


def _call(build: TrailBuilder, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    name, call_id = text_or_none(part.get("name")), text_or_none(part.get("id"))
    facts = facts if "turn" in facts else {**facts, "turn": build.same_turn()}
    build.call(name, opened(part.get("arguments", ABSENT)), path, call_id=call_id, **facts)


def _response(build: TrailBuilder, response: Json, call_id: Json, path: Path) -> None:
    build.result(ABSENT if response is None else response, path, call_id=text_or_none(call_id))


def _parts_text(value: Json) -> str | None:
    if isinstance(value, str):
        return value
    texts = [first(part, "content", "text") for part, _ in objects(value, ())]
    joined = [text for text in texts if isinstance(text, str)]
    return "\n".join(joined) if joined else None


# Runs of tools


class _Tool:
    """A span of a tool run: its call, where no model span has it, and its result."""

    def __init__(self, build: TrailBuilder, span: Span) -> None:
        self._build = build
        self._span = span
        name, call_id, asked, answered = otel_openinference.tool_run(span)
        self._name = span.text("gen_ai.tool.name") or name
        self._arguments = self._attribute("gen_ai.tool.call.arguments", "gcp.vertex.agent.tool_call_args") or asked
        told = ("gen_ai.tool.call.result", "gcp.vertex.agent.tool_response", "gen_ai.tool.message")
        self._result = self._attribute(*told) or answered
        self._call_id = span.text("gen_ai.tool.call.id") or call_id or self._waiting_id()

    def read(self) -> None:
        """Add what the span says."""
        value = ABSENT if self._result is None else opened(self._result.value)
        path = self._span.path if self._result is None else self._result.path
        failed = True if self._span.failed or "error.type" in self._span.attributes else self._span.failed
        facts = {"call_id": self._call_id, "tool": self._name, "is_error": failed, "time": self._span.time}
        if self._build.call_of(self._call_id) is None and not self._waiting():
            call = self._call()
            self._build.answer(call, value, path, **facts, turn=None)
        else:
            self._build.result(value, path, **facts)

    def _of_this_tool(self) -> list[Entry]:
        return [entry for entry in self._build.waiting() if entry.kind == "call" and entry.tool == self._name]

    def _waiting(self) -> bool:
        """Whether a call of this tool waits for a result and has no id to know it by."""
        return self._call_id is None and any(entry.call_id is None for entry in self._of_this_tool())

    def _waiting_id(self) -> str | None:
        """The id of the call that this run answers, where the span does not name it: by arguments, else the first."""
        asked = None if self._arguments is None else opened(self._arguments.value)
        named = [entry for entry in self._of_this_tool() if entry.call_id is not None]
        alike = [entry for entry in named if entry.arguments == asked]
        return next((entry.call_id for entry in (*alike, *named)), None)

    def _call(self) -> Entry:
        value = ABSENT if self._arguments is None else opened(self._arguments.value)
        path = self._span.path if self._arguments is None else self._arguments.path
        turn = self._build.same_turn()
        return self._build.call(self._name, value, path, call_id=self._call_id, turn=turn, time=self._span.time)

    def _attribute(self, *names: str) -> Attribute | None:
        held = self._span.attributes
        return next((held[name] for name in names if name in held), None)
