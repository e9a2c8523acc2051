"""Builds a trail step by step: numbers the entries, finds their places, pairs results with calls."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from ...base.json_text import DEEPEST, Json
from ...replay.session import Actor
from ..reading.depth import may_exhaust_the_stack
from ..reading.json_tolerant import is_deeper_than
from ..reading.paths import Path
from ..reading.source import Source
from ..stepfinder import StepFinder
from ..trail import ABSENT, Absent, Entry, Never, Outside, Place, ToolDefinition, Trail, Unread
from .histories import Histories, Known, key_of
from .refusals import is_refusal

_How = Literal["id", "position"]


@dataclass
class TrailBuilder:
    """Collects what a file says of one session.

    Attributes:
        source: the file.
        format: the reader's name.
        name: the session's id in the file.
        never: what no file of the format holds, or None.
        may_lack_state: whether an empty state may be one that was dropped.
    """

    source: Source
    format: str
    name: str = ""
    never: Never | None = None
    initial_state: Json | Absent = ABSENT
    may_lack_state: bool = False
    entries: list[Entry] = field(default_factory=list)
    instructions: list[str] = field(default_factory=list)
    _instruction_place: Place | None = None
    _tools: dict[str, ToolDefinition] | None = None
    _sampling: dict[str, Json] = field(default_factory=dict)
    _outside: list[Outside] = field(default_factory=list)
    _truncated: list[Place] = field(default_factory=list)
    _unread: list[Unread] = field(default_factory=list)
    _branches: list[Place] = field(default_factory=list)
    _paused: list[Outside] = field(default_factory=list)
    _open: dict[str, Entry] = field(default_factory=dict)
    _rewritten: dict[str, Place] = field(default_factory=dict)
    _alias: dict[str, str] = field(default_factory=dict)
    _histories: Histories | None = None
    _under: str | None = None
    _no_instruction: bool = False
    _waiting: dict[tuple[str | None, bool], OrderedDict[str, None]] = field(default_factory=dict)
    _open_by_call_id: dict[str, OrderedDict[str, None]] = field(default_factory=dict)
    _shared: set[str] = field(default_factory=set)
    _closed_by_call_id: dict[str, str] = field(default_factory=dict)
    _result_of: dict[str, str] = field(default_factory=dict)
    _turn: int = 0
    _turn_open: bool = False

    def place(self, path: Path) -> Place:
        """The place of a path in the file."""
        return self.source.place(path)

    def next_turn(self) -> int:
        """A new number for a turn of the model."""
        self._turn += 1
        self._turn_open = True
        return self._turn

    def same_turn(self) -> int:
        """The number of the turn that is under way, or a new one after a user's message or a result."""
        return self._turn if self._turn_open else self.next_turn()

    def message(self, actor: Actor, text: str | None, path: Path, **rest: Any) -> Entry:
        """Add a message; `rest` are further fields of `Entry`."""
        return self._add("message", actor, path, text=text, **rest)

    def call(self, tool: str | None, arguments: Json | Absent, path: Path, **rest: Any) -> Entry:
        """Add a call by the model; `rest` are further fields of `Entry`."""
        return self._add("call", "model", path, tool=tool, arguments=arguments, **rest)

    def result(self, result: Json | Absent, path: Path, **rest: Any) -> Entry:
        """Add a result, paired with the call it answers; `rest` are further fields of `Entry`."""
        answers, paired_by = self._pair(rest.get("call_id"), rest.get("tool"))
        if answers is not None and rest.get("tool") is None:
            rest["tool"] = self.entry(answers).tool
        return self._add("result", "tool", path, result=result, answers=answers, paired_by=paired_by, **rest)

    def answer(self, call: Entry, result: Json | Absent, path: Path, **rest: Any) -> Entry:
        """Add the result of a call where the file holds both in one record; `rest` as in `result`.

        It belongs to the turn of the call: a server's tool answers inside it.
        """
        if call.id in self._open:
            self._close(call.id)
        facts = {"tool": call.tool, "call_id": call.call_id, "turn": call.turn, **rest}
        return self._add("result", "tool", path, result=result, answers=call.id, paired_by="id", **facts)

    def unpaired(self, result: Json | Absent, path: Path, **rest: Any) -> Entry:
        """Add a result of which the file names no call; `rest` as in `result`."""
        return self._add("result", "tool", path, result=result, **rest)

    def entry(self, entry_id: str) -> Entry:
        """The entry of that id."""
        return self.entries[_number(entry_id) - 1]

    def amend(self, entry_id: str, **fields: Any) -> None:
        """Give an entry what the file says of it later on, such as that its call was refused."""
        index = _number(entry_id) - 1
        self.entries[index] = replace(self.entries[index], **fields)

    def refuse(self, *entries: str | None) -> None:
        """The file says that a call was refused or never carried out: at the call, and at its result."""
        for entry_id in entries:
            if entry_id is not None:
                self.amend(entry_id, refused=True)

    def call_of(self, call_id: str | None) -> Entry | None:
        """The call with that id: the first unanswered one, or the last that was answered."""
        if call_id is None:
            return None
        call_id = self._alias.get(call_id, call_id)
        waiting = self._open_by_call_id.get(call_id)
        found = next(iter(waiting)) if waiting else self._closed_by_call_id.get(call_id)
        return None if found is None else self.entry(found)

    def nested(self, read: Callable[[TrailBuilder], None], under: str | None = None) -> None:
        """Read a request that repeats the conversation so far: only what is new in it is added.

        Args:
            read: reads the request into a builder of its own.
            under: the call under which a sub-agent made the request.
        """
        inner = TrailBuilder(self.source, self.format)
        read(inner)
        self._under = under
        new = self._merge(inner.entries, under)
        self._take_facts(inner, {entry.place.path for entry in new})

    def goes_under(self, call: str | None) -> None:
        """What comes next is a sub-agent's, started by that call; None for the session's own agent."""
        self._under = call

    def _take_facts(self, inner: TrailBuilder, paths: set[str]) -> None:
        """Take what a request says beside its steps; what it says of a part, where that is new: below these paths."""
        for text in inner.instructions:
            if text not in self.instructions:
                self.instructions.append(text)
                self._instruction_place = self._instruction_place or inner._instruction_place
        self._no_instruction = self._no_instruction or inner._no_instruction
        if inner._tools is not None:
            self._tools = {**inner._tools, **(self._tools or {})}
        self._sampling.update(inner._sampling)
        finder = StepFinder(inner.entries)
        known = {entry.id for entry in inner.entries if entry.place.path not in paths}
        self._outside.extend(item for item in inner._outside if finder.step_at(item.place.path) not in known)
        self._truncated.extend(place for place in inner._truncated if finder.step_at(place.path) not in known)
        self._unread.extend(item for item in inner._unread if finder.step_at(item.place.path) not in known)

    def waiting(self) -> Iterable[Entry]:
        """The calls that have no result yet."""
        return self._open.values()

    def waits_without_id(self, tool: str | None) -> bool:
        """Whether a call without an id waits for its result: of that tool, or of any where it is None."""
        pools = self._waiting.items()
        return any(calls and not has_id and tool in (None, name) for (name, has_id), calls in pools)

    def _merge(self, entries: Sequence[Entry], under: str | None) -> list[Entry]:
        """Add the steps of a request that are new, and return them as the request has them."""
        if self._histories is None:
            self._histories = Histories()
        known = self._histories.goes_on(entries, under)
        outer: dict[str, str] = {}
        new = []
        for entry in entries:
            found = self._known_result(entry, outer) if entry.kind == "result" else self._known_step(entry, known)
            if found is None:
                found = self._again(entry, outer).id
                new.append(entry)
            elif entry.kind == "call":
                self._note_rewritten(entry, found)
            outer[entry.id] = found
        return new

    def _known_step(self, entry: Entry, known: Known) -> str | None:
        """The message or call that an entry of a request repeats: found by its id and tool, else by what it says."""
        by_id = self.call_of(entry.call_id) if entry.kind == "call" else None
        if by_id is not None and by_id.tool == entry.tool and known.has(by_id.id) and known.take(by_id.id):
            return by_id.id
        return known.find(key_of(entry))

    def _known_result(self, entry: Entry, outer: Mapping[str, str]) -> str | None:
        """The result of the same call; where that has no value yet, it takes the entry's."""
        call = outer.get(entry.answers or "") or getattr(self.call_of(entry.call_id), "id", None)
        found = self._result_of.get(call or "")
        if found is not None and self.entry(found).result is ABSENT:
            self.amend(found, result=entry.result, place=entry.place)
        return found

    def _note_rewritten(self, entry: Entry, found: str) -> None:
        """Note that a call has another id in a request than where it was made; a result may come under either."""
        call_id = self.entry(found).call_id
        if entry.call_id is not None and call_id is not None and entry.call_id != call_id:
            self._rewritten.setdefault(found, entry.place)
            self._alias[entry.call_id] = call_id

    def _again(self, entry: Entry, outer: Mapping[str, str]) -> Entry:
        """Add a step that was read elsewhere, with a new number; a result is paired with the call it answered there."""
        told = {each.name: getattr(entry, each.name) for each in fields(entry)}
        facts = {name: value for name, value in told.items() if name not in _NUMBERED and value is not None}
        entry_turn = facts.pop("turn", None)
        if entry.actor == "model" or (entry.kind == "result" and entry_turn is not None):
            facts["turn"] = self.same_turn()
        if entry.kind == "result":
            facts["answers"], facts["paired_by"] = self._pair_again(entry, outer)
        return self._append(Entry(**{**facts, "id": self._next_id(), "under": self._under}))

    def _pair_again(self, entry: Entry, outer: Mapping[str, str]) -> tuple[str | None, _How | None]:
        call = outer.get(entry.answers or "")
        if call is None:
            return self._pair(entry.call_id, entry.tool)
        if call in self._open:
            self._close(call)
        return call, entry.paired_by

    def has_no_instruction(self) -> None:
        """The file holds a whole request, and there is no instruction in it: there was none."""
        self._no_instruction = True

    def failed_request(self, text: str, path: Path, **rest: Any) -> Entry:
        """Add what a service said in place of a model's answer; no later request repeats it."""
        histories, self._histories = self._histories, None
        entry = self.message("model", text, path, turn=self.next_turn(), is_error=True, **rest)
        self._histories = histories
        return entry

    def instruct(self, text: str | None, path: Path) -> None:
        """Add to the instruction."""
        if not text:
            return
        self.instructions.append(text)
        self._instruction_place = self._instruction_place or self.place(path)

    def define_tool(self, name: Json, path: Path, hints: Json = None) -> None:
        """Add a declared tool; the first declaration of a name counts.

        Args:
            name: its name; anything but text is passed over.
            path: where it is declared.
            hints: its annotations, as MCP spells them (`readOnlyHint`, `destructiveHint`) or as OpenAI does
                (`read_only`).
        """
        self.declares_tools()
        if self._tools is not None and isinstance(name, str) and name not in self._tools:
            read_only = _hint(hints, "readOnlyHint", "read_only_hint", "read_only", "readOnly")
            destructive = _hint(hints, "destructiveHint", "destructive_hint", "destructive")
            self._tools[name] = ToolDefinition(name, self.place(path), read_only, destructive)

    def asked(self, model: str | None) -> None:
        """A request names the model that it asks; the turns in it that name none are assumed to be its own too."""
        for entry in self.entries if model is not None else ():
            if entry.actor == "model" and entry.kind != "result" and entry.model is None:
                self.amend(entry.id, requested_model=entry.requested_model or model)

    def declares_tools(self) -> None:
        """The file has a list of tools, even if it is empty."""
        if self._tools is None:
            self._tools = {}

    def sample(self, values: Mapping[str, Json]) -> None:
        """Add sampling parameters; those that are null say nothing."""
        self._sampling.update((key, value) for key, value in values.items() if value is not None)

    def outside(self, what: str, path: Path) -> None:
        """Something lies outside the file."""
        self._outside.append(Outside(what, self.place(path)))

    def truncated(self, path: Path) -> None:
        """The file says that something was cut, compacted or summarised here."""
        self._truncated.append(self.place(path))

    def was_cut(self) -> bool:
        """Whether the file has said so far that something was cut."""
        return bool(self._truncated)

    def unread(self, kind: Json, path: Path) -> None:
        """A part that is not understood; `kind` is what it says it is."""
        self._unread.append(Unread(kind if isinstance(kind, str) and kind else "without a type", self.place(path)))

    def paused(self, where: str, path: Path) -> None:
        """The session waits here for an answer from outside; `where` says at what."""
        self._paused.append(Outside(where, self.place(path)))

    def branch(self, path: Path) -> None:
        """A step here belongs to another line of the session than the one that is read."""
        self._branches.append(self.place(path))

    def trail(self) -> Trail:
        """The trail."""
        return Trail(
            format=self.format,
            name=self.name,
            entries=tuple(self.entries),
            instruction="\n\n".join(self.instructions) if self.instructions or self._no_instruction else None,
            instruction_place=self._instruction_place,
            initial_state=self.initial_state,
            may_lack_state=self.may_lack_state,
            tools=None if self._tools is None else tuple(self._tools.values()),
            sampling=self._sampling or None,
            outside=tuple(self._outside),
            truncated=tuple(self._truncated),
            rewritten=tuple(self._rewritten.items()),
            unread=tuple(self._unread),
            branches=tuple(self._branches),
            paused=tuple(self._paused),
            never=self.never,
            value=self.source.value,
        )

    def _add(self, kind: Literal["message", "call", "result"], actor: Actor, path: Path, **rest: Any) -> Entry:
        place = self.place(path)
        return self._append(Entry(id=self._next_id(), actor=actor, kind=kind, place=place, under=self._under, **rest))

    def _next_id(self) -> str:
        return f"S{len(self.entries) + 1}"

    def _append(self, entry: Entry) -> Entry:
        if self._histories is not None and not entry.by_program:
            number = self._histories.add(entry).number
            entry = replace(entry, thread=number) if number > 1 else entry
        self.entries.append(entry)
        if entry.kind == "call":
            self._wait(entry)
        if entry.answers is not None:
            self._result_of.setdefault(entry.answers, entry.id)
        if entry.kind == "result" and (entry.refused or is_refusal(entry.result)):
            self.refuse(entry.id, entry.answers)
        if entry.actor == "user" or (entry.kind == "result" and entry.turn is None):
            self._turn_open = False
        return entry

    # Pairing

    def _pair(self, call_id: str | None, tool: str | None) -> tuple[str | None, _How | None]:
        """The call that a result answers, and how it was found.

        By id where one unanswered call has it; where several had it at once, the first of them, by position. A result
        whose id no unanswered call has answers an answered one a second time, or none. A result without an id, or of a
        call without one, goes by position: the first unanswered call of that tool.
        """
        call_id = self._alias.get(call_id or "", call_id)
        if call_id is not None and call_id in self._open_by_call_id:
            waiting = self._open_by_call_id[call_id]
            how: _How = "position" if call_id in self._shared else "id"
            return self._close(next(iter(waiting))), how
        if call_id is not None and call_id in self._closed_by_call_id:
            return self._closed_by_call_id[call_id], "id"
        candidate = self._by_position(call_id, tool)
        return (None, None) if candidate is None else (self._close(candidate), "position")

    def _by_position(self, call_id: str | None, tool: str | None) -> str | None:
        """The first unanswered call of that tool; where the result has an id, only among calls that have none."""
        pools = [self._waiting.get((name, False)) for name in (tool, None)]
        if call_id is None:
            pools += [self._waiting.get((name, True)) for name in (tool, None)]
        if tool is None:
            pools = [pool for (_, has_id), pool in self._waiting.items() if call_id is None or not has_id]
        return min((next(iter(pool)) for pool in pools if pool), key=_number, default=None)

    def _wait(self, entry: Entry) -> None:
        """Keep a call until its result comes."""
        self._open[entry.id] = entry
        self._waiting.setdefault((entry.tool, entry.call_id is not None), OrderedDict())[entry.id] = None
        if entry.call_id is not None:
            waiting = self._open_by_call_id.setdefault(entry.call_id, OrderedDict())
            waiting[entry.id] = None
            if len(waiting) > 1:
                self._shared.add(entry.call_id)

    def _close(self, entry_id: str) -> str:
        entry = self._open.pop(entry_id)
        del self._waiting[entry.tool, entry.call_id is not None][entry_id]
        call_id = entry.call_id
        if call_id is not None:
            waiting = self._open_by_call_id[call_id]
            del waiting[entry_id]
            if not waiting:
                del self._open_by_call_id[call_id]
                self._shared.discard(call_id)
            self._closed_by_call_id[call_id] = entry_id
        return entry_id


_DECODER = json.JSONDecoder(parse_constant=str)
_NUMBERED = ("id", "answers", "paired_by", "thread")


def _number(entry_id: str) -> int:
    return int(entry_id[1:])


def _hint(hints: Json, *spellings: str) -> bool | None:
    values = (hints.get(name) for name in spellings) if isinstance(hints, dict) else iter(())
    return next((value for value in values if isinstance(value, bool)), None)


def parsed(text: Json) -> Json:
    """The value of text that is JSON, such as a call's arguments; the text itself where it is not or is too deep."""
    if not isinstance(text, str) or may_exhaust_the_stack(text):
        return text
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return text
    is_deep = text.count("[") + text.count("{") > DEEPEST and is_deeper_than(DEEPEST, value)
    return text if is_deep else value


def opened(text: Json) -> Json:
    """The value of text that is a JSON object or list; any other value as it is."""
    return parsed(text) if isinstance(text, str) and text.lstrip()[:1] in ("{", "[") else text


def plain(content: Json) -> Json:
    """A result's content: its one text where it has only that, anything else as it is."""
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0], dict):
        block = content[0]
        if block.get("type") in ("text", "input_text", "output_text") and isinstance(block.get("text"), str):
            return block["text"]
    return content


def flag(value: Json) -> bool | None:
    """A truth value as written; None for anything else."""
    return value if isinstance(value, bool) else None


def text_or_none(value: Json) -> str | None:
    """A text as it is; None for anything else, and for an empty one."""
    return value if isinstance(value, str) and value else None


def first(value: Json, *spellings: str) -> Json:
    """The value of the first of several spellings of a key that an object has; None where it has none."""
    if isinstance(value, dict):
        for name in spellings:
            if value.get(name) is not None:
                return value[name]
    return None


def whole(source: Source) -> dict[str, Json]:
    """The object that a file is; an empty one where it is something else."""
    return source.value if isinstance(source.value, dict) else {}


def objects(value: Json, path: Path) -> list[tuple[dict[str, Json], Path]]:
    """The objects of a list with their paths; anything but an object is skipped, and so is anything but a list."""
    if not isinstance(value, list):
        return []
    return [(item, (*path, index)) for index, item in enumerate(value) if isinstance(item, dict)]


def time_text(value: Json) -> str | None:
    """A timestamp as written."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return text_or_none(value)


def chosen(value: Json, names: Sequence[str]) -> dict[str, Json]:
    """Those keys of an object that are named and not null."""
    has = value if isinstance(value, dict) else {}
    return {name: has[name] for name in names if has.get(name) is not None}


_Facts = dict[str, Any]
"""Further fields of entries."""


@dataclass(frozen=True)
class Parts:
    """How a format writes the parts of a message.

    Attributes:
        text: the text of a part that is one, None for any other part.
        ends_text: whether a part that is no text separates the texts before and after it.
        other: reads a part that is no text.
    """

    text: Callable[[dict[str, Json]], str | None]
    ends_text: Callable[[dict[str, Json]], bool]
    other: Callable[[TrailBuilder, dict[str, Json], Path, _Facts], None]

    def read(
        self, build: TrailBuilder, parts: Iterable[tuple[dict[str, Json], Path]], actor: Actor, facts: _Facts
    ) -> None:
        """Read the parts of one message; neighbouring texts are one entry, at the place of the first of them."""
        texts: list[str] = []
        start: Path = ()
        for part, path in parts:
            text = self.text(part)
            if text is not None:
                start = start if texts else path
                texts.append(text)
                continue
            if texts and self.ends_text(part):
                build.message(actor, "".join(texts), start, **facts)
                texts = []
            self.other(build, part, path, facts)
        if texts:
            build.message(actor, "".join(texts), start, **facts)
