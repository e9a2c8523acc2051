"""Defects of the file itself: recorded by offset during reading, reported as findings with line and column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from ..finding import Finding, Severity
from ..trail import Place

MOST_OF_A_CODE = 50
"""How many defects of one code are reported one by one; the rest is counted."""


@dataclass(frozen=True)
class Defect:
    """One defect, by its offset in the text.

    Attributes:
        code: `file.…`, as in `engine.check.finding.Finding`.
        severity: an error where something could not be read.
        offset: where in the text it begins.
        reason: one sentence.
        remedy: one sentence.
        path: the JSON path, empty where it is not known.
    """

    code: str
    severity: Severity
    offset: int
    reason: str
    remedy: str
    path: str = ""


@dataclass
class Defects:
    """The defects of a file while it is read: the first of every code, and how many there were."""

    noted: list[Defect] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, defect: Defect) -> None:
        """Note a defect; beyond `MOST_OF_A_CODE` of one code it is only counted."""
        self.counts[defect.code] += 1
        if self.counts[defect.code] <= MOST_OF_A_CODE:
            self.noted.append(defect)

    def findings(self, position: Callable[[int], tuple[int, int]]) -> tuple[Finding, ...]:
        """The findings, in the file's order.

        Args:
            position: gives line and column of an offset.
        """
        ordered = sorted(self.noted, key=lambda defect: defect.offset)
        return tuple(_finding(defect, position(defect.offset)) for defect in ordered) + self._rest()

    def _rest(self) -> tuple[Finding, ...]:
        more = {code: count - MOST_OF_A_CODE for code, count in self.counts.items() if count > MOST_OF_A_CODE}
        return tuple(_more(code, count) for code, count in more.items())


def _finding(defect: Defect, position: tuple[int, int]) -> Finding:
    place = Place(defect.path, *position)
    return Finding(defect.code, defect.severity, place, defect.reason, defect.remedy)


def _more(code: str, count: int) -> Finding:
    reason = f"There are {count} more of {code}, not listed here."
    return Finding("file.more", "note", Place(""), reason, "Correct the listed ones, then check again.")
