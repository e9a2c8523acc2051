"""What can be said of a call: safe, unsafe or unknown, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Safety = Literal["safe", "unsafe", "unknown"]


@dataclass(frozen=True)
class Judgement:
    """Whether a call is safe, and why: a clause that completes “it counts so because …”."""

    safety: Safety
    why: str

    @property
    def counts_as_safe(self) -> bool:
        """Whether it may be called again; unknown may not."""
        return self.safety == "safe"
