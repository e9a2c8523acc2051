"""Tries a subject: asks every tool, moves every live value, runs every set-up again, and looks for changes in place.

The second time the modules are loaded anew and the set-ups run in the opposite order, so that what a module remembers
from one question to the next shows; and once more in another process, where Python puts the texts of a set in another
order, as it does in a reader's browser.
"""

from __future__ import annotations

import copy
import dataclasses
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from builder.errors import BuildError
from builder.tools.environment import ROOT
from engine.base.errors import SubjectError
from engine.base.json_text import canonical
from engine.replay.asking import check_json
from engine.replay.decimals import plain
from engine.replay.fixtures import load_module
from engine.replay.models import read_model, said
from engine.replay.run import run
from engine.replay.session import ToolCall
from engine.replay.settings import Settings, all_settings
from engine.replay.subject import MODELS_FILE, WORLD_FILE, LiveValue, Subject
from engine.replay.world import World, opening_world

Json = Any

_ELSEWHERE = """
import sys
from pathlib import Path
from engine.replay.fixtures import load_subject
from engine.replay.run import run
from engine.replay.session import ToolCall
from engine.replay.settings import all_settings
subject = load_subject(Path(sys.argv[1]))
print(*(run(each, subject)["digest"] for each in all_settings()))
"""


def ask_everything(subject: Subject) -> None:
    """Ask today's world each call that was answered, and each version of the model for its first turn.

    Raises:
        SubjectError: for a tool that the world does not answer, and a version without code.
    """
    world = opening_world(subject, Settings().live_in_force(subject.live_values))
    answered = [step for step in subject.session.steps if step.actor == "tool"]
    for step in answered:
        _ask_as_recorded(world, subject.session.call_answered_by(step), step.id)
    steps = itertools.takewhile(lambda step: step.actor != "model", subject.session.steps)
    read = [said(step.actor, step.output.to_json()) for step in steps]
    for version in subject.models.VERSIONS:
        read_model(subject.models, version).respond(subject.session.instruction.as_recorded, read)


def _ask_as_recorded(world: World, call: ToolCall, step: str) -> None:
    try:
        after = world.ask(call.tool, call.arguments)[1]
        check_json(after.state, WORLD_FILE, f"the world after {call.tool}")
    except SubjectError as error:
        raise error.met(f"at step {step} as recorded") from error


def move_everything(subject: Subject) -> None:
    """Move each live value to its bounds and look whether the world before the replay is another.

    Raises:
        SubjectError: for a value that the world does not take up, so that moving it changes nothing.
    """
    today = Settings().live_in_force(subject.live_values)
    for value in subject.live_values:
        moved = [{**today, value.name: bound} for bound in bounds(value)]
        worlds = {canonical(opening_world(subject, live).state) for live in (today, *moved)}
        if len(worlds) == 1:
            raise SubjectError(
                f"The world is the same at any {value.name}, so moving it changes no answer.",
                file=WORLD_FILE,
                name="opening",
                remedy=f"Let the world hold live[{value.name!r}], or take the value out of LIVE_VALUES.",
            )


def bounds(value: LiveValue) -> tuple[str, str]:
    """The smallest and the largest live value that is accepted."""
    step = Decimal(1).scaleb(-value.decimals) if value.above else Decimal(0)
    return plain(value.least + step), plain(value.most)


def run_again(subject: Subject, folder: Path, runs: Sequence[Json]) -> None:
    """Run every set-up once more and compare.

    Args:
        subject: the subject that the runs are of.
        folder: its folder, from which the modules are loaded anew.
        runs: the run of each set-up, in the order of `all_settings`.

    Raises:
        BuildError: where a run comes out otherwise.
        SubjectError: where a module changes in place what it is handed.
    """
    again = dataclasses.replace(
        subject,
        world=_Watched(load_module(folder / WORLD_FILE), WORLD_FILE),
        models=_Watched(load_module(folder / MODELS_FILE), MODELS_FILE),
    )
    for settings, first in reversed(list(zip(all_settings(), runs, strict=True))):
        _compare(settings, folder, first["digest"], run(settings, again)["digest"])
    for settings, first, elsewhere in zip(all_settings(), runs, _digests_elsewhere(folder), strict=True):
        _compare(settings, folder, first["digest"], elsewhere)


def _compare(settings: Settings, folder: Path, first: str, again: str) -> None:
    if again != first:
        raise BuildError(
            f"the set-up {' '.join(settings.choices().values())} comes out otherwise when it is run again",
            file=folder / _fault(settings),
            remedy="Let answers depend on what is handed in alone: nothing remembered, no order of a set.",
        )


def _digests_elsewhere(folder: Path) -> list[str]:
    """The digest of each set-up's run, computed in a process in which sets have another order."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    env = {**os.environ, "PYTHONHASHSEED": seed}
    argv = [sys.executable, "-c", _ELSEWHERE, str(folder.resolve())]
    done = subprocess.run(argv, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or ["nothing"]
        remedy = "Let the modules do the same in every process."
        raise BuildError(f"in another process it fails, and says: {said[0]}", file=folder / WORLD_FILE, remedy=remedy)
    return done.stdout.split()


def _fault(settings: Settings) -> str:
    """The module that is looked at first: without live tools it can be the models alone."""
    return WORLD_FILE if settings.tools == "live" else MODELS_FILE


class _Watched:
    """A module whose functions are told on when they change in place what they are handed."""

    def __init__(self, module: Any, file: str) -> None:
        self._module = module
        self._file = file

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        return watched(found, self._file) if callable(found) else found


def watched(function: Callable[..., Any], file: str) -> Callable[..., Any]:
    """The function; SubjectError where an argument of a call is another value afterwards."""

    def call(*arguments: Json) -> Json:
        before = [_plain(argument) for argument in arguments]
        answer = function(*arguments)
        if [_plain(argument) for argument in arguments] != before:
            remedy = "Make a new value instead: {**old, key: value}, [*old, item]."
            problem = "It changes in place what it is handed."
            raise SubjectError(problem, file=file, name=function.__name__, remedy=remedy)
        return copy.deepcopy(answer)

    call.__name__ = function.__name__
    return call


def _plain(value: Json) -> str:
    return canonical(dict(value) if isinstance(value, Mapping) else value)
