"""One run as one JSON document, canonical, with a digest.

The document's schema is `run.schema.json` beside this file. Its digest is the SHA-256 of the canonical form
(`engine.base.json_text.canonical`) of the document without the digest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ..base.errors import SubjectError
from ..base.json_text import Json, digest, pretty
from ..base.memory import without_collector
from .export import export
from .figures import own_figures
from .judge import Verdict, judge, side_effects
from .models import Model, read_model
from .privacy import PrivacyFinding, search_bundle
from .sentences import Sentences
from .session import Session
from .settings import OPTIONS, Settings, settings_json
from .subject import Subject
from .walk import ReplayedStep, Side, Today, replay
from .wording import cause_text, event_text, gate_reasons, outcome_text, privacy_text
from .world import opening_world

FORMAT = "replay-run/1"

INSPECTION_SECONDS = 60
"""Over so many the events are spread, the last at the end (spec, section 5); more events are a second apart."""


@without_collector()
def run(settings: Settings, subject: Subject) -> Json:
    """Export the session under a set-up, replay the bundle, judge it.

    Args:
        settings: the set-up.
        subject: the recorded session, the world today and the models.

    Returns:
        The run document.

    Raises:
        FixtureError: where the subject knows nothing of the model or the tool that the set-up calls, or fails; then it
            tells the set-up.
    """
    try:
        return _run(settings, subject)
    except SubjectError as error:
        chosen = settings_json(settings, subject.live_values)
        raise error.met(f"in the set-up {' '.join(chosen.values())}") from error


def _run(settings: Settings, subject: Subject) -> Json:
    bundle = export(subject.session, settings, subject.identifiers)
    steps = replay(bundle, settings, _today(bundle, settings, subject))
    finding = search_bundle(bundle.to_json(), subject.identifiers)
    verdict = judge(bundle, steps, finding)
    document = {
        "format": FORMAT,
        "session": bundle.name,
        "settings": settings_json(settings, subject.live_values),
        "bundle": _bundle(bundle),
        **_metrics(subject, bundle, steps, verdict),
        **own_figures(subject.models, steps),
        "privacy_places": list(finding.places),
        "side_effects": [effect.to_json() for effect in side_effects(bundle, steps)],
        "steps": [_step(subject, bundle, step) for step in steps],
        "events": _events(subject.sentences, bundle, steps, finding, verdict),
    }
    return {**document, "digest": digest(document)}


def summary(document: Json) -> Json:
    """A run in short, for the map of all set-ups: its inputs, matches, side effects, gate and digest."""
    kept = ("matched_steps", "side_effects_rerun", "gate", "digest")
    inputs = {name: document["settings"][name] for name in OPTIONS}
    return {**inputs, **{name: document[name] for name in kept}}


def run_text(document: Json) -> str:
    """The text of a run's file: the same bytes from the command line and from the page."""
    return pretty(document, sort_keys=True)


def bundle_text(settings: Settings, subject: Subject) -> str:
    """The text of a set-up's bundle file: the same bytes from the command line and from the page."""
    return pretty(export(subject.session, settings, subject.identifiers).to_json())


def _today(bundle: Session, settings: Settings, subject: Subject) -> Today:
    world = opening_world(subject, settings.live_in_force(subject.live_values))
    return Today(world, _model(bundle, settings, subject), subject.identifiers)


def _model(bundle: Session, settings: Settings, subject: Subject) -> Callable[[], Model]:
    version = settings.model if settings.model == "latest" else bundle.model_version
    return cache(lambda: read_model(subject.models, version))


def _bundle(bundle: Session) -> dict[str, Json]:
    actors = [step.actor for step in bundle.steps]
    return {
        "user": bundle.user,
        "model_version": bundle.model_version,
        "initial_state": None if bundle.initial_state is None else dict(bundle.initial_state),
        "tool_results": actors.count("tool"),
        "model_turns": actors.count("model"),
    }


def _metrics(subject: Subject, bundle: Session, steps: Sequence[ReplayedStep], verdict: Verdict) -> dict[str, Json]:
    return {
        "total_steps": verdict.total_steps,
        "matched_steps": verdict.matched_steps,
        "side_effects_rerun": verdict.side_effects_rerun,
        "model_calls": verdict.model_calls,
        "live_tool_calls": verdict.live_tool_calls,
        "emails_in_clear": verdict.emails_in_clear,
        "first_difference": verdict.first_difference,
        "left_script_at": verdict.left_script_at,
        "gate": "pass" if verdict.passes else "fail",
        "gate_reasons": gate_reasons(subject.sentences, bundle, steps, verdict),
    }


def _step(subject: Subject, bundle: Session, step: ReplayedStep) -> Json:
    return {
        "id": step.step.id,
        "actor": step.step.actor,
        "tool": bundle.call_answered_by(step.step).tool if step.step.actor == "tool" else None,
        "answers": step.step.answers,
        "label": step.step.label,
        "source": step.source,
        "input": _state(step, step.input_side),
        "output": _state(step, step.output_side),
        "matches": step.matches,
        "differences": [
            *(difference.as_input for difference in step.input_side.differences),
            *(difference.as_output for difference in step.output_side.differences),
        ],
        "differences_left_off": step.input_side.left_off + step.output_side.left_off,
        "cause": _cause(subject.sentences, step),
        "recorded_output": step.step.output.to_json(),
        "replayed_output": step.output.to_json() if step.output else None,
    }


def _state(step: ReplayedStep, side: Side) -> str:
    if not step.reached:
        return "not_reached"
    return "same" if side.same else "differs"


def _cause(words: Sentences, step: ReplayedStep) -> Json:
    if step.cause is None:
        return None
    return {
        "kind": step.cause.kind,
        "reasons": [reason.code for reason in step.cause.reasons],
        "follows": list(step.cause.follows),
        "text": cause_text(words, step.cause, reached=step.reached),
    }


def _events(
    words: Sentences, bundle: Session, steps: Sequence[ReplayedStep], finding: PrivacyFinding, verdict: Verdict
) -> list[dict[str, Json]]:
    happened = [("step", step.step.id, event_text(words, bundle, step)) for step in steps]
    closing = [("privacy", None, privacy_text(words, finding)), ("outcome", None, outcome_text(words, verdict))]
    return [
        {"t": _moment(number, len(steps) + len(closing)), "kind": kind, "step": step, "text": text}
        for number, (kind, step, text) in enumerate([*happened, *closing], 1)
    ]


def _moment(number: int, events: int) -> int:
    """When the n-th of so many events happens, in whole inspection seconds."""
    return (2 * max(INSPECTION_SECONDS, events) * number + events) // (2 * events)
