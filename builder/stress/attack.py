"""An attack and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ground:
    """Where an attack takes place.

    Attributes:
        root: the project's folder; its dist/ is built.
        scratch: an empty folder that the attack may fill.
        seed: of all that is drawn by lot, so that what broke breaks again.
        share: how much of the full measure is asked for, 1 being all of it.
    """

    root: Path
    scratch: Path
    seed: int
    share: float = 1

    def times(self, full: int) -> int:
        """How often something is done that is done so often in full; once at least."""
        return max(1, round(full * self.share))


@dataclass(frozen=True)
class Outcome:
    """What came of an attack.

    Attributes:
        figures: what was tried and measured, in a few words, such as `2,000 files, slowest 0.4 s`.
        broken: one sentence for each thing that did not hold, with what is needed to see it again.
    """

    figures: str
    broken: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attack:
    """One attack.

    Attributes:
        name: what to call it on the command line, such as `changed-bytes`.
        promise: one sentence that says what has to hold.
        strike: carries it out. What it raises counts as a fault of the attack itself and ends the run.
    """

    name: str
    promise: str
    strike: Callable[[Ground], Outcome]
