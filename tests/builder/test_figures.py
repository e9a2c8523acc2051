"""The small functions from a run to words."""

from __future__ import annotations

from typing import Any

import pytest

from builder.site import figures
from builder.site.figures import MissingFigureError
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import Settings

OPENING = run(Settings(), standard())
TOKENS = run(Settings(tools="recorded", email="token"), standard())
STATELESS = run(Settings(tools="recorded", state="omitted"), standard())


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (figures.words(0), "no"),
        (figures.words(1), "one"),
        (figures.words(12), "twelve"),
        (figures.words(13), "thirteen"),
        (figures.words(36), "thirty-six"),
        (figures.words(40), "forty"),
        (figures.words(100), "100"),
        (figures.words(-1), "-1"),
        (figures.fixed(0), "0"),
        (figures.matched(OPENING), "5 of 10"),
        (figures.matched(TOKENS), "10 of 10"),
        (figures.matched_before(OPENING, "S5"), "four"),
        (figures.matched_before(OPENING, "S1"), "no"),
        (figures.recorded(OPENING, "S5", "result.rate"), "91.8"),
        (figures.replayed(OPENING, "S5", "result.rate"), "92.4"),
        (figures.replayed(OPENING, "S7", "result.credit"), "cr_10"),
        (figures.figure(OPENING, "quoted_amount"), "1,108.8 INR"),
        (figures.figure(TOKENS, "quoted_amount"), "1,101.6 INR"),
        (figures.measure("1234567.5", "EUR"), "1,234,567.5 EUR"),
        (figures.measure("12", "EUR"), "12 EUR"),
        (figures.measure("-1234.50"), "-1,234.5"),
        (figures.seconds_between(OPENING), 5),
        (figures.printable("a"), "a"),
        (figures.printable(7), 7),
    ],
)
def test_a_figure_says_what_the_run_says(said: object, expected: object) -> None:
    """Each is read off the run's document."""
    assert said == expected


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("matched_before", (OPENING, "S6"), "not every step before S6"),
        ("matched_before", (OPENING, "S99"), "no step 'S99'"),
        ("recorded", (OPENING, "S99", "result"), "no step 'S99'"),
        ("recorded", (OPENING, "S5", "result.rate.more"), "S5 has no"),
        ("recorded", (OPENING, None, "result"), "no step None"),
        ("replayed", (STATELESS, "S8", "message"), "S8 has no"),
        ("figure", (STATELESS, "quoted_amount"), "no quoted_amount"),
        ("figure", (OPENING, "nights"), "no figure is called 'nights'"),
        ("measure", ("a long while", "h"), "no number"),
        ("printable", (None,), "None"),
        ("printable", (True,), "True"),
        ("printable", ({"a": 1},), "a"),
        ("printable", (1.5,), "1.5"),
    ],
)
def test_a_figure_that_a_run_does_not_have_is_refused(name: str, arguments: tuple[Any, ...], says: str) -> None:
    """Nothing is shown in its place."""
    with pytest.raises(MissingFigureError, match=says) as caught:
        getattr(figures, name)(*arguments)
    assert caught.value.remedy


def test_what_the_prose_may_call_is_listed() -> None:
    """Every public function that a text can use is offered to it under its own name."""
    assert set(figures.FUNCTIONS) == {
        *("words", "fixed", "matched", "matched_before", "recorded", "replayed"),
        *("figure", "measure", "seconds_between"),
    }
