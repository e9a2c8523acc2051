"""The functions that the prose can call: each turns a run document into words.

Each reads the engine's result; none holds a result of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from engine.base.json_walk import leaves
from engine.replay.decimals import grouped, read_decimal
from engine.replay.declared import unit_key
from engine.replay.figures import figure_names

Run = Any
"""A run document, see `engine/run.schema.json`."""

_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_LISTED = 20
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


class MissingFigureError(Exception):
    """A text asks for a step or a field that a run does not have.

    Args:
        problem: what is wrong.
        remedy: what to do.
    """

    def __init__(self, problem: str, remedy: str) -> None:
        """Keep both; `str()` is the problem."""
        super().__init__(problem)
        self.remedy = remedy


def printable(value: Any) -> Any:
    """What a text may show: words and whole numbers, not the absence of a value and not a table.

    Python would print these too, and the page would say "left the script at None".
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise MissingFigureError(f"this is no figure or word in this run: {value!s:.200}", _instead_of(value))
    return value


def _instead_of(value: Any) -> str:
    """What to write where a text would show something that is no figure."""
    if value is None:
        return "Name a set-up of setups.yaml in which it has a value."
    if callable(value):
        return f"Say of which run: {getattr(value, '__name__', 'it')}(opening)."
    fields = list(dict.fromkeys(place for place in leaves(value) if place))
    return f"Name one field of it: {_listed(fields)}." if fields else "Show a word or a whole number."


def words(number: int) -> str:
    """A number up to ninety-nine in words; another one in digits."""
    if 0 <= number < len(_WORDS):
        return _WORDS[number]
    if not 0 <= number < len(_TENS) * 10:
        return str(number)
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}-{_WORDS[ones]}" if ones else _TENS[tens]


def fixed(number: object) -> str:
    """A figure that is no result of a run and never will be."""
    return str(number)


def matched(run: Run) -> str:
    """How many steps match, of how many."""
    return f"{run['matched_steps']} of {run['total_steps']}"


def matched_before(run: Run, step: str) -> str:
    """How many steps stand before a step, all of which match."""
    before = run["steps"][: _index(run, step)]
    differs = next((each["id"] for each in before if not each["matches"]), None)
    if differs is not None:
        raise MissingFigureError(f"not every step before {step} matches", f"Name a step no later than {differs}.")
    return words(len(before))


def recorded(run: Run, step: str, field: str) -> Any:
    """A field of what the export records as a step's output, such as `result.price`."""
    return _field(run["steps"][_index(run, step)]["recorded_output"], step, field)


def replayed(run: Run, step: str, field: str) -> Any:
    """A field of what the replay yields as a step's output."""
    return _field(run["steps"][_index(run, step)]["replayed_output"], step, field)


def figure(run: Run, name: str) -> str:
    """A figure of the subject's own, such as `paid_amount`, for people, with its unit."""
    if name not in figure_names(run):
        there_are = _listed(figure_names(run)) or "none"
        raise MissingFigureError(f"no figure is called {name!r}", f"Name one of FIGURES of models.py: {there_are}.")
    if run[name] is None:
        raise MissingFigureError(f"this run comes to no {name}", "Name a set-up of setups.yaml whose run comes to it.")
    number = read_decimal(run[name])
    return f"{run[name] if number is None else grouped(number)} {run[unit_key(name)]}".rstrip()


def measure(number: str, unit: str = "") -> str:
    """A decimal for people, with its unit: `1,101.6 m`."""
    found = read_decimal(number)
    if found is None:
        raise MissingFigureError(f"{number!r} is no number", 'Give it a decimal as text, such as "1101.6".')
    return f"{grouped(found)} {unit}".rstrip()


def seconds_between(run: Run) -> int:
    """Inspection seconds from one event to the next."""
    times = [0, *(event["t"] for event in run["events"])]
    apart = {later - earlier for earlier, later in itertools.pairwise(times)}
    if len(apart) > 1:
        remedy = "Say it of a run whose events are."
        raise MissingFigureError("the events of this run are not equally far apart", remedy)
    return int(apart.pop())


def _index(run: Run, step: str) -> int:
    ids = [each["id"] for each in run["steps"]]
    if step not in ids:
        raise MissingFigureError(f"there is no step {step!r}", f"Name one of {', '.join(ids)}.")
    return ids.index(step)


def _field(output: Any, step: str, field: str) -> Any:
    value = output
    for part in field.split("."):
        if not isinstance(value, dict) or part not in value:
            raise MissingFigureError(f"{step} has no {field!r} in this run", _fields_of(output, step))
        value = value[part]
    return value


def _fields_of(output: Any, step: str) -> str:
    if output is None:
        return f"This run does not reach {step}: name an earlier step, or another set-up."
    return f"Name a field of {step}: {_listed(list(leaves(output)))}."


def _listed(names: Sequence[str]) -> str:
    """Names in a row, not too many of them."""
    return ", ".join([*names[:_LISTED], *(["…"] if len(names) > _LISTED else [])])


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (words, fixed, matched, matched_before, recorded, replayed, figure, measure, seconds_between)
}
