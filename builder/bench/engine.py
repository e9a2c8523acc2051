"""The engine alone, under this Python: does its time grow with the session, and no faster?"""

from __future__ import annotations

import time
from dataclasses import dataclass

from builder.tools.recorder import Instructed, record, replayed_in
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import Settings
from engine.replay.subject import Subject

SHORT, LONG = 1_000, 10_000
REPEATS = 3


@dataclass(frozen=True)
class Linearity:
    """Seconds of the processor for a short and for a long session: what else the machine does is not counted."""

    short: float
    long: float


def linearity() -> Linearity:
    """Replay two recorded sessions, one ten times as long, everything live; the best of a few."""
    return Linearity(_best_time(SHORT), _best_time(LONG))


def _best_time(steps: int) -> float:
    subject = standard()
    world = subject.world.opening(Settings().live_in_force(subject.live_values))
    bundle = record(subject, ["Hello there."] * (steps // 2), world, instructed=Instructed((), {}), length=steps)
    recorded = replayed_in(subject, bundle, world)
    return min(_time(recorded) for _ in range(REPEATS))


def _time(subject: Subject) -> float:
    start = time.process_time()
    run(Settings(), subject)
    return time.process_time() - start
