"""A finding: one thing in an export that would affect a replay."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..base.json_text import Json
from .trail import Place

Severity = Literal["error", "warning", "note"]

GROUPS = ("file", "harm", "people", "rejected", "ambiguous", "missing", "underneath")
"""The groups of findings, in the order in which they are shown: what does harm before what only makes uncertain."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Attributes:
        code: stable and readable, `group.name`, such as `ambiguous.call-id-reused`; listed in `engine.check.codes`.
        severity: an error makes the gate fail, a warning may change the replay, a note is worth knowing.
        place: where in the file.
        step: the id of the entry it belongs to, or None.
        reason: one sentence that says what was found. A person's data or a secret is never shown whole in it.
        remedy: one sentence that says what to do.
        about: what it is about, where the reason does not say so: findings of one code about one thing are reported
        once.
        name: of a person's datum or a secret, what to call it.
        shown: of a person's datum or a secret, how it may be shown.
        times: how often it occurs.
        values: how many values it stands for.
        places: where else it occurs; of many, the first ones.
    """

    code: str
    severity: Severity
    place: Place
    reason: str
    remedy: str
    step: str | None = None
    about: str = field(default="", repr=False)
    name: str = ""
    shown: str = ""
    times: int = 1
    values: int = 1
    places: tuple[Place, ...] = ()

    def to_json(self) -> Json:
        """Its form in a check document."""
        return {
            "code": self.code,
            "severity": self.severity,
            "path": self.place.path,
            "line": self.place.line,
            "column": self.place.column,
            "step": self.step,
            "reason": self.reason,
            "remedy": self.remedy,
            "times": self.times,
            "places": [{"path": each.path, "line": each.line, "column": each.column} for each in self.places],
        }
