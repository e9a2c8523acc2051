"""Today's world, a fixture: what each live tool answers, and what it changes.

The world's file, `content/world.json`:

    get_order     {"orders": {address: order}, "unknown": the answer where there is no such order}
    get_fx        {"rates": {"EUR-INR": "92.4"}, "unknown": …}; a live rate set by the reader replaces each of them
    issue_credit  {"prefix": "cr_", "next": 10}

A world is a value: asking it gives the answer and the world afterwards. Asking without keeping that world asks what
*would* be answered.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from ..base.errors import FixtureError
from ..base.json_text import Json
from .money import plain, read_rate


@dataclass(frozen=True)
class World:
    """The outside world at one moment.

    Attributes:
        fixture: the parsed `world.json`.
        credits_issued: how many credits were issued since the fixture was taken.
        live_rate: the reader's own exchange rate, or None for the fixture's.
    """

    fixture: Mapping[str, Json]
    credits_issued: int = 0
    live_rate: Decimal | None = None

    def ask(self, tool: str, arguments: Mapping[str, Json]) -> tuple[Json, World]:
        """What a live call answers, and the world after it."""
        if tool == "get_order":
            return self._order(arguments), self
        if tool == "get_fx":
            return self._rate(arguments), self
        if tool == "issue_credit":
            return self._credit(arguments), dataclasses.replace(self, credits_issued=self.credits_issued + 1)
        return {"error": f"there is no tool {tool}"}, self

    def rate_in_force(self) -> Decimal:
        """The live rate that a run records: the reader's, or the fixture's first."""
        if self.live_rate is not None:
            return self.live_rate
        rates = self._part("get_fx")["rates"]
        return read_rate(next(iter(rates.values())))

    def _order(self, arguments: Mapping[str, Json]) -> Json:
        part, email = self._part("get_order"), arguments.get("email")
        return part["orders"].get(email, part["unknown"]) if isinstance(email, str) else part["unknown"]

    def _rate(self, arguments: Mapping[str, Json]) -> Json:
        part = self._part("get_fx")
        pair = f"{arguments.get('from')}-{arguments.get('to')}"
        if pair not in part["rates"]:
            return part["unknown"]
        return {"rate": plain(self.live_rate or read_rate(part["rates"][pair]))}

    def _credit(self, arguments: Mapping[str, Json]) -> Json:
        part = self._part("issue_credit")
        name = f"{part['prefix']}{part['next'] + self.credits_issued}"
        return {"credit": name, **_object(arguments.get("credit"))}

    def _part(self, tool: str) -> Json:
        if tool not in self.fixture:
            raise FixtureError(f"The world has no {tool}.", place=tool, remedy="Add it to the world's file.")
        return self.fixture[tool]


def _object(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}
