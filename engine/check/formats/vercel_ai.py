"""Vercel AI SDK: UI messages as an app stores them, and the model messages that the SDK sends and returns.

Shapes from the package `ai` 4, 5 and 6. A UI message has `parts`; `step-start` begins a turn of the model; a tool part
(`tool-<name>`, `dynamic-tool`, in version 4 `tool-invocation`) holds call and result. A model message has `content`
with parts `tool-call` and `tool-result`. The model stands in `metadata` only where the app puts it there.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Entry, Never, Trail
from .alone import REQUEST_AND_MODEL
from .building import TrailBuilder, first, objects, text_or_none, time_text
from .match import Match, best, prefixed, sample

NAME = "vercel_ai"
TITLE = "Vercel AI SDK messages"
NEVER = Never(
    REQUEST_AND_MODEL,
    "the instruction, the tools' declarations and the sampling parameters, and the model only where an app adds it",
    "Return the model's id from `messageMetadata`, and keep `system`, the tools and the settings with the messages.",
)

_ROLES = ("system", "user", "assistant", "data")
_MODEL_PARTS = ("tool-call", "tool-result", "tool-approval-request", "tool-approval-response")
_TOOL = "tool-"
_ASIDE = ("reasoning", "reasoning-file", "source", "source-url", "source-document", "custom")
"""Parts that are not steps: what the model thought, and where its hosted search looked."""


def recognise(value: Json) -> Match:
    """By messages with `role` and `parts[].type`, or with content parts of the types that only the SDK has."""
    lists = [value]
    if isinstance(value, dict):
        lists += [value.get("messages"), first(value.get("response"), "messages")]
    return best(match for rows in lists for match in (_ui_messages(rows), _model_messages(rows)))


def _ui_messages(value: Json) -> Match:
    rows = sample(value)
    parts = [part for row in rows for part, _ in objects(row.get("parts"), ())]
    fits = rows and all(row.get("role") in _ROLES and isinstance(row.get("parts"), list) for row in rows)
    if fits and parts and all(isinstance(part.get("type"), str) for part in parts):
        return Match(("role", "parts[].type"))
    return Match(missed=("role", "parts[].type"))


def _model_messages(value: Json) -> Match:
    kinds = {str(part.get("type")) for row in sample(value) for part, _ in objects(row.get("content"), ())}
    told = [kind for kind in _MODEL_PARTS if kind in kinds]
    return prefixed(Match(tuple(told)) if told else Match(missed=("tool-call or tool-result",)), "content[].type = ")


def read(source: Source) -> list[Trail]:
    """The one session of a file."""
    value = source.value
    messages, path = _messages(value)
    build = TrailBuilder(source, NAME, text_or_none(first(value, "id", "chatId")) or "", NEVER)
    read_messages(build, messages, path)
    return [build.trail()]


def read_messages(build: TrailBuilder, messages: Json, path: Path) -> None:
    """Read a list of messages of either kind."""
    listed = objects(messages, path)
    denied = _denied([message for message, _ in listed])
    for message, inner in listed:
        if isinstance(message.get("parts"), list):
            read_ui_message(build, message, inner)
        else:
            _model_message(build, message, inner, denied)


def _messages(value: Json) -> tuple[Json, Path]:
    if not isinstance(value, dict):
        return value, ()
    if isinstance(value.get("messages"), list):
        return value["messages"], ("messages",)
    return first(value.get("response"), "messages"), ("response", "messages")


def _facts(build: TrailBuilder, message: dict[str, Json]) -> dict[str, Any]:
    model = text_or_none(first(message.get("metadata"), "model", "modelId", "model_id"))
    time = time_text(message.get("createdAt") or first(message.get("metadata"), "createdAt"))
    return {"model": model, "turn": build.next_turn(), "time": time}


def read_ui_message(build: TrailBuilder, message: dict[str, Json], path: Path) -> None:
    """Read one UI message: an object with `role` and `parts`."""
    parts = objects(message["parts"], (*path, "parts"))
    role = message.get("role")
    if role == "system":
        build.instruct(_texts(message["parts"]), path)
    elif role == "assistant":
        _Answer(build, message).read(parts)
    elif not parts:
        build.message("user", text_or_none(message.get("content")), path)
    for part, inner in parts if role in ("user", "data") else ():
        if part.get("type") == "text":
            build.message("user", text_or_none(part.get("text")), inner)
        else:
            _aside(build, part, inner)


def _texts(value: Json) -> str | None:
    """The text of a content: as it is, or of its text parts."""
    if isinstance(value, str):
        return value
    texts = [part["text"] for part, _ in objects(value, ()) if isinstance(part.get("text"), str)]
    return "\n".join(texts) if texts else None


def _aside(build: TrailBuilder, part: dict[str, Json], path: Path) -> None:
    """A part that is not a step: a file or image that lies behind a link, or one that nobody knows."""
    kind = part.get("type")
    if kind in ("file", "image"):
        link = first(part, "url", "data", "image")
        if isinstance(link, str) and link.startswith(("http://", "https://", "blob:", "file:")):
            build.outside("a file behind a link", path)
    elif kind not in _ASIDE and not str(kind).startswith("data-"):
        build.unread(kind, path)


class _Answer:
    """Reads the parts of an assistant's UI message: the calls of a step first, then what they brought."""

    def __init__(self, build: TrailBuilder, message: dict[str, Json]) -> None:
        self._build = build
        self._message = message
        self._facts = _facts(build, message)
        self._results: list[tuple[Entry, dict[str, Json], Path]] = []

    def read(self, parts: list[tuple[dict[str, Json], Path]]) -> None:
        """Read the parts in order."""
        for part, path in parts:
            kind = str(part.get("type"))
            inner = part.get("toolInvocation")
            if kind in ("step-start", "text") and self._results:
                self._answer()
            if kind == "text":
                self._build.message("model", text_or_none(part.get("text")), path, **self._facts)
            elif kind == "tool-invocation" and isinstance(inner, dict):
                self._call(inner, (*path, "toolInvocation"), text_or_none(inner.get("toolName")))
            elif kind == "dynamic-tool":
                self._call(part, path, text_or_none(part.get("toolName")))
            elif kind.startswith(_TOOL) and "toolCallId" in part:
                self._call(part, path, text_or_none(kind.removeprefix(_TOOL)))
            elif kind != "step-start":
                _aside(self._build, part, path)
        self._answer()

    def _call(self, part: dict[str, Json], path: Path, tool: str | None) -> None:
        state = part.get("state")
        asked = first(part, "input", "args", "rawInput")
        refused = state == "output-denied" or first(part.get("approval"), "approved") is False
        call = self._build.call(
            tool,
            ABSENT if asked is None else asked,
            path,
            call_id=text_or_none(part.get("toolCallId")),
            refused=refused,
            partial=state in ("input-streaming", "partial-call"),
            **self._facts,
        )
        if state in ("output-available", "output-error", "result"):
            self._results.append((call, part, path))

    def _answer(self) -> None:
        """What the calls of a step brought; whatever comes after them is another turn."""
        for call, part, path in self._results:
            failed = part.get("state") == "output-error"
            key = "errorText" if failed else next((key for key in ("output", "result") if key in part), "")
            facts = {"turn": call.turn if part.get("providerExecuted") else None, "is_error": True if failed else None}
            self._build.answer(call, part.get(key, ABSENT), (*path, key) if key in part else path, **facts)
        self._results = []
        self._facts = _facts(self._build, self._message)


# Model messages


def _denied(messages: list[dict[str, Json]]) -> set[str]:
    """The ids of the calls that a person refused: a response to an approval names the request, the request the call."""
    parts = [part for message in messages for part, _ in objects(message.get("content"), ())]
    asked = {str(part.get("approvalId")): str(part.get("toolCallId")) for part in parts if "toolCallId" in part}
    refused = [part for part in parts if part.get("type") == _MODEL_PARTS[3] and part.get("approved") is False]
    return {asked.get(str(part.get("approvalId")), "") for part in refused}


def _model_message(build: TrailBuilder, message: dict[str, Json], path: Path, denied: set[str]) -> None:
    role, content = message.get("role"), message.get("content")
    if role == "system":
        build.instruct(_texts(content), (*path, "content"))
        return
    facts = _facts(build, message) if role == "assistant" else {}
    if isinstance(content, str):
        build.message("model" if role == "assistant" else "user", content, path, **facts)
    for part, inner in objects(content, (*path, "content")):
        kind, call_id, tool = part.get("type"), text_or_none(part.get("toolCallId")), text_or_none(part.get("toolName"))
        if kind == "text":
            build.message("model" if role == "assistant" else "user", text_or_none(part.get("text")), inner, **facts)
        elif kind == "tool-call":
            asked = first(part, "input", "args")
            refused = call_id in denied
            build.call(tool, ABSENT if asked is None else asked, inner, call_id=call_id, refused=refused, **facts)
        elif kind == "tool-result":
            turn = facts.get("turn") if part.get("providerExecuted") or role == "assistant" else None
            _result(build, part, inner, {"call_id": call_id, "tool": tool, "turn": turn})
        elif kind not in _MODEL_PARTS:
            _aside(build, part, inner)


def _result(build: TrailBuilder, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    """A result: in version 5 and later `output`, which says of what kind its value is, earlier the bare `result`."""
    output = part.get("output")
    if not isinstance(output, dict) or "type" not in output:
        failed = True if part.get("isError") is True else None
        build.result(part.get("output", part.get("result", ABSENT)), path, is_error=failed, **facts)
        return
    kind = str(output["type"])
    refused = kind == "execution-denied"
    value = output.get("value", output.get("reason") if refused else ABSENT)
    failed = True if kind.startswith("error-") else None
    build.result(value, (*path, "output"), is_error=failed, refused=refused, **facts)
