"""What the prose can say of runs: small functions from a run document to words.

Each reads the engine's result; none holds one.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from engine.replay.money import grouped
from engine.replay.session import Session

Run = Any
"""A run document, see `engine/run.schema.json`."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class MissingFigureError(Exception):
    """A text asks for a step or a field that a run does not have."""


def printable(value: Any) -> Any:
    """What a text may show: words and whole numbers, not the absence of a value and not a table.

    Python would print these too, and the page would say "left the script at None".
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise MissingFigureError(f"this is no figure or word in this run: {value!s}")
    return value


def words(number: int) -> str:
    """A small number as a word; a larger one in digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def fixed(number: object) -> str:
    """A figure that is no result of a run and never will be."""
    return str(number)


def matched(run: Run) -> str:
    """How many steps match, of how many."""
    return f"{run['matched_steps']} of {run['total_steps']}"


def matched_before(run: Run, step: str) -> str:
    """How many steps stand before a step, all of which match."""
    before = run["steps"][: _index(run, step)]
    if not all(each["matches"] for each in before):
        raise MissingFigureError(f"not every step before {step} matches")
    return words(len(before))


def recorded(run: Run, step: str, field: str) -> Any:
    """A field of what the export records as a step's output, such as `result.rate`."""
    return _field(run["steps"][_index(run, step)]["recorded_output"], step, field)


def replayed(run: Run, step: str, field: str) -> Any:
    """A field of what the replay yields as a step's output."""
    return _field(run["steps"][_index(run, step)]["replayed_output"], step, field)


def quoted(run: Run) -> str:
    """The amount that the run's answer quotes, with its currency."""
    if run["quoted_amount"] is None:
        raise MissingFigureError("this run reaches no answer that quotes an amount")
    return money(run["quoted_amount"], run["quoted_currency"])


def money(amount: str, currency: str) -> str:
    """An amount for people."""
    return f"{grouped(Decimal(amount))} {currency}"


def seconds_between(run: Run) -> int:
    """Inspection seconds from one event to the next."""
    return int(run["events"][1]["t"] - run["events"][0]["t"])


def session_figures(session: Session, run: Run) -> dict[str, str]:
    """What the recorded session did: its one credit, and what that was worth before it was converted."""
    effect = next((effect for effect in run["side_effects"] if effect["by"] == "session"), None)
    if effect is None:
        raise MissingFigureError("the session has no side effect")
    answer = effect["step"]
    call = run["steps"][_index(run, answer)]["answers"]
    return {
        "tier": _field(session.initial_state, "the initial state", "user:tier"),
        "goodwill": _money(run, call, "arguments.goodwill"),
        "credit": _money(run, answer, "result"),
        "credit_id": recorded(run, answer, "result.credit"),
    }


def _money(run: Run, step: str, field: str) -> str:
    return money(recorded(run, step, f"{field}.amount"), recorded(run, step, f"{field}.currency"))


def _index(run: Run, step: str) -> int:
    ids = [each["id"] for each in run["steps"]]
    if step not in ids:
        raise MissingFigureError(f"there is no step {step!r}")
    return ids.index(step)


def _field(value: Any, step: str, field: str) -> Any:
    for part in field.split("."):
        if not isinstance(value, dict) or part not in value:
            raise MissingFigureError(f"{step} has no {field!r} in this run")
        value = value[part]
    return value


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (words, fixed, matched, matched_before, recorded, replayed, quoted, money, seconds_between)
}
