"""What is said of a run: what happens at each step, why it differs, and why the gate fails.

It stands in one place, so that the page and the terminal say the same. The words are the subject's (`sentences`); this
module chooses which of them are said. Its functions read results and hold no figure of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.json_text import Json, canonical
from .cause import Cause
from .compare import ABSENT, FieldDifference
from .decimals import grouped, read_decimal
from .judge import Verdict, ran_again, tool_of
from .privacy import PrivacyFinding
from .sentences import Sentences
from .session import Message, Output, Session, ToolCall
from .walk import ReplayedStep

READABLE = 40
"""How many characters two values may have together to be read inside a sentence."""

_LISTED = 5
"""How many side effects that ran again are named."""


def cause_text(words: Sentences, cause: Cause, *, reached: bool) -> str:
    """Why a step does not match, as one or two sentences."""
    if not reached:
        return words.say("not_reached", step=cause.follows[0])
    follows = words.all_of(cause.follows)
    if not cause.reasons:
        return words.say("cause.follows", steps=follows)
    reasons = words.all_of([words.say(f"reason.{reason.code}") for reason in cause.reasons])
    begins = words.say("cause.begins", reasons=reasons)
    return f"{begins} {words.say('cause.also_follows', steps=follows)}" if cause.follows else begins


def event_text(words: Sentences, bundle: Session, step: ReplayedStep) -> str:
    """What happens at a step, as one sentence for the trace."""
    if not step.reached:
        return words.say("not_reached", step=step.cause.follows[0] if step.cause else "")
    if step.step.actor == "user":
        return words.say("event.user")
    return _model_event(words, step) if step.step.actor == "model" else _tool_event(words, bundle, step)


def privacy_text(words: Sentences, finding: PrivacyFinding) -> str:
    """What the privacy check found."""
    if not finding.addresses:
        return words.say("privacy.none")
    places = words.count("places", len(finding.places))
    return words.say("privacy.some", identifiers=words.count("identifiers", finding.addresses), places=places)


def outcome_text(words: Sentences, verdict: Verdict) -> str:
    """The last event: how the gate decides."""
    return words.say(f"outcome.{'pass' if verdict.passes else 'fail'}", matched=_matched(words, verdict))


def gate_reasons(words: Sentences, bundle: Session, steps: Sequence[ReplayedStep], verdict: Verdict) -> list[str]:
    """Every reason why the gate fails; empty where it passes."""
    reasons = []
    if verdict.matched_steps < verdict.total_steps:
        reasons.append(_mismatch(words, steps, verdict))
    if verdict.side_effects_rerun:
        reasons.append(_effects(words, bundle, steps, verdict))
    if verdict.emails_in_clear:
        identifiers = words.count("identifiers", verdict.emails_in_clear)
        reasons.append(words.say("gate.identifiers", identifiers=identifiers))
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


def _model_event(words: Sentences, step: ReplayedStep) -> str:
    same = step.input_side.same
    if step.source == "injected":
        return words.say("event.injected" if same else "event.injected_differs")
    reads = words.say("reads.same" if same else "reads.differs")
    return words.say("event.model", reads=reads, does=_does(words, step))


def _does(words: Sentences, step: ReplayedStep) -> str:
    if step.leaves:
        return words.say("does.leaves", act=_act(words, step.output), instead=_instead(words, step.step.output))
    output = step.output
    act = words.say("act.calls", tool=output.tool) if isinstance(output, ToolCall) else words.say("act.answers")
    if step.output_side.same:
        return words.say("does.same", act=act)
    return words.say("does.differs", act=act, difference=_first(words, step.output_side.differences))


def _act(words: Sentences, output: Output | None) -> str:
    if isinstance(output, ToolCall):
        return words.say("act.calls", tool=output.tool)
    return words.say("act.says", text=output.text) if isinstance(output, Message) else words.say("act.answers")


def _instead(words: Sentences, recorded: Output) -> str:
    if isinstance(recorded, ToolCall):
        return words.say("instead.calling", tool=recorded.tool)
    return words.say("instead.answering")


def _tool_event(words: Sentences, bundle: Session, step: ReplayedStep) -> str:
    tool = tool_of(bundle, step)
    if step.source == "export":
        return words.say("event.export", tool=tool)
    if step.output_side.same:
        answers = words.say("answers.same")
    else:
        answers = words.say("answers.differs", difference=_first(words, step.output_side.differences))
    event = words.say("event.live", tool=tool, answers=answers)
    return words.say("event.runs_again", event=event) if ran_again(bundle, step) else event


def _first(words: Sentences, found: Sequence[FieldDifference]) -> str:
    """The most telling difference in a clause, where its values are short enough to read there."""
    difference = min(found, key=lambda each: (each.replayed is ABSENT, each.recorded is ABSENT))
    replayed, recorded = show(difference.field, difference.replayed), show(difference.field, difference.recorded)
    if difference.replayed is ABSENT or len(replayed) + len(recorded) > READABLE:
        return ""
    field = difference.field.rpartition(".")[2]
    if difference.recorded is ABSENT:
        return words.say("difference", field=field, replayed=replayed)
    return words.say("difference.recorded", field=field, replayed=replayed, recorded=recorded)


def _matched(words: Sentences, verdict: Verdict) -> str:
    return words.say("matched", matched=verdict.matched_steps, total=verdict.total_steps)


def _mismatch(words: Sentences, steps: Sequence[ReplayedStep], verdict: Verdict) -> str:
    matched, first = _matched(words, verdict), verdict.first_difference
    if verdict.left_script_at is None:
        return words.say("gate.differs", matched=matched, step=first)
    missed = words.count("missed", sum(not step.reached for step in steps))
    return words.say("gate.leaves", matched=matched, step=first, left=verdict.left_script_at, missed=missed)


def _effects(words: Sentences, bundle: Session, steps: Sequence[ReplayedStep], verdict: Verdict) -> str:
    ran = [step for step in steps if ran_again(bundle, step)]
    again = [words.say("effect_at", tool=tool_of(bundle, step), step=step.step.id) for step in ran]
    listed = words.all_of(again[:_LISTED])
    if len(again) > _LISTED:
        listed = words.say("more", list=listed, count=len(again) - _LISTED)
    return words.say("gate.effects", effects=words.count("effects", verdict.side_effects_rerun), steps=listed)
