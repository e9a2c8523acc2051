"""Turns the model and tool calls that tracing services store into spans, so that one reader handles all traces.

LangSmith's runs, Langfuse's observations and MLflow's spans each name a call's kind, its input and its output.
Messages stand in the form of the library that made them; `engine.check.formats.anything` reads those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Never, Trail
from . import otel_genai
from .anything import read_input, read_output
from .building import TrailBuilder, first, opened
from .openai_chat import read_tools
from .otel_openinference import unwrapped
from .otel_spans import Attribute, Span, Speech, order

MODEL, TOOL, AGENT = "chat", "execute_tool", "invoke_agent"
"""The kinds of calls, in the words of the GenAI conventions; any other is none of these."""

_SAMPLING = ("temperature", "top_p", "top_k", "seed", "max_tokens", "max_completion_tokens", "stop")


@dataclass(frozen=True)
class Observed:
    """One call.

    Attributes:
        kind: one of the kinds above, or an empty text.
        path: its path.
        id: its id; `parent` is that of the call that it is a part of, `trace` that of the whole, empty where there is
            none.
        session: the conversation that it belongs to, or None.
        start: what sorts the calls by when they began.
        time: when it began, as written.
        name: its name; of a tool's run, the tool's.
        asked: what went in, and where that stands; None where it is not recorded.
        answered: what came out.
        requested: the model that was asked.
        model: the model that answered.
        parameters: the model's parameters.
        tools: the tools that it was offered, where they do not stand in what went in.
        call_id: of a tool's run, the id of the call.
        failed: whether it failed.
    """

    kind: str
    path: Path
    id: str = ""
    parent: str = ""
    trace: str = ""
    session: str | None = None
    start: Json = None
    time: Json = None
    name: str | None = None
    asked: Attribute | None = None
    answered: Attribute | None = None
    requested: str | None = None
    model: str | None = None
    parameters: Mapping[str, Json] = field(default_factory=dict)
    tools: Attribute | None = None
    call_id: str | None = None
    failed: bool | None = None


def read_observed(source: Source, name: str, observed: Iterable[Observed], never: Never | None = None) -> list[Trail]:
    """The sessions of a file of calls.

    Args:
        source: the file.
        name: the reader's name.
        observed: the calls, in any order.
        never: what no file of the format holds.
    """
    return otel_genai.read_spans(source, name, [_span(each) for each in observed], never)


def _span(told: Observed) -> Span:
    attributes = {"gen_ai.operation.name": told.kind, "gen_ai.conversation.id": told.session}
    attributes |= {"gen_ai.request.model": told.requested, "gen_ai.response.model": told.model}
    held = {name: Attribute(value, told.path) for name, value in attributes.items() if value}
    if told.kind == TOOL:
        held |= _tool(told)
    return Span(
        path=told.path,
        trace=told.trace,
        id=told.id,
        parent=told.parent,
        start=order(told.start),
        time=None if told.time is None else str(told.time),
        attributes=held,
        failed=told.failed,
        speech=_speech(told) if told.kind == MODEL else None,
    )


def _speech(told: Observed) -> Speech:
    """What a model was asked and what it answered, each read when its turn comes."""

    def asked(build: TrailBuilder) -> None:
        build.sample({key: told.parameters[key] for key in _SAMPLING if told.parameters.get(key) is not None})
        if told.tools is not None:
            read_tools(build, told.tools.value, told.tools.path)
        if told.asked is not None:
            read_input(build, told.asked.value, told.asked.path)

    def answered(build: TrailBuilder) -> None:
        held = told.answered or Attribute(None, told.path)
        read_output(build, held.value, held.path, told.requested)

    return Speech(asked, answered)


def _tool(told: Observed) -> dict[str, Attribute]:
    """The run of a tool: LangChain's gives back a message, whose content is the result."""
    call_id = told.call_id
    held: dict[str, Attribute] = {}
    if told.name:
        held["gen_ai.tool.name"] = Attribute(told.name, told.path)
    if told.asked is not None:
        value = opened(told.asked.value)
        inner = first(value, "input") if isinstance(value, dict) and set(value) == {"input"} else None
        held["gen_ai.tool.call.arguments"] = Attribute(opened(inner) if inner is not None else value, told.asked.path)
    if told.answered is not None:
        value = opened(told.answered.value)
        only = first(value, "output") if isinstance(value, dict) and set(value) == {"output"} else None
        result, named = unwrapped(value if only is None else only)
        held["gen_ai.tool.call.result"] = Attribute(result, told.answered.path)
        call_id = call_id or named
    if call_id:
        held["gen_ai.tool.call.id"] = Attribute(call_id, told.path)
    return held
