"""Brings spans to one form from all in which OpenTelemetry data is stored.

OTLP JSON (`resourceSpans`, alone or a row each, as the file exporter writes), the SDK's console exporter
(`ReadableSpan.to_json`), flat lists (`trace_id`, `span_id`, `attributes`), Phoenix's table (a column per attribute) and
Jaeger's (`tags`). Every attribute value keeps its path in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...base.json_text import Json
from ..reading.paths import Path
from .building import TrailBuilder, first, objects, text_or_none

_IN_A_ROW = "attributes.openinference.span.kind"
"""A key by which a row of Phoenix's table is known: every attribute is a column of its own."""

_VALUES = ("stringValue", "intValue", "doubleValue", "boolValue")


@dataclass(frozen=True)
class Attribute:
    """The value of an attribute, and its path."""

    value: Json
    path: Path


@dataclass(frozen=True)
class Speech:
    """A model's input and output in a form of their own: each is read into a builder."""

    read_input: Callable[[TrailBuilder], None]
    read_output: Callable[[TrailBuilder], None]


@dataclass(frozen=True)
class Span:
    """A span.

    Attributes:
        path: its path.
        trace: its trace's id, empty where it has none.
        id: its own id, empty where it has none.
        parent: the id of the span that it is a part of, empty where it has none.
        start: when it began, as text that sorts: by time within one form.
        time: when it began, as written.
        attributes: by name.
        events: its events: name and attributes.
        failed: whether its status is an error; None where it does not say.
        speech: reads what a model was asked and what it answered, where its attributes do not say so.
    """

    path: Path
    trace: str
    id: str
    parent: str
    start: tuple[int, str]
    time: str | None
    attributes: dict[str, Attribute] = field(default_factory=dict)
    events: list[tuple[str, dict[str, Attribute]]] = field(default_factory=list)
    failed: bool | None = None
    speech: Speech | None = None

    def text(self, *names: str) -> str | None:
        """The first of these attributes that is text and not empty."""
        found = (text_or_none(self.attributes[name].value) for name in names if name in self.attributes)
        return next((text for text in found if text), None)


def spans(value: Json, path: Path = ()) -> Iterator[Span]:
    """All spans of a file, in its order."""
    if isinstance(value, list):
        for item, inner in objects(value, path):
            yield from spans(item, inner)
        return
    if not isinstance(value, dict):
        return
    if "attributes" in value or "tags" in value or _IN_A_ROW in value:
        yield _span(value, path)
    for key in ("resourceSpans", "resource_spans", "scopeSpans", "scope_spans", "spans", "data"):
        if isinstance(value.get(key), list):
            yield from spans(value[key], (*path, key))


def _span(value: dict[str, Json], path: Path) -> Span:
    key = "attributes" if "attributes" in value else "tags"
    start = first(value, "startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime")
    return Span(
        path=path,
        trace=_id(value, "traceId", "trace_id", "traceID"),
        id=_id(value, "spanId", "span_id", "spanID"),
        parent=_parent(value),
        start=order(start),
        time=None if start is None else str(start),
        attributes=attributes(value.get(key), (*path, key)) if key in value else _columns(value, path),
        events=list(_events(value, path)),
        failed=_failed(value),
    )


def _id(value: dict[str, Json], *spellings: str) -> str:
    """An id of a span, which may stand in its `context`, or in a column named after that."""
    found = first(value, *spellings, *(f"context.{name}" for name in spellings))
    return str(found or first(value.get("context"), *spellings) or "")


def _parent(value: dict[str, Json]) -> str:
    """The id of the span around a span; Jaeger has it in a list of references."""
    named = first(value, "parentSpanId", "parent_span_id", "parentSpanID", "parent_id", "parentId")
    references = (item for item, _ in objects(value.get("references"), ()) if item.get("refType") == "CHILD_OF")
    return str(named or first(next(references, None), "spanID") or "")


def _columns(value: dict[str, Json], path: Path) -> dict[str, Attribute]:
    """The attributes of a table's row."""
    named = ((name, item) for name, item in value.items() if name.startswith("attributes."))
    return {name.removeprefix("attributes."): Attribute(item, (*path, name)) for name, item in named}


def order(start: Json) -> tuple[int, str]:
    """A key that sorts numbers as numbers and ISO times as text."""
    text = "" if start is None else str(start)
    return (int(text), "") if text.isascii() and text.isdigit() and len(text) < len(str(2**64)) + 1 else (0, text)


def _events(value: dict[str, Json], path: Path) -> Iterator[tuple[str, dict[str, Attribute]]]:
    for key in ("events", "span_events", "logs"):
        for event, inner in objects(value.get(key), (*path, key)):
            inside = "attributes" if "attributes" in event else "fields"
            name = first(event, "name", "event_name") or ""
            yield str(name), attributes(event.get(inside), (*inner, inside))


def _failed(value: dict[str, Json]) -> bool | None:
    status = value.get("status")
    code = first(status, "code", "status_code") if isinstance(status, dict) else status or value.get("status_code")
    if code in (2, "ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR"):
        return True
    return False if code in (1, "OK", "STATUS_CODE_OK", "StatusCode.OK") else None


def attributes(value: Json, path: Path) -> dict[str, Attribute]:
    """Attributes by name, from a mapping or from a list of keys and values."""
    if isinstance(value, dict):
        return {name: Attribute(item, (*path, name)) for name, item in value.items()}
    found: dict[str, Attribute] = {}
    for item, inner in objects(value, path):
        if isinstance(item.get("key"), str):
            found[item["key"]] = Attribute(any_value(item.get("value")), (*inner, "value"))
    return found


def any_value(value: Json) -> Json:
    """The value of OTLP's `AnyValue`; any other value as it is."""
    if not isinstance(value, dict):
        return value
    for name in _VALUES:
        if name in value:
            return value[name]
    if isinstance(value.get("arrayValue"), dict):
        inner = value["arrayValue"].get("values")
        return [any_value(item) for item in inner] if isinstance(inner, list) else []
    if isinstance(value.get("kvlistValue"), dict):
        return {
            str(item.get("key")): any_value(item.get("value"))
            for item, _ in objects(value["kvlistValue"].get("values"), ())
        }
    return value
