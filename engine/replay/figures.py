"""A subject's own figures among the metrics, such as an amount that the answer quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base.errors import SubjectError
from ..base.json_text import Json
from .asking import ask
from .declared import RUN_KEYS, unit_key
from .models import said
from .subject import MODELS_FILE, ModelsModule
from .walk import ReplayedStep


def own_figures(models: ModelsModule, steps: Sequence[ReplayedStep]) -> dict[str, str | None]:
    """Each figure that the models declare, and its unit, as a run document holds them; None where there is none.

    Raises:
        SubjectError: where the module fails, or tells other figures than it declares.
    """
    messages = [said(step.step.actor, step.output.to_json()) for step in steps if step.output]
    told = ask(MODELS_FILE, models.figures, messages)
    if not isinstance(told, Mapping) or set(told) != set(models.FIGURES):
        problem = f"figures tells {told!r:.200}, which is not each of FIGURES alone."
        raise SubjectError(problem, file=MODELS_FILE, name="figures", remedy="Return a dict with these names.")
    return {key: value for name in models.FIGURES for key, value in _pair(name, told[name])}


def figure_names(document: Json) -> list[str]:
    """The figures of a subject's own in a run document: each has its unit beside it."""
    return [key for key in document if key not in RUN_KEYS and unit_key(key) in document]


def _pair(name: str, told: Json) -> list[tuple[str, str | None]]:
    if told is None:
        return [(name, None), (unit_key(name), None)]
    if not isinstance(told, Mapping) or set(told) != {"value", "unit"} or not all(map(_is_text, told.values())):
        problem, remedy = f"The figure {name} is {told!r:.200}.", 'Return {"value": text, "unit": text} or None for it.'
        raise SubjectError(problem, file=MODELS_FILE, name="figures", remedy=remedy)
    return [(name, told["value"]), (unit_key(name), told["unit"])]


def _is_text(value: Json) -> bool:
    return isinstance(value, str)
