"""The shop's world today: what its live tools answer, and that a credit is really issued.

A world is `{"orders": {address: order}, "rates": {pair: rate}, "next": the number of the next credit}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Any

LIVE_VALUES = [
    {
        "name": "live_rate",
        "key": "rate",
        "flag": "--live-rate",
        "tool": "get_fx",
        "field": "rate",
        "value": "92.4",
        "least": "0",
        "above": True,
        "most": "1000000",
        "decimals": 9,
    }
]

IDENTIFIERS: dict[str, str] = {}


def opening(live: Mapping[str, str]) -> Json:
    """Today's world: one order, the rate of today, and the credit that would be issued next."""
    return {
        "orders": {"mira.rao@example.com": {"order": "A-1042", "status": "late", "currency": "INR"}},
        "rates": {"EUR-INR": live["live_rate"]},
        "next": 10,
    }


def answer(tool: str, arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    """What a tool answers, and the world after it; a KeyError for a tool that the shop does not have."""
    return {"get_order": _order, "get_fx": _rate, "issue_credit": _credit}[tool](arguments, world)


def _order(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    email = arguments.get("email")
    known = isinstance(email, str) and email in world["orders"]
    return world["orders"][email] if known else {"error": "no order found"}, world


def _rate(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    pair = f"{arguments.get('from')}-{arguments.get('to')}"
    return {"rate": world["rates"][pair]} if pair in world["rates"] else {"error": "no such pair"}, world


def _credit(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    amount = arguments.get("credit")
    issued = {"credit": f"cr_{world['next']}", **(amount if isinstance(amount, dict) else {})}
    return issued, {**world, "next": world["next"] + 1}
