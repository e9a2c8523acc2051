"""Pauses Python's cycle collector during a run or a check."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the cycle collector: long work makes millions of values and no cycles, and each collection visits them all.

    As a decorator, for the time of a call.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
