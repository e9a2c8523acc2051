"""The shop's models: what they answer to what they read, as pairs of input and output."""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.errors import FixtureError
from engine.replay.fixtures import standard
from engine.replay.models import Said, read_model, said
from engine.replay.session import ToolCall

Json = Any

PINNED = "helpdesk-2026-05-12"
NEWER = "helpdesk-2026-10-28"
GOLD = ("Be kind.", "user:tier = gold", "A late order gets a goodwill credit of 12 EUR, paid out.")
SILVER = ("user:tier = silver", GOLD[2])
NO_TIER = (GOLD[2],)
NO_CREDIT = ("user:tier = gold",)

ASK_ADDRESS = "Which email address did you order with?"
ASK_NUMBER = "I find no order for that address. What is your order number?"
SORRY = "I am sorry that your order is late. It is on its way to you."
FAILED = "I am sorry that your order is late. I could not credit your account."
ANSWER = "I am sorry that your order is late. I have credited {} to your account."
HELLO = "How can I help you?"
CLOSE = "You are welcome. Have a good day."

ORDER: Json = {"order": "A-7", "status": "late", "currency": "INR"}


def conversation(*parts: Json) -> list[Said]:
    """Messages from a short form: text is said, a pair is a call and its result."""
    messages: list[Said] = []
    for part in parts:
        if isinstance(part, str):
            messages.append(said("user", {"message": part}))
        else:
            (tool, arguments), result = part
            messages.append(said("model", {"call": tool, "arguments": arguments}))
            messages.append(said("tool", {"result": result}))
    return messages


def lookup(result: Json, tool: str = "get_order") -> Json:
    """A lookup and its result."""
    return ((tool, {"email": "a@b.com"}), result)


def rate(result: Json) -> Json:
    """A rate's call and its result."""
    return (("get_fx", {"from": "EUR", "to": "INR"}), result)


def issued(result: Json) -> Json:
    """A credit's call and its result."""
    return (("issue_credit", {"credit": {"amount": "1", "currency": "INR"}}), result)


def credit(amount: str) -> Json:
    """The call that credits 12 EUR."""
    goodwill = {"amount": "12", "currency": "EUR"}
    return {
        "call": "issue_credit",
        "arguments": {"order": "A-7", "goodwill": goodwill, "credit": {"amount": amount, "currency": "INR"}},
    }


def by_email(email: str, tool: str = "get_order") -> Json:
    """The call that looks an order up."""
    return {"call": tool, "arguments": {"email": email}}


FX = {"call": "get_fx", "arguments": {"from": "EUR", "to": "INR"}}

CASES: list[tuple[str, tuple[str, ...], list[Json], Json]] = [
    (PINNED, GOLD, [], HELLO),
    (PINNED, GOLD, ["Hello"], HELLO),
    (PINNED, GOLD, ["I am a@b.com."], by_email("a@b.com")),
    (PINNED, GOLD, ["I am [email-1]."], by_email("[email-1]")),
    (PINNED, GOLD, ["I am [removed]."], ASK_ADDRESS),
    (PINNED, GOLD, ["Thanks, a@b.com"], by_email("a@b.com")),
    (PINNED, GOLD, ["Thanks"], CLOSE),
    (PINNED, GOLD, ["THANK you"], CLOSE),
    (PINNED, NO_TIER, ["I am a@b.com."], by_email("a@b.com")),
    (NEWER, GOLD, ["I am a@b.com."], by_email("a@b.com", "lookup_order")),
    (NEWER, GOLD, ["I am [email-1]."], by_email("[email-1]", "lookup_order")),
    (NEWER, GOLD, ["I am [removed]."], ASK_ADDRESS),
    ("latest", GOLD, ["I am a@b.com."], by_email("a@b.com", "lookup_order")),
    (PINNED, GOLD, ["x", lookup(ORDER)], FX),
    (PINNED, NO_TIER, ["x", lookup(ORDER)], FX),
    (PINNED, GOLD, ["x", lookup({"error": "no order found"})], ASK_NUMBER),
    (PINNED, GOLD, ["x", lookup(None)], ASK_NUMBER),
    (PINNED, GOLD, ["x", lookup([])], ASK_NUMBER),
    (PINNED, GOLD, ["x", lookup({**ORDER, "status": "sent"})], SORRY),
    (PINNED, NO_CREDIT, ["x", lookup(ORDER)], SORRY),
    (PINNED, GOLD, ["x", lookup(ORDER, "lookup_order")], HELLO),
    (NEWER, GOLD, ["x", lookup(ORDER, "lookup_order")], FX),
    (PINNED, GOLD, ["x", lookup(ORDER), rate({"rate": "91.8"})], credit("1101.6")),
    (PINNED, GOLD, ["x", lookup(ORDER), rate({"rate": "92.4"})], credit("1108.8")),
    (PINNED, GOLD, ["x", lookup(ORDER), rate({"rate": "0.00001"})], credit("0")),
    (PINNED, NO_TIER, ["x", lookup(ORDER), rate({"rate": "91.8"})], SORRY),
    (PINNED, SILVER, ["x", lookup(ORDER), rate({"rate": "91.8"})], SORRY),
    (PINNED, GOLD, ["x", lookup(ORDER), rate({"error": "no such pair"})], SORRY),
    (PINNED, GOLD, ["x", lookup(ORDER), rate({"rate": "much"})], SORRY),
    (PINNED, GOLD, ["x", issued({"amount": "1101.6", "currency": "INR"})], ANSWER.format("1,101.6 INR")),
    (PINNED, GOLD, ["x", issued({"amount": "5", "currency": "USD"})], ANSWER.format("5 USD")),
    (PINNED, GOLD, ["x", issued({"error": "closed"})], FAILED),
    (PINNED, GOLD, ["x", (("get_weather", {}), "fine")], HELLO),
    (PINNED, GOLD, ["I am a@b.com", lookup(ORDER), "thanks"], CLOSE),
]


@pytest.mark.parametrize(("version", "instruction", "read", "expected"), CASES)
def test_a_model_answers_what_it_reads(version: str, instruction: Any, read: list[Json], expected: Json) -> None:
    """Instruction and messages in, one action out."""
    model = read_model(standard().models, version)
    action = model.respond(instruction, conversation(*read)).to_json()
    assert action == ({"message": expected} if isinstance(expected, str) else expected)


def test_an_order_is_not_taken_from_an_earlier_customer() -> None:
    """The order a credit is for is one that was read since the customer's last message."""
    read = conversation("x", lookup(ORDER), "y", rate({"rate": "1"}))
    action = read_model(standard().models, PINNED).respond(GOLD, read)
    assert isinstance(action, ToolCall)
    assert action.arguments["order"] is None


def test_an_unknown_version_is_refused() -> None:
    """The error lists the versions that are known."""
    with pytest.raises(FixtureError, match=PINNED):
        read_model(standard().models, "helpdesk-1999")


CONTACTS = [
    ("I am Mira@x.com, ok", "Mira@x.com"),
    ("I am [email-2].", "[email-2]"),
    ("[email-1] or a@x.com", "[email-1]"),
    ("a@x.com or [email-1]", "a@x.com"),
    ("-a@x.com", "a@x.com"),
    ("[removed]", None),
    ("nobody", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "contact"), CONTACTS)
def test_a_model_reads_the_first_contact(text: str, contact: str | None) -> None:
    """The first address, as it is written, or the first token."""
    said = standard().models.respond(PINNED, GOLD, [{"actor": "user", "output": {"message": text}}])
    assert said.get("arguments", {"email": None})["email"] == contact
