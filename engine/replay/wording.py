"""The sentences of a run: what happens at each step, why it differs, and why the gate fails.

One place for them, so that the page and the terminal say the same. They are functions of results and hold no figure
of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.json_text import Json, canonical
from .cause import Cause, Reason
from .compare import ABSENT, FieldDifference
from .decimals import grouped, read_decimal
from .judge import Verdict, ran_again, tool_of
from .privacy import PrivacyFinding
from .session import Message, Output, Session, ToolCall
from .walk import ReplayedStep

READABLE = 40
"""How many characters two values may have together to be read inside a sentence."""

_REASONS = {
    "live_answer": "the live service answered differently",
    "live_placeholder": "the live service does not know the placeholder that it was given",
    "another_model": "another model reads the same input and acts differently",
    "address_removed": "the address was removed, so the model has nothing to look up",
    "state_missing": "the export lacks the initial state, so the instruction is built without it",
    "instruction_differs": "the instruction built from the initial state differs from the recorded one",
}


def cause_text(cause: Cause, *, reached: bool) -> str:
    """Why a step does not match, as one or two sentences."""
    if not reached:
        return f"Not reached: the replay left the script at {cause.follows[0]}."
    begins = [f"Begins here: {_and([_reason(reason) for reason in cause.reasons])}."] if cause.reasons else []
    follows = (
        f"Its input also differs, because of {_and(cause.follows)}."
        if begins
        else f"Follows from {_and(cause.follows)}."
    )
    return " ".join([*begins, *([follows] if cause.follows else [])])


def event_text(bundle: Session, step: ReplayedStep) -> str:
    """What happens at a step, as one sentence for the trace."""
    if not step.reached:
        left = step.cause.follows[0] if step.cause else "an earlier step"
        return f"Not reached: the replay left the script at {left}."
    if step.step.actor == "user":
        return "The user’s message comes from the export."
    return _model_event(step) if step.step.actor == "model" else _tool_event(bundle, step)


def privacy_text(finding: PrivacyFinding) -> str:
    """What the privacy check found."""
    if not finding.addresses:
        return "The export is searched: no email address in clear."
    addresses = count(finding.addresses, "email address", "email addresses")
    return f"The export is searched: {addresses} in clear, in {count(len(finding.places), 'place', 'places')}."


def outcome_text(verdict: Verdict) -> str:
    """The last event: how the gate decides."""
    matched = f"{verdict.matched_steps} of {verdict.total_steps} steps match"
    return f"{matched}. The gate {'passes' if verdict.passes else 'fails'}."


def gate_reasons(bundle: Session, steps: Sequence[ReplayedStep], verdict: Verdict) -> list[str]:
    """Every reason why the gate fails; empty where it passes."""
    reasons = []
    if verdict.matched_steps < verdict.total_steps:
        reasons.append(_mismatch(steps, verdict))
    if verdict.side_effects_rerun:
        again = [f"{tool_of(bundle, step)} at {step.step.id}" for step in steps if ran_again(bundle, step)]
        effects = count(verdict.side_effects_rerun, "side effect", "side effects")
        reasons.append(f"{effects} ran again: {_and(again[:5])}{_more(len(again) - 5)}.")
    if verdict.emails_in_clear:
        reasons.append(
            f"The export holds {count(verdict.emails_in_clear, 'email address', 'email addresses')} in clear."
        )
    return reasons


def show(field: str, value: Json) -> str:
    """A field's value for people: amounts grouped, nothing where it is absent."""
    if value is ABSENT:
        return "nothing"
    if not isinstance(value, str):
        return canonical(value)
    amount = read_decimal(value) if field.endswith("amount") else None
    return value if amount is None else grouped(amount)


def show_json(difference: Json, side: str) -> str:
    """A field's value on one side of a difference in a run document, for people."""
    return show(difference["field"], difference.get(side, ABSENT))


def count(number: int, one: str, many: str) -> str:
    """A number and its noun."""
    return f"{number} {one if number == 1 else many}"


def _model_event(step: ReplayedStep) -> str:
    if step.source == "injected":
        start = "The recorded turn is injected"
        return f"{start}." if step.input_side.same else f"{start}, although its input would have been different."
    reads = "reads the recorded input" if step.input_side.same else "reads a different input"
    return f"The model {reads} and {_does(step)}."


def _does(step: ReplayedStep) -> str:
    if step.leaves:
        return f"{_act(step.output)} instead of {_instead(step.step.output)}: the replay leaves the script"
    act = f"calls {step.output.tool}" if isinstance(step.output, ToolCall) else "answers"
    if step.output_side.same:
        return f"{act} as recorded"
    return f"{act}, but not as recorded{_first(step.output_side.differences)}"


def _act(output: Output | None) -> str:
    if isinstance(output, ToolCall):
        return f"calls {output.tool}"
    return f"says “{output.text}”" if isinstance(output, Message) else "answers"


def _instead(recorded: Output) -> str:
    return f"calling {recorded.tool}" if isinstance(recorded, ToolCall) else "answering"


def _tool_event(bundle: Session, step: ReplayedStep) -> str:
    tool = tool_of(bundle, step)
    if step.source == "export":
        return f"{tool} is answered from the export. Nothing is touched."
    end = (
        "answers as recorded" if step.output_side.same else f"answers differently{_first(step.output_side.differences)}"
    )
    again = " The side effect runs again." if ran_again(bundle, step) else ""
    return f"{tool} is called live and {end}.{again}"


def _first(found: Sequence[FieldDifference]) -> str:
    """The most telling difference in a clause, where its values are short enough to read there."""
    difference = min(found, key=lambda each: (each.replayed is ABSENT, each.recorded is ABSENT))
    replayed, recorded = show(difference.field, difference.replayed), show(difference.field, difference.recorded)
    if difference.replayed is ABSENT or len(replayed) + len(recorded) > READABLE:
        return ""
    told = "" if difference.recorded is ABSENT else f", recorded {recorded}"
    return f": {difference.field.rpartition('.')[2]} {replayed}{told}"


def _mismatch(steps: Sequence[ReplayedStep], verdict: Verdict) -> str:
    matched = f"{verdict.matched_steps} of {verdict.total_steps} steps match. The first difference is at"
    if verdict.left_script_at is None:
        return f"{matched} {verdict.first_difference}."
    missed = sum(not step.reached for step in steps)
    left = f"The replay leaves the script at {verdict.left_script_at}"
    return f"{matched} {verdict.first_difference}. {left}, so {count(missed, 'step is', 'steps are')} not reached."


def _reason(reason: Reason) -> str:
    return _REASONS[reason.code].format(subject=reason.subject)


def _and(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _more(number: int) -> str:
    return f" and {number} more" if number > 0 else ""
