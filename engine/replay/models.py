"""The models: what a regenerated turn answers to what it reads, as the subject's `models.py` tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ..base.errors import FixtureError, InputError, SubjectError
from ..base.json_text import Json
from .asking import ask, check_json
from .session import Message, Session, ToolCall, read_output
from .subject import MODELS_FILE, ModelsModule

Said = Mapping[str, Json]
"""One step of a conversation as a model reads it: `{"actor": …, "output": …}`."""


@dataclass(frozen=True)
class Model:
    """One version of the model."""

    module: ModelsModule
    version: str

    def respond(self, instruction: Sequence[str], messages: Sequence[Said]) -> Message | ToolCall:
        """The model's next action, to that instruction after these messages.

        Raises:
            SubjectError: where the module fails or answers with no action.
        """
        action = ask(MODELS_FILE, self.module.respond, self.version, instruction, messages)
        check_json(action, MODELS_FILE, "the answer of respond")
        try:
            return cast(Message | ToolCall, read_output("model", action, "the answer of respond"))
        except InputError as error:
            raise SubjectError(
                f"{error.place}: {error.problem} It is {action!r:.200}",
                file=MODELS_FILE,
                name="respond",
                remedy='Return {"message": text} or {"call": tool, "arguments": {…}}.',
            ) from error


def read_model(module: ModelsModule, version: str) -> Model:
    """The model of that version, or of that alias.

    Raises:
        FixtureError: where the subject's models know neither.
    """
    version = module.ALIASES.get(version, version)
    if version not in module.VERSIONS:
        raise FixtureError(
            f"No model {version!r} is known here.",
            place="model.version",
            remedy=f"Use one of {', '.join(module.VERSIONS)}, or inject the recorded turns.",
        )
    return Model(module, version)


def said(actor: str, output: Json) -> Said:
    """One step of a conversation as a model reads it."""
    return {"actor": actor, "output": output}


@dataclass(frozen=True)
class Unreproduced:
    """A recorded turn that a model answers otherwise.

    Attributes:
        index: which step of the session it is, from 0.
        step: its id.
        read: the last output that the turn reads; None where it reads none.
        answered: what the model answers.
        recorded: what the session records.
    """

    index: int
    step: str
    read: Json
    answered: Json
    recorded: Json


def not_reproduced(session: Session, model: Model) -> Unreproduced | None:
    """The first turn that the model would not answer as recorded, given what was recorded; None where there is none."""
    messages: list[Said] = []
    for index, step in enumerate(session.steps):
        recorded = step.output.to_json()
        if step.actor == "model":
            answered = _answered(model, session, messages, step.id)
            if answered != step.output:
                read = messages[-1]["output"] if messages else None
                return Unreproduced(index, step.id, read, answered.to_json(), recorded)
        messages.append(said(step.actor, recorded))
    return None


def _answered(model: Model, session: Session, messages: Sequence[Said], step: str) -> Message | ToolCall:
    try:
        return model.respond(session.instruction.as_recorded, messages)
    except SubjectError as error:
        raise error.met(f"at step {step} as recorded") from error
