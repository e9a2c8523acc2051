"""Tells which steps of a request are new: each request to a model repeats the conversation so far.

A file of requests, such as a trace or a cassette, may hold several conversations: of the agent, of its sub-agents, of a
guard that reads the same message. Each request goes on with the conversation whose steps it repeats; only what is new
in it is added. Steps are the same by their ids, or by their content where the ids were rewritten between a model's
answer and the next request (`call_…` there, `fc_…` here).
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice

from ..trail import Entry


@dataclass
class Conversation:
    """One conversation of a session.

    Attributes:
        number: its place among the session's conversations, from 1.
        under: the call that started it, where it is a sub-agent's.
        keys: what each of its steps says, in order.
        mark: stands for all of them, in that order.
        ids: the ids of these steps.
        call_ids: the ids that its calls have in the file.
    """

    number: int
    under: str | None = None
    keys: list[str] = field(default_factory=list)
    mark: int = 0
    ids: list[str] = field(default_factory=list)
    call_ids: set[str] = field(default_factory=set)

    def beginning(self, keys: Sequence[str]) -> int:
        """How many steps both begin with alike."""
        pairs = enumerate(zip(self.keys, keys, strict=False))
        return next((index for index, (mine, other) in pairs if mine != other), min(len(self.keys), len(keys)))


class Known:
    """The steps of a conversation that a request has not repeated yet."""

    def __init__(self, conversation: Conversation) -> None:
        """Index the steps by what they say."""
        self._by_key: defaultdict[str, deque[str]] = defaultdict(deque)
        self._mine = set(conversation.ids)
        self._taken: set[str] = set()
        for key, entry_id in zip(conversation.keys, conversation.ids, strict=True):
            self._by_key[key].append(entry_id)

    def has(self, entry_id: str) -> bool:
        """Whether a step is one of the conversation."""
        return entry_id in self._mine

    def take(self, entry_id: str) -> bool:
        """Take a step by its id; whether it was still there."""
        fresh = entry_id not in self._taken
        self._taken.add(entry_id)
        return fresh

    def find(self, key: str) -> str | None:
        """Take the first step that says so."""
        waiting = self._by_key[key]
        while waiting:
            entry_id = waiting.popleft()
            if self.take(entry_id):
                return entry_id
        return None


class Histories:
    """The conversations of one session.

    Attributes:
        current: the one that what comes next belongs to.
    """

    def __init__(self) -> None:
        """No conversation yet."""
        self.current = Conversation(1)
        self._begun = 0
        self._of_entry: dict[str, Conversation] = {}
        self._of_said: dict[str, Conversation] = {}
        self._of_first: defaultdict[str, list[Conversation]] = defaultdict(list)
        self._whole: defaultdict[tuple[str | None, int], dict[int, Conversation]] = defaultdict(dict)

    def goes_on(self, entries: Sequence[Entry], under: str | None) -> Known:
        """Choose the conversation that a request goes on with, or begin one.

        Args:
            entries: the request's steps.
            under: the call under which the request was made, if any; others' conversations are not looked at.

        Returns:
            What is known of it.
        """
        keys = [key_of(entry) for entry in entries]
        found = self._repeated(entries, keys, under) or self._by_beginning(entries, keys, under)
        found = found or self._by_what_was_said(entries, keys, under)
        self.current = found or Conversation(self._begun + 1, under)
        return Known(self.current)

    def add(self, entry: Entry) -> Conversation:
        """Take note of a step: of the conversation of the call that it answers, else of the current one."""
        mine = self._of_entry.get(entry.answers or "", self.current)
        key = key_of(entry)
        if not mine.keys:
            self._begun += 1
            self._of_first[key].append(mine)
        self._whole[mine.under, mine.mark].pop(mine.number, None)
        mine.mark = _marked(mine.mark, key)
        self._whole[mine.under, mine.mark][mine.number] = mine
        mine.keys.append(key)
        mine.ids.append(entry.id)
        self._of_entry[entry.id] = mine
        if entry.kind == "call" and entry.call_id is not None:
            mine.call_ids.add(entry.call_id)
        if _tells(entry):
            self._of_said[key] = mine
        return mine

    def _repeated(self, entries: Sequence[Entry], keys: Sequence[str], under: str | None) -> Conversation | None:
        """The longest conversation that the request repeats to its end; of several alike, one whose ids it has."""
        marks = list(accumulate(keys, _marked, initial=0))[1:]
        alike = (self._whole.get((under, mark)) for mark in reversed(marks))
        found = next((each for each in alike if each), None)
        if found is None:
            return None
        call_ids = {entry.call_id for entry in entries}
        latest = [found[number] for number in islice(reversed(found), _LOOKED_AT)]
        return next((each for each in latest if not call_ids.isdisjoint(each.call_ids)), latest[0])

    def _by_beginning(self, entries: Sequence[Entry], keys: Sequence[str], under: str | None) -> Conversation | None:
        """The conversation that shares most with the request, of the latest that begin as it does.

        One that only begins with the same words of a user is another one: the agent was asked again.
        """
        latest = self._of_first.get(keys[0], [])[-_LOOKED_AT:] if keys else []
        call_ids = {entry.call_id for entry in entries}
        found, alike = None, (False, 0, 0)
        for each in latest:
            likeness = (not call_ids.isdisjoint(each.call_ids), each.beginning(keys), each.number)
            if each.under == under and likeness > alike:
                found, alike = each, likeness
        answered = any(entry.actor == "model" for entry in entries[: alike[1]])
        return found if answered else None

    def _by_what_was_said(
        self, entries: Sequence[Entry], keys: Sequence[str], under: str | None
    ) -> Conversation | None:
        """The conversation in which the model said one of the things, where the beginning is cut off or another one."""
        for entry, key in zip(entries, keys, strict=True):
            found = self._of_said.get(key) if _tells(entry) else None
            if found is not None and found.under == under and (entry.kind != "call" or entry.call_id in found.call_ids):
                return found
        return None


_LOOKED_AT = 8
"""How many conversations that begin alike are compared."""

_TELLING = 20
"""A shorter answer, such as “Yes.”, may be said in any conversation."""


def _tells(entry: Entry) -> bool:
    """Whether a step tells by itself which conversation it belongs to."""
    return entry.kind == "call" or (entry.actor == "model" and len(entry.text or "") >= _TELLING)


def _marked(before: int, key: str) -> int:
    return hash((before, key))


def key_of(entry: Entry) -> str:
    """What a step says, whatever its ids are: the text by which it is found again in a later request."""
    text = " ".join(entry.text.split()) if entry.text else None
    said = (entry.actor, entry.kind, text, entry.tool if entry.kind == "call" else None)
    value = entry.arguments if entry.kind == "call" else entry.result
    return repr(said) + json.dumps(value, sort_keys=True, default=repr)
