"""The shape of the files that authors edit, for pydantic to check.

A label that is missing, empty or misspelt stops the build; so does one that no code uses, since nobody would notice
that editing it changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, create_model, model_validator
from pydantic_core import PydanticCustomError

from engine.replay import settings

Word = Annotated[str, Field(min_length=1)]
Decimal = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?$")]

Speed = Annotated[Decimal, Field(pattern=r"[1-9]")]


class Strict(BaseModel):
    """A frozen table that has these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Page(Strict):
    """The head of the page; `language` is the tag of the language that all of it is in."""

    language: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
    section_link: Word
    kicker: Word
    title: Word
    description: Word
    experiment: Word
    no_script: Word
    no_start: Word
    forbidden: Word
    skip: Word
    whole: Word
    contents: Word
    licences: Word
    licence_texts: Word
    footer: Word


def _shape(model: type[BaseModel]) -> GetPydanticSchema:
    """Have a value checked by a model that is made of what the engine knows, and not written out here."""
    return GetPydanticSchema(lambda _, handler: handler(model))


def _fields(shapes: Mapping[str, Any]) -> Any:
    """Required fields, for a model that is made."""
    return {name: (shape, ...) for name, shape in shapes.items()}


def _options(each: settings.Input) -> type[BaseModel]:
    return create_model(f"{each.name}_options", __base__=Strict, **_fields(dict.fromkeys(each.options, Word)))


def _choice(each: settings.Input, base: type[BaseModel]) -> type[BaseModel]:
    return create_model(each.name, __base__=base, options=(_options(each), ...))


class Choice(Strict):
    """A choice between options that the engine knows."""

    label: Word


class ChoiceWithHelp(Choice):
    """A choice with a word of help."""

    help: Word


Inputs = create_model(
    "Inputs", __base__=Strict, **_fields({each.name: _choice(each, ChoiceWithHelp) for each in settings.INPUTS})
)
"""The inputs of the experiment."""

OwnInputs = create_model(
    "OwnInputs",
    __base__=Strict,
    **_fields(
        {each.name: _choice(each, Choice if each.name == "tools" else ChoiceWithHelp) for each in settings.INPUTS}
    ),
)
"""The same for a session of the reader's own; both options of `tools` are shown beside each other."""

ShortWords = create_model(
    "ShortWords",
    __base__=Strict,
    **_fields({value: Word for each in settings.INPUTS for value in each.options}),
)
"""Each value of an input in a word."""

Chosen = create_model(
    "Chosen",
    __base__=Strict,
    **cast(Any, {each.name: (Literal[each.options] | None, None) for each in settings.INPUTS}),
)
"""A set-up, or a part of one."""


class Player(Strict):
    """The playback controls."""

    title: Word
    play: Word
    pause: Word
    next: Word
    restart: Word
    time: Word
    speed: Word
    speeds: Annotated[list[Speed], Field(min_length=1)]
    opening_speed: Speed
    seconds: Word
    of: Word
    event: Word
    before: Word
    privacy: Word
    outcome: Word

    @model_validator(mode="after")
    def _opens_with_a_speed_on_offer(self) -> Self:
        if self.opening_speed not in self.speeds:
            raise PydanticCustomError("speed", "opening_speed must be one of speeds")
        return self


class Panels(Strict):
    """The panels' titles."""

    trace: Word
    data: Word
    data_caption: Word
    metrics: Word


class Gates(Strict):
    """How the gate decides."""

    passes: Word = Field(alias="pass")
    fail: Word


class Metrics(Strict):
    """The names of the metrics, and words for what is absent."""

    matched_steps: Word
    side_effects_rerun: Word
    emails_in_clear: Word
    live_tool_calls: Word
    model_calls: Word
    first_difference: Word
    left_script_at: Word
    gate: Word
    none: Word
    nowhere: Word
    gates: Gates
    gate_passes: Word


class Columns(Strict):
    """The heads of the tables' columns."""

    step: Word
    source: Word
    input: Word
    output: Word
    field: Word
    recorded: Word
    replayed: Word


class Actors(Strict):
    """Who acts."""

    user: Word
    model: Word
    tool: Word


class Sources(Strict):
    """Where a step's answer came from."""

    export: Word
    live: Word
    injected: Word
    regenerated: Word


class States(Strict):
    """How an input or an output compares."""

    same: Word
    differs: Word
    not_reached: Word


class Sides(Strict):
    """The two sides of a step."""

    input: Word
    output: Word


class Details(Strict):
    """Words of the detail under a step."""

    left_off: Word
    absent: Word
    whole: Word


class Tapes(Strict):
    """Words of the two tapes; `telling` names the fields that tell a step in a word."""

    title: Word
    world: Word
    input: Word
    output: Word
    begins: Word
    follows: Word
    same: Word
    not_reached: Word
    leaves: Word
    asked: Word
    changed: Word
    reads: Word
    without: Word
    before: Word
    telling: list[Word]


class Detail(Strict):
    """Words of an open step."""

    input: Word
    output: Word
    said: Word
    instruction: Word
    goto: Word
    close: Word
    same_fields: Word
    not_reached: Word


class Column(Strict):
    """A field of a side effect's result in the ledger; the first column names the entry."""

    field: Word
    label: Word | None = None
    kind: Literal["text", "number"] = "text"


class Ledger(Strict):
    """Words of the ledger: what the session left in the world, and what the replay adds."""

    title: Word
    session: Word
    replay: Word
    columns: list[Column]


class OwnFigure(Strict):
    """Words of a figure of the subject's own."""

    label: Word
    none: Word


class Held(Strict):
    """Words of what the export holds, in a line under each input."""

    title: Word
    tool_results: Word
    model_turns: Word
    left_out: Word
    unused: Word


class Now(Strict):
    """Words of the line that says what happens now, and of what a choice came to."""

    before: Word
    unchanged: Word
    undo: Word
    forget: Word
    passed: Word


class Sheet(Strict):
    """Words of the button that unfolds the run where it is folded."""

    open: Word
    close: Word


class Map(Strict):
    """Words of the map of all set-ups; `short` names each value of an input in a word."""

    title: Word
    caption: Word
    rows: Word
    passes: Word
    fails: Word
    effect: Word
    match: Word
    short: Annotated[Any, _shape(ShortWords)]


class Live(Strict):
    """Words of a live value."""

    label: Word
    help: Word
    wrong: Word
    needs_python: Word
    refused: Word
    any_value: Word


class ProofStates(Strict):
    """What is known of a run's digest."""

    build: Word
    same: Word
    differs: Word
    prebuilt: Word
    own_live: Word


class Proof(Strict):
    """Words of the proof."""

    title: Word
    digest: Word
    check: Word
    command: Word
    source: Word
    file: Word
    no_source: Word
    states: ProofStates


class Share(Strict):
    """Words of the snippets for documentation authors."""

    title: Word
    help: Word
    iframe: Word
    markdown: Word
    frame_title: Word


class Shortcuts(Strict):
    """The list of the player's keys."""

    title: Word
    help: Word
    rows: list[tuple[Word, Word]]


class Severities(Strict):
    """The severities of findings."""

    error: Word
    warning: Word
    note: Word


class Verdicts(Strict):
    """The verdicts on a foreign step."""

    same: Word
    differs: Word
    unknown: Word


class Marks(Strict):
    """The reader's marks of a tool."""

    none: Word
    safe: Word
    unsafe: Word


class Safeties(Strict):
    """What a tool counts as."""

    safe: Word
    unsafe: Word
    unknown: Word


class Records(Strict):
    """The four things that a replay needs recorded."""

    tool_results: Word
    model_version: Word
    initial_state: Word
    placeholders: Word


class Answers(Strict):
    """Whether a thing is recorded."""

    yes: Word
    partly: Word
    no: Word


Sample = create_model("Sample", __base__=Chosen, title=(Word, ...))
"""A sample session: its title, and the set-up that shows its fault; an input that is absent is the careful one."""


class Own(Strict):
    """Words of "Try your own session"; `samples` names each file of `content/samples`."""

    title: Word
    file: Word
    drop: Word
    drop_here: Word
    sample: Word
    format: Word
    any_format: Word
    read_as: Word
    other_format: Word
    session: Word
    unnamed: Word
    opening_engine: Word
    reading: Word
    checking: Word
    seconds: Word
    cancel: Word
    cancelled: Word
    too_large: Word
    unreadable: Word
    no_python: Word
    no_sample: Word
    incomplete: Word
    crashed: Word
    failed: Word
    replay_of: Word
    not_understood: Word
    show_this: Word
    unsearched: Word
    unsearched_help: Word
    gate: Word
    gate_passes: Word
    ask_again: Word
    records_title: Word
    findings: Word
    gravest: Word
    no_findings: Word
    more: Word
    not_listed: Word
    line: Word
    steps: Word
    steps_caption: Word
    in_replay: Word
    runs_again: Word
    more_steps: Word
    tools: Word
    tools_caption: Word
    call: Word
    calls: Word
    mark: Word
    again: Word
    make: Word
    make_help: Word
    salt: Word
    salt_help: Word
    made: Word
    before: Word
    after: Word
    download: Word
    download_check: Word
    download_check_help: Word
    known: Word
    report: Word
    report_files: Word
    report_no_script: Word
    save_report: Word
    save_report_help: Word
    errors: Word
    inputs: Annotated[Any, _shape(OwnInputs)]
    gates: Gates
    records: Records
    answers: Answers
    severities: Severities
    severity: Severities
    states: Verdicts
    marks: Marks
    safeties: Safeties
    samples: dict[str, Annotated[Any, _shape(Sample)]]


class Ways(Strict):
    """Words of the ways to another verdict."""

    to_pass: Word
    to_break: Word
    joined: Word = Field(alias="and")


class Actions(Strict):
    """Buttons that are not playback, and what they say."""

    title: Word
    copy_link: Word
    link: Word
    download_bundle: Word
    download_run: Word
    copied: Word
    copy_failed: Word


class Engine(Strict):
    """What the page says of the engine."""

    starting: Word
    computing: Word
    waiting: Word
    python: Word
    prebuilt: Word
    unloaded: Word
    incomplete: Word
    prebuilt_mark: Word
    waiting_mark: Word
    unread: Word
    ignored: Word
    failed: Word


class Labels(Strict):
    """`site_templates/words.yaml`, with a subject's `labels.yaml` over it."""

    page: Page
    inputs: Annotated[Any, _shape(Inputs)]
    player: Player
    panels: Panels
    metrics: Metrics
    columns: Columns
    actors: Actors
    sources: Sources
    states: States
    sides: Sides
    details: Details
    tapes: Tapes
    detail: Detail
    figures: dict[str, OwnFigure]
    ledger: Ledger
    held: Held
    now: Now
    sheet: Sheet
    map: Map
    live: dict[str, Live]
    proof: Proof
    share: Share
    shortcuts: Shortcuts
    own: Own
    ways: Ways
    actions: Actions
    engine: Engine
