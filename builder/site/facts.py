"""Stage 2: computes with the engine every run that the page shows or mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.errors import BuildError
from builder.site.content import Content
from builder.site.source_lines import line_of
from builder.site.subject import told
from builder.site.trial import ask_everything, bounds, move_everything, run_again
from engine.base.errors import EngineError
from engine.base.json_text import canonical
from engine.base.json_walk import leaves
from engine.replay.export import export
from engine.replay.fixtures import SESSION_FILE
from engine.replay.models import not_reproduced, read_model
from engine.replay.run import run, summary
from engine.replay.settings import Settings, all_settings, read_settings
from engine.replay.subject import LiveValue, Subject

_FIXTURES = "Make session.json, world.py and models.py fit each other."


@dataclass(frozen=True)
class Facts:
    """Results of the engine.

    Attributes:
        runs: the run documents of every set-up.
        bundles: each bundle's JSON by `"state email"`; the other two inputs do not change it.
        setups: the run document of each set-up that has a name.
        at_any_live: the digests of those of these runs that come out the same at any live value.
    """

    runs: tuple[Any, ...]
    bundles: dict[str, Any]
    setups: dict[str, Any]
    at_any_live: tuple[str, ...]

    @property
    def map(self) -> list[dict[str, Any]]:
        """What came out of each set-up, in short."""
        return [summary(run) for run in self.runs]

    @property
    def opening(self) -> Any:
        """The opening set-up's run."""
        return self.setups["opening"]


def compute_facts(content: Content, folder: Path) -> Facts:
    """Run the engine under every set-up.

    Raises:
        BuildError: where the scripted model does not reproduce the recorded session, since then nothing that the page
            says of regenerated turns would hold; and where a replay asks the fixtures for what they lack.
    """
    try:
        return told(folder, lambda: _checked_facts(content, folder))
    except EngineError as error:
        raise BuildError(str(error), file=folder / SESSION_FILE, remedy=_FIXTURES) from error


def _checked_facts(content: Content, folder: Path) -> Facts:
    _check_recording(content.subject, folder)
    ask_everything(content.subject)
    move_everything(content.subject)
    facts = _facts(content)
    _check_telling(content, facts.runs, folder)
    run_again(content.subject, folder, facts.runs)
    return facts


def _facts(content: Content) -> Facts:
    settings = all_settings()
    runs = tuple(run(each, content.subject) for each in settings)
    return Facts(
        runs=runs,
        bundles={f"{each.state} {each.email}": _bundle(content.subject, each) for each in settings},
        setups={name: run(each, content.subject) for name, each in content.setups.items()},
        at_any_live=tuple(each["digest"] for each in runs if _is_the_same_at_any_live(each, content)),
    )


def _bundle(subject: Subject, settings: Settings) -> Any:
    return export(subject.session, settings, subject.identifiers).to_json()


def _is_the_same_at_any_live(document: Any, content: Content) -> bool:
    """Whether a run is the same whatever the live values are.

    Nothing but a live answer brings a value into a run, so a run in which no such tool is called live is the same. A
    world may let other answers depend on it as well: the bounds of each value are tried, too.
    """
    called = {step["tool"] for step in document["steps"] if step["source"] == "live" and step["replayed_output"]}
    if called & {value.tool for value in content.subject.live_values}:
        return False
    return all(
        _but_for_the_live_values(_at(document, value, bound, content)) == _but_for_the_live_values(document)
        for value in content.subject.live_values
        for bound in bounds(value)
    )


def _at(document: Any, value: LiveValue, bound: str, content: Content) -> Any:
    """The run of the same set-up at another live value."""
    declared = content.subject.live_values
    return run(read_settings({**document["settings"], value.name: bound}, declared), content.subject)


def _but_for_the_live_values(document: Any) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in {"settings", "digest"}}


def _check_telling(content: Content, runs: Sequence[Any], folder: Path) -> None:
    """Whether each field that tells a step stands in a call or a result of some run, recorded or replayed."""
    fields = _fields(runs)
    for index, field in enumerate(content.labels.tapes.telling):
        if field not in fields:
            path = folder / "labels.yaml"
            raise BuildError(
                f"tapes.telling: no step has the field {field!r}",
                file=path,
                line=line_of(path, ("tapes", "telling", index)),
                remedy=f"Name fields of the calls' arguments and results: {', '.join(fields) or 'there are none'}.",
            )


def _fields(runs: Sequence[Any]) -> dict[str, None]:
    """The fields of the calls' arguments and results in any run, a nested one with its path."""
    outputs = [step[side] for run in runs for step in run["steps"] for side in ("recorded_output", "replayed_output")]
    values = [output[part] for output in outputs if output for part in ("arguments", "result") if part in output]
    return dict.fromkeys(place for value in values for place in leaves(value) if place)


def _check_recording(subject: Subject, folder: Path) -> None:
    path, pinned = folder / SESSION_FILE, subject.session.model_version
    if pinned not in subject.models.VERSIONS:
        known = ", ".join(subject.models.VERSIONS)
        raise BuildError(
            f"the pinned model {pinned!r} has no code",
            file=path,
            line=line_of(path, ("model", "version")),
            remedy=f"Add it to VERSIONS of models.py, or name one of {known}.",
        )
    found = not_reproduced(subject.session, read_model(subject.models, pinned))
    if found is None:
        return
    raise BuildError(
        f"the pinned model does not reproduce step {found.step}: having read {canonical(found.read)}, it answers "
        f"{canonical(found.answered)}, but {canonical(found.recorded)} is recorded",
        file=path,
        line=line_of(path, ("steps", found.index)),
        remedy="Make the recorded step what models.py does, or change models.py.",
    )
