"""Does a call change the world? By the reader's mark, the file's declared hint, the arguments, or the tool's name.

The first of them that says anything decides, with one exception: arguments that plainly change something (an HTTP
POST, an SQL DELETE) outweigh a harmless name. Where nothing says anything the answer is unknown, and unknown counts as
unsafe.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from engine.base.json_text import Json
from engine.check.trail import Absent, Entry, ToolDefinition, Trail

Safety = Literal["safe", "unsafe", "unknown"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SAFE_VERBS = _words(
    "get list read search find fetch lookup look query view show describe count check calculate compute convert "
    "estimate validate verify translate summarize summarise glob grep ls cat load browse retrieve inspect analyze "
    "analyse compare think preview has is parse extract detect classify rank recommend suggest resolve weather status "
    "history track monitor echo ping stat tail head diff download scan filter sort peek explain evaluate geocode"
)
UNSAFE_VERBS = _words(
    "create add insert update upsert set write delete remove send put patch refund pay transfer cancel submit publish "
    "deploy approve reject grant revoke buy purchase sell notify upload save edit apply merge push commit move rename "
    "restart start stop kill terminate enable disable close assign subscribe unsubscribe schedule reschedule reserve "
    "invite ban reset drop truncate import replace increment debit deposit withdraw escalate modify change clear purge "
    "destroy install uninstall register unregister archive lock unlock mark sync trigger dispatch rollback reply "
    "forward dial tweet confirm append overwrite mkdir rm mv cp chmod touch checkout"
)
NOUNS_TOO = _words("order book email text post credit charge block issue release message return exchange log")
"""Words that act at the head of a name (`issue_refund`) and are things elsewhere (`order_status`)."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_JOINERS = frozenset({"and", "or", "then"})
_WRITING_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_WRITING_SQL = re.compile(
    r"(?:^|;)\s*(?:INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|MERGE\s+INTO|REPLACE\s+INTO|TRUNCATE\s"
    r"|(?:DROP|ALTER|CREATE)\s+(?:\w+\s+){0,3}(?:TABLE|VIEW|INDEX|DATABASE|SCHEMA|USER|ROLE|FUNCTION)|GRANT\s|REVOKE\s)",
    re.IGNORECASE,
)
_READING_SQL = re.compile(r"(?:SELECT|WITH|SHOW|DESCRIBE|EXPLAIN)\s", re.IGNORECASE)
_WRITING_WORD = re.compile(r";|\b(?:INSERT|UPDATE|DELETE|MERGE|INTO)\b", re.IGNORECASE)
_READING_COMMAND = re.compile(
    r"\s*(?:(?:ls|cat|grep|rg|head|tail|wc|pwd|which|stat|file|du|df|date|whoami|uname|tree|nl)\b"
    r"|git\s+(?:status|log|diff|show|blame|rev-parse)\b)[^;&|<>`$\n]*$"
)
_HANDOVER = re.compile(r"transfer_to_(?:\w+_)?agent$|handoff_to_\w+$")
_METHOD_KEYS = ("method", "http_method", "httpMethod", "verb")
_SQL_KEYS = ("sql", "query", "statement")
_COMMAND_KEYS = ("command", "cmd", "script")


@dataclass(frozen=True)
class Marks:
    """The reader's own marks: tools known to be safe or unsafe, whatever their names and hints say."""

    safe: frozenset[str] = frozenset()
    unsafe: frozenset[str] = frozenset()


NO_MARKS = Marks()
"""No tool is marked."""


@dataclass(frozen=True)
class Judgement:
    """Whether a call is safe, and why: a clause that completes “it counts so because …”."""

    safety: Safety
    why: str

    @property
    def counts_as_safe(self) -> bool:
        """Whether it may be called again; unknown may not."""
        return self.safety == "safe"


@dataclass(frozen=True)
class ToolUse:
    """A tool as the session used it: how often, and the gravest judgement among its calls."""

    name: str
    calls: int
    judgement: Judgement
    marked: bool

    def to_json(self) -> Json:
        """Its form in a check document."""
        judgement = {"safety": self.judgement.safety, "why": self.judgement.why}
        return {"name": self.name, "calls": self.calls, **judgement, "marked": self.marked}


class Judge:
    """Judges the calls of one trail.

    Args:
        tools: the declared tools, or None.
        marks: the reader's own.
    """

    def __init__(self, tools: Sequence[ToolDefinition] | None, marks: Marks) -> None:
        """Index the declared tools; each name is judged once."""
        self._declared = {tool.name: tool for tool in tools or ()}
        self._marks = marks
        self._names: dict[str, Judgement] = {}

    def call(self, entry: Entry) -> Judgement:
        """Whether that call changes the world."""
        name = entry.tool or ""
        said = self._marked(name) or self._hinted(name)
        return said or self._from_use(name, entry.arguments)

    def _marked(self, name: str) -> Judgement | None:
        if name in self._marks.unsafe:
            return Judgement("unsafe", "you marked it as unsafe")
        return Judgement("safe", "you marked it as safe") if name in self._marks.safe else None

    def _hinted(self, name: str) -> Judgement | None:
        tool = self._declared.get(name)
        if tool is None:
            return None
        if tool.destructive or tool.read_only is False:
            return Judgement("unsafe", "the file declares that it changes something")
        return Judgement("safe", "the file declares it as read-only") if tool.read_only else None

    def _from_use(self, name: str, arguments: Json | Absent) -> Judgement:
        if name not in self._names:
            self._names[name] = by_name(name)
        named, shown = self._names[name], by_arguments(arguments)
        if shown is None or (shown.safety == "safe" and named.safety == "unsafe"):
            return named
        return shown if shown.safety == "unsafe" or named.safety == "unknown" else named


def by_name(name: str) -> Judgement:
    """What a tool's name says of it: `get_order` reads, `issue_refund` acts, `run_sql` leaves it open."""
    own = re.split(r"__|[./:]", name)[-1]
    if _HANDOVER.match(own):
        return Judgement("safe", "it hands over to another agent")
    words = [word.lower() for word in _WORD.findall(own)]
    acting = _acting(words)
    if acting:
        return Judgement("unsafe", f"its name says “{acting}”")
    reading = next((word for word in words if word in SAFE_VERBS), None)
    if reading:
        return Judgement("safe", f"its name says “{reading}”")
    return Judgement("unknown", "neither its name nor the file tells what it does")


def by_arguments(arguments: Json | Absent) -> Judgement | None:
    """What a call's arguments say of it: an HTTP method, an SQL statement, a shell command; None where nothing."""
    if not isinstance(arguments, Mapping):
        return None
    found = [*_methods(arguments), *_statements(arguments), *_commands(arguments)]
    unsafe = [judgement for judgement in found if judgement.safety == "unsafe"]
    return next(iter(unsafe or found), None)


def tools_used(trail: Trail, judge: Judge, marks: Marks) -> list[ToolUse]:
    """Every tool that the session calls, in order of first call, with the gravest judgement of its calls."""
    gravest: dict[str, Judgement] = {}
    counts: Counter[str] = Counter()
    for entry in trail.entries:
        if entry.kind == "call":
            name, judgement = entry.tool or "", judge.call(entry)
            counts[name] += 1
            gravest[name] = max(gravest.get(name, judgement), judgement, key=_gravity)
    return [ToolUse(name, counts[name], gravest[name], name in marks.safe | marks.unsafe) for name in gravest]


def _gravity(judgement: Judgement) -> int:
    return ("safe", "unknown", "unsafe").index(judgement.safety)


def _acting(words: Sequence[str]) -> str | None:
    """The word of a name that says it acts: its first verb, or one that follows `and`, `or`, `then`."""
    if words and words[0] in NOUNS_TOO and not SAFE_VERBS.intersection(words):
        return words[0]
    first = next((word for word in words if word in SAFE_VERBS or word in UNSAFE_VERBS), None)
    if first in UNSAFE_VERBS:
        return first
    return next((word for before, word in pairwise(words) if before in _JOINERS and word in UNSAFE_VERBS), None)


def _methods(arguments: Mapping[str, Json]) -> Iterator[Judgement]:
    for method in _texts(arguments, _METHOD_KEYS):
        if method.upper() in _WRITING_METHODS:
            yield Judgement("unsafe", f"it is called with the method {method.upper()}")
        elif method.upper() in _READING_METHODS:
            yield Judgement("safe", f"it is called with the method {method.upper()}")


def _statements(arguments: Mapping[str, Json]) -> Iterator[Judgement]:
    for statement in _texts(arguments, _SQL_KEYS):
        if _WRITING_SQL.search(statement):
            yield Judgement("unsafe", "its SQL statement changes something")
        elif _only_reads(statement.strip().rstrip(";")):
            yield Judgement("safe", "its SQL statement only reads")


def _only_reads(statement: str) -> bool:
    return bool(_READING_SQL.match(statement)) and not _WRITING_WORD.search(statement)


def _commands(arguments: Mapping[str, Json]) -> Iterator[Judgement]:
    for command in _texts(arguments, _COMMAND_KEYS):
        if _READING_COMMAND.match(command):
            yield Judgement("safe", "its command only reads")
        elif command.strip():
            yield Judgement("unsafe", "its command is not one that only reads")


def _texts(arguments: Mapping[str, Json], keys: Sequence[str]) -> Iterator[str]:
    return (arguments[key] for key in keys if isinstance(arguments.get(key), str))
