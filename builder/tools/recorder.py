"""A small recorder: lets a scripted model serve customers in a world and writes down the session as a bundle.

The recordings it makes are sessions of any length, with several customers, rates and side effects. Replayed on
unchanged input they must come out as recorded, because the same model made them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.replay.fixtures import Fixtures, standard
from engine.replay.models import Reading, ScriptedModel, build_instruction, read_model
from engine.replay.session import Message, Output, ToolCall, ToolResult, read_session
from engine.replay.world import World

Json = Any

TEMPLATE = [
    "You answer customers.",
    "user:tier = {user:tier}",
    "A late order gets a goodwill credit of 12 EUR.",
]


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
    known = standard()
    model = read_model(known.models, known.session.model_version)
    recording = Recording(model, World(world), instruction, name_of)
    for text in said:
        recording.hear(text)
    return {
        "format": "replay-bundle/1",
        "session": "recorded by a scripted model",
        "user": "several",
        "model": {"version": known.session.model_version},
        "tools": [{"name": name, "changes_world": name == "issue_credit"} for name in world],
        "instruction": {"template": TEMPLATE, "as_recorded": list(instruction)},
        "initial_state": state,
        "steps": recording.steps[:length],
    }


def fixtures_of(bundle: Json, world: Json) -> Fixtures:
    """That session, to be replayed in that world."""
    return Fixtures(read_session(bundle), world, standard().models)
