"""People's data and secrets in a file, each with the session and the step that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .finding import Finding
from .reading.pathparts import parts_of
from .reading.source import Source
from .rules import people
from .rules.masks import find_masks
from .stepfinder import StepFinder
from .trail import Place, Trail


def find_people(source: Source, trails: Sequence[Trail]) -> tuple[list[list[Finding]], list[Finding]]:
    """The findings of people and secrets: those of each session, and those that belong to none.

    The whole file is searched once, however many sessions it holds; masks are looked for in each session.
    Of a file with one session, all belong to it.
    """
    found = list(people.find(trails[0], _places(source), trails[1:]))
    if len(trails) == 1:
        return [[*_at_steps(trails[0], found), *find_masks(trails[0])]], []
    owners = _Owners(trails)
    of_sessions: list[list[Finding]] = [[] for _ in trails]
    of_file: list[Finding] = []
    for item in found:
        owner, step = owners.of(item.place.path)
        (of_file if owner is None else of_sessions[owner]).append(replace(item, step=step))
    for session, trail in enumerate(trails):
        of_sessions[session].extend(find_masks(trail))
    return of_sessions, of_file


class _Owners:
    """Which session, and which step of it, a path belongs to; one look-up however many sessions there are."""

    def __init__(self, trails: Sequence[Trail]) -> None:
        self._finder = StepFinder(entry for trail in trails for entry in trail.entries)
        self._owners = {id(entry): number for number, trail in enumerate(trails) for entry in trail.entries}

    def of(self, path: str) -> tuple[int | None, str | None]:
        """The session's index and the step's id; None where the path belongs to none."""
        entry = self._finder.owner_of(path)
        return (None, None) if entry is None else (self._owners[id(entry)], self._finder.step_at(path))


def _at_steps(trail: Trail, found: Sequence[Finding]) -> list[Finding]:
    finder = StepFinder(trail.entries)
    return [replace(item, step=item.step or finder.step_at(item.place.path)) for item in found]


def _places(source: Source) -> Callable[[str], Place]:
    return lambda path: source.place(parts_of(path))
