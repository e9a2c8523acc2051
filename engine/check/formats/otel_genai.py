"""OpenTelemetry GenAI spans: one session per conversation, or per trace where no conversation is named.

Shapes from the GenAI semantic conventions 1.28 to 1.38: messages in `gen_ai.input.messages` and
`gen_ai.output.messages` (parts, often as JSON text), earlier in events (`gen_ai.user.message`, `gen_ai.choice`, …);
tool runs in spans whose operation is `execute_tool`. Three dialects are read too: `gcp.vertex.agent.*` of ADK 1 and 2,
the numbered attributes of OpenLLMetry (`gen_ai.prompt.0.role`, 0.30 to 0.47), and OpenInference. Each model span
repeats the conversation so far, so only what is new in it is added. What happened inside a tool's run, such as the work
of a sub-agent, stands under its call. Where contents were not captured, a turn has no text and a result no value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Never, Trail
from . import otel_openinference
from .building import TrailBuilder, first, objects, opened, text_or_none
from .match import Match, best
from .otel_messages import DETAILS, has_messages, has_numbered, messages, parts_text, read_all
from .otel_runs import Runs
from .otel_spans import Span, Speech, spans
from .otel_tools import ToolRun

NAME = "otel_genai"
TITLE = "OpenTelemetry spans (GenAI, OpenInference, OpenLLMetry)"

_PREFIXES = ("gen_ai.", "gcp.vertex.agent.", "llm.", "openinference")
_MODEL = ("chat", "generate_content", "text_completion", "call_llm")
_SAMPLING = "gen_ai.request."
_PARAMETERS = ("temperature", "top_p", "top_k", "seed", "max_tokens", "frequency_penalty", "presence_penalty")
_LOOKED_AT = 200


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
    return read_spans(source, NAME, spans(source.value))


def read_spans(source: Source, name: str, told: Iterable[Span], never: Never | None = None) -> list[Trail]:
    """The sessions of a file whose spans are known.

    Args:
        source: the file.
        name: the reader's name.
        told: the spans, in any order.
        never: what no file of the format holds.
    """
    found = sorted(told, key=lambda span: span.start)
    runs = Runs(found, is_tool=lambda span: _operation(span) == "execute_tool")
    names = _conversations(found, runs)
    groups: dict[str, list[Span]] = {}
    for span in found:
        groups.setdefault(names.get(span.trace, span.trace), []).append(span)
    builds = (TrailBuilder(source, name, session, never) for session in groups)
    sessions = (_Session(build, group, runs) for build, group in zip(builds, groups.values(), strict=True))
    return [trail for session in sessions if (trail := session.read()).entries]


def _conversations(found: Sequence[Span], runs: Runs) -> dict[str, str]:
    """The conversation of every trace that names just one, beside those of sub-agents."""
    named: dict[str, set[str]] = {}
    for span in found:
        name = span.text("gen_ai.conversation.id", "gcp.vertex.agent.session_id")
        name = name or otel_openinference.conversation(span)
        if name and runs.host(span) is None:
            named.setdefault(span.trace, set()).add(name)
    return {trace: next(iter(names)) for trace, names in named.items() if len(names) == 1}


class _Session:
    """Reads the spans of one session, in the order in which they began; those inside a tool's run under its call."""

    def __init__(self, build: TrailBuilder, group: Sequence[Span], runs: Runs) -> None:
        self._build = build
        self._group = group
        self._runs = runs
        self._speaking = {id(span) for span in _speaking(group)}

    def read(self) -> Trail:
        """The session."""
        self._read([span for span in self._group if self._runs.host(span) is None], None)
        return self._build.trail()

    def _read(self, group: Sequence[Span], under: str | None) -> None:
        for span in group:
            _facts(self._build, span)
            if _operation(span) == "execute_tool":
                self._tool(span, under)
            elif id(span) in self._speaking:
                _turn(self._build, span, self._runs, under)

    def _tool(self, span: Span, under: str | None) -> None:
        self._build.goes_under(under)
        run = ToolRun(self._build, span, _names(span, self._runs))
        inside = [each for each in self._runs.inside(span) if not self._is_same_run(each, span)]
        if not inside:
            run.read()
            return
        call = run.read_call()
        self._read(inside, call.id)
        self._build.goes_under(under)
        run.read_result(call)

    @staticmethod
    def _is_same_run(inner: Span, outer: Span) -> bool:
        """Whether two layers of a framework record one run, such as an agent's tool and the protocol that calls it."""
        return _operation(inner) == "execute_tool" and ToolRun.named(inner) == ToolRun.named(outer)


def _speaking(group: Sequence[Span]) -> list[Span]:
    """The spans whose messages count: those of the model; where they have none, whatever has; else the bare turns."""
    models = [span for span in group if _operation(span) in _MODEL]
    told = [span for span in models if has_messages(span)]
    return told or [span for span in group if has_messages(span)] or models


def _operation(span: Span) -> str:
    named = span.text("gen_ai.operation.name")
    if named:
        return named
    if "gcp.vertex.agent.llm_request" in span.attributes:
        return "execute_tool" if "gcp.vertex.agent.tool_call_args" in span.attributes else "call_llm"
    kind = otel_openinference.operation(span)
    if kind:
        return kind
    if span.text("llm.request.type") or has_numbered(span):
        return "chat"
    return "execute_tool" if "gen_ai.tool.call.id" in span.attributes else ""


def _facts(build: TrailBuilder, span: Span) -> None:
    """Instruction, tools and parameters that a span names."""
    held = dict(span.attributes)
    for name, inner in span.events:
        if name == DETAILS:
            held.update(inner)
    instruction = held.get("gen_ai.system_instructions")
    if instruction is not None:
        text = parts_text(opened(instruction.value))
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


def _turn(build: TrailBuilder, span: Span, runs: Runs, under: str | None) -> None:
    """One model span: what is new in its input, then its output."""
    facts: dict[str, Any] = {**_names(span, runs), "time": span.time}
    if span.speech is not None:
        _speak(build, span.speech, under, facts)
        return
    told = list(messages(span))
    given = [message for message in told if message[0] == "input"]
    said = [message for message in told if message[0] == "output"]
    build.nested(lambda inner: read_all(inner, given, {}), under)
    facts["turn"] = build.next_turn()
    read_all(build, said, facts)
    if not said:
        build.message("model", None, span.path, **facts)


def _speak(build: TrailBuilder, speech: Speech, under: str | None, facts: Mapping[str, Any]) -> None:
    """A turn that is recorded in a form of its own; what the span says of it is added where that form is silent."""
    build.nested(speech.read_input, under)
    before = len(build.entries)
    speech.read_output(build)
    for entry in build.entries[before:]:
        if entry.actor == "model":
            build.amend(entry.id, **{name: getattr(entry, name) or value for name, value in facts.items()})


def _names(span: Span, runs: Runs) -> dict[str, str | None]:
    """The model that answered and the one that was asked: the span's own, else those of the nearest span around it."""
    around = [_own_names(each) for each in runs.around(span)]
    asked, answered = _own_names(span)
    if asked is None and answered is None:
        asked, answered = next((names for names in around if any(names)), (None, None))
    return {"model": answered, "requested_model": asked}


def _own_names(span: Span) -> tuple[str | None, str | None]:
    asked, answered = otel_openinference.names(span)
    response = span.attributes.get("gcp.vertex.agent.llm_response")
    version = first(opened(response.value) if response else None, "model_version", "modelVersion")
    answering = span.text("gen_ai.response.model") or text_or_none(version) or answered
    return span.text("gen_ai.request.model") or asked, answering
