"""The tree of a Claude Code transcript: which rows are on the line that the session ends with, and which a subagent's.

A row names the row before it in `parentUuid`. Two prompts, or two answers, after one row are two attempts: a turn was
taken back and tried again. Rows of parallel calls and of their results have a common row before them too, and are not
attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...base.json_text import Json
from ..reading.paths import Path
from .building import first, objects, text_or_none

Row = tuple[dict[str, Json], Path]
"""A row of a transcript, and its path."""

TURNS = ("user", "assistant")
_STARTS = ("Task", "Agent")
"""The tools that start a subagent (1.0 and 2.0)."""


@dataclass
class Tree:
    """The rows of a transcript.

    Attributes:
        main: the session's own rows, without those of other branches.
        left_out: the rows of other branches that are turns.
        cut: the first row whose row before it is not in the file, if any.
        subagents: the rows of each subagent, by a name of its own, in the order in which they begin.
    """

    main: list[Row] = field(default_factory=list)
    left_out: list[Row] = field(default_factory=list)
    cut: Row | None = None
    subagents: dict[str, list[Row]] = field(default_factory=dict)


def tree_of(rows: Sequence[Row]) -> Tree:
    """The tree of a transcript; a row that stands there twice, as after a session was resumed, counts once."""
    tree, seen = Tree(), set[str]()
    parents = {row["uuid"]: _parent(row) for row, _ in rows if isinstance(row.get("uuid"), str)}
    main: list[Row] = []
    names: dict[str, str] = {}
    for row, path in rows:
        uuid = text_or_none(row.get("uuid"))
        if uuid is not None and uuid in seen:
            continue
        seen.add(uuid or "")
        if row.get("isSidechain") is True:
            tree.subagents.setdefault(_agent(row, names), []).append((row, path))
        else:
            main.append((row, path))
    out = _other_branches(main)
    for row, path in main:
        if text_or_none(row.get("uuid")) not in out:
            tree.main.append((row, path))
        elif row.get("type") in TURNS:
            tree.left_out.append((row, path))
    turns = (each for each in tree.main if each[0].get("type") in TURNS)
    tree.cut = next((each for each in turns if _parent(each[0]) is not None and _parent(each[0]) not in parents), None)
    return tree


def _parent(row: dict[str, Json]) -> str | None:
    return text_or_none(row.get("parentUuid"))


def _agent(row: dict[str, Json], names: dict[str, str]) -> str:
    """The name of the subagent that a row belongs to: its id, or, in older files, the row that its line begins with.

    Args:
        row: a subagent's row.
        names: the names of those before it, by the row's id.
    """
    uuid = text_or_none(row.get("uuid")) or ""
    name = text_or_none(row.get("agentId")) or names.get(_parent(row) or "") or uuid or "sidechain"
    names[uuid] = name
    return name


def _other_branches(rows: Sequence[Row]) -> set[Json]:
    """The ids of the rows that are on another branch than the last one."""
    children: dict[str, list[dict[str, Json]]] = {}
    by_id = {row["uuid"]: row for row, _ in rows if isinstance(row.get("uuid"), str)}
    for row in by_id.values():
        parent = _parent(row)
        if parent is not None:
            children.setdefault(parent, []).append(row)
    active = _line(by_id)
    heads = [head for below in children.values() if len(below) > 1 for head in _attempts_beside(below, active)]
    out: set[Json] = set()
    while heads:
        row = heads.pop()
        if row["uuid"] not in out:
            out.add(row["uuid"])
            heads.extend(children.get(str(row["uuid"]), ()))
    return out


def _line(by_id: dict[str, dict[str, Json]]) -> set[str]:
    """The ids on the line from the last turn up to its beginning."""
    at = next((uuid for uuid in reversed(by_id) if by_id[uuid].get("type") in TURNS), None)
    found: set[str] = set()
    while at is not None and at not in found:
        found.add(at)
        at = _parent(by_id[at]) if at in by_id else None
    return found


def _attempts_beside(below: Sequence[dict[str, Json]], active: set[str]) -> Iterator[dict[str, Json]]:
    """Of the rows after one row, the attempts that were given up: all but the active one, or the last."""
    for attempts in (_prompts(below), _answers(below)):
        kept = next((name for name, rows in attempts if any(row["uuid"] in active for row in rows)), None)
        kept = attempts[-1][0] if kept is None and attempts else kept
        yield from (row for name, rows in attempts if name != kept for row in rows)


_Attempts = list[tuple[str, list[dict[str, Json]]]]


def _prompts(below: Sequence[dict[str, Json]]) -> _Attempts:
    """What a person wrote; results and what the program adds are not prompts."""
    return [(str(row["uuid"]), [row]) for row in below if is_prompt(row)]


def _answers(below: Sequence[dict[str, Json]]) -> _Attempts:
    """The model's answers; the rows of one answer share its id."""
    found: dict[str, list[dict[str, Json]]] = {}
    for row in below:
        if row.get("type") == "assistant":
            found.setdefault(str(first(row.get("message"), "id") or row["uuid"]), []).append(row)
    return list(found.items())


def is_prompt(row: dict[str, Json]) -> bool:
    """Whether a row is what a person wrote."""
    if row.get("type") != "user" or row.get("isMeta") is True or row.get("isCompactSummary") is True:
        return False
    return not any(block.get("type") == "tool_result" for block, _ in _blocks(row))


def starts_of(tree: Tree) -> dict[str, list[str]]:
    """By a call's id, the subagents that it started: recognised by its result, or by what it asked."""
    rows = [row for row, _ in (*tree.main, *(each for group in tree.subagents.values() for each in group))]
    asked = {name: _text(group[0][0]) for name, group in tree.subagents.items()}
    found: dict[str, list[str]] = {}
    for call_id, prompt, agent in (*_results(rows), *_calls(rows)):
        name = agent if agent in asked else next((name for name, text in asked.items() if text == prompt), None)
        if name is not None:
            found.setdefault(call_id, []).append(name)
            del asked[name]
    return found


def _calls(rows: Iterable[dict[str, Json]]) -> Iterator[tuple[str, Json, None]]:
    """The calls that start a subagent, with what they ask."""
    for row in rows:
        for block, _ in _blocks(row):
            prompt = first(block.get("input"), "prompt")
            if block.get("type") == "tool_use" and block.get("name") in _STARTS and prompt is not None:
                yield str(block.get("id")), prompt, None


def _results(rows: Iterable[dict[str, Json]]) -> Iterator[tuple[str, None, str]]:
    """The results that name the subagent that gave them."""
    for row in rows:
        agent = text_or_none(first(row.get("toolUseResult"), "agentId"))
        for block, _ in _blocks(row) if agent is not None else ():
            if block.get("type") == "tool_result" and agent is not None:
                yield str(block.get("tool_use_id")), None, agent


def _blocks(row: dict[str, Json]) -> list[tuple[dict[str, Json], Path]]:
    return objects(first(row.get("message"), "content"), ())


def _text(row: dict[str, Json]) -> str | None:
    content = first(row.get("message"), "content")
    return content if isinstance(content, str) else text_or_none(first(next(iter(_blocks(row)), ({}, ()))[0], "text"))
