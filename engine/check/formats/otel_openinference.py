"""The OpenInference dialect of spans, as Phoenix keeps them and its instrumentations of many frameworks write them.

Keys from the OpenInference semantic conventions (0.1, 2024 to 2026). A list is flattened to numbered keys
(`llm.input_messages.0.message.role`) in a span as it is sent, stands as a list of such keys in Phoenix's tables, and as
nested objects in its downloads. All of them are brought to one tree, whose leaves keep their places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..trail import ABSENT, Absent
from . import langchain
from .building import TrailBuilder, chosen, first, objects, opened, parsed, text_or_none
from .openai_chat import content_text
from .otel_spans import Attribute, Span

_OPERATIONS = {"LLM": "chat", "TOOL": "execute_tool", "AGENT": "invoke_agent"}
_ROOTS = ("llm", "tool", "tool_call", "input", "output", "session", "metadata", "openinference")
_SAMPLING = ("temperature", "top_p", "top_k", "seed", "max_tokens", "max_completion_tokens", "max_output_tokens")

Node = dict[str, Any]
"""Keys to further nodes, or to an `Attribute` where a value stands; a list's items have their numbers as keys."""


def tree(span: Span, roots: tuple[str, ...] = _ROOTS) -> Node:
    """The attributes of a span as a tree, whichever way they are written; of other conventions' spans, nothing."""
    root: Node = {}
    told = any(name.startswith("openinference") for name in span.attributes)
    for name, held in span.attributes.items() if told else ():
        if name.partition(".")[0] in roots:
            value = opened(held.value) if name.endswith("_messages") else held.value
            _grow(root, name, value, held.path)
    return root


def _grow(node: Node, name: str, value: Json, path: Path) -> None:
    """Add a value below a node, under a name of keys with dots between them."""
    *above, last = name.split(".")
    for key in above:
        node = node.setdefault(key, {})
        if not isinstance(node, dict):
            return
    if isinstance(value, (dict, list)):
        below = node.setdefault(last, {})
        pairs = value.items() if isinstance(value, dict) else ((str(index), item) for index, item in enumerate(value))
        for key, item in pairs if isinstance(below, dict) else ():
            _grow(below, key, item, (*path, key if isinstance(value, dict) else int(key)))
    elif value is not None:
        node.setdefault(last, Attribute(value, path))


def _at(node: Any, *keys: str) -> Any:
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def _value(node: Any, *keys: str) -> Json:
    found = _at(node, *keys)
    return found.value if isinstance(found, Attribute) else None


def _text(node: Any, *keys: str) -> str | None:
    return text_or_none(_value(node, *keys))


def _items(node: Any, *keys: str) -> list[Node]:
    """The items of a list, in the order of their numbers."""
    found = _at(node, *keys)
    numbered = [key for key in found if key.isascii() and key.isdigit()] if isinstance(found, dict) else []
    items = [found[key] for key in sorted(numbered, key=lambda key: (len(key), key))]
    return [item for item in items if isinstance(item, dict)]


def _place(node: Any, otherwise: Path) -> Path:
    """The place of the first value of a node."""
    while isinstance(node, dict) and node:
        node = next(iter(node.values()))
    return node.path if isinstance(node, Attribute) else otherwise


def operation(span: Span) -> str:
    """What a span is, in the words of the GenAI conventions; empty where it is none of the kinds that are read."""
    kind = _text(tree(span, ("openinference",)), "openinference", "span", "kind")
    return _OPERATIONS.get((kind or "").upper(), "")


def names(span: Span) -> tuple[str | None, str | None]:
    """The model that was asked and the one that answered; where only one is named, that one answered."""
    root = tree(span)
    settings = parsed(_text(root, "llm", "invocation_parameters"))
    asked = first(settings, "model", "model_name") or first(opened(_value(root, "metadata")), "ls_model_name")
    return text_or_none(asked), _text(root, "llm", "model_name")


def conversation(span: Span) -> str | None:
    """The session that a span belongs to."""
    return _text(tree(span, ("session",)), "session", "id")


def read_facts(build: TrailBuilder, span: Span) -> None:
    """Read the tools and parameters of a span."""
    root = tree(span)
    build.sample(chosen(parsed(_text(root, "llm", "invocation_parameters")), _SAMPLING))
    for item in _items(root, "llm", "tools"):
        build.declares_tools()
        schema = opened(_value(item, "tool", "json_schema"))
        described = first(schema, "function") or schema
        build.define_tool(first(described, "name"), _place(item, span.path), first(described, "annotations"))


# Messages


def messages(span: Span) -> Iterator[tuple[str, dict[str, Json], Path]]:
    """The messages of a span, as `otel_genai` takes them; of a model's span without any, its input and output."""
    root, told = tree(span), False
    for side in ("input", "output"):
        for item in _items(root, "llm", f"{side}_messages"):
            told = True
            message = item.get("message", item)
            yield side, {"openinference": message}, _place(_at(message, "content") or item, span.path)
    if not told and operation(span) == "chat":
        yield from _values(root)


def _values(root: Node) -> Iterator[tuple[str, dict[str, Json], Path]]:
    """What went in and came out, where it is not recorded message by message."""
    for side, role in (("input", "user"), ("output", "assistant")):
        held = _at(root, side, "value")
        if isinstance(held, Attribute):
            value = opened(held.value)
            listed = objects(first(value, "messages"), (*held.path, "messages"))
            for message, path in listed:
                yield side, message, path
            if not listed:
                yield side, {"role": role, "content": str(held.value)}, held.path


def read_message(build: TrailBuilder, item: Node, path: Path, facts: dict[str, Any]) -> None:
    """Read one message; `facts` are further fields of the model's steps."""
    role, text = _text(item, "role"), _content(build, item)
    if role in ("system", "developer"):
        if text not in build.instructions:
            build.instruct(text, path)
    elif role in ("tool", "function"):
        value = ABSENT if text is None else text
        build.result(value, path, call_id=_text(item, "tool_call_id"), tool=_text(item, "name"))
    elif role in ("assistant", "model", "ai"):
        _answer(build, item, text, path, facts if "turn" in facts else {**facts, "turn": build.next_turn()})
    else:
        build.message("user", text, path)


def _content(build: TrailBuilder, item: Node) -> str | None:
    """A message's text; an image that it only links is noted."""
    texts = [_text(item, "content") or ""]
    for part in _items(item, "contents"):
        content = part.get("message_content", part)
        image = _at(content, "image", "image", "url")
        if isinstance(image, Attribute) and not str(image.value).startswith("data:"):
            build.outside("an image behind a link", image.path)
        texts.append(_text(content, "text") or "")
    return "\n".join(filter(None, texts)) or None


def _answer(build: TrailBuilder, item: Node, text: str | None, path: Path, facts: dict[str, Any]) -> None:
    calls = _items(item, "tool_calls")
    if text or not calls:
        build.message("model", text, path, **facts)
    for item_call in calls:
        call = item_call.get("tool_call", item_call)
        arguments = _at(call, "function", "arguments")
        value = opened(arguments.value) if isinstance(arguments, Attribute) else ABSENT
        name, call_id = _text(call, "function", "name"), _text(call, "id")
        build.call(name, value, _place(arguments or item_call, path), call_id=call_id, **facts)


# Runs of tools


def tool_run(span: Span) -> tuple[str | None, str | None, Attribute | None, Attribute | None]:
    """What a tool's span says: its name, the call's id, the arguments, the result."""
    root = tree(span)
    asked, answered = _at(root, "input", "value"), _at(root, "output", "value")
    call_id = _text(root, "tool_call", "id") or _text(root, "tool", "id")
    result = None
    if isinstance(answered, Attribute):
        value, named = unwrapped(opened(answered.value))
        result, call_id = Attribute(value, answered.path), call_id or named
    arguments = Attribute(_arguments(opened(asked.value)), asked.path) if isinstance(asked, Attribute) else None
    return _text(root, "tool", "name"), call_id, arguments, result


def _arguments(value: Json) -> Json:
    """A call's arguments; those that were passed by name, where the call of a function was recorded."""
    named = first(value, "kwargs")
    return named if isinstance(named, dict) and not first(value, "args") else value


def unwrapped(value: Json) -> tuple[Json | Absent, str | None]:
    """A result and its call's id: LangChain's tools return a message, whose content is the result."""
    message = langchain.unwrapped(value, ()) if isinstance(value, dict) else None
    if message is None or message[0] != "tool":
        return value, None
    content = message[2].get("content", ABSENT)
    return content_text(content) or content, text_or_none(message[2].get("tool_call_id"))
