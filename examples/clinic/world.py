"""The clinic today: what each live tool answers, and what it changes.

Today is the day on which the session ran, some hours later. So the appointment stands where the session put it, the
place that it took is no longer free, and the ride is ordered.

A world is a JSON value and asking changes none: each answer comes with the world after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Any

LIVE_VALUES = [
    {
        "name": "live_wait",
        "key": "wait",
        "flag": "--live-wait",
        "tool": "next_free",
        "field": "in_days",
        "value": "2",
        "least": "1",
        "above": False,
        "most": "365",
        "decimals": 0,
    }
]

IDENTIFIERS = {
    "patient": r"\bPT-[0-9]{5}\b",
    "phone": r"\+[0-9]{1,3}(?: [0-9]{2,6}){2,4}\b",
}


def opening(live: Mapping[str, str]) -> Json:
    """Today's world before the replay begins, with the first free place as many days ahead as the reader says."""
    scan = {
        "patient": "PT-48213",
        "for": "heart scan",
        "in_days": "9",
        "contact": "ruth.okafor@example.org",
    }
    return {
        "appointments": {"ap_310": scan},
        "free": {"heart scan": live["live_wait"]},
        "next_move": 13,
        "next_ride": 53,
    }


def answer(tool: str, arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    """What a live call answers, and the world after it.

    Raises:
        KeyError: where the clinic has no such tool.
    """
    return _TOOLS[tool](arguments, world)


def _find_appointment(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    for name, booked in world["appointments"].items():
        if booked["patient"] == arguments.get("patient"):
            shown = {field: booked[field] for field in ("for", "in_days", "contact")}
            return {"appointment": name, **shown}, world
    return {"error": "no such patient"}, world


def _next_free(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    examination = arguments.get("for")
    if examination not in world["free"]:
        return {"error": "no such examination"}, world
    return {"for": examination, "in_days": world["free"][examination]}, world


def _move_appointment(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    name = arguments.get("appointment")
    if name not in world["appointments"]:
        return {"error": "no such appointment"}, world
    moved = {**world["appointments"][name], "in_days": arguments.get("in_days")}
    number = world["next_move"]
    after = {**world, "appointments": {**world["appointments"], name: moved}, "next_move": number + 1}
    return {"confirmation": f"mv_{number}", "for": moved["for"], "in_days": moved["in_days"]}, after


def _order_ride(arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
    number = world["next_ride"]
    ride = {"confirmation": f"rd_{number}", "for": arguments.get("ride"), "in_days": arguments.get("in_days")}
    return ride, {**world, "next_ride": number + 1}


_TOOLS = {
    "find_appointment": _find_appointment,
    "next_free": _next_free,
    "move_appointment": _move_appointment,
    "order_ride": _order_ride,
}
