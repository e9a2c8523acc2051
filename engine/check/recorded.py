"""Does an export record what a replay needs?

Every tool result, the model version, the initial state, stable placeholders: the page's text ends with these four. Each
is answered by yes, partly or no, with a count and a sentence, from the file alone: no set-up changes what it records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ..base.json_text import Json
from ..base.json_walk import texts
from .detect.hit import Kind
from .finding import Finding
from .outcome import MASKS, UNSEARCHED
from .rules.missing import has_placeholder
from .rules.model_names import answering, is_exact
from .trail import ABSENT, Entry, Trail

What = Literal["tool_results", "model_version", "initial_state", "placeholders"]

_TOKEN = re.compile(rf"\[(?:{'|'.join(get_args(Kind))})-[0-9a-f]{{1,64}}\]")
"""A consistent token, as this project's bundles hold them: numbered ones, and those made from the value."""


@dataclass(frozen=True)
class Recorded:
    """One of the four things, and how much of it the file records.

    Attributes:
        what: which of them.
        held: how many of it are recorded.
        of: how many there should be.
        text: one sentence for people.
    """

    what: What
    held: int
    of: int
    text: str

    @property
    def answer(self) -> Literal["yes", "partly", "no"]:
        """Whether it is recorded; where there is nothing to record, it is."""
        if self.held == self.of:
            return "yes"
        return "partly" if self.held else "no"

    def to_json(self) -> dict[str, Json]:
        """Its form in a check document."""
        return {"what": self.what, "answer": self.answer, "held": self.held, "of": self.of, "text": self.text}


def recorded_by(trail: Trail, personal: Sequence[Finding]) -> Iterator[Recorded]:
    """The four, in the order in which the page's text names them.

    Args:
        trail: the session.
        personal: the findings of people and secrets that belong to it.
    """
    yield _tool_results(trail)
    yield _model_version(trail)
    yield _initial_state(trail)
    yield _placeholders(trail, personal)


def _tool_results(trail: Trail) -> Recorded:
    answered = {entry.answers for entry in trail.entries if entry.kind == "result" and entry.result is not ABSENT}
    calls = [entry for entry in trail.entries if entry.kind == "call" and not entry.refused and not entry.is_answer]
    held = sum(call.id in answered for call in calls)
    if not calls and trail.has_results:
        orphans = sum(entry.kind == "result" for entry in trail.entries)
        return Recorded("tool_results", 0, orphans, "Results are in the file, but no call that they answer.")
    texts_of = {0: "No call has its result in the file.", len(calls): "Every call has its result in the file."}
    some = f"{held} of {len(calls)} calls have their result in the file."
    text = texts_of.get(held, some) if calls else "The session calls no tool, so there is no result to record."
    return Recorded("tool_results", held, len(calls), text)


def _model_version(trail: Trail) -> Recorded:
    entries = trail.entries
    spoken = [each for each in entries if each.actor == "model" and each.kind != "result"]
    steps = [each for each in spoken if not each.by_program and not each.is_error]
    held = sum(is_exact(answering(entry)) for entry in steps)
    return Recorded("model_version", held, len(steps), _version_text(steps, held))


def _version_text(steps: Sequence[Entry], held: int) -> str:
    if not steps:
        return "No model answers in this session."
    if held:
        which = "Every model step names" if held == len(steps) else f"{held} of {len(steps)} model steps name"
        return f"{which} an exact version."
    name = next(filter(None, map(answering, steps)), None)
    return f"“{name}” is not an exact version." if name else "No model step names the model that answered."


def _initial_state(trail: Trail) -> Recorded:
    if trail.may_lack_state and trail.initial_state == {}:
        text = "The file holds an empty state, which may be one that was dropped."
        return Recorded("initial_state", 0, 1, text)
    if trail.initial_state is not ABSENT:
        return Recorded("initial_state", 1, 1, "The file holds the state that the session began with.")
    needs_none = trail.instruction is not None and not has_placeholder(trail.instruction)
    text = "The file does not say what state the session began with"
    return Recorded("initial_state", 0, 1, f"{text}; the instruction refers to none." if needs_none else f"{text}.")


def _placeholders(trail: Trail, personal: Sequence[Finding]) -> Recorded:
    held = sum(_holds_token(entry) for entry in trail.entries)
    unsearched = sum(item.code == UNSEARCHED for item in personal)
    masks = sum(item.code.startswith(MASKS) for item in personal)
    others = (item for item in personal if item.code != UNSEARCHED and not item.code.startswith(MASKS))
    clear = sum(item.severity != "note" for item in others)
    told = {
        f"Consistent tokens stand in {_count(held, 'step')}.": held,
        f"People’s data or secrets are in clear in {_count(clear, 'place')}.": clear,
        f"A mask, which does not tell two values apart, stands in {_count(masks, 'place')}.": masks,
        f"{_count(unsearched, 'place')} could not be searched.": unsearched,
    }
    text = " ".join(sentence for sentence, number in told.items() if number)
    text = text or "No person’s data and no secret was found in the file."
    return Recorded("placeholders", held, held + clear + masks + unsearched, text)


def _holds_token(entry: Entry) -> bool:
    if entry.text and _TOKEN.search(entry.text):
        return True
    values = (value for value in (entry.arguments, entry.result) if value is not ABSENT)
    return any("[" in text and _TOKEN.search(text) for value in values for _, text in texts(value))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else f'{noun}s'}"
