"""The errors that a user can see.

EngineError
├── InputError     a file or an argument that cannot be used: names the place and the remedy
└── FixtureError   the fixtures (the world today, the models) lack something a replay asks for
    └── SubjectError   a module of the subject fails or does not hold what it must: names the file and the line

A result of a replay, however bad, is never an error: it is a value, see `engine.replay.run`.
"""

from __future__ import annotations


class EngineError(Exception):
    """The base of every error that the engine raises on purpose.

    Args:
        problem: one sentence that says what is wrong.
        place: where: a JSON path such as `steps[3].output`, or an argument's name; empty where it has none.
        remedy: one sentence that says what to do.
    """

    def __init__(self, problem: str, *, place: str = "", remedy: str = "") -> None:
        """Keep the three parts; `str()` joins them."""
        super().__init__(problem)
        self.problem = problem
        self.place = place
        self.remedy = remedy

    def __str__(self) -> str:
        """Place, problem and remedy in one line."""
        head = f"{self.place}: {self.problem}" if self.place else self.problem
        return f"{head} {self.remedy}".strip()


class InputError(EngineError):
    """A session, a setting or a file that cannot be used as it stands."""


class FixtureError(EngineError):
    """The world or the models know nothing of what a replay asks them."""


class SubjectError(FixtureError):
    """A module of a subject that fails, or does not hold what it must.

    Args:
        problem: one sentence that says what is wrong.
        file: the module's file, such as `world.py`.
        line: the line in it; None where it is not known.
        remedy: one sentence that says what to do.
        name: what stands at the top of the module and is at fault, such as `LIVE_VALUES`; empty where nothing is.
    """

    def __init__(self, problem: str, *, file: str, line: int | None = None, remedy: str, name: str = "") -> None:
        """Keep the parts; the place is made of file and line, or of file and name."""
        place = f"{file}, line {line}" if line else f"{file}, {name}" if name else file
        super().__init__(problem, place=place, remedy=remedy)
        self.file = file
        self.line = line
        self.name = name

    def met(self, where: str) -> SubjectError:
        """The same error, told with where a replay met it, such as `at step S5`."""
        problem = f"{self.problem} Met {where}."
        return SubjectError(problem, file=self.file, line=self.line, remedy=self.remedy, name=self.name)
