"""Stage 2: every run that the page shows or speaks of, from the engine itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.errors import BuildError
from builder.site.content import Content
from engine.base.errors import EngineError
from engine.replay.export import export
from engine.replay.fixtures import Fixtures
from engine.replay.models import not_reproduced, read_model
from engine.replay.run import run, summary
from engine.replay.settings import all_settings, read_settings

_FIXTURES = "Make session.json, world.json and models.json fit each other."


@dataclass(frozen=True)
class Facts:
    """Results of the engine.

    Attributes:
        runs: the run documents of all 36 set-ups.
        bundles: each bundle's JSON by `"state email"`; the other two inputs do not change it.
        setups: the run document of each set-up that has a name.
        at_any_rate: the digests of those of the 36 runs that come out the same at any live rate.
    """

    runs: tuple[Any, ...]
    bundles: dict[str, Any]
    setups: dict[str, Any]
    at_any_rate: tuple[str, ...]

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
        _check_recording(content.fixtures, folder)
        return _facts(content)
    except EngineError as error:
        raise BuildError(str(error), file=folder / "models.json", remedy=_FIXTURES) from error


def _facts(content: Content) -> Facts:
    settings = all_settings()
    runs = tuple(run(each, content.fixtures) for each in settings)
    return Facts(
        runs=runs,
        bundles={f"{each.state} {each.email}": export(content.fixtures.session, each).to_json() for each in settings},
        setups={name: run(each, content.fixtures) for name, each in content.setups.items()},
        at_any_rate=tuple(each["digest"] for each in runs if _is_the_same_at_any_rate(each, content)),
    )


def _is_the_same_at_any_rate(document: Any, content: Content) -> bool:
    """Whether a run is the same at another live rate.

    Then it is so at every rate: nothing but a live answer brings the rate into a run, a run records every answer, and
    up to the first answer that holds the rate it cannot depend on it.
    """
    another = "2" if document["settings"]["live_rate"] == "1" else "1"
    other = run(read_settings({**document["settings"], "live_rate": another}), content.fixtures)
    return _but_for_the_rate(document) == _but_for_the_rate(other)


def _but_for_the_rate(document: Any) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in {"settings", "digest"}}


def _check_recording(fixtures: Fixtures, folder: Path) -> None:
    step = not_reproduced(fixtures.session, read_model(fixtures.models, fixtures.session.model_version))
    if step is not None:
        raise BuildError(
            f"the pinned model does not reproduce step {step}",
            file=folder / "session.json",
            remedy="Make the recorded step what the model of models.json does, or change models.json.",
        )
