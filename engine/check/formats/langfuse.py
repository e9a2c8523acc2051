"""Langfuse: traces with their observations, as its API and its page export them.

Shapes from the API reference (`TraceWithFullDetails`, `ObservationsView`, 2024 to 2026; every key in camelCase or in
snake_case): an observation has `type` (GENERATION, TOOL, AGENT, SPAN, …), `input`, `output`, `model`,
`modelParameters`, `parentObservationId`. The page writes `{trace, observations}`.
"""

from __future__ import annotations

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Trail
from .building import first, objects, opened, text_or_none
from .google_adk import get
from .match import Match, best, keys, prefixed, sample
from .observed import AGENT, MODEL, TOOL, Observed, read_observed
from .otel_spans import Attribute

NAME = "langfuse"
TITLE = "Langfuse traces and observations"

_KINDS = {"GENERATION": MODEL, "TOOL": TOOL, "AGENT": AGENT}
_TYPES = (*_KINDS, "SPAN", "EVENT", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL")


def recognise(value: Json) -> Match:
    """By observations with a `type` of Langfuse's and a trace's id, alone or in a trace's `observations`."""
    rows = [row for held, _, _ in _lists(value) for row in sample(held, 1)]
    return best((*(prefixed(_observation(row), "observations[].") for row in rows), _observation(value)))


def _observation(value: Json) -> Match:
    match = keys(value, ("traceId", "trace_id"), "type", ("startTime", "start_time"))
    if match.fits and value["type"] not in _TYPES:
        return Match(match.found, ("type = GENERATION, SPAN, …",))
    return match


def _lists(value: Json) -> list[tuple[Json, Path, Json]]:
    """The lists of observations: each with its path and the trace that it is of."""
    found: list[tuple[Json, Path, Json]] = []
    rows: list[tuple[Json, Path]] = [(value, ())]
    if isinstance(value, list):
        found.append((value, (), None))
        rows += [(row, path) for row, path in objects(value, ()) if "observations" in row]
    if isinstance(first(value, "data"), list):
        rows += objects(first(value, "data"), ("data",))
        found.append((first(value, "data"), ("data",), None))
    for row, path in rows:
        trace = first(row, "trace")
        for held, inner, whole in ((row, path, trace or row), (trace, (*path, "trace"), trace)):
            if isinstance(first(held, "observations"), list):
                found.append((first(held, "observations"), (*inner, "observations"), whole))
    return found


def read(source: Source) -> list[Trail]:
    """One session for each session of Langfuse's, or for each trace that belongs to none."""
    found: dict[str, Observed] = {}
    for held, path, trace in _lists(source.value):
        for row, inner in objects(held, path):
            if row.get("type") in _TYPES:
                found.setdefault(str(row.get("id") or inner), _observed(row, inner, trace))
    return read_observed(source, NAME, found.values())


def _observed(row: dict[str, Json], path: Path, trace: Json) -> Observed:
    parameters = opened(get(row, "modelParameters"))
    asked, answered = row.get("input"), row.get("output")
    return Observed(
        kind=_KINDS.get(str(row.get("type")), ""),
        path=path,
        id=str(row.get("id") or ""),
        parent=str(get(row, "parentObservationId") or ""),
        trace=str(get(row, "traceId") or first(trace, "id") or ""),
        session=text_or_none(get(row, "sessionId") or get(trace, "sessionId")),
        start=get(row, "startTime"),
        time=get(row, "startTime"),
        name=text_or_none(row.get("name")),
        asked=None if asked is None else Attribute(asked, (*path, "input")),
        answered=None if answered is None else Attribute(answered, (*path, "output")),
        model=text_or_none(row.get("model") or get(row, "providedModelName")),
        parameters=parameters if isinstance(parameters, dict) else {},
        failed=True if row.get("level") == "ERROR" else None,
    )
