"""Walking along a path into a JSON value, for tests that change one place of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def inside(value: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path."""
    for key in path:
        value = value[key]
    return value
