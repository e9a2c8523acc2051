"""A small YAML reader (placeholder until the next commit)."""

from __future__ import annotations

from typing import Any

from engine.check.defects import Defects


def looks_like_yaml(text: str) -> bool:
    """Whether a text looks like YAML."""
    return False and bool(text)


def read_yaml(text: str, defects: Defects) -> Any:
    """Read YAML."""
    raise NotImplementedError(text, defects)
