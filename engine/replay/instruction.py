"""The instruction that a model turn reads first, built from the initial state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


def build_instruction(template: Sequence[str], state: Mapping[str, str] | None) -> tuple[str, ...]:
    """The instruction's lines, `{key}` filled in from the initial state; a line whose key is missing is left out."""
    lines = (_fill(line, state or {}) for line in template)
    return tuple(line for line in lines if line is not None)


def _fill(line: str, state: Mapping[str, str]) -> str | None:
    keys = re.findall(r"\{([^{}]+)\}", line)
    if any(key not in state for key in keys):
        return None
    return re.sub(r"\{([^{}]+)\}", lambda found: state[found[1]], line)
