"""What the steps come to together: counts, side effects, the gate; and both outcomes of one examination."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from engine.check.examine import examine
from engine.check.finding import Finding
from engine.check.outcome import count, side_effects
from engine.check.rules.side_effects import Marks
from engine.check.trail import Place, Trail
from engine.check.verdict import CAREFUL, judge_steps
from engine.replay.settings import Settings, all_settings
from tests.engine.check.trails import PLAIN, REFUND, call, gives, says, trail, user

INJECTED = CAREFUL
LIVE = Settings("live", "injected")
STATED = trail(user(), says(), instruction="The tier is gold.", initial_state={"user:tier": "gold"})
OMITTED = Settings("recorded", "injected", "omitted")


@pytest.mark.parametrize("settings", all_settings())
def test_counts_are_a_range(settings: Settings) -> None:
    """What is certain at least, what is possible at most."""
    counts = count(judge_steps(REFUND, settings))
    assert counts.total == counts.same + counts.differs + counts.unknown == 6
    assert (counts.to_json()["least"], counts.to_json()["most"]) == (counts.same, counts.same + counts.unknown)


def test_counts_tell_the_first_that_is_not_certain() -> None:
    """And nothing where all are."""
    assert count(judge_steps(REFUND, LIVE)).first == "S3"
    assert count(judge_steps(REFUND, INJECTED)).first is None


def test_counts_tell_differences() -> None:
    """Where there are any."""
    assert count(judge_steps(STATED, OMITTED)).text == "1 certain, 1 different of 2"


EFFECTS: list[tuple[Settings, Marks, list[tuple[str, bool, bool]]]] = [
    (INJECTED, Marks(), [("S4", False, True)]),
    (LIVE, Marks(), [("S4", True, True)]),
    (LIVE, Marks(safe=frozenset({"issue_refund"})), []),
    (LIVE, Marks(unsafe=frozenset({"get_order"})), [("S2", True, True), ("S4", True, True)]),
]


@pytest.mark.parametrize(("settings", "marks", "expected"), EFFECTS)
def test_side_effects(settings: Settings, marks: Marks, expected: list[tuple[str, bool, bool]]) -> None:
    """Which calls change the world, whether the set-up makes them again, and whether that is certain."""
    effects = side_effects(REFUND, tuple(judge_steps(REFUND, settings)), settings, marks)
    assert [(effect.entry.id, effect.again, effect.certain) for effect in effects] == expected


# --- the gate ---------------------------------------------------------------------------------------------------------

EMAIL = Finding("people.email", "error", Place("messages[0]"), "An address.", "Redact.", "S1")
MASK = Finding("people.mask", "warning", Place("messages[0]"), "A mask.", "Use a token.", "S1")

GATES: list[tuple[str, Trail, Settings, list[Finding], list[str]]] = [
    ("nothing to say", PLAIN, INJECTED, [], []),
    ("a side effect that is not run again", REFUND, INJECTED, [], []),
    (
        "every reason",
        REFUND,
        LIVE,
        [EMAIL, EMAIL],
        [
            "2 certain, 4 unknown of 6 steps; the first that is not certain is S3.",
            "1 side effect would run again: issue_refund at S4.",
            "People’s data or secrets stand in clear: email (1).",
        ],
    ),
    (
        "something in clear",
        PLAIN,
        INJECTED,
        [EMAIL],
        ["People’s data or secrets stand in clear: email (1)."],
    ),
    ("tokens", PLAIN, Settings("recorded", "injected", "included", "token"), [EMAIL], []),
    ("removed", PLAIN, Settings("recorded", "injected", "included", "removed"), [EMAIL], []),
    ("a mask is not in clear", PLAIN, INJECTED, [MASK], []),
    (
        "an id used again",
        trail(call(call_id="a"), gives("S1"), call(call_id="a"), gives("S3")),
        INJECTED,
        [],
        ["A call id used again: once, at S3."],
    ),
    (
        "two gaps of a kind",
        trail(call(), call("get_b"), says()),
        INJECTED,
        [],
        [
            "0 certain, 3 unknown of 3 steps; the first that is not certain is S1.",
            "A call without its result: 2 times, first at S1.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("session", "settings", "personal", "reasons"), [case[1:] for case in GATES], ids=[case[0] for case in GATES]
)
def test_the_gate_says_every_reason(
    session: Trail, settings: Settings, personal: list[Finding], reasons: list[str]
) -> None:
    """And passes where there is none."""
    assert list(examine(session, settings, personal=personal).outcome.gate_reasons) == reasons


def test_findings_come_by_group() -> None:
    """In the order of the groups and codes, whatever order they were found in."""
    session = trail(call("send_email", call_id="a"), call("send_email", call_id="a"), instruction=None)
    examined = examine(session, LIVE, personal=[EMAIL])
    groups = [item.code.partition(".")[0] for item in examined.findings]
    assert groups == sorted(groups, key=["harm", "people", "ambiguous", "missing", "underneath"].index)
    assert set(groups) == {"missing", "ambiguous", "harm", "people"}


@pytest.mark.parametrize("length", [10, 1000])
def test_a_long_session_goes_through(length: int) -> None:
    """The benchmark measures it; no time is asserted here."""
    steps = itertools.chain.from_iterable(
        (call("issue_refund", {"n": n}, f"c{n % 7}"), gives(f"S{2 * n + 1}", n, f"c{n % 7}")) for n in range(length)
    )
    examined = examine(trail(*steps), Settings("live", "latest", "omitted"))
    assert examined.outcome.counts.total == 2 * length
    assert len(examined.effects) == length


@pytest.mark.parametrize("settings", all_settings())
def test_both_outcomes_are_those_of_their_own_set_up(settings: Settings) -> None:
    """Whichever was asked for: from the export as if that had been asked, and live as if that had."""
    both = examine(REFUND, settings, personal=[EMAIL]).outcomes
    assert set(both) == {"recorded", "live"}
    for tools, found in both.items():
        alone = examine(REFUND, replace(settings, tools=tools), personal=[EMAIL])
        assert found == alone.outcome
        assert found.side_effects_rerun == sum(effect.again for effect in alone.effects)


def test_an_argument_from_the_clock_makes_a_regenerated_turn_uncertain() -> None:
    """The finding and the verdict say the same."""
    booked = trail(user(), call("get_slots", {"from": "2026-03-04T05:06:07Z"}, "c"), gives("S2"), says())
    assert [item.code for item in examine(booked, INJECTED).findings] == ["underneath.clock"]
    assert not examine(booked, INJECTED).outcome.gate_reasons
    pinned = examine(booked, Settings("recorded", "pinned"))
    assert pinned.outcome.gate_reasons == ("1 certain, 3 unknown of 4 steps; the first that is not certain is S2.",)
    assert pinned.verdicts[1].reasons == ("clock",)
