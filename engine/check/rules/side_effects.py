"""Does a call change the world? By the reader's mark, the file's declared hint, the arguments, or the tool's name.

The reader's mark decides; without one, the file's hint. Otherwise an unsafe answer of either the arguments or the name
decides: a DELETE outweighs `get_invoice`, `send_email` outweighs a GET. If neither is unsafe, "safe" outweighs
"unknown"; an operation such as `add` with only numbers is safe. If nothing says anything the answer is unknown, which
counts as unsafe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...base.json_text import Json
from ..trail import Absent, Entry, ToolDefinition, Trail
from .call_arguments import are_numbers, by_arguments
from .judgement import Judgement
from .tool_names import by_name

_RECKONS = frozenset({"add", "sum", "plus", "power"})
"""Names that act, unless they are called with numbers alone."""


@dataclass(frozen=True)
class Marks:
    """The reader's own marks: tools known to be safe or unsafe, whatever their names and hints say."""

    safe: frozenset[str] = frozenset()
    unsafe: frozenset[str] = frozenset()


NO_MARKS = Marks()
"""No tool is marked."""


@dataclass(frozen=True)
class ToolUse:
    """A tool as the session used it.

    Attributes:
        name: its name.
        calls: how often it is called.
        judgement: the gravest among its calls.
        marked: whether the reader marked it.
        refused: whether every call of it was refused, so that it never ran.
    """

    name: str
    calls: int
    judgement: Judgement
    marked: bool
    refused: bool = False

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
        if name.lower() in _RECKONS and are_numbers(arguments):
            return Judgement("safe", "it reckons with numbers")
        named, shown = self._names[name], by_arguments(arguments)
        if shown is None or (shown.safety == "safe" and named.safety == "unsafe"):
            return named
        return shown if shown.safety == "unsafe" or named.safety == "unknown" else named


def tools_used(trail: Trail, judge: Judge, marks: Marks) -> list[ToolUse]:
    """Every tool that the session calls, in order of first call, with the gravest judgement of its calls."""
    gravest: dict[str, Judgement] = {}
    counts: Counter[str] = Counter()
    ran: set[str] = set()
    for entry in trail.entries:
        if entry.kind == "call":
            name, judgement = entry.tool or "", judge.call(entry)
            counts[name] += 1
            ran |= set() if entry.refused else {name}
            gravest[name] = max(gravest.get(name, judgement), judgement, key=_gravity)
    marked = marks.safe | marks.unsafe
    return [ToolUse(name, counts[name], gravest[name], name in marked, name not in ran) for name in gravest]


def _gravity(judgement: Judgement) -> int:
    return ("safe", "unknown", "unsafe").index(judgement.safety)
