"""Masks: placeholders that stand where a value was before the file was written.

In a call's arguments a replay with live tools would send the mask; in what a model reads, a model that is called again
reads another text than the one that answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ...base.json_walk import texts
from ...replay.settings import Tools
from ..codes import finding
from ..detect import veil
from ..detect.masked import mask_in, masks_read_in
from ..detect.walk import leaves
from ..finding import Finding
from ..reading.paths import path_text
from ..trail import ABSENT, Absent, Entry, Place, Trail

SENT = "people.mask"
"""The code of a mask that would be sent."""

READ = "people.mask-read"
"""The code of a mask that a model reads."""

_LONGEST_SHOWN = 40


def find_masks(trail: Trail) -> Iterator[Finding]:
    """The masks in a session's calls, in its instruction and in what was said and answered, each at its step.

    Of a text that a model reads, each mask is reported once for the session, at the first step that holds it;
    `masked_steps` gives the further steps that hold it.
    """
    for entry in trail.entries:
        if entry.kind == "call" and not isinstance(entry.arguments, Absent):
            yield from _sent(entry)
    yield from _read(trail)


def masked_steps(trail: Trail) -> frozenset[str]:
    """The steps whose message or result holds a mask; of a masked instruction, the first."""
    steps = frozenset(
        entry.id for entry in trail.entries if any(True for text in _said(entry) for _ in masks_read_in(text))
    )
    in_instruction = any(True for _ in masks_read_in(trail.instruction or ""))
    return steps | {trail.entries[0].id} if in_instruction and trail.entries else steps


def _is_masked(text: str) -> bool:
    return any(True for _ in masks_read_in(text))


def under(findings: Iterable[Finding], tools: Tools) -> Iterator[Finding]:
    """The findings, a mask that would be sent as an error where the tools are called live, else as a warning."""
    for item in findings:
        yield replace(item, severity="error" if tools == "live" else "warning") if item.code == SENT else item


def _sent(entry: Entry) -> Iterator[Finding]:
    for leaf in leaves(entry.arguments):
        shown = mask_in(leaf.value) if leaf.role == "text" and isinstance(leaf.value, str) else None
        if shown is not None:
            argument = veil(path_text(leaf.path))
            of_what = f"The argument {argument}" if argument else "The argument"
            reason = f"{of_what} of {entry.tool or 'a call'} is masked: {_shown(shown)}."
            yield finding(SENT, entry.place, reason, entry.id)


def _read(trail: Trail) -> Iterator[Finding]:
    """One finding for each mask: where it stands first, and in how many texts."""
    first: dict[str, tuple[Place, str | None]] = {}
    times: dict[str, int] = {}
    for place, step, said in _texts_read(trail):
        for shown in dict.fromkeys(mask for text in said for mask in masks_read_in(text)):
            first.setdefault(shown, (place, step))
            times[shown] = times.get(shown, 0) + 1
    for shown, (place, step) in first.items():
        also = f", and in {times[shown] - 1} more" if times[shown] > 1 else ""
        yield finding(READ, place, f"What a model read is masked here{also}: {_shown(shown)}.", step)


def _texts_read(trail: Trail) -> Iterator[tuple[Place, str | None, Sequence[str]]]:
    if trail.instruction is not None and trail.instruction_place is not None:
        yield trail.instruction_place, None, (trail.instruction,)
    for entry in trail.entries:
        yield entry.place, entry.id, tuple(_said(entry))


def _said(entry: Entry) -> Iterator[str]:
    """The texts of a message of a user or a result; what a model said itself it did not read masked."""
    if entry.kind == "message" and entry.actor == "user":
        yield entry.text or ""
    elif entry.kind == "result" and entry.result is not ABSENT:
        yield from (text for _, text in texts(entry.result))


def _shown(mask: str) -> str:
    return veil(mask)[:_LONGEST_SHOWN]
