"""Which step a place belongs to, and the parts of a path."""

from __future__ import annotations

import pytest

from engine.check.reading.pathparts import parts_of
from engine.check.reading.paths import path_text
from engine.check.stepfinder import StepFinder
from engine.check.trail import Entry, Place

PATHS = [
    "messages[0]",
    "messages[2].tool_calls[0]",
    "[4].message",
    "calls[0].response.body.choices[0].message",
    "s[0].events[1]",
]
FINDER = StepFinder([Entry(f"S{number}", "user", "message", Place(path)) for number, path in enumerate(PATHS, 1)])

WHERE: list[tuple[str, str | None, str | None]] = [
    ("messages[0]", "S1", "S1"),
    ("messages[0].content[3].text", "S1", "S1"),
    ('messages[0]["a.b[c]"].x', "S1", "S1"),
    ("messages[2].tool_calls[0].function.arguments", "S2", "S2"),
    ("messages[2].content", "S2", "S2"),
    ("messages[1].content", None, None),
    ("messages", None, None),
    ("[4].message.content", "S3", "S3"),
    ("[4].user", "S3", "S3"),
    ("calls[0].response.body.string", "S4", "S4"),
    ("calls[0].request.headers.Cookie", None, "S4"),
    ("s[0].state.email", None, "S5"),
    ("s[1].state.email", None, None),
    ("", None, None),
    ("." * 100_000, None, None),
]


@pytest.mark.parametrize(("path", "step", "owner"), WHERE)
def test_a_place_belongs_to_the_entry_at_above_or_beside_it(path: str, step: str | None, owner: str | None) -> None:
    """And its session is that of any entry below the same item."""
    assert FINDER.step_at(path) == step
    found = FINDER.owner_of(path)
    assert (found.id if found else None) == owner


@pytest.mark.parametrize(
    "parts", [(), ("a",), (0, "b"), ("a b", 3, "c.d"), ('q"[1]', "x"), ("\\", "é", ""), ("a", 12, 0, "\n"), ("[", "]")]
)
def test_a_path_is_read_as_it_is_written(parts: tuple[str | int, ...]) -> None:
    """Text and parts tell the same."""
    assert parts_of(path_text(parts)) == parts
