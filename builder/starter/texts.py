"""Labels, set-ups and prose of a new subject: whole sentences, with every figure computed when the page is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.starter.session import Start
from builder.starter.templates import FILES, fill, quoted
from engine.base.json_text import Json
from engine.base.json_walk import leaves

_COLUMNS = 3
"""How many fields of a result the ledger shows to begin with."""


def text_files(start: Start) -> dict[str, str]:
    """`labels.yaml`, `setups.yaml` and the files of `prose/`, by their path in the folder."""
    values = _values(start.bundle)
    prose = sorted(path.name.removesuffix(".j2") for path in (FILES / "prose").glob("*.j2"))
    return {name: fill(name, values) for name in ("labels.yaml", "setups.yaml", *(f"prose/{name}" for name in prose))}


def _values(bundle: Json) -> Mapping[str, Any]:
    """What the templates ask: words for the labels, whether there is state, which steps are results and effects."""
    changing = {tool["name"] for tool in bundle["tools"] if tool["changes_world"]}
    calls = {step["id"]: step["output"].get("call") for step in bundle["steps"]}
    results = [(place, step) for place, step in enumerate(bundle["steps"]) if step["actor"] == "tool"]
    effects = [step for _, step in results if calls[step["answers"]] in changing]
    return {
        "title": quoted(f"Replay of “{bundle['session']}”"),
        "telling": quoted(list(dict.fromkeys(_telling(bundle["steps"])))),
        "columns": quoted([{"field": field} for field in _fields(effects)]),
        "has_state": bool(bundle.get("initial_state")) and bool(bundle["instruction"]["template"]),
        "effects": [step["id"] for step in effects],
        "results": [{"step": step["id"], "place": place} for place, step in results],
    }


def _telling(steps: list[Json]) -> Iterator[str]:
    """The first field of each call and each result."""
    for step in steps:
        value = step["output"].get("arguments", step["output"].get("result"))
        yield from _named(value)[:1]


def _fields(effects: list[Json]) -> list[str]:
    """The first fields of the first result of a tool that changes the world; none where it has no fields."""
    return [field for step in effects[:1] for field in _named(step["output"]["result"])][:_COLUMNS]


def _named(value: Json) -> list[str]:
    """The fields of a value that have a name, and are no part of a list."""
    return [field for field in leaves(value) if field and "[" not in field]
