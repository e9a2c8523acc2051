"""The conversation of a session in the form of its API, as the file holds it, and which turn is the first to send what.

A replay sends with each regenerated turn what stands before it. So a fault in a message is one of the first turn of the
model after that message; where no turn follows, nothing is sent.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...base.json_text import Json
from ..formats import openai_responses
from ..formats.building import first, text_or_none
from ..formats.claude_code_tree import TURNS
from ..reading.pathparts import parts_of
from ..reading.paths import Path, path_text
from ..rules.model_names import answering
from ..trail import Entry, Trail
from .limits import Limit

Item = tuple[int, dict[str, Json], Path]
"""A message or item: its number in the list that holds it, itself, its path."""


@dataclass(frozen=True)
class Fault:
    """A place at which a request goes beyond a limit.

    Attributes:
        limit: which limit.
        path: the place.
        what: what stands there, as a sentence.
        after: the number of the last item that comes before the first request with this fault.
    """

    limit: Limit
    path: Path
    what: str
    after: int


@dataclass(frozen=True)
class Request:
    """A conversation as its API takes it.

    Attributes:
        format: the format of the file.
        model: the model that answers, as the file names it; empty where it does not.
        settings: the request around the conversation: tools, parameters; empty where the file has none.
        settings_path: where that stands.
        items: the messages or items; they can be gone through again and again, and are made anew each time.
    """

    format: str
    model: str
    settings: Mapping[str, Json]
    settings_path: Path
    items: Iterable[Item]


class Senders:
    """Which turn of the model is the first to send what stands in the conversation, and what was said last before.

    Args:
        trail: the session.
        prefix: the path of the list that holds the conversation.
    """

    def __init__(self, trail: Trail, prefix: str) -> None:
        """Number the entries as the items are numbered; an answer beside the list reads all of it."""
        self._entries = trail.entries
        self._numbers = array("q")
        self._indices = array("q")
        for index, entry in enumerate(trail.entries):
            if entry.thread is None and entry.under is None:
                number = _number_in(entry.place.path, prefix)
                if not self._numbers or number >= self._numbers[-1]:
                    self._numbers.append(number)
                    self._indices.append(index)

    def after(self, number: int) -> str | None:
        """The first entry of the model behind the item of that number; None where there is none."""
        behind = (self._entries[self._indices[at]] for at in range(self._behind(number), len(self._indices)))
        return next((entry.id for entry in behind if _is_turn(entry)), None)

    def up_to(self, number: int) -> str | None:
        """The last entry of that item, or before it; None where there is none."""
        found = self._behind(number)
        return self._entries[self._indices[found - 1]].id if found else None

    def _behind(self, number: int) -> int:
        return bisect_right(self._numbers, number)


@dataclass(frozen=True)
class Again:
    """What can be gone through again and again without being kept: a long conversation's items weigh much."""

    make: Callable[[], Iterator[Item]]

    def __iter__(self) -> Iterator[Item]:
        """Begin anew."""
        return self.make()


@dataclass(frozen=True)
class Conversation:
    """A request, and who sends what of it."""

    request: Request
    senders: Senders = field(repr=False)


def conversation_of(trail: Trail) -> Conversation | None:
    """The conversation of a session whose file is in the form of an API; None for other formats, and for exchanges."""
    if trail.format in ("claude_code", "codex", "google_adk"):
        return _of_rows(trail)
    found = _list_of(trail) if trail.format in _MESSAGES else None
    if found is None:
        return None
    messages, path, holder = found
    if not all(isinstance(item, dict) for item in messages):
        return None  # something in it is no message; what would be sent is not known
    items = Again(lambda: ((number, item, (*path, number)) for number, item in enumerate(messages)))
    request = Request(trail.format, _model(trail), holder, path[:-1], items)
    return Conversation(request, Senders(trail, path_text(path)))


_MESSAGES = ("anthropic", "openai_chat", "openai_responses", "gemini", "bedrock_converse")


def _is_turn(entry: Entry) -> bool:
    return entry.actor == "model" and entry.kind != "result" and not entry.by_program


_BEHIND = 2**62


def _number_in(path: str, prefix: str) -> int:
    """The number of the item that a path lies in; one beside the list comes behind all of it."""
    head = f"{prefix}["
    number = path[len(head) :].partition("]")[0] if path.startswith(head) else ""
    return int(number) if number.isdecimal() else _BEHIND


def _model(trail: Trail) -> str:
    return next(filter(None, map(answering, trail.entries)), "")


def _list_of(trail: Trail) -> tuple[list[Json], Path, Mapping[str, Json]] | None:
    """The list of messages that the session's entries lie in, its path, and the object around it."""
    for entry in trail.entries:
        value = trail.value
        holder: Mapping[str, Json] = {}
        parts = parts_of(entry.place.path)
        for depth, part in enumerate(parts):
            if isinstance(value, list) and _is_message(_step(value, part), trail.format):
                return value, parts[:depth], holder
            holder = value if isinstance(value, dict) else {}
            value = _step(value, part)
    return None


def _step(value: Json, part: str | int) -> Json:
    if isinstance(value, dict):
        return value.get(part)
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else None


def _is_message(value: Json, form: str) -> bool:
    if not isinstance(value, dict):
        return False
    if form == "openai_responses":
        return openai_responses.is_item(value)
    return "role" in value and bool({"content", "tool_calls", "parts", "function_call"} & value.keys())


# Formats of rows


def _of_rows(trail: Trail) -> Conversation | None:
    """The conversation that stands in the rows of a transcript, one message or item in each."""
    read = {"claude_code": _of_claude_code, "codex": _of_codex, "google_adk": _of_adk}[trail.format]
    if trail.truncated:
        return None  # what was sent after the cut is not in the rows before it
    prefix, items = read(trail)
    request = Request(trail.format, _model(trail), {}, (), items)
    return Conversation(request, Senders(trail, prefix))


_Rows = tuple[str, Iterable[Item]]


def _of_claude_code(trail: Trail) -> _Rows:
    key = next((key for key in ("loglines", "messages") if isinstance(first(trail.value, key), list)), "")
    value = first(trail.value, key) if key else trail.value
    rows = value if isinstance(value, list) else []
    left_out = frozenset(place.path for place in trail.branches)
    return key, Again(lambda: _sent_rows(rows, (key,) if key else (), left_out))


def _sent_rows(rows: Sequence[Json], above: Path, left_out: Container[str]) -> Iterator[Item]:
    """The messages of a transcript's main line; a row that stands there twice counts once."""
    seen: set[str] = set()
    for number, message, path in _held(rows, above, "message", _is_sent):
        uuid = text_or_none(rows[number].get("uuid"))
        if uuid not in seen and path_text(path[:-1]) not in left_out:
            yield number, message, path
        seen.update((uuid,) if uuid else ())


def _is_sent(row: dict[str, Json]) -> bool:
    """Whether a row's message is sent again: none of a subagent's, and no error that the program itself wrote."""
    is_own = row.get("isApiErrorMessage") or first(row.get("message"), "model") == "<synthetic>"
    return row.get("isSidechain") is not True and not is_own and row.get("type") in TURNS


def _of_codex(trail: Trail) -> _Rows:
    rows = trail.value if isinstance(trail.value, list) else []
    return "", Again(lambda: _held(rows, (), "payload", lambda row: row.get("type") == "response_item"))


def _of_adk(trail: Trail) -> _Rows:
    key = "events" if isinstance(first(trail.value, "events"), list) else ""
    events = first(trail.value, key) if key else trail.value
    above = (key,) if key else ()
    rows = events if isinstance(events, list) else []
    return key, Again(lambda: _held(rows, above, "content", lambda event: not event.get("partial")))


def _held(rows: Sequence[Json], above: Path, key: str, counts: Callable[[dict[str, Json]], bool]) -> Iterator[Item]:
    """The object that each row holds under a key, with the row's number; of the rows that count."""
    for number, row in enumerate(rows):
        if isinstance(row, dict) and isinstance(row.get(key), dict) and counts(row):
            yield number, row[key], (*above, number, key)
