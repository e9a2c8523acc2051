"""Findings told together: one for each tool, value and cause, with how often and where."""

from __future__ import annotations

from engine.check.codes import finding
from engine.check.finding import Finding
from engine.check.rules import ambiguous, harm, people, underneath
from engine.check.together import MOST_PLACES, grouped
from engine.check.trail import Place, Trail
from tests.engine.check.planted import TOKENS
from tests.engine.check.trails import call, gives, trail


def told(*findings: Finding) -> list[tuple[str, int, int]]:
    """Of each finding its code, how often it occurs, and how many values it tells of."""
    return [(item.code, item.times, item.values) for item in grouped(findings)]


def personal(*texts: str) -> list[Finding]:
    """The findings of people in some texts, told together."""
    return grouped(people.find(Trail("test", "", (), value=list(texts))))


def test_calls_of_one_tool_are_one_finding() -> None:
    """With the steps of the others."""
    session = trail(*(call(tool, {"n": n}) for n, tool in enumerate(("send_a", "send_b", "send_a", "send_a"))))
    first, second, *_ = (item for item in grouped(harm.find(session)) if item.code == "harm.changes-world")
    assert (first.step, first.times, [place.path for place in first.places]) == (
        "S1",
        3,
        ["messages[2]", "messages[3]"],
    )
    assert first.reason.endswith("The same in 2 more places (S3, S4).")
    assert (second.step, second.times, second.places) == ("S2", 1, ())


def test_two_severities_stay_two_findings() -> None:
    """What is worse must not hide behind what is less."""
    place = Place("a")
    low, high = (finding("people.mask", place, "Masked.", severity=grade) for grade in ("note", "error"))
    assert len(grouped([low, high, low])) == 2


def test_reused_ids_have_one_cause() -> None:
    """Whichever they are."""
    calls = [call(call_id=name) for name in ("a", "b", "a", "b")]
    steps = [step for n, each in enumerate(calls) for step in (each, gives(f"S{2 * n + 1}"))]
    assert told(*(f for f in ambiguous.find(trail(*steps)) if f.code == "ambiguous.call-id-reused")) == [
        ("ambiguous.call-id-reused", 2, 1)
    ]


def test_one_argument_of_one_tool_is_one_finding() -> None:
    """In whichever item of a list it stands; another tool's is another."""
    moments = [f"2026-05-12T09:3{n}:00Z" for n in range(3)]
    calls = [
        call("get_a", {"at": [moments[0], 1]}),
        call("get_a", {"at": [1, moments[1]]}),
        call("get_b", {"at": [moments[2]]}),
    ]
    assert told(*underneath.find(trail(*calls))) == [("underneath.clock", 2, 1), ("underneath.clock", 1, 1)]


def test_a_value_in_many_places_is_one_finding() -> None:
    """Of many places some are listed, all are counted."""
    (item,) = personal(*["a@x.org"] * 50)
    assert (item.times, item.values, len(item.places)) == (50, 1, MOST_PLACES)
    assert item.reason == "An email address in clear: …@….org. The same in 49 more places."


def test_values_of_the_same_places_are_one_finding() -> None:
    """A list of secrets names each sort with its count."""
    keys = f"{TOKENS['GitHub']} {TOKENS['GitHub app']} {TOKENS['AWS']}"
    (item,) = personal(keys, keys)
    assert (item.values, item.times) == (3, 2)
    assert item.reason.startswith("3 different values stand here in clear: a GitHub token (2), an AWS access key id.")


def test_values_of_other_places_are_findings_of_their_own() -> None:
    """One that stands alone somewhere is not hidden."""
    assert [(item.values, item.times) for item in personal("a@x.org b@x.org", "b@x.org")] == [(1, 1), (1, 2)]
