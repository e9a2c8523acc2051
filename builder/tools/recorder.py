"""A small recorder: lets a subject's model serve users in a world and writes down the session as a bundle.

The recordings it makes are sessions of any length. Replayed on unchanged input they must come out as recorded, because
the same model made them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.replay.instruction import build_instruction
from engine.replay.models import Model, Said, read_model, said
from engine.replay.session import Message, Output, ToolCall, ToolResult, read_session
from engine.replay.subject import Subject, WorldModule
from engine.replay.world import World

Json = Any


@dataclass
class Recording:
    """A session being recorded: the world changes as tools are called, messages are written down."""

    model: Model
    world: World
    instruction: tuple[str, ...]
    name_of: Callable[[int], str]
    messages: list[Said] = field(default_factory=list)
    steps: list[Json] = field(default_factory=list)

    def hear(self, text: str) -> None:
        """A user writes; the model acts until it answers."""
        self._note("user", Message(text))
        while isinstance(action := self._act(), ToolCall):
            answer, self.world = self.world.ask(action.tool, action.arguments)
            self._note("tool", ToolResult(answer), answers=self.steps[-1]["id"])

    def _act(self) -> Message | ToolCall:
        action = self.model.respond(self.instruction, self.messages)
        self._note("model", action)
        return action

    def _note(self, actor: str, output: Output, **more: str) -> None:
        step = {"id": self.name_of(len(self.steps)), "actor": actor, **more, "output": output.to_json()}
        self.messages.append(said(actor, output.to_json()))
        self.steps.append(step)


@dataclass(frozen=True)
class Instructed:
    """What a model is told before a session: the lines, and the state that they are built from."""

    template: Sequence[str]
    state: Mapping[str, str]


class OtherWorld:
    """A subject's world as it opens in another state; its tools answer as the subject's do."""

    def __init__(self, module: WorldModule, state: Json) -> None:
        """Take over what the module declares."""
        self.module = module
        self.state = state
        self.LIVE_VALUES = module.LIVE_VALUES
        self.IDENTIFIERS = module.IDENTIFIERS

    def opening(self, live: Mapping[str, str]) -> Json:
        """The other state, whatever the live values are."""
        del live
        return self.state

    def answer(self, tool: str, arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
        """What the subject's tool answers."""
        return self.module.answer(tool, arguments, world)


def record(
    subject: Subject,
    said: Sequence[str],
    world: Json,
    *,
    instructed: Instructed,
    length: int | None = None,
    name_of: Callable[[int], str] = "turn {}".format,
) -> Json:
    """The bundle of a session in which the users say that, cut off after so many steps.

    Args:
        subject: whose pinned model answers, and whose tools.
        said: the users' messages.
        world: the state in which the world opens.
        instructed: what the model is told before.
        length: how many steps are kept; all, where it is None.
        name_of: a step's id from its number.
    """
    instruction = build_instruction(instructed.template, instructed.state)
    model = read_model(subject.models, subject.session.model_version)
    recording = Recording(model, World(subject.world, world), instruction, name_of)
    for text in said:
        recording.hear(text)
    return {
        "format": "replay-bundle/1",
        "session": "recorded by a scripted model",
        "user": "several",
        "model": {"version": subject.session.model_version},
        "tools": [{"name": name, "changes_world": changes} for name, changes in subject.session.changes_world.items()],
        "instruction": {"template": list(instructed.template), "as_recorded": list(instruction)},
        "initial_state": dict(instructed.state),
        "steps": recording.steps[:length],
    }


def replayed_in(subject: Subject, bundle: Json, world: Json) -> Subject:
    """That session, to be replayed in that world."""
    return dataclasses.replace(subject, session=read_session(bundle), world=OtherWorld(subject.world, world))
