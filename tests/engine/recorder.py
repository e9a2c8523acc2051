"""A small recorder: lets a scripted model serve customers in a world and writes down the session as a bundle.

The recordings it makes are sessions of any length, with several customers, rates and side effects. Replayed on
unchanged input they must come out as recorded, because the same model made them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from engine.replay.fixtures import Fixtures, standard
from engine.replay.models import Reading, ScriptedModel, build_instruction, read_model
from engine.replay.session import Message, Output, ToolCall, ToolResult, read_session
from engine.replay.world import World

Json = Any

PINNED = "helpdesk-2026-05-12"
CURRENCIES = ("INR", "USD", "JPY", "CHF")
TEMPLATE = [
    "You answer customers.",
    "user:tier = {user:tier}",
    "A late order gets a goodwill credit of 12 EUR.",
]
SMALL_TALK = ["Hello there.", "Thanks a lot!", "Are you open on Sunday?", "Thank you."]


@dataclass
class Recording:
    """A session being recorded: the world changes as tools are called, messages are written down."""

    model: ScriptedModel
    world: World
    instruction: tuple[str, ...]
    name_of: Callable[[int], str]
    messages: list[tuple[str, Output]] = field(default_factory=list)
    steps: list[Json] = field(default_factory=list)

    def hear(self, text: str) -> None:
        """A customer writes; the model acts until it answers."""
        self._note("user", Message(text))
        while isinstance(action := self._act(), ToolCall):
            answer, self.world = self.world.ask(action.tool, action.arguments)
            self._note("tool", ToolResult(answer), answers=self.steps[-1]["id"])

    def _act(self) -> Message | ToolCall:
        action = self.model.respond(Reading(self.instruction, self.messages))
        self._note("model", action)
        return action

    def _note(self, actor: str, output: Output, **more: str) -> None:
        step = {"id": self.name_of(len(self.steps)), "actor": actor, **more, "output": output.to_json()}
        self.messages.append((actor, output))
        self.steps.append(step)


def world_of(orders: Json, rates: Json, next_credit: int) -> Json:
    """A world's fixture."""
    return {
        "get_order": {"orders": orders, "unknown": {"error": "no order found"}},
        "get_fx": {"rates": rates, "unknown": {"error": "no such pair"}},
        "issue_credit": {"prefix": "c-", "next": next_credit},
    }


def record(
    said: Sequence[str],
    world: Json,
    *,
    tier: str = "gold",
    length: int | None = None,
    name_of: Callable[[int], str] = "turn {}".format,
) -> Json:
    """The bundle of a session in which the customers say that, cut off after so many steps."""
    state = {"user:tier": tier}
    instruction = build_instruction(TEMPLATE, state)
    model = read_model(standard().models, PINNED)
    recording = Recording(model, World(world), instruction, name_of)
    for text in said:
        recording.hear(text)
    return {
        "format": "replay-bundle/1",
        "session": "recorded in a test",
        "user": "several",
        "model": {"version": PINNED},
        "tools": [{"name": name, "changes_world": name == "issue_credit"} for name in world],
        "instruction": {"template": TEMPLATE, "as_recorded": list(instruction)},
        "initial_state": state,
        "steps": recording.steps[:length],
    }


def fixtures_of(bundle: Json, world: Json) -> Fixtures:
    """That session, to be replayed in that world."""
    return Fixtures(read_session(bundle), world, standard().models)


def credits_issued(bundle: Json) -> int:
    """How many credits the session issued."""
    return sum("credit" in _result(step) for step in bundle["steps"])


def _result(step: Json) -> Json:
    result = step["output"].get("result")
    return result if isinstance(result, dict) else {}


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
    known = draw(st.just(then["get_order"]["orders"]) | orders())
    today = draw(st.just(then["get_fx"]["rates"]) | rates())
    return bundle, world_of(known, today, then["issue_credit"]["next"] + credits_issued(bundle))
