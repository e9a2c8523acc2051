"""Where a difference begins, and what follows from it.

A step is an **origin** when something differs there of itself: it would differ even if everything before had come out
as recorded. It is a **knock-on** when its difference follows from an earlier origin. One step can be both: what is
booked a second time has another number of itself, and another price because of the answer before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..base.json_text import Json, canonical
from .identifiers import REMOVED, Identifiers
from .session import Session, ToolCall
from .settings import Settings

Code = Literal[
    "live_answer",
    "live_placeholder",
    "another_model",
    "address_removed",
    "state_missing",
    "instruction_differs",
]


@dataclass(frozen=True)
class Reason:
    """Why a difference begins at a step."""

    code: Code

    @classmethod
    def of_live_answer(cls, call: ToolCall, identifiers: Identifiers) -> Reason:
        """A live tool answers the recorded arguments otherwise than recorded."""
        asked_with_placeholder = identifiers.holds_placeholder(canonical(call.arguments))
        return cls("live_placeholder" if asked_with_placeholder else "live_answer")

    @classmethod
    def of_model(cls, settings: Settings, read: Sequence[Mapping[str, Json]]) -> Reason:
        """A model answers the exported input otherwise than recorded: another model, or one that misses an address."""
        missed = bool(read) and REMOVED in read[-1]["output"].get("message", "")
        return cls("another_model" if settings.model == "latest" and not missed else "address_removed")

    @classmethod
    def of_instruction(cls, bundle: Session) -> Reason:
        """The instruction built from the bundle is not the recorded one."""
        return cls("state_missing" if bundle.initial_state is None else "instruction_differs")


@dataclass(frozen=True)
class Cause:
    """Why a step does not match.

    Attributes:
        reasons: what begins here; empty for a pure knock-on.
        follows: the ids of the origins that the rest follows from, earliest first.
    """

    reasons: tuple[Reason, ...]
    follows: tuple[str, ...]

    @property
    def kind(self) -> Literal["origin", "knock_on"]:
        """Origin where anything begins here, knock-on otherwise."""
        return "origin" if self.reasons else "knock_on"


def not_reached(left_at: str) -> Cause:
    """The cause of a step that comes after the replay left the script."""
    return Cause((), (left_at,))
