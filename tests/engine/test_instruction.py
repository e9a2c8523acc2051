"""The instruction that a model turn reads, built from the initial state."""

from __future__ import annotations

from typing import Any

import pytest

from engine.replay.instruction import build_instruction

Json = Any

INSTRUCTIONS: list[tuple[list[str], Json, tuple[str, ...]]] = [
    (["a", "b"], None, ("a", "b")),
    (["a {k}", "b"], {"k": "1"}, ("a 1", "b")),
    (["a {k}", "b"], {}, ("b",)),
    (["a {k}", "b"], None, ("b",)),
    (["{k} {l}"], {"k": "1"}, ()),
    (["{k}{k}"], {"k": "{l}", "l": "x"}, ("{l}{l}",)),
    (["{k}"], {"k": "\\1 {}"}, ("\\1 {}",)),
    ([], {"k": "1"}, ()),
]


@pytest.mark.parametrize(("template", "state", "lines"), INSTRUCTIONS)
def test_an_instruction_is_built_from_the_state(template: list[str], state: Json, lines: tuple[str, ...]) -> None:
    """A line whose key is missing is left out; what is filled in is not filled in again."""
    assert build_instruction(template, state) == lines
