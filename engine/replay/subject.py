"""A subject: a recorded session, the world it acted in as it is today, and the models that may repeat it.

The engine knows no subject. Everything that only one session has comes from its folder, such as `content/`: the bundle
`session.json`, two modules of an author's, `world.py` and `models.py`, which hold what the two Protocols below say, and
`sentences.json`, what is said of a run (`engine.replay.sentences`; the explainer's own where the folder has none).
`engine.replay.fixtures` reads the folder, `engine.replay.declared` checks what the modules declare.

What holds of both modules:

- They import the standard library alone, never the engine, which has one name in the checkout and another installed.
  They run in CPython and, with the engine, in the page.
- They are pure: an answer depends on what is handed in and on nothing else. No file, no clock, no chance, nothing
  remembered from one question to the next. What is handed in is never changed in place.
- They speak JSON values in the bundle's own form: None, bool, int, finite float, str, list and dict with text as keys;
  a number that must be exact is a decimal written as text, such as `"92.4"`.
- An exception of theirs, or an answer of another form, ends a run in a `SubjectError` that names the module, the line
  and the remedy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol

from ..base.errors import InputError
from ..base.json_text import Json
from .decimals import plain, read_decimal
from .identifiers import Identifiers
from .sentences import Sentences
from .session import Session

WORLD_FILE = "world.py"
MODELS_FILE = "models.py"


class WorldModule(Protocol):
    r"""`world.py`: what each live tool answers today, and how an answer changes the world.

    Attributes:
        LIVE_VALUES: the values that the reader may move, each a dict, in the order in which the page shows them:

            name      its key in the settings of a run document and of a request, such as `live_rate`
            key       its key in the page's address, such as `rate`
            flag      the command line's, such as `--live-rate`
            tool      the tool of the session in whose live answer it stands
            field     where it stands there: `rate` is `result.rate` of the tool's step
            value     today's value, a decimal as text
            least     the smallest value that is accepted, a decimal as text
            above     whether the smallest itself is excluded: true or false
            most      the largest value that is accepted, a decimal as text
            decimals  how many decimals are accepted, 0 to 9

        IDENTIFIERS: what identifies a person besides an email address: kind → regular expression, such as
            `{"passport": r"\bX[0-9]{7}\b"}`. A redaction replaces each as it replaces addresses, by `[passport-1]` or
            `[removed]`, and the privacy check looks for each as for an address, in every text of the bundle.
    """

    LIVE_VALUES: Sequence[Mapping[str, Json]]
    IDENTIFIERS: Mapping[str, str]

    def opening(self, live: Mapping[str, str]) -> Json:
        """Today's world, a JSON value.

        Args:
            live: every live value by its name, as plain decimal text: the reader's, or today's.
        """

    def answer(self, tool: str, arguments: Mapping[str, Json], world: Json) -> tuple[Json, Json]:
        """What the live tool answers, and the world after it.

        The engine also asks without keeping the world after it, to know what *would* be answered.

        Raises:
            KeyError: with the tool's name, for a tool that it does not know.
        """


class ModelsModule(Protocol):
    """`models.py`: what each version of the model does next with what it reads, and the figures of the subject's own.

    Attributes:
        ALIASES: what an alias points to today, `{"latest": a version}`; the page offers `latest`.
        VERSIONS: the versions that `respond` knows. The pinned one is the session's `model.version`.
        FIGURES: the names of the subject's own figures among the metrics; may be empty. The run document holds the
            value of `quoted_amount` under that name and its unit under `quoted_currency`; the unit of a figure whose
            name does not end in `_amount`, such as `nights`, stands under `nights_unit`.
    """

    ALIASES: Mapping[str, str]
    VERSIONS: Sequence[str]
    FIGURES: Sequence[str]

    def respond(self, version: str, instruction: Sequence[str], messages: Sequence[Mapping[str, Json]]) -> Json:
        """The model's next action, a message `{"message": text}` or a call `{"call": tool, "arguments": {…}}`.

        On what the session recorded, the pinned version must answer as recorded: the builder refuses a subject where
        it does not.

        Args:
            version: one of `VERSIONS`.
            instruction: the lines of the instruction.
            messages: every output before this turn, oldest first, each `{"actor": "user", "model" or "tool", "output":
                {"message"}, {"call", "arguments"} or {"result"}}`. It grows with the conversation: what looks no
                further back than it must takes the same time in a session of any length.
        """

    def figures(self, messages: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
        """Each figure of `FIGURES` as `{"value": text, "unit": text}`, or None where the run comes to none.

        Args:
            messages: the replayed conversation as far as it got, as for `respond`.
        """


@dataclass(frozen=True)
class LiveValue:
    """One live value as `world.py` declares it; what each attribute means is said at `WorldModule.LIVE_VALUES`."""

    name: str
    key: str
    flag: str
    tool: str
    field: str
    value: str
    least: Decimal
    above: bool
    most: Decimal
    decimals: int

    @property
    def title(self) -> str:
        """What an error calls it: `live rate`."""
        return self.name.replace("_", " ")

    def read(self, text: str) -> str:
        """A value as the shortest decimal text.

        Raises:
            InputError: for what is no decimal, out of bounds or too fine.
        """
        number = read_decimal(text.strip())
        if number is None or not self._holds(number):
            too_fine = number is not None and self._bounds(number)
            remedy = self._remedy(self.fineness if too_fine else "")
            raise InputError(f"{text!r} is no {self.title}.", place=self.title, remedy=remedy)
        return plain(number)

    @property
    def fineness(self) -> str:
        """How fine a value may be, as the end of a sentence; empty where whole numbers alone are accepted."""
        return f" with at most {self.decimals} decimal{'s' * (self.decimals != 1)}" if self.decimals else ""

    def _holds(self, number: Decimal) -> bool:
        return self._bounds(number) and len(plain(number).partition(".")[2]) <= self.decimals

    def _bounds(self, number: Decimal) -> bool:
        """Whether a number, however fine, is within the bounds."""
        return self.least <= number <= self.most and not (self.above and number == self.least)

    def _remedy(self, fineness: str) -> str:
        number = "a decimal number" if self.decimals else "a whole number"
        most, example = plain(self.most), f"such as {self.value}"
        if self.above and self.least == 0:
            return f"Give {number.replace('a ', 'a positive ')} up to {most}{fineness}, {example}."
        start = f"above {plain(self.least)} and up to" if self.above else f"from {plain(self.least)} to"
        return f"Give {number} {start} {most}{fineness}, {example}."


@dataclass(frozen=True)
class Subject:
    """What a replay starts from.

    Attributes:
        session: the recorded session.
        world: today's world, see `WorldModule`.
        models: the models, see `ModelsModule`.
        live_values: what the world declares of `LIVE_VALUES`, checked.
        sentences: what is said of a run, in the subject's words.
        identifiers: what identifies a person, email addresses among it.
    """

    session: Session
    world: WorldModule
    models: ModelsModule
    sentences: Sentences
    live_values: tuple[LiveValue, ...] = ()
    identifiers: Identifiers = field(default_factory=Identifiers)
