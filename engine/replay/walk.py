"""The walk: every exported step in order, under one set-up, each compared with what the export records for it.

The walk carries two conversations, the recorded and the replayed one. Each keeps a running digest, so whether a model
turn reads the same is one comparison however long the session is; what differs is gathered as it arises, and a turn
lists the first few of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from ..base.errors import SubjectError
from ..base.json_text import canonical
from .cause import Cause, Reason, not_reached
from .compare import FieldDifference, differences, line_differences
from .identifiers import REMOVED, Identifiers
from .instruction import build_instruction
from .models import Model, Said, said
from .session import Actor, Message, Output, Session, Step, ToolCall, ToolResult
from .settings import Settings
from .world import World

Source = Literal["export", "live", "injected", "regenerated"]

LISTED = 12
"""How many differences of a model turn's input, and how many origins of a difference, are listed.

Further differences are counted; further origins are left out.
"""


@dataclass(frozen=True)
class Side:
    """One side of a step, its input or its output: what differs there, and how many differences are not listed."""

    differences: tuple[FieldDifference, ...] = ()
    left_off: int = 0

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


@dataclass(frozen=True)
class ReplayedStep:
    """What the replay did at one exported step.

    Attributes:
        step: the step as exported.
        source: where the set-up takes its answer from.
        reached: False after the replay left the script.
        output: what the replay yields; None where it was not reached.
        input_side, output_side: how input and output compare with the export.
        cause: why something differs; None where the step matches.
        leaves: whether the replay leaves the script here.
    """

    step: Step
    source: Source
    reached: bool
    output: Output | None
    input_side: Side
    output_side: Side
    cause: Cause | None
    leaves: bool = False

    @property
    def matches(self) -> bool:
        """Whether input and output are both as recorded."""
        return self.reached and self.input_side.same and self.output_side.same


@dataclass
class Conversation:
    """Messages so far, as a model reads them, with a running SHA-256 over their canonical texts.

    `cut` tells whether an identifier was removed from any of them.
    """

    messages: list[Said] = field(default_factory=list)
    digest: bytes = b""
    cut: bool = False

    def add(self, actor: Actor, output: Output) -> None:
        """Append one message."""
        value = output.to_json()
        self.messages.append(said(actor, value))
        text = canonical([actor, value])
        self.digest = hashlib.sha256(self.digest + text.encode("ascii")).digest()
        self.cut = self.cut or REMOVED in text


def source_of(actor: Actor, settings: Settings) -> Source:
    """Where a set-up takes an actor's answers from."""
    if actor == "model":
        return "injected" if settings.model == "injected" else "regenerated"
    return "live" if actor == "tool" and settings.tools == "live" else "export"


@dataclass(frozen=True)
class Today:
    """What a replay asks where the export does not answer.

    Attributes:
        world: today's world, asked by live calls.
        model: gives the model that regenerates turns; asked only where a turn cannot be told without it.
        identifiers: what identifies a person, for the reason why a live tool answers otherwise.
    """

    world: World
    model: Callable[[], Model]
    identifiers: Identifiers


def replay(bundle: Session, settings: Settings, today: Today) -> tuple[ReplayedStep, ...]:
    """Replay a bundle.

    Args:
        bundle: the export, as redacted.
        settings: the set-up.
        today: the world and the model.

    Returns:
        One value per exported step, in order. Time is linear in the number of steps.
    """
    walk = _Walk(bundle, settings, today)
    return tuple(walk.take(step) for step in bundle.steps)


class _Walk:
    """The state of one replay between two steps."""

    def __init__(self, bundle: Session, settings: Settings, today: Today) -> None:
        self.bundle = bundle
        self.settings = settings
        self.world = today.world
        self.model = today.model
        self.identifiers = today.identifiers
        self.instruction = _built(bundle)
        self.recorded = Conversation()
        self.replayed = Conversation()
        self.differing: list[FieldDifference] = []
        self.differing_count = 0
        self.origins: list[str] = []
        self.roots: dict[str, tuple[str, ...]] = {}
        self.calls: dict[str, ToolCall] = {}
        self.instruction_origin: str | None = None
        self.left_at: str | None = None

    def take(self, step: Step) -> ReplayedStep:
        """Replay the next step.

        Raises:
            SubjectError: where the subject fails; it tells the step.
        """
        source = source_of(step.actor, self.settings)
        if self.left_at is not None:
            return ReplayedStep(step, source, False, None, Side(), Side(), not_reached(self.left_at))
        try:
            result = {"user": self._user, "model": self._model, "tool": self._tool}[step.actor](step, source)
        except SubjectError as error:
            raise error.met(f"at step {step.id}") from error
        self._remember(result)
        return result

    def _user(self, step: Step, source: Source) -> ReplayedStep:
        return ReplayedStep(step, source, True, step.output, Side(), Side(), None)

    def _model(self, step: Step, source: Source) -> ReplayedStep:
        input_side = self._reading_side(step)
        follows, reasons = self._reading_cause(step)
        output: Output = step.output
        if source == "regenerated":
            output = self._regenerate(step, input_side)
        output_side = _output_side(step, output)
        if not output_side.same:
            reasons += self._answer_reasons(step, input_side)
        leaves = _action(output) != _action(step.output)
        cause = self._cause(reasons, follows, input_side, output_side)
        return ReplayedStep(step, source, True, output, input_side, output_side, cause, leaves)

    def _tool(self, step: Step, source: Source) -> ReplayedStep:
        recorded_call = self.bundle.call_answered_by(step)
        call = self.calls[str(step.answers)]
        arguments = tuple(differences(step.id, recorded_call.arguments, call.arguments, "arguments"))
        input_side, before = Side(arguments), self.world
        output: Output = step.output
        if source == "live":
            answer, self.world = before.ask(call.tool, call.arguments)
            output = ToolResult(answer)
        output_side = _output_side(step, output)
        reasons: list[Reason] = []
        if not output_side.same and not self._answered_as_recorded(before, step):
            reasons = [Reason.of_live_answer(recorded_call, self.identifiers)]
        follows = () if input_side.same else self.roots[str(step.answers)]
        return ReplayedStep(
            step, source, True, output, input_side, output_side, self._cause(reasons, follows, input_side, output_side)
        )

    def _answered_as_recorded(self, world: World, step: Step) -> bool:
        """Whether that world would answer the recorded arguments as recorded."""
        call = self.bundle.call_answered_by(step)
        return _output_side(step, ToolResult(world.ask(call.tool, call.arguments)[0])).same

    def _regenerate(self, step: Step, input_side: Side) -> Output:
        """What the called model answers: the pinned one repeats itself where it reads what it read.

        That is the stated assumption (spec, section 4). A conversation from which an identifier was removed is not what
        the model read, though the export records it so.
        """
        if input_side.same and self._repeats(self.replayed):
            return step.output
        return self._respond(self.instruction, self.replayed)

    def _repeats(self, conversation: Conversation) -> bool:
        """Whether the called model gives the recorded answer to that conversation where it is as exported."""
        return self.settings.model == "pinned" and not conversation.cut

    def _respond(self, instruction: tuple[str, ...], conversation: Conversation) -> Message | ToolCall:
        return self.model().respond(instruction, conversation.messages)

    def _reading_side(self, step: Step) -> Side:
        """How the turn's input compares: the instruction, and the conversation before it by its digest."""
        found = line_differences(step.id, self.bundle.instruction.as_recorded, self.instruction)
        if self.recorded.digest == self.replayed.digest:
            return Side(tuple(found))
        return Side((*found, *self.differing), self.differing_count - len(self.differing))

    def _reading_cause(self, step: Step) -> tuple[tuple[str, ...], list[Reason]]:
        """The steps a differing input follows from, and the reason where it begins here."""
        follows = () if self.recorded.digest == self.replayed.digest else tuple(self.origins)
        if self.instruction == self.bundle.instruction.as_recorded:
            return follows, []
        if self.instruction_origin is None:
            self.instruction_origin = step.id
            return follows, [Reason.of_instruction(self.bundle)]
        return tuple(dict.fromkeys((self.instruction_origin, *follows))), []

    def _answer_reasons(self, step: Step, input_side: Side) -> list[Reason]:
        """Why the model's answer differs even where it reads what the export records."""
        if not input_side.same and self._repeats(self.recorded):
            return []
        if input_side.same or self._respond(self.bundle.instruction.as_recorded, self.recorded) != step.output:
            return [Reason.of_model(self.settings, self.recorded.messages)]
        return []

    def _cause(
        self, reasons: Sequence[Reason], follows: tuple[str, ...], input_side: Side, output_side: Side
    ) -> Cause | None:
        if input_side.same and output_side.same:
            return None
        return Cause(tuple(reasons), follows)

    def _remember(self, result: ReplayedStep) -> None:
        """Carry a step's result into what later steps read."""
        step = result.step
        if isinstance(result.output, ToolCall):
            self.calls[step.id] = result.output
        if result.cause is not None and result.cause.reasons and len(self.origins) < LISTED:
            self.origins.append(step.id)
        self.roots[step.id] = self._roots(result)
        self._gather(result.output_side.differences)
        self.recorded.add(step.actor, step.output)
        self.replayed.add(step.actor, cast(Output, result.output))
        if result.leaves:
            self.left_at = step.id

    def _roots(self, result: ReplayedStep) -> tuple[str, ...]:
        """The steps at which the differences of this step's output begin."""
        if result.output_side.same or result.cause is None:
            return ()
        own = (result.step.id,) if result.cause.reasons else ()
        return tuple(dict.fromkeys((*result.cause.follows, *own)))[:LISTED]

    def _gather(self, found: Iterable[FieldDifference]) -> None:
        for difference in found:
            self.differing_count += 1
            if len(self.differing) < LISTED:
                self.differing.append(difference)


def _built(bundle: Session) -> tuple[str, ...]:
    """The instruction as the replay builds it; as recorded, where the bundle knows no more of it."""
    if bundle.instruction.template is None:
        return bundle.instruction.as_recorded
    return build_instruction(bundle.instruction.template, bundle.initial_state)


def _output_side(step: Step, output: Output) -> Side:
    return Side(tuple(differences(step.id, step.output.to_json(), output.to_json())))


def _action(output: Output) -> str | None:
    """What kind of action a model turn is: the tool it calls, or None for a message."""
    return output.tool if isinstance(output, ToolCall) else None
