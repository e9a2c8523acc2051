"""Calls and their results: each call answered once, in the message after it, and nothing before the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..reading.paths import Path
from .limits import Table
from .request import Fault

Role = Literal["model", "user", "tool"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a message: a call, a result, or something that a model reads.

    Attributes:
        kind: which of them.
        path: where it stands.
        id: the id of the call; None where it has none.
        name: the tool's name, for the sentence.
    """

    kind: Literal["call", "result", "other"]
    path: Path
    id: str | None = None
    name: str | None = None


@dataclass
class Group:
    """Messages of one role in a row, which a service reads as one.

    Attributes:
        role: whose.
        last: the number of the last of them.
        parts: their calls and results, and what stands before those.
    """

    role: Role
    last: int
    parts: list[Part] = field(default_factory=list)

    def of(self, kind: str) -> list[Part]:
        """Its calls, or its results."""
        return [part for part in self.parts if part.kind == kind]


Messages = Callable[[], Iterable[tuple[int, Role, Sequence[Part]]]]
"""Gives a conversation's messages, from the beginning each time: number, role, parts."""


def _grouped(messages: Messages, *, alone: bool) -> Iterator[Group]:
    """Messages as their service reads them: those of one role in a row as one; the model's, unless each is alone."""
    group: Group | None = None
    for number, role, parts in messages():
        if group is None or group.role != role or (alone and role == "model"):
            if group is not None:
                yield group
            group = Group(role, number)
        group.parts += [part for part in parts if part.kind != "other" or not group.parts]
        group.last = number
    if group is not None:
        yield group


def faults(messages: Messages, table: Table, *, results_first: bool = False, alone: bool = False) -> Iterator[Fault]:
    """Where calls and results do not meet as the API asks for.

    Args:
        messages: the conversation.
        table: the API's limits: `result_next`, `paired`, and `ids_unique` where it has that.
        results_first: whether nothing may stand before the results in their message.
        alone: whether each of the model's messages is read by itself, also where several stand in a row.
    """
    made, answered = _ids(messages, "call"), _ids(messages, "result")
    before: Group | None = None
    for group in _grouped(messages, alone=alone):
        if before is not None and before.role == "model":
            yield from _unanswered(before, group, answered, table)
        yield from _without_call(before, group, made, table)
        if results_first:
            yield from _behind(group, table)
        before = group
    if "ids_unique" in table:
        yield from _same_ids(messages, table)


def _ids(messages: Messages, kind: str) -> set[str | None]:
    """The ids of all calls, or of all results."""
    return {part.id for _, _, parts in messages() for part in parts if part.kind == kind}


def _unanswered(before: Group, group: Group, answered: set[str | None], table: Table) -> Iterator[Fault]:
    """The calls of a turn that the message after it does not answer, whether or not a later one does."""
    results = Counter(part.id for part in group.of("result"))
    for call in before.of("call"):
        if not results[call.id]:
            is_later = call.id is not None and call.id in answered
            limit = table["result_next" if is_later else "paired"]
            how = "is answered later, and not directly after it" if is_later else "is not answered"
            yield Fault(limit, call.path, f"The call of {call.name or 'a tool'} {how}.", before.last)
        results[call.id] -= call.id is None  # without ids, each result answers one call


def _without_call(before: Group | None, group: Group, made: set[str | None], table: Table) -> Iterator[Fault]:
    """Results of calls that are nowhere, and second results of one call."""
    calls = {part.id for part in before.of("call")} if before is not None else set()
    seen: set[str] = set()
    for result in group.of("result"):
        if result.id is not None and result.id in seen:
            yield Fault(table["paired"], result.path, "This is a second result of one call.", group.last)
        elif result.id not in made:
            yield Fault(table["paired"], result.path, "This result answers no call of the conversation.", group.last)
        if result.id in calls and result.id is not None:
            seen.add(result.id)


def _behind(group: Group, table: Table) -> Iterator[Fault]:
    """What stands before a result in its message."""
    results = group.of("result")
    if results and group.parts[0].kind == "other":
        yield Fault(table["result_next"], group.parts[0].path, "This stands before a tool’s result.", group.last)


def _same_ids(messages: Messages, table: Table) -> Iterator[Fault]:
    seen: set[str] = set()
    for number, _, parts in messages():
        for call in (part for part in parts if part.kind == "call" and part.id is not None):
            if call.id in seen:
                yield Fault(table["ids_unique"], call.path, "An earlier call has the same id.", number)
            seen.add(call.id or "")
