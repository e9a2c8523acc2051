"""Masks: in what would be sent, in what a model reads, and in what only looks so."""

from __future__ import annotations

import pytest

from engine.check.detect.masked import mask_in, masks_read_in
from engine.check.examine import examine
from engine.check.rules import masks, missing
from engine.check.trail import Place
from engine.check.verdict import CAREFUL
from engine.replay.settings import Settings
from tests.engine.check.trails import call, gives, says, trail, user

MASKS = [
    "[REDACTED]",
    "[redacted by policy]",
    "<redacted>",
    "Mail to [REDACTED], please",
    "<EMAIL_ADDRESS>",
    "[Filtered]",
    "[removed]",
    "[EMAIL_REDACTED]",
    "REDACTED",
    "__redacted__",
    "***",
    "********",
    "****1234",
    "•••••",
    "xxxx",
    "XXXX-XXXX-XXXX-1234",
    "**** **** **** 4242",
    "j***@example.com",
    "sk-****abcd",
    "docker login registry.example.com -u ci -p ***",
    "API_KEY=*** make publish",
    "curl -H 'Authorization: Bearer ***' https://api.example.com",
    "client = Client(api_key=***)",
    "psql postgres://app:****@db.example.com/app",
    "echo sk-pro…7890 | login",
    "https://members.example.com/find?email=REDACTED&token=FILTERED",
    '{"url": "https://p.example.com", "api_key": *** }',
    "Find <REDACTED_EMAIL>",
    "login --token=xxxxxxxx --user ci",
]
NO_MASKS = [
    "",
    "jo@example.com",
    "[email-7f3a00112233]",
    "# Title\n\n***\n\n**bold** and ***both***",
    "a ** b *** c",
    "removed the file",
    "the [removed_items] list",
    "if (hidden) { return }",
    "xx",
    "x" * 300,
    "xxl",
    "/* comment ***/",
    "[x] done",
    "<hr>",
    "Note: ***important***",
    "char ***argv = ***p;",
    "x = y ... z",
    "wait…what",
    "REDACTED_VERSION=3",
]
READ = ["Mail to [REDACTED], please", "<EMAIL_ADDRESS>", "[Filtered]", "[removed]", "token=*** is set", "Bearer ***"]
NOT_READ = [*NO_MASKS, "the <hidden> element", "props {hidden}", "<location>", "[omitted]", "****", "a [masked] ball"]


@pytest.mark.parametrize("text", MASKS)
def test_a_mask_in_an_argument_is_a_finding(text: str) -> None:
    """At the place of the call, with the argument's name."""
    (item,) = masks.find_masks(trail(call("send_mail", {"to": [text]})))
    assert (item.code, item.place, item.step, item.severity) == (
        "people.mask",
        Place("messages[0]", 1, 1),
        "S1",
        "warning",
    )
    assert "to[0] of send_mail" in item.reason


@pytest.mark.parametrize("text", NO_MASKS)
def test_what_is_no_mask_is_left_alone(text: str) -> None:
    """Markdown, code, words, and our own tokens, which still tell two values apart."""
    assert mask_in(text) is None


def test_arguments_that_are_broken_text_are_searched_too() -> None:
    """They are the one argument."""
    (item,) = masks.find_masks(trail(call("send_mail", '{"to": "[REDACTED]"')))
    assert item.reason.startswith("The argument of send_mail is masked")


@pytest.mark.timeout(30)
@pytest.mark.parametrize("seed", ["*", "x", "xxxx ", "•", "[[", "<", "((redacted ", "a*", "_", "[redacted "])
def test_adversarial_arguments_end_soon(seed: str) -> None:
    """Rows of what masks are made of."""
    mask_in(seed * (200_000 // len(seed)))
    list(masks_read_in(seed * (200_000 // len(seed))))


@pytest.mark.parametrize("text", READ)
def test_a_mask_that_a_model_reads_is_a_finding(text: str) -> None:
    """In a message, in a result, in the instruction."""
    for session in (
        trail(user(text), says()),
        trail(call(), gives("S1", {"a": [text]}), says()),
        trail(says(), instruction=text),
    ):
        (item,) = masks.find_masks(session)
        assert (item.code, item.severity) == ("people.mask-read", "warning")


@pytest.mark.parametrize("text", NOT_READ)
def test_prose_and_code_that_a_model_reads_hold_no_mask(text: str) -> None:
    """Stars, brackets and words that an argument would not have for nothing."""
    assert list(masks_read_in(text)) == []


def test_a_mask_that_is_read_again_and_again_is_told_once() -> None:
    """With how often."""
    session = trail(user("I am [REDACTED]."), says(), user("[REDACTED] again"), says(), user("[REDACTED]"))
    (item,) = masks.find_masks(session)
    assert item.step == "S1"
    assert "and in 2 more" in item.reason


def test_what_a_model_says_itself_it_has_not_read() -> None:
    """Its own message is no input of the turn that wrote it."""
    assert list(masks.find_masks(trail(says("[REDACTED]")))) == []


def test_a_mask_that_would_be_sent_is_an_error_where_tools_are_called_live() -> None:
    """The gate says so; from the export it is a warning."""
    session = trail(call("get_order", {"token": "***"}), gives("S1"))
    personal = list(masks.find_masks(session))
    recorded, live = (
        examine(session, CAREFUL, personal=personal),
        examine(session, Settings("live", "injected"), personal=personal),
    )
    assert [item.severity for item in recorded.findings if item.code == masks.SENT] == ["warning"]
    assert [item.severity for item in live.findings if item.code == masks.SENT] == ["error"]
    assert recorded.outcomes == live.outcomes
    assert any("mask" in reason for reason in live.outcome.gate_reasons)
    assert not recorded.outcome.gate_reasons


def test_a_regenerated_turn_that_reads_a_mask_is_unknown() -> None:
    """An injected one is as recorded."""
    session = trail(user("I am [REDACTED]."), says(), user(), says())
    personal = list(masks.find_masks(session))
    pinned = examine(session, Settings("recorded", "pinned"), personal=personal).verdicts
    assert next((step.entry.id, step.reasons) for step in pinned if step.state != "same") == ("S2", ("masked",))
    assert not examine(session, CAREFUL, personal=personal).outcome.gate_reasons


def test_a_masked_instruction_concerns_the_first_turn() -> None:
    """Whatever it reads besides."""
    assert masks.masked_steps(trail(user(), says(), instruction="Serve <PERSON>.")) == {"S1"}


def test_arguments_that_a_mask_broke_are_said_to_be() -> None:
    """The cause is told with the finding."""
    session = trail(call("http_get", '{"api_key": *** }'), gives("S1"))
    (item,) = (item for item in missing.find(session) if item.code == "missing.arguments-broken")
    assert item.reason.endswith("are not a JSON object: the mask *** broke them.")
