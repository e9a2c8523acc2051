"""Sessions as large as an attack needs them."""

from __future__ import annotations

import json
from pathlib import Path

_WORDS = "the order was sent on a later day than was said, since it rained at the harbour "


def long_session(path: Path, size: int) -> None:
    """A chat of steps of about a thousand bytes."""
    with path.open("w", encoding="utf-8") as file:
        file.write('{"model":"gpt-4o-2024-08-06","messages":[\n{"role":"system","content":"You answer."}')
        turn = 0
        while file.tell() < size:
            call = {"id": f"call_{turn}", "type": "function", "function": {"name": "find_ship", "arguments": "{}"}}
            for message in (
                {"role": "user", "content": _WORDS * 12},
                {"role": "assistant", "content": None, "tool_calls": [call]},
                {"role": "tool", "tool_call_id": f"call_{turn}", "content": json.dumps({"lines": [_WORDS] * 11})},
                {"role": "assistant", "content": _WORDS * 12},
            ):
                file.write(",\n" + json.dumps(message))
            turn += 1
        file.write("]}")
