"""The shop's sessions, recorded anew: with other orders, rates and credits than the explainer's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from builder.tools import recorder
from engine.replay.fixtures import standard
from engine.replay.subject import Subject

Json = Any

TEMPLATE = (
    "You answer customers.",
    "user:tier = {user:tier}",
    "A late order gets a goodwill credit of 12 EUR.",
)


def world_of(orders: Json, rates: Json, next_credit: int) -> Json:
    """A state of the shop's world."""
    return {"orders": orders, "rates": rates, "next": next_credit}


def record(
    said: Sequence[str],
    world: Json,
    *,
    tier: str = "gold",
    length: int | None = None,
    name_of: Callable[[int], str] = "turn {}".format,
) -> Json:
    """The bundle of a session in which the customers say that, cut off after so many steps."""
    instructed = recorder.Instructed(TEMPLATE, {"user:tier": tier})
    return recorder.record(standard(), said, world, instructed=instructed, length=length, name_of=name_of)


def fixtures_of(bundle: Json, world: Json) -> Subject:
    """That session, to be replayed in that world."""
    return recorder.replayed_in(standard(), bundle, world)
