"""The recorded session, and its JSON form: the bundle.

A bundle is one JSON object:

    format          "replay-bundle/1"
    session, user   whose session it is
    model           {"version": …}: the model that answered
    tools           [{"name": …, "changes_world": …}, …]
    instruction     {"template": […lines], "as_recorded": […lines]}; a template of null: it is known as recorded alone
    initial_state   {"user:language": …}; absent where the export leaves it out
    manifest        what the file that the bundle was made from did not hold; absent in a bundle that nobody made so
    steps           in the order they happened

A step is `{"id", "actor", "label"?, "output"}`. Its output is a message `{"message"}`, a tool call `{"call",
"arguments"}` or a tool result `{"result"}`; a tool step also says which step's call it `answers`. Its input is not
written down a second time: a model turn's is the instruction and every message before it, a tool step's is the
arguments of the call it answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from ..base.errors import InputError
from ..base.json_text import Json

FORMAT = "replay-bundle/1"

Actor = Literal["user", "model", "tool"]

_KEYS = ("format", "session", "user", "model", "tools", "instruction", "initial_state", "manifest", "steps")


@dataclass(frozen=True)
class Message:
    """What a user or a model says."""

    text: str

    def to_json(self) -> Json:
        """Its form in a bundle."""
        return {"message": self.text}


@dataclass(frozen=True)
class ToolCall:
    """A model turn that calls a tool."""

    tool: str
    arguments: Mapping[str, Json]

    def to_json(self) -> Json:
        """Its form in a bundle."""
        return {"call": self.tool, "arguments": self.arguments}


@dataclass(frozen=True)
class ToolResult:
    """What a tool gives back."""

    value: Json

    def to_json(self) -> Json:
        """Its form in a bundle."""
        return {"result": self.value}


Output = Message | ToolCall | ToolResult


@dataclass(frozen=True)
class Step:
    """One recorded step.

    Attributes:
        id: its name in the session, such as `S5`.
        actor: who acts.
        output: the message, the tool call or the tool result.
        answers: for a tool step, the id of the step whose call it answers.
        label: a few words on what happens, for people; may be empty.
    """

    id: str
    actor: Actor
    output: Output
    answers: str | None = None
    label: str = ""

    def to_json(self) -> Json:
        """Its form in a bundle."""
        result: dict[str, Json] = {"id": self.id, "actor": self.actor}
        if self.label:
            result["label"] = self.label
        if self.answers is not None:
            result["answers"] = self.answers
        return {**result, "output": self.output.to_json()}


@dataclass(frozen=True)
class Instruction:
    """A model's instruction: the lines it is built from, and the lines the model read when the session ran.

    `template` is None where only the recorded lines are known; then nothing is built, and they are read as they are.
    """

    template: tuple[str, ...] | None
    as_recorded: tuple[str, ...]


@dataclass(frozen=True)
class Session:
    """An exported session. `initial_state` is None where the export leaves it out.

    `manifest` is kept and exported as it is; None where there is none. See `engine.check.manifest`.
    """

    name: str
    user: str
    model_version: str
    changes_world: Mapping[str, bool]
    instruction: Instruction
    initial_state: Mapping[str, str] | None
    steps: tuple[Step, ...]
    manifest: Mapping[str, Json] | None = None
    _by_id: Mapping[str, Step] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the steps by id."""
        object.__setattr__(self, "_by_id", {step.id: step for step in self.steps})

    def step(self, step_id: str) -> Step:
        """The step of that id; KeyError where there is none."""
        return self._by_id[step_id]

    def call_answered_by(self, step: Step) -> ToolCall:
        """The recorded call that a tool step answers."""
        return cast(ToolCall, self.step(cast(str, step.answers)).output)

    def has_side_effect(self, tool: str) -> bool:
        """Whether a live call to the tool changes the world; a tool the export says nothing of counts as one."""
        return self.changes_world.get(tool, True)

    def to_json(self) -> Json:
        """The bundle, its keys in reading order."""
        tools = [{"name": name, "changes_world": changes} for name, changes in self.changes_world.items()]
        result = {
            "format": FORMAT,
            "session": self.name,
            "user": self.user,
            "model": {"version": self.model_version},
            "tools": tools,
            "instruction": {
                "template": None if self.instruction.template is None else list(self.instruction.template),
                "as_recorded": list(self.instruction.as_recorded),
            },
        }
        if self.initial_state is not None:
            result["initial_state"] = dict(self.initial_state)
        if self.manifest is not None:
            result["manifest"] = self.manifest
        return {**result, "steps": [step.to_json() for step in self.steps]}


def read_session(value: Json) -> Session:
    """A session from the JSON value of a bundle.

    Raises:
        InputError: naming the place as a JSON path and the remedy.
    """
    bundle = _object(value, "")
    _check_keys(bundle, "", *_KEYS)
    if bundle.get("format") != FORMAT:
        raise InputError(f"The format is {bundle.get('format')!r}.", place="format", remedy=f"Write {FORMAT!r}.")
    steps = tuple(_step(item, f"steps[{index}]") for index, item in enumerate(_array(bundle, "steps", "")))
    _check_links(steps)
    return Session(
        name=_text(bundle, "session", ""),
        user=_text(bundle, "user", ""),
        model_version=_model_version(_object(bundle.get("model"), "model")),
        changes_world=_tools(_array(bundle, "tools", "")),
        instruction=_instruction(_object(bundle.get("instruction"), "instruction")),
        initial_state=_state(bundle["initial_state"]) if "initial_state" in bundle else None,
        steps=steps,
        manifest=_manifest(bundle["manifest"]) if "manifest" in bundle else None,
    )


def _model_version(value: dict[str, Json]) -> str:
    _check_keys(value, "model", "version")
    return _text(value, "version", "model")


def _tools(items: list[Json]) -> dict[str, bool]:
    result: dict[str, bool] = {}
    for index, item in enumerate(items):
        place = f"tools[{index}]"
        name, changes = _tool(_object(item, place), place)
        if name in result:
            raise InputError(f"The tool {name!r} stands twice.", place=f"{place}.name", remedy="Keep one of them.")
        result[name] = changes
    return result


def _tool(value: dict[str, Json], place: str) -> tuple[str, bool]:
    _check_keys(value, place, "name", "changes_world")
    changes = value.get("changes_world")
    if not isinstance(changes, bool):
        raise InputError("It must be true or false.", place=f"{place}.changes_world", remedy="Say which it is.")
    return _text(value, "name", place), changes


def _instruction(value: dict[str, Json]) -> Instruction:
    _check_keys(value, "instruction", "template", "as_recorded")
    as_recorded_alone = "template" in value and value["template"] is None
    return Instruction(None if as_recorded_alone else _lines(value, "template"), _lines(value, "as_recorded"))


def _lines(value: dict[str, Json], key: str) -> tuple[str, ...]:
    lines = _array(value, key, "instruction")
    for index, line in enumerate(lines):
        _is_text(line, f"instruction.{key}[{index}]")
    return tuple(lines)


def _state(value: Json) -> dict[str, str]:
    state = _object(value, "initial_state")
    for key, item in state.items():
        _is_text(item, f"initial_state.{key}")
    return state


def _manifest(value: Json) -> dict[str, Json]:
    manifest = _object(value, "manifest")
    _check_keys(manifest, "manifest", "source_format", "missing", "left_out", "places", "of_steps")
    _text(manifest, "source_format", "manifest")
    for key in ("missing", "left_out"):
        for index, item in enumerate(_array(manifest, key, "manifest")):
            _object(item, f"manifest.{key}[{index}]")
    _object(manifest.get("places"), "manifest.places")
    _object(manifest.get("of_steps", {}), "manifest.of_steps")
    return manifest


def _step(value: Json, place: str) -> Step:
    item = _object(value, place)
    actor = item.get("actor")
    if actor not in ("user", "model", "tool"):
        raise InputError(f"The actor is {actor!r}.", place=f"{place}.actor", remedy="Write user, model or tool.")
    _check_keys(item, place, "id", "actor", "label", "output", *(["answers"] if actor == "tool" else []))
    return Step(
        id=_text(item, "id", place),
        actor=cast(Actor, actor),
        output=read_output(cast(Actor, actor), item.get("output"), f"{place}.output"),
        answers=_text(item, "answers", place) if actor == "tool" else None,
        label=_text(item, "label", place) if "label" in item else "",
    )


def read_output(actor: Actor, value: Json, place: str) -> Output:
    """A step's output from its JSON form.

    Raises:
        InputError: naming the place and the remedy.
    """
    output = _object(value, place)
    if actor == "tool":
        _check_keys(output, place, "result")
        if "result" not in output:
            raise InputError("A tool step needs a result.", place=place, remedy='Add "result".')
        return ToolResult(output["result"])
    if actor == "model" and "call" in output:
        _check_keys(output, place, "call", "arguments")
        return ToolCall(_text(output, "call", place), _object(output.get("arguments"), f"{place}.arguments"))
    _check_keys(output, place, "message")
    return Message(_text(output, "message", place))


def _check_links(steps: tuple[Step, ...]) -> None:
    """Every id once; every tool step answers one earlier call, and no call is answered twice."""
    calls: dict[str, bool] = {}
    seen: set[str] = set()
    for index, step in enumerate(steps):
        place = f"steps[{index}]"
        if step.id in seen:
            raise InputError(f"The id {step.id!r} is used twice.", place=f"{place}.id", remedy="Give each its own.")
        seen.add(step.id)
        if isinstance(step.output, ToolCall):
            calls[step.id] = False
        if step.answers is not None:
            _answer(calls, step.answers, f"{place}.answers")


def _answer(calls: dict[str, bool], call: str, place: str) -> None:
    if call not in calls:
        raise InputError(f"No step {call!r} before it calls a tool.", place=place, remedy="Name the calling step.")
    if calls[call]:
        raise InputError(f"The call of {call!r} is answered already.", place=place, remedy="Name another call.")
    calls[call] = True


def _check_keys(value: dict[str, Json], place: str, *known: str) -> None:
    """No key but the known ones: what a bundle says beside them would be lost, and with it from the privacy check."""
    unknown = next((key for key in value if key not in known), None)
    if unknown is not None:
        raise InputError(
            f"Nothing is known of {unknown!r} here.",
            place=place or "the bundle",
            remedy=f"Take it out; known are {', '.join(known)}.",
        )


def _object(value: Json, place: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise InputError("An object is needed here.", place=place or "the bundle", remedy="Write {…}.")
    return value


def _array(value: dict[str, Json], key: str, place: str) -> list[Json]:
    item = value.get(key)
    if not isinstance(item, list):
        raise InputError("A list is needed here.", place=_join(place, key), remedy="Write […].")
    return item


def _text(value: dict[str, Json], key: str, place: str) -> str:
    return _is_text(value.get(key), _join(place, key))


def _is_text(value: Json, place: str) -> str:
    if not isinstance(value, str):
        raise InputError("Text is needed here.", place=place, remedy='Write "…".')
    return value


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
