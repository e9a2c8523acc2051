"""Labels, set-ups and prose of a new subject: whole sentences, with every figure computed when the page is built."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.starter.session import Start
from builder.starter.templates import FILES, fill
from builder.starter.yaml_edit import with_values
from engine.base.json_walk import leaves


def text_files(root: Path, start: Start) -> dict[str, str]:
    """`labels.yaml`, `setups.yaml` and the files of `prose/`, by their path in the folder."""
    values = _values(start.bundle)
    prose = sorted(path.name.removesuffix(".j2") for path in (FILES / "prose").glob("*.j2"))
    texts = {name: fill(name, values) for name in ("setups.yaml", *(f"prose/{name}" for name in prose))}
    return {"labels.yaml": _labels(root, start), **texts}


def _labels(root: Path, start: Start) -> str:
    """The project's own labels, without the words that only its subject has."""
    source = (root / "content" / "labels.yaml").read_text("utf-8")
    title = f"Replay of the session {start.bundle['session']}"
    columns = [{"field": field} for field in _ledger_fields(start.bundle)]
    return with_values(source, {**_WORDS, ("page", "title"): title, ("ledger", "columns"): columns})


_WORDS: Mapping[tuple[str, ...], Any] = {
    ("inputs", "email", "label"): "People’s data in the export",
    ("inputs", "email", "help"): "How email addresses appear.",
    ("own", "samples"): {},
    ("live",): {},
    ("figures",): {},
    ("ledger", "title"): "What the tools changed",
}
"""What a label says that speaks of the project's own subject, by its path in labels.yaml."""


def _ledger_fields(bundle: Any) -> list[str]:
    """The fields of the first result of a tool that changes the world; none where there is no such field."""
    effects = _values(bundle)["effects"]
    results = {step["id"]: step["output"].get("result") for step in bundle["steps"]}
    return [field for field in leaves(results[effects[0]]) if field] if effects else []


def _values(bundle: Any) -> Mapping[str, Any]:
    """What the templates ask: whether there is state, the steps that changed the world, the steps with a result."""
    changing = {tool["name"] for tool in bundle["tools"] if tool["changes_world"]}
    calls = {step["id"]: step["output"].get("call") for step in bundle["steps"]}
    results = [(place, step) for place, step in enumerate(bundle["steps"]) if step["actor"] == "tool"]
    return {
        "has_state": bool(bundle.get("initial_state")) and bool(bundle["instruction"]["template"]),
        "effects": [step["id"] for _, step in results if calls[step["answers"]] in changing],
        "results": [{"step": step["id"], "place": place} for place, step in results],
    }
