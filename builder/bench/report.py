"""Measurements as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from builder.bench.engine import LONG, SHORT, Linearity
from builder.bench.probe import Visit

HEAD = ("answer", "ratio", "paint", "longest task", "answers, from fastest to slowest")
BASE = "plain Pyodide, loopback"


@dataclass
class Samples:
    """All visits to one site."""

    visits: list[Visit] = field(default_factory=list)

    def add(self, visit: Visit) -> None:
        """Take one more into account."""
        self.visits.append(visit)

    def answer(self) -> float:
        """The median time to the first answer."""
        return median(visit.answer for visit in self.visits)

    def paint(self) -> float | None:
        """The median time to the first contentful paint, where the browser tells it."""
        known = [visit.paint for visit in self.visits if visit.paint is not None]
        return median(known) if known else None

    def longest(self) -> float | None:
        """The longest task of all visits; 0 when none was long enough to be counted."""
        known = [visit.longest for visit in self.visits if visit.longest is not None]
        return max(known) if known else None


def table(browser: str, samples: dict[str, Samples]) -> str:
    """All sites of one browser; ratios are to plain Pyodide."""
    base = samples[BASE].answer()
    rows: list[tuple[str, ...]] = [(f"{browser}, ms", *HEAD)]
    rows += [(name, *_cells(each, base)) for name, each in samples.items()]
    return "\n" + "\n".join(_line(row) for row in rows)


def _cells(samples: Samples, base: float) -> tuple[str, ...]:
    answer = samples.answer()
    answers = " ".join(f"{visit.answer:.0f}" for visit in sorted(samples.visits, key=_answer))
    times = _shown(samples.paint()), _shown(samples.longest())
    return f"{answer:.0f}", f"{answer / base:.2f}", *times, answers


def _answer(visit: Visit) -> float:
    return visit.answer


def _shown(milliseconds: float | None) -> str:
    return "–" if milliseconds is None else f"{milliseconds:.0f}"


def _line(cells: Sequence[str]) -> str:
    name, answer, ratio, paint, longest, answers = cells
    return f"{name:28}{answer:>8}{ratio:>7}{paint:>7}{longest:>14}  {answers}"


def inputs_line(times: list[float]) -> str:
    """From input to panels."""
    return f"changed input → panels, {len(times)} set-ups: median {median(times):.1f} ms, worst {max(times):.1f} ms"


def linearity_line(found: Linearity) -> str:
    """The engine's times for two lengths."""
    return (
        f"engine: {SHORT:,} steps in {found.short * 1000:.0f} ms, {LONG:,} in "
        f"{found.long * 1000:.0f} ms: {found.long / found.short:.1f} times as long"
    )


def size_line(page: Path) -> str:
    """How large the page is."""
    return f"{page.name}: {page.stat().st_size / 1e6:.2f} MB"
