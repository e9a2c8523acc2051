"""LangSmith: runs as its SDK and its page export them, alone, in lists, in JSON Lines, or with their `child_runs`.

Shapes from langsmith 0.1 to 0.15 (`schemas.Run`, `run_trees.RunTree`): a run has `run_type` (llm, tool, chain, …),
`inputs`, `outputs`, `extra` with `invocation_params` and `metadata`, and `dotted_order`, by which runs sort.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import Trail
from .building import first, objects, text_or_none
from .match import Match, best, keys, prefixed, sample
from .observed import AGENT, MODEL, TOOL, Observed, read_observed
from .otel_spans import Attribute

NAME = "langsmith"
TITLE = "LangSmith runs"

_KINDS = {"llm": MODEL, "tool": TOOL, "chain": AGENT}
_DEEPEST = 60
"""How many runs may stand inside each other."""


def recognise(value: Json) -> Match:
    """By `run_type` beside `inputs`, of a run, of the rows of a list, or under `runs`."""
    lists = (("", value), ("runs", first(value, "runs")), ("data", first(value, "data")))
    rows = [prefixed(_run(row), f"{key}[].") for key, held in lists for row in sample(held, 1)]
    return best((_run(value), *rows))


def _run(value: Json) -> Match:
    return keys(value, "run_type", "inputs", ("outputs", "trace_id", "dotted_order"))


def read(source: Source) -> list[Trail]:
    """One session for each thread, or for each trace where no thread is named."""
    value = source.value
    rows: list[tuple[dict[str, Json], Path]] = objects(value, ())
    if isinstance(value, dict):
        key = next((key for key in ("runs", "data") if isinstance(value.get(key), list)), None)
        rows = [(value, ())] if key is None else objects(value[key], (key,))
    found = {str(run.get("id") or path): _observed(run, path, trace) for run, path, trace in _runs(rows, "", 0)}
    return read_observed(source, NAME, found.values())


def _runs(
    rows: list[tuple[dict[str, Json], Path]], trace: str, depth: int
) -> Iterator[tuple[dict[str, Json], Path, str]]:
    """The runs, each with its path and the trace that it is a part of; a run that stands twice counts once."""
    for run, path in rows:
        whole = text_or_none(run.get("trace_id")) or trace or text_or_none(run.get("id")) or ""
        yield run, path, whole
        if depth < _DEEPEST:
            yield from _runs(objects(run.get("child_runs"), (*path, "child_runs")), whole, depth + 1)


def _observed(run: dict[str, Json], path: Path, trace: str) -> Observed:
    extra = run.get("extra")
    metadata = first(extra, "metadata")
    parameters = first(extra, "invocation_params")
    model = first(metadata, "ls_model_name") or first(parameters, "model", "model_name")
    offered = first(parameters, "tools")
    inputs, outputs = run.get("inputs"), run.get("outputs")
    return Observed(
        kind=_KINDS.get(str(run.get("run_type")), ""),
        path=path,
        id=str(run.get("id") or ""),
        parent=str(run.get("parent_run_id") or ""),
        trace=trace,
        session=text_or_none(first(metadata, "thread_id", "session_id", "conversation_id")),
        start=text_or_none(run.get("dotted_order")) or run.get("start_time"),
        time=run.get("start_time"),
        name=text_or_none(run.get("name")),
        asked=None if inputs is None else Attribute(inputs, (*path, "inputs")),
        answered=None if outputs is None else Attribute(outputs, (*path, "outputs")),
        requested=text_or_none(model),
        parameters=parameters if isinstance(parameters, dict) else {},
        tools=None if offered is None else Attribute(offered, (*path, "extra", "invocation_params", "tools")),
        call_id=text_or_none(first(extra, "tool_call_id")),
        failed=True if run.get("error") else None,
    )
