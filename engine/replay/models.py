"""The scripted models: what a regenerated turn answers to what it reads.

A model here is a deterministic function of its instruction and the messages before it, nothing else: unchanged input
therefore gives the recorded output, by construction. It looks back no further than it must, so a turn costs the same
in a session of ten steps and of ten thousand.

The models' file, `content/models.json`:

    aliases     {"latest": version}
    versions    {version: {"order", "rate", "credit": the names of the tools it calls}}
    thanks      words that tell a customer's thanks
    says        what every version says, by occasion; `{amount}` and `{currency}` are filled in
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ..base.errors import FixtureError
from ..base.json_text import Json
from .addresses import REMOVED, first_contact
from .money import convert, grouped, plain, read_amount
from .session import Message, Output, Session, ToolCall, ToolResult

_TIER = re.compile(r"user:tier = (\S+)")
_GOODWILL = re.compile(r"goodwill credit of ([0-9.]+) ([A-Z]{3})", re.ASCII)


@dataclass(frozen=True)
class Reading:
    """What a model turn reads: its instruction's lines, and the outputs of every step before it, oldest first."""

    instruction: tuple[str, ...]
    messages: Sequence[tuple[str, Output]]


@dataclass(frozen=True)
class Goodwill:
    """The credit that the instruction grants for a late order."""

    amount: Decimal
    currency: str


@dataclass(frozen=True)
class ScriptedModel:
    """One model version, as the fixture describes it.

    Attributes:
        version: its name.
        calls: the tool it calls for an `order`, a `rate` and a `credit`.
        thanks: words by which it tells that a customer says thanks, in lower case.
        says: its texts by occasion.
    """

    version: str
    calls: Mapping[str, str]
    thanks: tuple[str, ...]
    says: Mapping[str, str]

    def respond(self, reading: Reading) -> Message | ToolCall:
        """The model's next action: it reacts to the message that came last."""
        if not reading.messages:
            return self._say("greeting")
        _, last = reading.messages[-1]
        if isinstance(last, ToolResult):
            return self._after_tool(reading, last)
        return self._after_user(last) if isinstance(last, Message) else self._say("greeting")

    def _after_user(self, message: Message) -> Message | ToolCall:
        contact = first_contact(message.text)
        if contact is not None:
            return ToolCall(self.calls["order"], {"email": contact})
        if REMOVED in message.text:
            return self._say("ask_address")
        thanked = any(word in message.text.casefold() for word in self.thanks)
        return self._say("close" if thanked else "greeting")

    def _after_tool(self, reading: Reading, result: ToolResult) -> Message | ToolCall:
        call = _last_call(reading)
        if call is None:
            return self._say("greeting")
        if call.tool == self.calls["order"]:
            return self._after_order(reading, _fields(result))
        if call.tool == self.calls["rate"]:
            return self._after_rate(reading, call, _fields(result))
        return self._after_credit(_fields(result)) if call.tool == self.calls["credit"] else self._say("greeting")

    def _after_order(self, reading: Reading, order: Mapping[str, Json]) -> Message | ToolCall:
        goodwill = _goodwill(reading.instruction)
        if "order" not in order:
            return self._say("ask_order_number")
        if order.get("status") != "late" or goodwill is None:
            return self._say("no_credit")
        return ToolCall(self.calls["rate"], {"from": goodwill.currency, "to": order.get("currency")})

    def _after_rate(self, reading: Reading, call: ToolCall, answer: Mapping[str, Json]) -> Message | ToolCall:
        goodwill = _goodwill(reading.instruction)
        rate = read_amount(str(answer.get("rate")))
        if rate is None or goodwill is None or not _is_gold(reading.instruction):
            return self._say("no_credit")
        credit = {"amount": plain(convert(goodwill.amount, rate)), "currency": call.arguments.get("to")}
        given = {"amount": plain(goodwill.amount), "currency": goodwill.currency}
        return ToolCall(self.calls["credit"], {"order": _last_order(reading), "goodwill": given, "credit": credit})

    def _after_credit(self, answer: Mapping[str, Json]) -> Message:
        amount = read_amount(str(answer.get("amount")))
        if amount is None:
            return self._say("credit_failed")
        return self._say("answer", amount=grouped(amount), currency=answer.get("currency"))

    def _say(self, name: str, **parts: Json) -> Message:
        return Message(self.says[name].format(**parts))


def read_model(fixture: Mapping[str, Json], version: str) -> ScriptedModel:
    """The model of that version, or of that alias.

    Raises:
        FixtureError: where the models' file knows neither.
    """
    version = fixture["aliases"].get(version, version)
    if version not in fixture["versions"]:
        raise FixtureError(
            f"No model {version!r} is known here.",
            place="model.version",
            remedy=f"Use one of {', '.join(fixture['versions'])}, or inject the recorded turns.",
        )
    return ScriptedModel(version, fixture["versions"][version], tuple(fixture["thanks"]), fixture["says"])


def not_reproduced(session: Session, model: ScriptedModel) -> str | None:
    """The first turn that the model would not answer as recorded, given what was recorded; None where there is none."""
    messages: list[tuple[str, Output]] = []
    for step in session.steps:
        reading = Reading(session.instruction.as_recorded, messages)
        if step.actor == "model" and model.respond(reading) != step.output:
            return step.id
        messages.append((step.actor, step.output))
    return None


def build_instruction(template: Sequence[str], state: Mapping[str, str] | None) -> tuple[str, ...]:
    """The instruction's lines, `{key}` filled in from the initial state; a line whose key is missing is left out."""
    lines = (_fill(line, state or {}) for line in template)
    return tuple(line for line in lines if line is not None)


def _fill(line: str, state: Mapping[str, str]) -> str | None:
    keys = re.findall(r"\{([^{}]+)\}", line)
    if any(key not in state for key in keys):
        return None
    return re.sub(r"\{([^{}]+)\}", lambda found: state[found[1]], line)


def _last_call(reading: Reading) -> ToolCall | None:
    """The call that the last result answers: the one just before it."""
    before = reading.messages[-2][1] if len(reading.messages) > 1 else None
    return before if isinstance(before, ToolCall) else None


def _last_order(reading: Reading) -> Json:
    """The order number read last, looking back to the customer's message."""
    for actor, output in reversed(reading.messages):
        if isinstance(output, ToolResult) and "order" in _fields(output):
            return output.value["order"]
        if actor == "user":
            break
    return None


def _goodwill(instruction: Sequence[str]) -> Goodwill | None:
    found = next(filter(None, map(_GOODWILL.search, instruction)), None)
    amount = read_amount(found[1]) if found else None
    return Goodwill(amount, found[2]) if found and amount is not None else None


def _is_gold(instruction: Sequence[str]) -> bool:
    return any(found[1] == "gold" for found in map(_TIER.search, instruction) if found)


def _fields(result: ToolResult) -> Mapping[str, Json]:
    return result.value if isinstance(result.value, dict) else {}
