"""The engine alone, under this Python: does its time grow with the session, and no faster?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from builder.tools.recorder import fixtures_of, record, world_of
from engine.replay.run import run
from engine.replay.settings import Settings

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
    world = world_of({}, {"EUR-INR": "92.4"}, 1)
    bundle = record(["Hello there."] * (steps // 2), world, length=steps)
    fixtures = fixtures_of(bundle, world)
    return min(_time(fixtures) for _ in range(REPEATS))


def _time(fixtures: Any) -> float:
    start = time.process_time()
    run(Settings(), fixtures)
    return time.process_time() - start
