"""ATIF, the Agent Trajectory Interchange Format (Harbor), versions 1.0 to 1.7.

`schema_version: "ATIF-v1.x"`; a step has its source, a message, calls, and an observation whose results name their call
or not. A result that names none answers the call of its step where there is just one; in a step without calls it is
what the environment said. A later system step says that the history was summarised, or brings another agent's
message. The steps of a subagent whose trajectory is embedded (`subagent_trajectories`, 1.7) stand under the call of it.
"""

from __future__ import annotations

from typing import Any

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Entry, Trail
from .building import TrailBuilder, chosen, first, objects, plain, text_or_none, time_text, whole
from .match import Match, keys
from .openai_chat import content_text, note_unread, read_tools

NAME = "atif"
TITLE = "ATIF trajectory"


def recognise(value: Json) -> Match:
    """By `schema_version`, which names it, and `steps`."""
    match = keys(value, "schema_version", "steps")
    if match.fits and not str(value["schema_version"]).startswith("ATIF"):
        return Match(("steps",), ("schema_version = ATIF-v1.x",))
    return match


def read(source: Source) -> list[Trail]:
    """The one session of a trajectory."""
    value = whole(source)
    agent = value.get("agent")
    build = TrailBuilder(source, NAME, text_or_none(value.get("session_id")) or "")
    read_tools(build, first(agent, "tool_definitions"), ("agent", "tool_definitions"))
    build.sample(chosen(first(agent, "extra"), ("temperature", "top_p", "seed", "max_tokens")))
    _Trajectory(build, value, ()).read()
    if value.get("continued_trajectory_ref"):
        build.outside("the trajectory that continues this one", ("continued_trajectory_ref",))
    return [build.trail()]


_DEEPEST = 20
"""How many trajectories stand inside each other; what is deeper is named as left out."""


class _Trajectory:
    """Reads a trajectory, and those of its subagents that it embeds."""

    def __init__(self, build: TrailBuilder, value: dict[str, Json], path: Path, depth: int = 0) -> None:
        self._build = build
        self._steps = objects(value.get("steps"), (*path, "steps"))
        self._model = text_or_none(first(value.get("agent"), "model_name"))
        self._depth = depth
        listed = objects(value.get("subagent_trajectories"), (*path, "subagent_trajectories"))
        self._embedded = {str(first(item, "trajectory_id", "session_id")): (item, inner) for item, inner in listed}
        self._read: set[str] = set()

    def read(self, under: str | None = None) -> None:
        """Read the steps; `under` is the call that started this agent."""
        for step, path in self._steps:
            self._build.goes_under(under)
            self._step(step, path, under)
        for name, (_, path) in self._embedded.items():
            if name not in self._read:
                self._build.unread("subagent trajectory", path)

    def _step(self, step: dict[str, Json], path: Path, under: str | None) -> None:
        build, source = self._build, step.get("source")
        facts: dict[str, Any] = {"time": time_text(step.get("timestamp"))}
        text, made = content_text(step.get("message")), list[Entry]()
        _note_images(build, step.get("message"), (*path, "message"))
        note_unread(build, step.get("message"), (*path, "message"), ("text", "image"))
        if source == "system":
            self._system(step, text, path)
        elif source == "user":
            build.message("user", text, path, **facts)
        else:
            facts |= {"turn": build.next_turn(), "model": text_or_none(step.get("model_name")) or self._model}
            calls = objects(step.get("tool_calls"), (*path, "tool_calls"))
            if text or not calls:
                build.message("model", text, path, **facts)
            made = [_call(build, call, inner, facts) for call, inner in calls]
        results = objects(first(step.get("observation"), "results"), (*path, "observation", "results"))
        for result, inner in results:
            self._result(result, inner, made, under, alone=len(results) == 1)

    def _system(self, step: dict[str, Json], text: str | None, path: Path) -> None:
        """The instruction, where it stands first; later on a summary, whose work stands in the observation."""
        if not self._build.entries:
            self._build.instruct(text, (*path, "message"))
        elif first(step.get("observation"), "results"):
            self._build.truncated(path)
        else:
            self._build.message("user", text, path)

    def _result(
        self, result: dict[str, Json], path: Path, made: list[Entry], under: str | None, *, alone: bool
    ) -> None:
        """Read a result; one that stands alone and names no call answers all calls of its step together."""
        build, content, call_id = self._build, result.get("content", ABSENT), text_or_none(result.get("source_call_id"))
        call = build.call_of(call_id) or (made[0] if len(made) == 1 else None)
        for ref, inner in objects(result.get("subagent_trajectory_ref"), (*path, "subagent_trajectory_ref")):
            self._subagent(ref, inner, call.id if call else under)
        build.goes_under(under)
        content = ABSENT if content is None else plain(content)
        if call_id is not None or (len(made) > 1 and not alone):
            build.result(content, path, call_id=call_id)
        elif made:
            for each in made:
                build.answer(each, content, path, turn=None)
        elif content is not ABSENT:
            build.message("user", content if isinstance(content, str) else content_text(content), path)
        _note_images(build, result.get("content"), (*path, "content"))

    def _subagent(self, ref: dict[str, Json], path: Path, under: str | None) -> None:
        """Read the trajectory that a result refers to, or note that it is not in the file."""
        names = [str(ref[key]) for key in ("trajectory_id", "session_id") if ref.get(key) is not None]
        name = next((name for name in names if name in self._embedded and name not in self._read), None)
        if name is None or self._depth >= _DEEPEST:
            self._build.outside("a subagent's trajectory", path)
            return
        self._read.add(name)
        value, inner = self._embedded[name]
        _Trajectory(self._build, value, inner, self._depth + 1).read(under)


def _call(build: TrailBuilder, call: dict[str, Json], path: Path, facts: dict[str, Any]) -> Entry:
    name, call_id = text_or_none(call.get("function_name")), text_or_none(call.get("tool_call_id"))
    return build.call(name, call.get("arguments", ABSENT), path, call_id=call_id, **facts)


def _note_images(build: TrailBuilder, content: Json, path: Path) -> None:
    for part, inner in objects(content, path):
        if first(part.get("source"), "path", "url"):
            build.outside("an image or file beside the trajectory", inner)
