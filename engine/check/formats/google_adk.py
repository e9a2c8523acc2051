"""Google ADK: sessions, bare event lists, eval sets and eval results.

Shapes from google-adk 0.1 to 2.5, whose models are written by pydantic in camelCase (`by_alias`) or in snake_case; both
occur, so every key is looked for in both. `state` is the state at the end of the session: only the keys that no event
changed are known to have been there at its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Absent, Never, Trail
from .building import Parts, TrailBuilder, first, flag, objects, text_or_none, time_text
from .match import Match, best, keys, prefixed, sample

NAME = "google_adk"
TITLE = "Google ADK session"
NEVER = Never(
    ("missing.instruction", "missing.tool-definitions", "missing.sampling"),
    "the instruction, the tools' declarations and the sampling parameters",
    "Keep the agent's code beside the session, or export the traces of `adk web`, which hold the requests.",
)

NEVER_EVAL = Never(
    (*NEVER.codes, "missing.result", "missing.result-content", "missing.model-version"),
    "the instruction, the tools' declarations, the model and its parameters, and rarely what the tools gave back",
    "Record a session of the agent (`adk run --save_session`, `adk web`), which holds the results and the model.",
)

_SILENT = ("text", "thought", "thought_signature", "inline_data", "video_metadata", "media_resolution")
"""Keys of parts that are not steps: what the model thought, and contents that stand in the file."""

_CONFIRMATION = "adk_request_confirmation"


def snake(key: str) -> str:
    """A camelCase key in snake_case."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: "_" + found[1].lower(), key)


def get(value: Json, key: str) -> Json:
    """The value of a camelCase key, in either spelling; None where there is none."""
    return first(value, key, snake(key))


def _key(value: Json, key: str) -> str:
    """The spelling of a key that an object uses."""
    return key if key in value else snake(key)


def recognise(value: Json) -> Match:
    """By `events` or a list of events with `author` and `content.parts`; by an eval set's or result's own keys."""
    candidates = [
        prefixed(_events(value.get("events") if isinstance(value, dict) else None), "events[]."),
        _events(value),
        keys(value, ("appName", "app_name"), "events", "state"),
        keys(value, ("evalSetId", "eval_set_id"), ("evalCases", "eval_cases")),
        keys(value, ("evalSetResultId", "eval_set_result_id"), ("evalCaseResults", "eval_case_results")),
    ]
    return best(candidates)


def _events(value: Json) -> Match:
    rows = sample(value)
    if rows and any("author" in row and isinstance(first(row.get("content"), "parts"), list) for row in rows):
        return Match(("author", "content.parts"))
    return Match(missed=("author", "content.parts"))


def read(source: Source) -> list[Trail]:
    """The sessions of a file: one, or one per case of an eval set or an eval result."""
    value = source.value
    if isinstance(value, list):
        return [_session(source, {"events": value}, ())]
    cases = _key(value, "evalCases")
    if cases in value:
        return [_eval_case(source, case, path) for case, path in objects(value[cases], (cases,))]
    results = _key(value, "evalCaseResults")
    if results in value:
        return list(_eval_results(source, objects(value[results], (results,))))
    return [_session(source, value, ("events",))]


def _eval_results(source: Source, results: list[tuple[dict[str, Json], Path]]) -> Iterator[Trail]:
    for result, path in results:
        key = _key(result, "sessionDetails")
        if isinstance(result.get(key), dict):
            yield _session(source, result[key], (*path, key, "events"))


# Sessions


def _session(source: Source, value: dict[str, Json], events_path: Path) -> Trail:
    build = TrailBuilder(source, NAME, text_or_none(value.get("id")) or "", NEVER)
    events = objects(value.get("events"), events_path)
    build.initial_state = _initial_state(value, [event for event, _ in events])
    parts = [part for event, _ in events for part, _ in objects(first(event.get("content"), "parts"), ())]
    denied = _denied(parts)
    for event, inner in events:
        _event(build, event, inner)
    for entry in list(build.entries):
        if entry.kind == "call" and entry.call_id in denied:
            build.amend(entry.id, refused=True)
    return build.trail()


def _initial_state(value: dict[str, Json], events: list[dict[str, Json]]) -> Json | Absent:
    """What is known of the state at the beginning: the part of the final one that no event changed."""
    state = value.get("state", ABSENT)
    if not isinstance(state, dict):
        return ABSENT
    deltas = [get(event.get("actions"), "stateDelta") for event in events]
    changed = {key for delta in deltas if isinstance(delta, dict) for key in delta}
    kept = {key: item for key, item in state.items() if key not in changed}
    return kept if kept or not changed else ABSENT


def _denied(parts: list[dict[str, Json]]) -> set[str]:
    """The ids of calls that a person refused.

    The framework asks with a call of its own, which names the original one; `confirmed: false` answers it.
    """
    asked: dict[str, str] = {}
    denied: set[str] = set()
    for part in parts:
        call, answer = get(part, "functionCall"), get(part, "functionResponse")
        if first(call, "name") == _CONFIRMATION:
            original = get(first(call, "args"), "originalFunctionCall")
            asked[str(first(call, "id"))] = str(first(original, "id"))
        elif first(answer, "name") == _CONFIRMATION and flag(first(first(answer, "response"), "confirmed")) is False:
            denied.add(asked.get(str(first(answer, "id")), ""))
    return denied


def _event(build: TrailBuilder, event: dict[str, Json], path: Path) -> None:
    parts = objects(first(event.get("content"), "parts"), (*path, "content", "parts"))
    facts: dict[str, Any] = {"time": time_text(event.get("timestamp")), "partial": flag(event.get("partial")) or False}
    by_user = event.get("author") == "user"
    speaks = any(set(part) - {"functionResponse", "function_response"} for part, _ in parts)
    if not by_user:
        facts["model"] = text_or_none(get(event, "modelVersion"))
        if speaks:
            facts["turn"] = build.next_turn()
    read_parts(build, parts, "user" if by_user else "model", facts)
    _asides(build, event, path)


def _asides(build: TrailBuilder, event: dict[str, Json], path: Path) -> None:
    """What an event says beside its content."""
    actions = event.get("actions")
    if get(actions, "artifactDelta"):
        build.outside("an artifact", (*path, "actions", _key(actions, "artifactDelta")))
    if get(actions, "compaction"):
        build.truncated((*path, "actions", "compaction"))
    if flag(event.get("interrupted")):
        build.truncated(path)


def read_parts(
    build: TrailBuilder, parts: list[tuple[dict[str, Json], Path]], actor: Any, facts: dict[str, Any]
) -> None:
    """Read the parts of a content (`google.genai.types.Part`)."""
    _PARTS.read(build, parts, actor, facts)


def _text(part: dict[str, Json]) -> str | None:
    text = part.get("text")
    return text if isinstance(text, str) and not part.get("thought") else None


def _ends_text(part: dict[str, Json]) -> bool:
    return bool(set(part) - {"thought", "text"})


def _part(build: TrailBuilder, part: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    call, response = get(part, "functionCall"), get(part, "functionResponse")
    if isinstance(call, dict):
        _call(build, call, (*path, _key(part, "functionCall")), facts)
    elif isinstance(response, dict):
        _response(build, response, (*path, _key(part, "functionResponse")), facts.get("time"))
    elif isinstance(get(part, "executableCode"), dict):
        code = get(part, "executableCode")
        build.call("code_execution", code, (*path, _key(part, "executableCode")), **facts)
    elif isinstance(get(part, "codeExecutionResult"), dict):
        build.result(get(part, "codeExecutionResult"), path, tool="code_execution", turn=facts.get("turn"))
    elif get(part, "fileData") is not None:
        build.outside("a file behind a link", (*path, _key(part, "fileData")))
    else:
        _note_unread(build, part, path)


_PARTS = Parts(_text, _ends_text, _part)


def _note_unread(build: TrailBuilder, part: dict[str, Json], path: Path) -> None:
    """Note what a part holds that is not known; every part is recognised by its keys."""
    unknown = [key for key in part if part[key] is not None and snake(key) not in _SILENT]
    if unknown:
        build.unread(unknown[0], path)


def _call(build: TrailBuilder, call: dict[str, Json], path: Path, facts: dict[str, Any]) -> None:
    name, call_id = text_or_none(call.get("name")), text_or_none(call.get("id"))
    facts = {"turn": None, **facts}
    if facts["turn"] is None:
        facts["turn"] = build.same_turn()
    build.call(name, call.get("args", ABSENT), path, call_id=call_id, **facts)


def _response(build: TrailBuilder, response: dict[str, Json], path: Path, time: str | None) -> None:
    """A function's response; its key `error` marks an error (`google.genai.types.FunctionResponse.response`)."""
    result = response.get("response", ABSENT)
    failed = True if isinstance(result, dict) and result.get("error") is not None else None
    name, call_id = text_or_none(response.get("name")), text_or_none(response.get("id"))
    build.result(result, path, tool=name, call_id=call_id, is_error=failed, time=time)


# Eval sets


def _eval_case(source: Source, case: dict[str, Json], path: Path) -> Trail:
    """A case: its turns, each with the user's content, what happened in between, and the final response."""
    build = TrailBuilder(source, NAME, text_or_none(get(case, "evalId")) or "", NEVER_EVAL)
    state = first(get(case, "sessionInput"), "state")
    build.initial_state = ABSENT if state is None else state
    build.may_lack_state = True
    for turn, inner in objects(case.get("conversation"), (*path, "conversation")):
        time = time_text(get(turn, "creationTimestamp"))
        key = _key(turn, "userContent")
        read_parts(build, _parts(turn.get(key), (*inner, key)), "user", {"time": time})
        between = _key(turn, "intermediateData")
        _between(build, turn.get(between), (*inner, between))
        final = _key(turn, "finalResponse")
        parts = _parts(turn.get(final), (*inner, final))
        if parts:
            read_parts(build, parts, "model", {"turn": build.next_turn()})
    return build.trail()


def _parts(content: Json, path: Path) -> list[tuple[dict[str, Json], Path]]:
    return objects(first(content, "parts"), (*path, "parts"))


def _between(build: TrailBuilder, data: Json, path: Path) -> None:
    """Calls and responses of a turn: as events, or in two lists that do not say which came first."""
    if not isinstance(data, dict):
        return
    events = _key(data, "invocationEvents")
    for event, inner in objects(data.get(events), (*path, events)):
        _event(build, event, inner)
    uses, responses = _key(data, "toolUses"), _key(data, "toolResponses")
    for call, inner in objects(data.get(uses), (*path, uses)):
        _call(build, call, inner, {})
    for response, inner in objects(data.get(responses), (*path, responses)):
        _response(build, response, inner, None)
