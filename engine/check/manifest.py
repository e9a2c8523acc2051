"""The manifest of a replayable bundle: what its source did not hold, and where each step stood there.

    {"source_format": "openai_chat",
     "missing":  [{"code": "missing.instruction", "step": null, "path": "messages[0]", "reason": …}, …],
     "left_out": [{"code": "missing.call", "path": "messages[3]", "after": "S2", "reason": …}, …],
     "places":   {"S1": "messages[0]", …},
     "of_steps": {"S2": {"model": …, "refused": true, …}, …}}

`left_out` was in the source and is no step: it came after that one, at the beginning where there is none. `of_steps` is
what a step cannot say of itself.

A gap that is named is no surprise: a check of the bundle shows it as a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..base.json_text import Json
from .codes import CODES, finding
from .finding import Finding
from .trail import Place, Trail


@dataclass(frozen=True)
class Gap:
    """One thing that the manifest names as missing; `index` is its place in the manifest's list."""

    code: str
    step: str | None
    reason: str
    index: int


def gaps_named(trail: Trail) -> tuple[Gap, ...]:
    """What the manifest of a trail's file names as missing; nothing where it has none, or one that cannot be read."""
    return tuple(_named(trail, "missing", "step"))


def left_out_of(trail: Trail) -> tuple[Gap, ...]:
    """What the manifest of a trail's file says was left out; `step` is the one that it came after."""
    return tuple(_named(trail, "left_out", "after"))


def _named(trail: Trail, what: str, step: str) -> Iterator[Gap]:
    value = trail.value if trail.format == "replay_bundle" else None
    manifest = value.get("manifest") if isinstance(value, dict) else None
    items = manifest.get(what) if isinstance(manifest, dict) else None
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if (gap := _gap(item, index, step)) is not None:
            yield gap


def as_named(findings: Sequence[Finding], gaps: Sequence[Gap]) -> Iterator[Finding]:
    """The findings, with what the manifest names as a note; then what only the manifest says."""
    named = {(gap.code, gap.step) for gap in gaps} | {(gap.code, None) for gap in gaps if gap.step is None}
    codes = {gap.code for gap in gaps if gap.step is None}
    found = {(item.code, item.step) for item in findings} | {(item.code, None) for item in findings}
    for item in findings:
        known = (item.code, item.step) in named or item.code in codes
        yield (
            replace(item, severity="note", remedy="The manifest names it; nothing needs to be done.") if known else item
        )
    for gap in gaps:
        if (gap.code, gap.step) not in found:
            place = Place(f"manifest.missing[{gap.index}]")
            yield finding(gap.code, place, f"The manifest says: {gap.reason}", gap.step, severity="note")


def _gap(item: Json, index: int, key: str) -> Gap | None:
    if not isinstance(item, dict) or not isinstance(item.get("code"), str) or item["code"] not in CODES:
        return None
    step, reason = item.get(key), item.get("reason")
    return Gap(item["code"], step if isinstance(step, str) else None, str(reason or ""), index)
