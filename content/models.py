"""The shop's models: two versions of a helpdesk agent, which react to the message that came last.

They look back no further than they must, so a turn costs the same in a session of ten steps and of ten thousand. Money
is decimal arithmetic, to the hundredth.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

Json = Any
Messages = Sequence[Mapping[str, Json]]

ALIASES = {"latest": "helpdesk-2026-10-28"}
VERSIONS = ("helpdesk-2026-05-12", "helpdesk-2026-10-28")
FIGURES = ("quoted_amount",)

_LOOKS_UP = {"helpdesk-2026-05-12": "get_order", "helpdesk-2026-10-28": "lookup_order"}

_GREETING = "How can I help you?"
_ASK_ADDRESS = "Which email address did you order with?"
_ASK_ORDER_NUMBER = "I find no order for that address. What is your order number?"
_NO_CREDIT = "I am sorry that your order is late. It is on its way to you."
_CREDIT_FAILED = "I am sorry that your order is late. I could not credit your account."
_ANSWER = "I am sorry that your order is late. I have credited {amount} {currency} to your account."
_CLOSE = "You are welcome. Have a good day."

_CONTACT = re.compile(r"\[email-[0-9]{1,9}\]|[^\W_][\w.+-]*@[\w-]+(?:\.[\w-]+)+")
_TIER = re.compile(r"user:tier = (\S+)")
_GOODWILL = re.compile(r"goodwill credit of ([0-9.]+) ([A-Z]{3})", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?", re.ASCII)
_QUOTED = re.compile(r"(?<![\w.,])([0-9][0-9,]*(?:\.[0-9]+)?) ([A-Z]{3})(?![A-Za-z])", re.ASCII)
_CONTEXT = Context(prec=50, rounding=ROUND_HALF_UP)
_CENT = Decimal("0.01")


def respond(version: str, instruction: Sequence[str], messages: Messages) -> Json:
    """The next action: after a user's message, or after a tool's result."""
    last = messages[-1]["output"] if messages else {"message": ""}
    if "result" in last:
        return _after_tool(version, instruction, messages)
    return _after_user(version, last["message"]) if "message" in last else _say(_GREETING)


def figures(messages: Messages) -> dict[str, Json]:
    """The amount that the latest answer quotes, with its currency."""
    said = (each["output"].get("message", "") for each in reversed(messages) if each["actor"] == "model")
    quoted = next(filter(None, map(last_quoted, said)), None)
    return {"quoted_amount": quoted and {"value": plain(quoted[0]), "unit": quoted[1]}}


def _after_user(version: str, text: str) -> Json:
    contact = _CONTACT.search(text)
    if contact:
        return _call(_LOOKS_UP[version], {"email": contact[0]})
    if "[removed]" in text:
        return _say(_ASK_ADDRESS)
    return _say(_CLOSE if "thank" in text.casefold() else _GREETING)


def _after_tool(version: str, instruction: Sequence[str], messages: Messages) -> Json:
    call = messages[-2]["output"] if len(messages) > 1 else {}
    result = messages[-1]["output"]["result"]
    fields = result if isinstance(result, dict) else {}
    if call.get("call") == _LOOKS_UP[version]:
        return _after_order(instruction, fields)
    if call.get("call") == "get_fx":
        return _after_rate(instruction, messages, call["arguments"], fields)
    return _after_credit(fields) if call.get("call") == "issue_credit" else _say(_GREETING)


def _after_order(instruction: Sequence[str], order: Mapping[str, Json]) -> Json:
    goodwill = _goodwill(instruction)
    if "order" not in order:
        return _say(_ASK_ORDER_NUMBER)
    if order.get("status") != "late" or goodwill is None:
        return _say(_NO_CREDIT)
    return _call("get_fx", {"from": goodwill[1], "to": order.get("currency")})


def _after_rate(
    instruction: Sequence[str], messages: Messages, asked: Mapping[str, Json], answer: Mapping[str, Json]
) -> Json:
    goodwill, rate = _goodwill(instruction), read_amount(str(answer.get("rate")))
    if rate is None or goodwill is None or not _is_gold(instruction):
        return _say(_NO_CREDIT)
    credit = {"amount": plain(convert(goodwill[0], rate)), "currency": asked.get("to")}
    given = {"amount": plain(goodwill[0]), "currency": goodwill[1]}
    return _call("issue_credit", {"order": _last_order(messages), "goodwill": given, "credit": credit})


def _after_credit(answer: Mapping[str, Json]) -> Json:
    amount = read_amount(str(answer.get("amount")))
    if amount is None:
        return _say(_CREDIT_FAILED)
    return _say(_ANSWER.format(amount=grouped(amount), currency=answer.get("currency")))


def _last_order(messages: Messages) -> Json:
    """The order number read last, looking back to the customer's message."""
    for each in reversed(messages):
        result = each["output"].get("result")
        if isinstance(result, dict) and "order" in result:
            return result["order"]
        if each["actor"] == "user":
            break
    return None


def _goodwill(instruction: Sequence[str]) -> tuple[Decimal, str] | None:
    """The credit that the instruction grants for a late order, and its currency."""
    found = next(filter(None, map(_GOODWILL.search, instruction)), None)
    amount = read_amount(found[1]) if found else None
    return (amount, found[2]) if found and amount is not None else None


def _is_gold(instruction: Sequence[str]) -> bool:
    return any(found[1] == "gold" for found in map(_TIER.search, instruction) if found)


def _say(text: str) -> Json:
    return {"message": text}


def _call(tool: str, arguments: Mapping[str, Json]) -> Json:
    return {"call": tool, "arguments": arguments}


def read_amount(text: str) -> Decimal | None:
    """A decimal from text such as `1101.6`; None where it is none."""
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def convert(amount: Decimal, rate: Decimal) -> Decimal:
    """An amount in another currency, to the hundredth, half up."""
    return _CONTEXT.multiply(amount, rate).quantize(_CENT, context=_CONTEXT)


def plain(amount: Decimal) -> str:
    """The shortest text of a decimal: `1101.60` becomes `1101.6`, never an exponent."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def grouped(amount: Decimal) -> str:
    """An amount for people: `1101.6` becomes `1,101.6`."""
    whole, dot, part = plain(amount).partition(".")
    return f"{int(whole):,}{dot}{part}"


def last_quoted(text: str) -> tuple[Decimal, str] | None:
    """The last amount of money that a text quotes, with its currency: `1,101.6 INR`; None where it quotes none."""
    found = _QUOTED.findall(text)
    amount = read_amount(found[-1][0].replace(",", "")) if found else None
    return None if amount is None else (amount, found[-1][1])
