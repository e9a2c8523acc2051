"""The span of a tool's run: its call, where no model span has it, and its result."""

from __future__ import annotations

from ..trail import ABSENT, Entry
from . import otel_openinference
from .building import TrailBuilder, opened
from .otel_spans import Attribute, Span


class ToolRun:
    """The run of a tool.

    Args:
        build: the session so far.
        span: the run's span.
        names: the model that made the call and the one that was asked, as fields of `Entry`.
    """

    def __init__(self, build: TrailBuilder, span: Span, names: dict[str, str | None]) -> None:
        """Take what the span says, in any dialect."""
        self._build = build
        self._span = span
        self._names = names
        self._adds_call = False
        name, call_id, asked, answered = otel_openinference.tool_run(span)
        self._name = span.text("gen_ai.tool.name") or name
        self._arguments = self._attribute("gen_ai.tool.call.arguments", "gcp.vertex.agent.tool_call_args") or asked
        told = ("gen_ai.tool.call.result", "gcp.vertex.agent.tool_response", "gen_ai.tool.message")
        self._result = self._attribute(*told) or answered
        self._call_id = span.text("gen_ai.tool.call.id") or call_id or self._waiting_id()

    @staticmethod
    def named(span: Span) -> str | None:
        """The name of a span's tool."""
        return span.text("gen_ai.tool.name") or otel_openinference.tool_run(span)[0]

    def read(self) -> None:
        """Add what the span says."""
        self.read_result(self.read_call())

    def read_call(self) -> Entry:
        """The call: the model's, where it is here; else one is added."""
        known = self._build.call_of(self._call_id) or next(iter(self._without_id()), None)
        self._adds_call = known is None
        return known or self._call()

    def read_result(self, call: Entry) -> None:
        """Add the result of the call that `read_call` gave."""
        value = ABSENT if self._result is None else opened(self._result.value)
        path = self._span.path if self._result is None else self._result.path
        failed = True if self._span.failed or "error.type" in self._span.attributes else self._span.failed
        facts = {"call_id": self._call_id, "tool": self._name, "is_error": failed, "time": self._span.time}
        if self._adds_call:
            self._build.answer(call, value, path, **facts, turn=None)
        else:
            self._build.result(value, path, **facts)

    def _of_this_tool(self) -> list[Entry]:
        return [entry for entry in self._build.waiting() if entry.kind == "call" and entry.tool == self._name]

    def _without_id(self) -> list[Entry]:
        """The calls of this tool that wait for a result and have no id to know them by."""
        return [entry for entry in self._of_this_tool() if self._call_id is None and entry.call_id is None]

    def _waiting_id(self) -> str | None:
        """The id of the call that this run answers, where the span does not name it: by arguments, else the first."""
        asked = None if self._arguments is None else opened(self._arguments.value)
        named = [entry for entry in self._of_this_tool() if entry.call_id is not None]
        alike = [entry for entry in named if entry.arguments == asked]
        return next((entry.call_id for entry in (*alike, *named)), None)

    def _call(self) -> Entry:
        value = ABSENT if self._arguments is None else opened(self._arguments.value)
        path = self._span.path if self._arguments is None else self._arguments.path
        facts = {"call_id": self._call_id, "turn": self._build.same_turn(), "time": self._span.time, **self._names}
        return self._build.call(self._name, value, path, **facts)

    def _attribute(self, *names: str) -> Attribute | None:
        held = self._span.attributes
        return next((held[name] for name in names if name in held), None)
