"""Recordings of any length, drawn by hypothesis: sessions with several customers, rates and side effects."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.shop import record, world_of

Json = Any

CURRENCIES = ("INR", "USD", "JPY", "CHF")
SMALL_TALK = ["Hello there.", "Thanks a lot!", "Are you open on Sunday?", "Thank you."]
EMAILS = st.from_regex(r"[a-z][a-z0-9]{0,6}(\.[a-z]{1,4})?@[a-z]{1,6}\.(com|org|co\.uk)", fullmatch=True)
RATES = st.decimals("0.01", "500", places=4).map("{:f}".format)


@st.composite
def orders(draw: st.DrawFn) -> Json:
    """Orders of several customers, most of them late."""
    names = draw(st.lists(EMAILS, min_size=1, max_size=4, unique=True))
    statuses = st.sampled_from(["late", "late", "late", "on its way"])
    return {
        name: {
            "order": f"A-{number}",
            "status": draw(statuses),
            "currency": draw(st.sampled_from(CURRENCIES)),
        }
        for number, name in enumerate(names)
    }


def rates() -> st.SearchStrategy[Json]:
    """A rate for each currency."""
    return st.fixed_dictionaries({f"EUR-{currency}": RATES for currency in CURRENCIES})


@st.composite
def recordings(draw: st.DrawFn) -> tuple[Json, Json]:
    """A bundle of 3 to 60 steps, and the world it was recorded in as it was before."""
    known = draw(orders())
    world = world_of(known, draw(rates()), draw(st.integers(0, 2000)))
    asking = st.sampled_from([*known, "stranger@nowhere.net"]).map("My order is late, I am {}.".format)
    said = draw(st.lists(asking | st.sampled_from(SMALL_TALK), min_size=2, max_size=10))
    before, after = draw(st.text(max_size=4)), draw(st.text("a/.[] é", max_size=3))
    bundle = record(
        said,
        world,
        tier=draw(st.sampled_from(["gold", "gold", "gold", "silver"])),
        length=draw(st.integers(3, 60)),
        name_of=lambda number: f"{before}{number}{after}",
    )
    return bundle, world


@st.composite
def recordings_and_today(draw: st.DrawFn) -> tuple[Json, Json]:
    """A recorded bundle, and another world in which it is replayed: other rates, more credits, maybe other orders."""
    bundle, then = draw(recordings())
    known = draw(st.just(then["orders"]) | orders())
    today = draw(st.just(then["rates"]) | rates())
    return bundle, world_of(known, today, then["next"] + credits_issued(bundle))


def credits_issued(bundle: Json) -> int:
    """How many credits the session issued."""
    return sum("credit" in _result(step) for step in bundle["steps"])


def _result(step: Json) -> Json:
    result = step["output"].get("result")
    return result if isinstance(result, dict) else {}
