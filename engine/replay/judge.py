"""The verdict on a replay: matches, side effects, the gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.json_text import Json
from .privacy import PrivacyFinding
from .session import Session, ToolResult
from .walk import ReplayedStep


@dataclass(frozen=True)
class Verdict:
    """The final metrics of a run; the names are those of the run document."""

    total_steps: int
    matched_steps: int
    side_effects_rerun: int
    model_calls: int
    live_tool_calls: int
    emails_in_clear: int
    first_difference: str | None
    left_script_at: str | None

    @property
    def passes(self) -> bool:
        """The gate: all steps match, no side effect ran again, no address is in clear."""
        return self.matched_steps == self.total_steps and not self.side_effects_rerun and not self.emails_in_clear


@dataclass(frozen=True)
class SideEffect:
    """One change to the world: in the session as recorded, or a second time by the replay."""

    step: str
    tool: str
    by: str
    result: Json

    def to_json(self) -> Json:
        """Its form in a run."""
        return {"step": self.step, "tool": self.tool, "by": self.by, "result": self.result}


def judge(bundle: Session, steps: Sequence[ReplayedStep], privacy: PrivacyFinding) -> Verdict:
    """The verdict on a replay of a bundle."""
    reached = [step for step in steps if step.reached]
    return Verdict(
        total_steps=len(steps),
        matched_steps=sum(step.matches for step in steps),
        side_effects_rerun=sum(ran_again(bundle, step) for step in reached),
        model_calls=sum(step.source == "regenerated" for step in reached),
        live_tool_calls=sum(step.source == "live" for step in reached),
        emails_in_clear=privacy.addresses,
        first_difference=next((step.step.id for step in steps if not step.matches), None),
        left_script_at=next((step.step.id for step in steps if step.leaves), None),
    )


def ran_again(bundle: Session, step: ReplayedStep) -> bool:
    """Whether the replay changed the world at this step: a live call to a tool that does."""
    return step.reached and step.source == "live" and bundle.has_side_effect(tool_of(bundle, step))


def tool_of(bundle: Session, step: ReplayedStep) -> str:
    """The tool that a tool step is of."""
    return bundle.call_answered_by(step.step).tool


def side_effects(bundle: Session, steps: Sequence[ReplayedStep]) -> list[SideEffect]:
    """Every change to the world, the session's own first, each in order."""
    tools = [step for step in steps if step.step.actor == "tool"]
    recorded = [
        SideEffect(step.step.id, tool_of(bundle, step), "session", _result(step.step.output))
        for step in tools
        if bundle.has_side_effect(tool_of(bundle, step))
    ]
    again = [
        SideEffect(step.step.id, tool_of(bundle, step), "replay", _result(step.output))
        for step in tools
        if ran_again(bundle, step)
    ]
    return recorded + again


def _result(output: object) -> Json:
    return output.value if isinstance(output, ToolResult) else None
