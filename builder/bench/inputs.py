"""Measures the time from a changed input until every panel is updated."""

from __future__ import annotations

from builder.bench.browsers import Browser
from builder.bench.probe import INPUTS, TIMES


def measure_inputs(browser: Browser, address: str) -> list[float]:
    """Milliseconds for each set-up, Python being there already."""
    _, times = browser.ask(address, TIMES, INPUTS)
    return [float(time) for time in times]
