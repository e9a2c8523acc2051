"""Today's world at one moment, as the subject's `world.py` tells it.

A world is a value: asking it gives the answer and the world afterwards. Asking without keeping that world asks what
*would* be answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..base.errors import SubjectError
from ..base.json_text import Json
from .asking import ask, check_json
from .subject import WORLD_FILE, Subject, WorldModule


@dataclass(frozen=True)
class World:
    """The outside world at one moment.

    Attributes:
        module: tells what each tool answers.
        state: what it keeps, a JSON value that only the module reads.
    """

    module: WorldModule
    state: Json

    def ask(self, tool: str, arguments: Mapping[str, Json]) -> tuple[Json, World]:
        """What a live call answers, and the world after it.

        Raises:
            SubjectError: where the module does not know the tool, fails, or answers in another form.
        """
        try:
            both = ask(WORLD_FILE, self.module.answer, tool, arguments, self.state, knows=tool)
        except KeyError as error:
            remedy = f"Answer {tool} there, or answer the tools from the export."
            problem = f"Today’s world answers no tool {tool!r}."
            raise SubjectError(problem, file=WORLD_FILE, name="answer", remedy=remedy) from error
        if not (isinstance(both, tuple) and len(both) == 2):  # noqa: PLR2004 - an answer and a world
            remedy = "Return the answer and the world after it: return answer, world"
            raise SubjectError(f"{tool} is answered by no pair.", file=WORLD_FILE, name="answer", remedy=remedy)
        check_json(both[0], WORLD_FILE, f"the answer of {tool}")
        return both[0], World(self.module, both[1])


def opening_world(subject: Subject, live: Mapping[str, str]) -> World:
    """Today's world before the replay, with these live values by name."""
    state = ask(WORLD_FILE, subject.world.opening, dict(live))
    check_json(state, WORLD_FILE, "the opening world")
    return World(subject.world, state)
