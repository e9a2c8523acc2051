"""What a foreign export says of a session: the trail of its steps, and nothing that it does not say.

A reader of `engine.check.formats` turns a parsed file into a `Trail`. What the file is silent on is `None` here
(`ABSENT` where None could be a value), and shows as missing later; a reader never fills it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from ..base.json_text import Json
from ..replay.session import Actor


class Absent:
    """The type of `ABSENT`: the file does not say."""

    def __repr__(self) -> str:
        """Its name, for tests and messages."""
        return "ABSENT"

    def __bool__(self) -> bool:
        """Never true."""
        return False


ABSENT: Final = Absent()
"""Marks a value that the file does not hold, where None would be one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the file.

    Attributes:
        path: the JSON path, such as `events[3].content`; for JSON Lines it begins with the row, `[12].message`.
        line: the line on which it begins, from 1; None where it is not known.
        column: the column, from 1; None where it is not known.
    """

    path: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of a foreign session: a message, one tool call, or one tool result.

    A turn that calls three tools in parallel is three entries with the same `turn`.

    Attributes:
        id: its name here, `S1` on, in the file's order.
        actor: who acts.
        kind: what it is.
        place: where it stands.
        text: a message's text, joined where the file splits it.
        tool: the tool that is called or answers, as named in the file.
        call_id: the call's id exactly as the file has it, or None.
        arguments: a call's arguments, parsed where the file has them as JSON text; that text where it is broken.
        result: a result's value, ABSENT where the file names a result without its content.
        is_error: whether the file marks a result, or what came in place of an answer, as an error; None where it does
            not say.
        refused: whether the file says that the call was refused or never carried out.
        answers: for a result, the `id` of the entry of the call it answers, None where there is none.
        paired_by: how that call was found: by its id, or only by its position.
        model: the exact name of the model that answered, as recorded for this turn.
        requested_model: the name that was asked for, where the file has both.
        turn: numbers the model's turns; entries of one turn share it.
        time: a timestamp as written.
        partial: whether the file marks it as a fragment of a stream.
        joined: whether its texts were put together from the pieces of a stream, so that none of them stands in the file
            in one piece.
        by_program: whether a program made the call, and no model.
        is_answer: whether the call is itself the answer that was asked for, such as a structured output, so that
            nobody carries it out.
        in_text: whether the call stands in the model's text, where no declared tool is behind it.
        thread: the number of its conversation, from 2, where the file distinguishes several; None in the first.
        under: the id of the call that started the sub-agent whose step it is.
    """

    id: str
    actor: Actor
    kind: Literal["message", "call", "result"]
    place: Place
    text: str | None = None
    tool: str | None = None
    call_id: str | None = None
    arguments: Json | Absent = ABSENT
    result: Json | Absent = ABSENT
    is_error: bool | None = None
    refused: bool = False
    answers: str | None = None
    paired_by: Literal["id", "position"] | None = None
    model: str | None = None
    requested_model: str | None = None
    turn: int | None = None
    time: str | None = None
    partial: bool = False
    joined: bool = False
    by_program: bool = False
    is_answer: bool = False
    in_text: bool = False
    thread: int | None = None
    under: str | None = None


@dataclass(frozen=True)
class ToolDefinition:
    """A tool as the file declares it.

    Attributes:
        name: its name.
        place: where it is declared.
        read_only: a declared hint that it changes nothing; None where the file does not say.
        destructive: a declared hint that it changes or destroys something; None where the file does not say.
    """

    name: str
    place: Place
    read_only: bool | None = None
    destructive: bool | None = None


@dataclass(frozen=True)
class Outside:
    """Something beside the steps: what the session used and the file does not hold, or what it waits for."""

    what: str
    place: Place


@dataclass(frozen=True)
class Unread:
    """A part of the file that no reader understood: what kind it says it is, and where it stands."""

    kind: str
    place: Place


@dataclass(frozen=True)
class Never:
    """What no file of a format holds, so that one session's lack of it says nothing about that session.

    Attributes:
        codes: the codes of the group `missing` that say so of a file.
        what: the same in words, for a sentence: "the system prompt and the tools' declarations".
        remedy: one sentence that says what can be done in the tool that writes the format.
    """

    codes: tuple[str, ...]
    what: str
    remedy: str


@dataclass(frozen=True)
class Trail:
    """A foreign session, as far as its file records it.

    Attributes:
        format: the reader's name, such as `openai_chat`.
        name: the session's id in the file, or an empty text.
        entries: the steps in order.
        instruction: the system prompt or instruction; None where the file has none, empty where it says that there was
            none.
        initial_state: the state the session began with; ABSENT where the file has none.
        may_lack_state: whether an empty state may be one that was dropped: the format's exporters write both alike.
        tools: the declared tools; None where the file declares none at all.
        sampling: temperature, seed and the like as recorded; None where the file has none.
        outside: what lies outside the file.
        rewritten: the calls that have another id in a later request than where they were made, each with a place of it.
        truncated: places where the file itself says that something was cut, compacted or summarised.
        unread: parts that the reader did not understand.
        paused: where the session waits for an answer from outside, such as an interrupt of a graph's node.
        branches: steps of other lines of the session than the one that is read, such as after a turn was taken back.
        never: what no file of the format holds; None where it may hold everything.
        value: the whole parsed file, which privacy and redaction read.
    """

    format: str
    name: str
    entries: tuple[Entry, ...]
    instruction: str | None = None
    instruction_place: Place | None = None
    initial_state: Json | Absent = ABSENT
    may_lack_state: bool = False
    tools: tuple[ToolDefinition, ...] | None = None
    sampling: Mapping[str, Json] | None = None
    outside: tuple[Outside, ...] = ()
    rewritten: tuple[tuple[str, Place], ...] = ()
    truncated: tuple[Place, ...] = ()
    unread: tuple[Unread, ...] = ()
    branches: tuple[Place, ...] = ()
    paused: tuple[Outside, ...] = ()
    never: Never | None = None
    value: Json = field(default=None, repr=False)

    @property
    def has_results(self) -> bool:
        """Whether a tool has answered, whether or not its call is in the file."""
        return any(entry.kind == "result" for entry in self.entries)
