"""The line on which a value stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.site.source_lines import line_of, repeated_key

YAML = """\
# about it
page:
  title: "a"

  kicker:
    - one
    - two: 2
      three: 3
"""

JSON = """\
{
\t"steps": [
\t\t{"id": "S1"},

\t\t{
\t\t\t"id": "S2"
\t\t}
\t]
}
"""


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        (YAML, ("page",), 2),
        (YAML, ("page", "title"), 3),
        (YAML, ("page", "kicker", 0), 6),
        (YAML, ("page", "kicker", 1, "three"), 8),
        (YAML, ("page", "subtitle"), 2),
        (YAML, ("page", "kicker", 5, "x"), 5),
        (YAML, ("other",), 2),
        (YAML, (), 2),
        (JSON, ("steps", 0, "id"), 3),
        (JSON, ("steps", 1, "id"), 6),
        (JSON, ("steps", 1, "actor"), 5),
        (JSON, (), 1),
        ("\ufeffa: 1\nb: 2\n", ("b",), 2),
        ("a: [1", ("a",), None),
        ("", ("a",), None),
    ],
)
def test_a_value_is_found_or_the_nearest_around_it(
    tmp_path: Path, text: str, place: tuple[str | int, ...], line: int | None
) -> None:
    """In YAML and in JSON, tabs included."""
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    assert line_of(file, place) == line


@pytest.mark.parametrize(
    ("text", "repeated"),
    [
        ("a: 1\nb: 2\n", None),
        ("a: 1\nb: 2\na: 3\n", ("a", 3)),
        ("a: {b: 1, c: 1}\nb:\n  - c: 1\n    c: 2\n", ("c", 4)),
        ("a: {a: {a: 1}}", None),
        ("", None),
        ("7", None),
    ],
)
def test_a_key_that_stands_twice_is_found(text: str, repeated: tuple[str, int] | None) -> None:
    """At any depth, but only within one table."""
    assert repeated_key(text) == repeated
