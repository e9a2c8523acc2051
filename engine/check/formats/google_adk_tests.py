"""Google ADK's older test files: what an agent is expected to do, one query after another.

Shapes from google-adk 0.1 to 1.0 (`local_eval_sets_manager.py`, which still reads them): a `*.test.json` is a list of
`query`, `expected_tool_use[].{tool_name, tool_input}` and `reference`; an eval set a list of cases with `name`, `data`
and `initial_session`.
"""

from __future__ import annotations

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Never, Trail
from .building import TrailBuilder, first, objects, text_or_none
from .match import Match, best, keys, prefixed, sample

NAME = "google_adk_tests"
TITLE = "Google ADK test file (older form)"
NEVER = Never(
    (
        "missing.result",
        "missing.result-content",
        "missing.instruction",
        "missing.tool-definitions",
        "missing.model-version",
        "missing.sampling",
    ),
    "what the tools gave back, the instruction, the tools' declarations, the model and its parameters",
    "Record a session of the agent (`adk run --save_session`, `adk web`), which holds the results and the model.",
)


def recognise(value: Json) -> Match:
    """By queries with `expected_tool_use` or `reference`, alone or in the `data` of named cases."""
    rows = sample(value, 3)
    return best((*map(_query, rows[:1]), *(_case(row) for row in rows[:1]), Match(missed=("query", "reference"))))


def _query(row: dict[str, Json]) -> Match:
    return keys(row, "query", ("expected_tool_use", "reference"))


def _case(row: dict[str, Json]) -> Match:
    queries = sample(row.get("data"), 1)
    return prefixed(_query(queries[0]), "data[].") if queries else Match(missed=("data[].query",))


def read(source: Source) -> list[Trail]:
    """The one session of a test file; of an eval set, one for each case."""
    rows = objects(source.value, ())
    cases = [(row, path) for row, path in rows if isinstance(row.get("data"), list)]
    if not cases:
        return [_session(source, "", ABSENT, rows)]
    return [
        _session(
            source,
            text_or_none(case.get("name")) or "",
            first(case.get("initial_session"), "state"),
            objects(case["data"], (*path, "data")),
        )
        for case, path in cases
    ]


def _session(source: Source, name: str, state: Json, queries: list[tuple[dict[str, Json], Path]]) -> Trail:
    build = TrailBuilder(source, NAME, name, NEVER)
    build.initial_state = ABSENT if state is None else state
    for query, path in queries:
        build.message("user", text_or_none(query.get("query")), (*path, "query"))
        _expected(build, query, path)
    return build.trail()


def _expected(build: TrailBuilder, query: dict[str, Json], path: Path) -> None:
    turn = build.next_turn()
    for use, inner in objects(query.get("expected_tool_use"), (*path, "expected_tool_use")):
        call = build.call(text_or_none(use.get("tool_name")), use.get("tool_input", ABSENT), inner, turn=turn)
        if "mock_tool_output" in use:
            build.answer(call, use["mock_tool_output"], (*inner, "mock_tool_output"), turn=None)
    key = "expected_intermediate_agent_responses"
    for said, inner in objects(query.get(key), (*path, key)):
        build.message("model", text_or_none(said.get("text")), inner, turn=build.next_turn())
    if text_or_none(query.get("reference")):
        build.message("model", query["reference"], (*path, "reference"), turn=build.next_turn())
