"""The shop's world today: what its live tools answer and what they change."""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.errors import SubjectError
from engine.replay.fixtures import standard
from engine.replay.world import World, opening_world

Json = Any


def today(rate: str = "92.4") -> World:
    """The world before a replay."""
    return opening_world(standard(), {"live_rate": rate})


ASKED: list[tuple[str, Json, Json]] = [
    ("get_order", {"email": "mira.rao@example.com"}, {"order": "A-1042", "status": "late", "currency": "INR"}),
    ("get_order", {"email": "[email-1]"}, {"error": "no order found"}),
    ("get_order", {"email": "[removed]"}, {"error": "no order found"}),
    ("get_order", {}, {"error": "no order found"}),
    ("get_order", {"email": ["mira.rao@example.com"]}, {"error": "no order found"}),
    ("get_fx", {"from": "EUR", "to": "INR"}, {"rate": "92.4"}),
    ("get_fx", {"from": "INR", "to": "EUR"}, {"error": "no such pair"}),
    ("get_fx", {}, {"error": "no such pair"}),
    (
        "issue_credit",
        {"credit": {"amount": "1", "currency": "INR"}},
        {"credit": "cr_10", "amount": "1", "currency": "INR"},
    ),
    ("issue_credit", {}, {"credit": "cr_10"}),
    ("issue_credit", {"credit": [1]}, {"credit": "cr_10"}),
]


@pytest.mark.parametrize(("tool", "arguments", "expected"), ASKED)
def test_the_world_answers(tool: str, arguments: Json, expected: Json) -> None:
    """One question, one answer."""
    assert today().ask(tool, arguments)[0] == expected


def test_each_credit_has_the_next_number_and_asking_alone_changes_nothing() -> None:
    """The world afterwards has counted the credit, the world before has not."""
    before = today()
    first, after = before.ask("issue_credit", {})
    second, _ = after.ask("issue_credit", {})
    assert (first, second) == ({"credit": "cr_10"}, {"credit": "cr_11"})
    assert before.ask("issue_credit", {})[0] == first
    assert after.ask("get_fx", {})[1] == after


def test_a_live_rate_replaces_each_known_rate_and_no_other() -> None:
    """The reader's rate is for the pair that the world knows."""
    world = today("1.5")
    assert world.ask("get_fx", {"from": "EUR", "to": "INR"})[0] == {"rate": "1.5"}
    assert world.ask("get_fx", {"from": "EUR", "to": "XXX"})[0] == {"error": "no such pair"}


def test_a_tool_that_the_world_lacks_is_named() -> None:
    """With what to do; the other tools answer."""
    with pytest.raises(SubjectError, match=r"world\.py.*no tool 'lookup_order'.*from the export"):
        today().ask("lookup_order", {})
