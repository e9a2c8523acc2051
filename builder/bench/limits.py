"""How fast the page has to be, as shares of what plain Pyodide takes in the same browser."""

from __future__ import annotations

from typing import Literal

Form = Literal["file", "hosted", "plain"]
"""A form of the page that has a limit of its own; ``plain`` is either form without its memory image."""

ANSWER: dict[str, dict[Form, float]] = {
    "chromium": {"file": 0.30, "hosted": 0.25, "plain": 0.55},
    "firefox": {"file": 0.32, "hosted": 0.27, "plain": 0.55},
    "webkit": {"file": 0.40, "hosted": 0.30, "plain": 0.75},
}
"""The time to the first answer."""

PAINT = 0.15
"""The first contentful paint, of plain Pyodide's time to the first answer."""

LONGEST_MS = 50
"""The longest task on the main thread while Python starts."""


MARKS = {True: "✓", False: "✗", None: "?"}


def judged(value: str, limit: str, kept: bool | None) -> str:
    """A measured value as text, with its limit and whether it keeps to it; None where that is not known."""
    return f"{value} (≤ {limit} {MARKS[kept]})"


def verdict(text: str) -> str:
    """How many limits are kept, according to a table of what is judged."""
    kept, missed, unknown = (text.count(MARKS[key]) for key in (True, False, None))
    return f"limits: {kept} kept, {missed} missed" + (f", {unknown} not to be told (?)" if unknown else "")
