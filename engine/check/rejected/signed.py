"""Signed thinking that holds people's data: what is replaced in it breaks the signature, which its service checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...base.json_text import Json
from ..codes import finding
from ..finding import Finding
from ..formats.building import first
from ..reading.pathparts import parts_of
from ..reading.paths import Path, path_text
from ..stepfinder import StepFinder
from ..trail import Entry, Place, Trail
from .limits import SIGNED, Limit

_MASKS = ("people.mask", "people.unopened")
"""Codes of the group that tell of no datum in clear."""


@dataclass(frozen=True)
class SignedData:
    """A signed block that holds people's data or secrets.

    Attributes:
        limit: what its service asks for.
        place: the block's.
        step: the step that it belongs to.
        sender: the first entry of the next turn, which reads it; None where none follows.
    """

    limit: Limit
    place: Place
    step: str | None
    sender: str | None


def broken_signatures(trail: Trail, change: Callable[[Json], Json]) -> Iterator[Finding]:
    """The signed blocks of a session that a bundle leaves out since what is replaced in them breaks the signature.

    Args:
        trail: the session.
        change: replaces people's data and secrets in a value.
    """
    finder = StepFinder(trail.entries)
    for path, block, limit in _signed_blocks(trail.value):
        if change(block) != block:
            reason = (
                f"Signed thinking here holds people’s data, so it is left out whole. {limit.api} asks for {limit.rule}."
            )
            text = path_text(path)
            yield finding(limit.code, Place(text), reason, finder.step_at(text), severity="error")


def _signed_blocks(value: Json) -> Iterator[tuple[Path, Json, Limit]]:
    """Every signed block in a value, with its path and whose rule it is."""
    stack: list[tuple[Path, Json]] = [((), value)]
    while stack:
        path, item = stack.pop()
        limit = _rule_of(item)
        if limit is not None:
            yield path, item, limit
        elif isinstance(item, dict):
            stack += reversed([((*path, key), inner) for key, inner in item.items() if isinstance(inner, (dict, list))])
        elif isinstance(item, list):
            stack += reversed([((*path, n), inner) for n, inner in enumerate(item) if isinstance(inner, (dict, list))])


def signed_data(trail: Trail, personal: Iterable[Finding]) -> tuple[SignedData, ...]:
    """The signed blocks of a session in which people's data were found, each once."""
    blocks: dict[str, tuple[Finding, Limit]] = {}
    for item in personal:
        block = None if item.code.startswith(_MASKS) else _signed_block(trail.value, parts_of(item.place.path))
        if block is not None:
            blocks.setdefault(path_text(block[0]), (item, block[1]))
    if not blocks:
        return ()
    finder = StepFinder(trail.entries)
    steps = {path: finder.step_at(path) for path in blocks}
    return tuple(
        SignedData(limit, Place(path, item.place.line, item.place.column), step, _next_turn(trail.entries, step))
        for (path, (item, limit)), step in zip(blocks.items(), steps.values(), strict=True)
    )


def _signed_block(value: Json, path: Path) -> tuple[Path, Limit] | None:
    """The signed block that a path lies in, and whose rule it is."""
    for depth, part in enumerate(path):
        limit = _rule_of(value)
        if limit is not None:
            return path[:depth], limit
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return None


def _rule_of(value: Json) -> Limit | None:
    """Whose rule a value falls under, if it is a signed block."""
    if not isinstance(value, dict):
        return None
    if value.get("type") == "thinking" and value.get("signature"):
        return SIGNED["anthropic"]
    signature = first(first(value.get("reasoningContent"), "reasoningText"), "signature")
    return SIGNED["bedrock"] if signature else None


def _next_turn(entries: Sequence[Entry], step: str | None) -> str | None:
    """The first entry of the model's next turn after a step."""
    behind = _behind(entries, step)
    turn = next((entry.turn for entry in behind), None)
    later = (entry for entry in behind if entry.actor == "model" and entry.kind != "result")
    return next((entry.id for entry in later if entry.turn is None or entry.turn != turn), None)


def _behind(entries: Sequence[Entry], step: str | None) -> Sequence[Entry]:
    start = next((index for index, entry in enumerate(entries) if entry.id == step), len(entries))
    return entries[start:]
