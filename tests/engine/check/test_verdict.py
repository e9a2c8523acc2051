"""The verdict: what a replay would come to, step by step, for each set-up."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.check.trail import ABSENT, Place, Trail, Unread
from engine.check.verdict import CAREFUL, TEXTS, Verdict, judge_steps
from engine.replay.settings import Settings
from tests.engine.check.trails import EXACT, call, declared, gives, outside, says, trail, user

INJECTED = CAREFUL
PINNED = Settings("recorded", "pinned")
LATEST = Settings("recorded", "latest")
LIVE = Settings("live", "injected")
OMITTED = Settings("recorded", "injected", "omitted")
REMOVED = Settings("recorded", "pinned", "included", "removed")


def short(verdicts: Iterable[Verdict]) -> dict[str, str]:
    """By step, its state, what begins there and what it follows from, as one line; nothing for one that is the same."""
    return {
        verdict.entry.id: " ".join([verdict.state, *verdict.reasons, *(f"<{origin}" for origin in verdict.follows)])
        for verdict in verdicts
        if verdict.state != "same"
    }


STATED = trail(user(), says(), instruction="The tier is gold.", initial_state={"user:tier": "gold"})
SIX = trail(
    user(), call(call_id="a"), gives("S2"), call("get_fx", call_id="b"), gives("S4"), says(), instruction="You help."
)


def named(session: Trail, **manifest: object) -> Trail:
    """The session as that of a bundle whose manifest says so."""
    return replace(session, format="replay_bundle", value={"manifest": manifest})


CASES: list[tuple[str, Trail, Settings, dict[str, str]]] = [
    ("injected and recorded", SIX, INJECTED, {}),
    ("pinned, exact version, nothing changed", SIX, PINNED, {}),
    (
        "latest: a new model at every turn",
        SIX,
        LATEST,
        {
            "S2": "unknown latest",
            "S3": "unknown <S2",
            "S4": "unknown latest <S2",
            "S5": "unknown <S2 <S4",
            "S6": "unknown latest <S2 <S4",
        },
    ),
    (
        "live tools, injected turns",
        SIX,
        LIVE,
        {"S3": "unknown live_tool", "S4": "unknown <S3", "S5": "unknown live_tool", "S6": "unknown <S3 <S5"},
    ),
    (
        "live tools, pinned model",
        SIX,
        Settings(),
        {"S3": "unknown live_tool", "S4": "unknown <S3", "S5": "unknown live_tool <S3", "S6": "unknown <S3 <S5"},
    ),
    ("an alias is injected", trail(user(), says(model="gpt-4o")), INJECTED, {}),
    ("an alias is regenerated", trail(user(), says(model="gpt-4o")), PINNED, {"S2": "unknown model_alias"}),
    ("no version is regenerated", trail(user(), says(model=None)), PINNED, {"S2": "unknown model_unnamed"}),
    (
        "only one turn names its model",
        trail(user(), says(), user(), says(model=None), user(), says()),
        PINNED,
        {"S4": "unknown model_unnamed", "S5": "unknown <S4", "S6": "unknown <S4"},
    ),
    (
        "no instruction, injected",
        trail(user(), says(), user(), says(), instruction=None),
        INJECTED,
        {},
    ),
    (
        "no instruction, pinned",
        trail(user(), says(), user(), says(), instruction=None),
        PINNED,
        {"S2": "unknown instruction_missing", "S3": "unknown <S2", "S4": "unknown <S2"},
    ),
    (
        "a template without its state",
        trail(says(), instruction="{tier}", initial_state=ABSENT),
        INJECTED,
        {},
    ),
    (
        "a template without its state, regenerated",
        trail(says(), instruction="{tier}", initial_state=ABSENT),
        PINNED,
        {"S1": "unknown instruction_unfilled"},
    ),
    ("a template with its state", trail(says(), instruction="{tier}", initial_state={"tier": "gold"}), INJECTED, {}),
    ("braces that are no template", trail(says(), instruction='{"a": 1} {}', initial_state=ABSENT), INJECTED, {}),
    ("state left out, shown in the instruction", STATED, OMITTED, {"S2": "differs state_left_out"}),
    (
        "state left out, regenerated: the input differs, the answer is unknown",
        STATED,
        Settings("recorded", "pinned", "omitted"),
        {"S2": "unknown state_left_out"},
    ),
    (
        "state left out, not shown",
        trail(user(), says(), initial_state={"cart": "apple"}),
        OMITTED,
        {"S2": "unknown state_perhaps_read"},
    ),
    ("state left out that is empty", trail(user(), says(), initial_state={}), OMITTED, {}),
    ("state left out that is not there", trail(user(), says(), initial_state=ABSENT), OMITTED, {}),
    (
        "state left out that is text",
        trail(says(), instruction="x gold", initial_state="gold"),
        OMITTED,
        {"S1": "differs state_left_out"},
    ),
    (
        "a later difference stays one",
        trail(user(), says(), call(), gives("S3"), instruction="gold", initial_state={"tier": "gold"}),
        OMITTED,
        {"S2": "differs state_left_out", "S3": "differs <S2"},
    ),
    (
        "a difference outlives an unknown",
        trail(says(), call(), gives("S2"), says(), instruction="gold", initial_state={"tier": "gold"}),
        Settings("live", "injected", "omitted"),
        {
            "S1": "differs state_left_out",
            "S2": "differs <S1",
            "S3": "unknown live_tool",
            "S4": "differs <S1 <S3",
        },
    ),
    (
        "a result without its call",
        trail(gives(None), says()),
        INJECTED,
        {"S1": "unknown call_missing", "S2": "unknown <S1"},
    ),
    (
        "a result without content",
        trail(call(), gives("S1", ABSENT), says()),
        INJECTED,
        {"S2": "unknown result_missing", "S3": "unknown <S2"},
    ),
    (
        "a call without a result, injected",
        trail(call(), says()),
        INJECTED,
        {"S1": "unknown no_result", "S2": "unknown <S1"},
    ),
    (
        "a call without a result, regenerated",
        trail(call(), says(), user(), says()),
        PINNED,
        {"S1": "unknown no_result", "S2": "unknown <S1", "S3": "unknown <S1", "S4": "unknown <S1"},
    ),
    ("a session that ends with a call", trail(user(), call(), call(turn=2)), INJECTED, {}),
    (
        "a bundle that a result was left out of",
        named(trail(user(), says(), user(), says()), left_out=[{"code": "missing.call", "after": "S1"}]),
        INJECTED,
        {"S2": "unknown left_out", "S4": "unknown <S2"},
    ),
    (
        "a bundle that the first result was left out of",
        named(trail(user(), says()), left_out=[{"code": "missing.call", "after": None}]),
        INJECTED,
        {"S2": "unknown left_out"},
    ),
    (
        "a bundle whose source did not tell two results apart",
        named(trail(call(), gives("S1"), says()), missing=[{"code": "ambiguous.call-id-reused", "step": "S2"}]),
        INJECTED,
        {"S2": "unknown ids_mixed", "S3": "unknown <S2"},
    ),
    (
        "a bundle of a part that was not understood",
        named(trail(user(), says()), missing=[{"code": "missing.unread", "step": "S1"}]),
        INJECTED,
        {"S1": "unknown not_understood", "S2": "unknown <S1"},
    ),
    (
        "one id for two calls, one after the other",
        trail(call(call_id="a"), gives("S1", call_id="a"), call(call_id="a"), gives("S3", call_id="a")),
        INJECTED,
        {},
    ),
    (
        "one id for two calls that wait together",
        trail(call(call_id="a", turn=1), call(call_id="a", turn=1), gives("S1", call_id="a"), gives("S2", call_id="a")),
        INJECTED,
        {"S3": "unknown ids_mixed", "S4": "unknown ids_mixed"},
    ),
    (
        "a refused call, called live",
        trail(call("send_email", refused=True), gives("S1", "no")),
        LIVE,
        {"S2": "unknown live_refused"},
    ),
    (
        "an attachment outside the file, injected",
        trail(user(), says(), outside=(outside("a link", "messages[0].url"),)),
        INJECTED,
        {},
    ),
    (
        "an attachment outside the file, regenerated",
        trail(user(), says(), user(), says(), outside=(outside("a link", "messages[0].url"),)),
        PINNED,
        {"S2": "unknown outside", "S3": "unknown <S2", "S4": "unknown <S2"},
    ),
    (
        "a cut history, regenerated",
        trail(user(), says(), user(), says(), truncated=(Place("messages[2]"),)),
        PINNED,
        {"S4": "unknown cut"},
    ),
    ("a cut that no step owns", trail(user(), says(), truncated=(Place("summary"),)), PINNED, {"S2": "unknown cut"}),
    (
        "a part that was not understood, regenerated",
        trail(user(), says(), unread=(Unread("poll", Place("messages[0].content[1]")),)),
        PINNED,
        {"S1": "unknown not_understood", "S2": "unknown unread <S1"},
    ),
    (
        "a part of an injected turn that was not understood",
        trail(user(), says(), user(), says(), unread=(Unread("poll", Place("messages[1].content[1]")),)),
        INJECTED,
        {"S2": "unknown not_understood", "S4": "unknown <S2"},
    ),
    (
        "calls that a program made, from the export",
        trail(call("GET a", by_program=True, model=None), gives("S1"), call("GET b", by_program=True), gives("S3")),
        PINNED,
        {},
    ),
    (
        "calls that a program made, live",
        trail(call("GET a", by_program=True, model=None), gives("S1"), call("GET b", by_program=True), gives("S3")),
        LIVE,
        {"S2": "unknown live_tool", "S3": "unknown <S2", "S4": "unknown live_tool <S2"},
    ),
    (
        "a model that is only asked for by its exact name",
        trail(user(), says(model=None, requested_model=EXACT)),
        PINNED,
        {},
    ),
    ("a call that is the answer", trail(user(), call(is_answer=True), user(), says()), PINNED, {}),
    (
        "a call without a name is not even injected as recorded",
        trail(call(""), gives("S1"), says()),
        INJECTED,
        {"S1": "unknown name_missing", "S2": "unknown <S1", "S3": "unknown <S1"},
    ),
    (
        "a tool that is not declared, regenerated",
        trail(call("get_a"), gives("S1"), tools=(declared("get_b"),)),
        PINNED,
        {"S1": "unknown undeclared", "S2": "unknown <S1"},
    ),
    ("an undeclared tool, injected", trail(call("get_a"), gives("S1"), tools=(declared("get_b"),)), INJECTED, {}),
    ("no steps at all", trail(), PINNED, {}),
]


@pytest.mark.parametrize(
    ("session", "settings", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_verdict(session: Trail, settings: Settings, expected: dict[str, str]) -> None:
    """Every step that is not the same, with what begins there and what it follows from."""
    assert short(judge_steps(session, settings)) == expected


def test_what_was_removed_cannot_be_read_again() -> None:
    """A regenerated turn after a message that held something personal; an injected one does not mind."""
    session = trail(user("I am x@y.com."), says(), user(), says())
    assert short(judge_steps(session, REMOVED, ["S1"])) == {
        "S2": "unknown person_removed",
        "S3": "unknown <S2",
        "S4": "unknown <S2",
    }
    assert short(judge_steps(session, Settings("recorded", "injected", "included", "removed"), ["S1"])) == {}
    assert short(judge_steps(session, Settings("recorded", "pinned", "included", "token"), ["S1"])) == {}


def test_what_comes_from_the_clock_or_from_chance_is_not_sent_again() -> None:
    """A regenerated call holds another moment or random value; an injected one is as recorded."""
    session = trail(user(), call(), gives("S2"), says())
    drifts = {"S2": ("clock", "chance")}
    assert short(judge_steps(session, PINNED, drifts=drifts)) == {
        "S2": "unknown clock chance",
        "S3": "unknown <S2",
        "S4": "unknown <S2",
    }
    assert short(judge_steps(session, INJECTED, drifts=drifts)) == {}


def test_parallel_calls_of_one_turn_do_not_spoil_each_other() -> None:
    """A call that got no result is a gap for the next turn, not for its own."""
    session = trail(call(turn=1), call("get_b", turn=1), call("get_c", turn=1), gives("S1"), gives("S3"), says())
    for settings in (PINNED, INJECTED):
        assert short(judge_steps(session, settings)) == {"S2": "unknown no_result", "S6": "unknown <S2"}


def test_a_long_chain_names_twelve_origins() -> None:
    """Of many origins the first twelve are listed."""
    session = trail(*itertools.chain.from_iterable((call(), gives(f"S{2 * n + 1}")) for n in range(40)), says())
    *_, last = judge_steps(session, LIVE)
    assert last.follows == tuple(f"S{2 * n + 2}" for n in range(12))


def test_reasons_are_sentences() -> None:
    """What begins, then what it follows from; a step that is the same says why."""
    texts = [verdict.text for verdict in judge_steps(SIX, Settings("live", "pinned"))]
    assert texts == [
        "Taken from the export.",
        "The input is unchanged and the version exact; the model is assumed to repeat itself.",
        "Begins here: the tool is called live, and what it answers today cannot be known.",
        "Follows from S3.",
        "Begins here: the tool is called live, and what it answers today cannot be known. Follows from S3.",
        "Follows from S3 and S5.",
    ]


def test_every_reason_is_produced() -> None:
    """No text stands there for nothing."""
    produced = {
        reason
        for _, session, settings, _ in CASES
        for verdict in judge_steps(session, settings)
        for reason in verdict.reasons
    }
    elsewhere = {
        "person_removed",
        "masked",
        "clock",
        "chance",
        "today",
        "refused",
        "perhaps_refused",
        "signed_left_out",
    }
    assert produced | elsewhere == set(TEXTS)
