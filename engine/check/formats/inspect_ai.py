"""Inspect eval logs (`.json` and `.eval`, `version` 2): one session per sample.

Shapes from inspect-ai 0.3: `eval.model` is the model that was asked, each assistant message names the one that
answered, `plan.config` and `eval.model_generate_config` hold the parameters, the model events the tools. Long contents
stand once, in `attachments`, and are referred to as `attachment://<hash>`. An `.eval` file is a ZIP archive:
`header.json` is the log without its samples, `samples/*.json` has one each; of a run that did not end,
`_journal/start.json` stands for the header.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from .building import TrailBuilder, chosen, first, objects, parsed, text_or_none, time_text, whole
from .match import Match, best, keys
from .openai_chat import content_text, note_unread, read_tools

NAME = "inspect_ai"
TITLE = "Inspect eval log (.eval, .json)"

_START = "_journal/start.json"
_PARTS = frozenset(("text", "reasoning", "image", "audio", "video", "document", "data", "tool_use"))
"""Types of a content's parts that are understood."""

_ATTACHMENT = "attachment://"
_SAMPLING = ("temperature", "top_p", "top_k", "seed", "max_tokens", "reasoning_effort", "stop_seqs")


def recognise(value: Json) -> Match:
    """By `eval`, `status` and `samples`, by a sample's `messages`, `target` and `epoch`, or by an archive's members."""
    whole_log = keys(value, "version", "status", "eval")
    return best((whole_log, keys(value, "epoch", "target", "messages"), keys(value, ("header.json", _START))))


def read(source: Source) -> list[Trail]:
    """One session per sample and epoch."""
    value = whole(source)
    if source.kind == "zip":
        log = first(value, "header.json", _START)
        samples = [(name, sample) for name, sample in value.items() if name.startswith("samples/")]
        return [_sample(source, log, sample, (name,)) for name, sample in samples if isinstance(sample, dict)]
    if "samples" not in value and "messages" in value:
        return [_sample(source, {}, value, ())]
    return [_sample(source, value, sample, path) for sample, path in objects(value.get("samples"), ("samples",))]


def _sample(source: Source, log: Json, sample: dict[str, Json], path: Path) -> Trail:
    build = TrailBuilder(source, NAME, _name(sample))
    spec = first(log, "eval")
    for config in (first(spec, "model_generate_config"), first(first(log, "plan"), "config")):
        build.sample(chosen(config, _SAMPLING))
    _events(build, sample, path)
    reader = _Messages(build, sample.get("attachments"), text_or_none(first(spec, "model")))
    for message, inner in objects(sample.get("messages"), (*path, "messages")):
        reader.read(message, inner)
    return build.trail()


def _name(sample: dict[str, Json]) -> str:
    parts = (sample.get("id"), sample.get("epoch"))
    return "/".join(str(part) for part in parts if isinstance(part, (str, int)))


def _events(build: TrailBuilder, sample: dict[str, Json], path: Path) -> None:
    """The tools and parameters that the model events name."""
    for event, inner in objects(sample.get("events"), (*path, "events")):
        if event.get("event") == "model":
            if isinstance(event.get("input"), list) and event["input"]:
                build.has_no_instruction()  # unless one of the messages is
            read_tools(build, event.get("tools"), (*inner, "tools"))
            build.sample(chosen(event.get("config"), _SAMPLING))


class _Messages:
    """Reads the messages of a sample, with the attachments that they refer to."""

    def __init__(self, build: TrailBuilder, attachments: Json, asked: str | None) -> None:
        self._build = build
        self._attachments = attachments if isinstance(attachments, dict) else {}
        self._asked = asked

    def read(self, message: dict[str, Json], path: Path) -> None:
        role = message.get("role")
        text = self._text(message.get("content"), (*path, "content"))
        if role == "system":
            self._build.instruct(text, (*path, "content"))
        elif role == "tool":
            self._result(message, text, path)
        elif role == "assistant":
            self._answer(message, text, path)
        else:
            self._build.message("user", text, path)
            note_unread(self._build, message.get("content"), (*path, "content"), _PARTS)

    def _text(self, content: Json, path: Path) -> str | None:
        for part, inner in objects(content, path):
            link = first(part, "image", "audio", "video", "document")
            if isinstance(link, str) and not link.startswith("data:"):
                self._attached(link, inner)
        text = content_text(content)
        return self._attached(text, path) if text is not None and text.startswith(_ATTACHMENT) else text

    def _attached(self, link: str, path: Path) -> str:
        """What a link to an attachment stands for; noted as outside where the log does not hold it."""
        content = self._attachments.get(link.removeprefix(_ATTACHMENT))
        if isinstance(content, str):
            return content
        self._build.outside("an attachment or file that the log only refers to", path)
        return link

    def _result(self, message: dict[str, Json], text: str | None, path: Path) -> None:
        error = message.get("error")
        call_id, tool = text_or_none(message.get("tool_call_id")), text_or_none(message.get("function"))
        refused = first(error, "type") == "approval"
        result = text or text_or_none(first(error, "message")) or message.get("content", ABSENT)
        failed = True if isinstance(error, dict) else None
        self._build.result(result, path, call_id=call_id, tool=tool, is_error=failed, refused=refused)

    def _answer(self, message: dict[str, Json], text: str | None, path: Path) -> None:
        model = text_or_none(message.get("model"))
        facts: dict[str, Any] = {"model": model, "requested_model": self._asked, "turn": self._build.next_turn()}
        facts["time"] = time_text(message.get("timestamp"))
        calls = objects(message.get("tool_calls"), (*path, "tool_calls"))
        if text or not calls:
            self._build.message("model", text, path, **facts)
        for call, inner in calls:
            name, call_id = text_or_none(call.get("function")), text_or_none(call.get("id"))
            arguments = call.get("arguments", ABSENT)
            self._build.call(name, arguments, inner, call_id=call_id, **facts)
        for part, inner in objects(message.get("content"), (*path, "content")):
            if part.get("type") == "tool_use":
                self._hosted(part, inner, facts)
        note_unread(self._build, message.get("content"), (*path, "content"), _PARTS)

    def _hosted(self, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
        """A tool that the model's vendor ran: call and result in one part of the content."""
        name, call_id = text_or_none(part.get("name")), text_or_none(part.get("id"))
        call = self._build.call(name, parsed(part.get("arguments", ABSENT)), path, call_id=call_id, **facts)
        failed = True if part.get("error") else None
        self._build.answer(call, part.get("result", ABSENT), path, is_error=failed)
