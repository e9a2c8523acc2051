"""Measurements as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from builder.bench.engine import LONG, SHORT, Linearity
from builder.bench.limits import ANSWER, LONGEST_MS, PAINT, judged, verdict
from builder.bench.probe import Visit
from builder.bench.sites import Site

GAP = "   "


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
        """The median time to the first contentful paint, where the browser reports it."""
        return _among(median, (visit.paint for visit in self.visits))

    def longest(self) -> float | None:
        """The longest task of all visits, where the browser reports it; 0 when none was long enough to be counted."""
        return _among(max, (visit.longest for visit in self.visits))

    def pause(self) -> float:
        """The longest time of all visits for which the probe could not look; no task after its first was longer."""
        return max(visit.pause for visit in self.visits)


def table(browser: str, samples: Mapping[Site, Samples]) -> str:
    """All sites of one browser, in columns, and how many limits are kept; ratios are to the base.

    Where the browser does not report tasks, the longest pause stands in: it proves a limit kept, but not missed.
    """
    base = next(each.answer() for site, each in samples.items() if site.base)
    tells = any(each.longest() is not None for each in samples.values())
    longest = "longest task" if tells else "longest pause"
    head = (f"{browser}, ms", "answer", "ratio", "paint", "ratio", longest, "answers, from fastest to slowest")
    rows = [head, *(_row(browser, site, each, base) for site, each in samples.items())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    text = "\n".join(_line(row, widths) for row in rows)
    return f"\n{text}\n{verdict(text)}"


def _row(browser: str, site: Site, samples: Samples, base: float) -> tuple[str, ...]:
    answer, paint = samples.answer(), samples.paint()
    return (
        site.name,
        f"{answer:.0f}",
        _share(answer / base, ANSWER[browser][site.form] if site.form else None),
        "–" if paint is None else f"{paint:.0f}",
        "–" if paint is None else _share(paint / base, PAINT if site.form else None),
        _longest(samples, judge=site.form is not None),
        " ".join(f"{time:.0f}" for time in sorted(visit.answer for visit in samples.visits)),
    )


def _share(share: float, limit: float | None) -> str:
    """A share of the base, with three digits: so a narrow miss can be seen to be one."""
    shown = f"{share:.3f}"
    return shown if limit is None else judged(shown, f"{limit:.2f}", float(shown) <= limit)


def _longest(samples: Samples, *, judge: bool) -> str:
    task = samples.longest()
    shown = f"{samples.pause() if task is None else task:.0f}"
    if not judge:
        return shown
    kept = int(shown) <= LONGEST_MS
    return judged(shown, str(LONGEST_MS), kept if task is not None else kept or None)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    """The first and the last column stand to the left, numbers to the right."""
    name, *numbers, answers = cells
    columns = [name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(numbers, widths[1:-1], strict=True))]
    return GAP.join([*columns, answers])


def _among(choose: Callable[[list[float]], float], values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return choose(known) if known else None


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
