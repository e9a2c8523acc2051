"""MLflow traces: `Trace.to_json`, the download of its page, lists of them.

Shapes from MLflow 2.14 to 3.17: `info` and `data.spans`; a span's type, input and output stand in its attributes
`mlflow.spanType`, `mlflow.spanInputs` and `mlflow.spanOutputs`, each as JSON text.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Trail
from .building import first, objects, parsed, text_or_none
from .match import Match, best, prefixed, sample
from .observed import AGENT, MODEL, TOOL, Observed, read_observed
from .otel_spans import Attribute

NAME = "mlflow"
TITLE = "MLflow traces"

_TYPE, _INPUTS, _OUTPUTS = "mlflow.spanType", "mlflow.spanInputs", "mlflow.spanOutputs"
_OFFERED = "mlflow.chat.tools"
_KINDS = {"CHAT_MODEL": MODEL, "LLM": MODEL, "TOOL": TOOL, "AGENT": AGENT}


def recognise(value: Json) -> Match:
    """By spans with `mlflow.` attributes in `data.spans`, of one trace or of the rows of a list."""
    return best((_trace(value), *(prefixed(_trace(row), "[].") for row in sample(value, 1))))


def _trace(value: Json) -> Match:
    spans = sample(first(first(value, "data"), "spans") or first(value, "spans"))
    if any(_TYPE in span["attributes"] for span in spans if isinstance(span.get("attributes"), dict)):
        return Match(("data.spans[].attributes", _TYPE))
    return Match(missed=(f"data.spans[].attributes.{_TYPE}",))


def read(source: Source) -> list[Trail]:
    """One session for each session that the traces name, or for each trace."""
    value = source.value
    traces: list[tuple[Json, Path]] = list(objects(value, ())) if isinstance(value, list) else [(value, ())]
    return read_observed(source, NAME, [each for trace, path in traces for each in _observed(trace, path)])


def _observed(trace: Json, path: Path) -> Iterator[Observed]:
    info = first(trace, "info")
    metadata = first(info, "trace_metadata", "request_metadata")
    session = text_or_none(first(metadata, "mlflow.trace.session"))
    name = str(first(info, "trace_id", "request_id") or "")
    inner = (*path, "data") if isinstance(first(trace, "data"), dict) else path
    spans = first(first(trace, "data"), "spans") or first(trace, "spans")
    for span, at in objects(spans, (*inner, "spans")):
        if isinstance(span.get("attributes"), dict):
            yield _span(span, at, name, session)


def _span(span: dict[str, Json], path: Path, trace: str, session: str | None) -> Observed:
    held = span["attributes"]
    kind = str(parsed(held.get(_TYPE)))
    context = span.get("context")
    asked = parsed(held.get(_INPUTS))
    named = text_or_none(parsed(held.get("mlflow.llm.model"))) or text_or_none(first(asked, "model"))
    failed = first(span.get("status"), "code") or span.get("status_code")
    return Observed(
        kind=_KINDS.get(kind, ""),
        path=path,
        id=str(first(span, "span_id") or first(context, "span_id") or ""),
        parent=str(first(span, "parent_span_id", "parent_id") or ""),
        trace=trace,
        session=session,
        start=first(span, "start_time_unix_nano", "start_time"),
        time=first(span, "start_time_unix_nano", "start_time"),
        name=text_or_none(span.get("name")),
        asked=None if _INPUTS not in held else Attribute(asked, (*path, "attributes", _INPUTS)),
        answered=None if _OUTPUTS not in held else Attribute(parsed(held[_OUTPUTS]), (*path, "attributes", _OUTPUTS)),
        requested=named,
        model=text_or_none(first(parsed(held.get(_OUTPUTS)), "model")),
        tools=None if _OFFERED not in held else Attribute(parsed(held[_OFFERED]), (*path, "attributes", _OFFERED)),
        failed=True if failed in ("STATUS_CODE_ERROR", "ERROR") else None,
    )
