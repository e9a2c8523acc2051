"""Predicts each step of a replay without replaying: there is no world to ask and no model to call.

Each step is **same**, **differs** or **unknown**, under the same four inputs as a replay (`engine.replay.settings`):

    tools     answered from the export: as recorded; called live: nobody can know what they answer today
    model     injected: the recorded output, its input compared where it can be; pinned: unchanged input is assumed to
              give the recorded output, where the file names an exact version and no argument comes from the clock or
              from chance; latest: another model, so unknown
    state     left out: what was built from it differs or is unknown
    email     in clear, or people's data and secrets replaced by tokens or removed; a regenerated turn that reads
              `[removed]` is unknown

As in `engine.replay.cause`, a step is an origin where a difference begins, and a knock-on where it follows from earlier
origins. The verdict reads the steps once and carries along what each turn reads, so time is linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..base.json_text import Json
from ..replay.settings import Settings
from ..replay.walk import LISTED, Source, source_of
from .manifest import Gap, gaps_named, left_out_of
from .rules.ambiguous import ids_open_twice
from .rules.missing import has_placeholder, unanswered, undeclared
from .rules.model_names import answering, is_exact
from .stepfinder import StepFinder
from .trail import ABSENT, Absent, Entry, Trail

State = Literal["same", "differs", "unknown"]

CAREFUL = Settings("recorded", "injected", "included", "clear")
"""What a careful person would do first: answer tools and model turns from the export, as it is."""

TEXTS = {
    "from_export": "Taken from the export.",
    "injected": "The recorded turn is injected.",
    "injected_unseen": "The recorded turn is injected; its instruction, which is not in the file as the model read it, "
    "is not compared.",
    "program": "A program makes the call, and nothing that it depends on is another.",
    "repeats": "The input is unchanged and the version exact; the model is assumed to repeat itself.",
    "call_missing": "the call that this result answers is not in the file",
    "result_missing": "the result has no content in the file",
    "ids_mixed": "another call bore the same id at the same time, so which result is whose is not certain",
    "live_tool": "the tool is called live, and what it answers today cannot be known",
    "live_refused": "the call was refused when the session ran, and what it answers when called live cannot be known",
    "instruction_missing": "the instruction is not in the file, so what the model reads cannot be compared",
    "instruction_unfilled": "the instruction is a template, and the state that it is filled from is not in the file",
    "state_left_out": "the export leaves out the state that the instruction is built from",
    "state_perhaps_read": "the export leaves out the state, from which the instruction may have been built",
    "outside": "something that the model read lies outside the file",
    "cut": "the file says that the history was cut before this turn",
    "not_understood": "a part of it was not understood, so what stands there cannot be given back",
    "unread": "a part before it was not understood, and what the model read of it is not known",
    "no_result": "its result is not in the file, so a replay has nothing to answer it with",
    "left_out": "a result that stood before it is not in the bundle",
    "masked": "what the model reads was masked before the file was written",
    "name_missing": "which tool is called is not in the file",
    "undeclared": "the tool is not among the declared ones, so a model that is called again cannot ask for it",
    "person_removed": "what the model reads was removed from the export",
    "latest": "the alias points at another model today",
    "model_unnamed": "the file does not name the model that answered",
    "model_alias": "the file names the model by an alias or a family, which may be another model today",
    "clock": "an argument holds a moment from the clock, and a regenerated turn would send another one",
    "chance": "an argument holds a random value, and a regenerated turn would send another one",
    "today": "an argument holds the date of that day, and a regenerated turn would send the date of its own day",
    "refused": "the service would refuse this request",
    "perhaps_refused": "the service may refuse this request",
    "signed_left_out": "signed thinking before it holds people’s data, so it is left out of the export",
}
"""The reasons: whole sentences for a step that is the same, clauses for what begins at a step."""

_NOT_HELD = frozenset({"not_understood", "name_missing"})
"""Why not even what is injected is as recorded: the file does not hold it."""

_SHORTEST_SHOWN = 3
"""A value of the state that is shorter than this may stand in an instruction by accident."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay would come to at one step.

    Attributes:
        entry: the step.
        source: where the set-up takes its answer from.
        state: the same, differs, or unknown; of a model's turn, its input counts too.
        reasons: keys of `TEXTS`: what begins here, or why it is the same.
        follows: the origins that it follows from, earliest first; of many, the first twelve.
    """

    entry: Entry
    source: Source
    state: State
    reasons: tuple[str, ...]
    follows: tuple[str, ...] = ()

    @property
    def output(self) -> State:
        """How the output alone comes out: what is injected is as recorded, whatever the turn would have read.

        A call whose result is missing is made as recorded all the same.
        """
        if self.reasons == ("no_result",) and not self.follows:
            return "same"
        return "same" if self.source == "injected" and _NOT_HELD.isdisjoint(self.reasons) else self.state

    @property
    def text(self) -> str:
        """The reason in one or two sentences."""
        if self.state == "same":
            return " ".join(TEXTS[reason] for reason in self.reasons)
        begins = f"Begins here: {'; '.join(TEXTS[reason] for reason in self.reasons)}." if self.reasons else ""
        follows = f"Follows from {_and(self.follows)}." if self.follows else ""
        return " ".join(filter(None, (begins, follows)))


Drifts = Mapping[str, tuple[str, ...]]
"""By a call's id, keys of `TEXTS`: why a model that reads the same would send other arguments all the same."""


def judge_steps(
    trail: Trail,
    settings: Settings,
    personal: Iterable[str] = (),
    drifts: Drifts | None = None,
    masked: Iterable[str] = (),
    refused: Mapping[str, str] | None = None,
) -> Iterator[Verdict]:
    """The verdict on every step.

    Args:
        trail: the session.
        settings: the set-up.
        personal: the ids of the entries that hold people's data or secrets, for exports that remove them.
        drifts: the calls whose arguments come from the clock or from chance.
        masked: the ids of the entries that hold a mask, in whose place a model once read a value.
        refused: the turns whose request the service would refuse, by their first entry, each with a key of `TEXTS`.

    Returns:
        One verdict per entry, in order. Time is linear in the number of entries.
    """
    walk = _Walk(trail, settings, frozenset(personal), drifts or {})
    walk.gaps = {**dict.fromkeys(masked, "masked"), **walk.gaps}
    walk.refused = refused or {}
    return (walk.take(entry) for entry in trail.entries)


@dataclass
class _Reading:
    """What the next model turn reads, compared with what it read when the session ran."""

    state: State = "same"
    origins: tuple[str, ...] = ()

    def worsen(self, verdict: Verdict) -> None:
        """Take in a step whose output is not the same. A difference is certain, whatever else is unknown."""
        if self.state != "differs":
            self.state = verdict.output
        if verdict.reasons and len(self.origins) < LISTED:
            self.origins = (*self.origins, verdict.entry.id)

    def lack(self, origin: str) -> None:
        """Take in that something is missing in what is read from here on."""
        if self.state != "differs":
            self.state = "unknown"
        if len(self.origins) < LISTED:
            self.origins = (*self.origins, origin)


class _Walk:
    """The state of one verdict between two steps."""

    def __init__(self, trail: Trail, settings: Settings, personal: frozenset[str], drifts: Drifts) -> None:
        gaps = gaps_named(trail)
        self.settings = settings
        self.drifts = drifts
        self.lacks_instruction = any(gap.code == "missing.instruction" for gap in gaps)
        self.personal = personal if settings.email == "removed" else frozenset()
        self.reading = _Reading()
        self.instruction = _instruction(trail, settings, named=self.lacks_instruction)
        self.instruction_origin: str | None = None
        self.refused: Mapping[str, str] = {}
        self.gaps = _gaps(trail, gaps)
        self.unread = _unread(trail) | {gap.step for gap in gaps if gap.code == "missing.unread"}
        self.unanswered = unanswered(trail)
        self.pending: Verdict | None = None
        self.dropped = {left.step for left in left_out_of(trail)}
        self.drops = None in self.dropped
        self.mixed_results = {gap.step for gap in gaps if gap.code == "ambiguous.call-id-reused"}
        self.nameless = {gap.step for gap in gaps if gap.code == "missing.tool-name"}
        self.undeclared = undeclared(trail) | _tools_at(trail, gaps, "missing.tool-undeclared")
        self.gap: tuple[str, int | None] | None = None
        self.mixed = ids_open_twice(trail)
        self.calls: dict[str, Verdict] = {}
        self.off_script: tuple[str, ...] = ()

    def take(self, entry: Entry) -> Verdict:
        """Judge the next step."""
        self._read_pending(entry)
        verdict = self._judged(entry)
        lacking = self._lacking(entry)
        if lacking:
            verdict = replace(verdict, state="unknown", reasons=(*self._begins(verdict), lacking))
        if entry.id in self.unanswered:
            verdict = replace(verdict, state="unknown", reasons=(*self._begins(verdict), "no_result"))
            self.pending = self.pending or verdict
        if entry.kind == "call":
            self.calls[entry.id] = verdict
        self.drops = self.drops or entry.id in self.dropped
        if verdict.output != "same":
            self.reading.worsen(verdict)
            if verdict.source == "regenerated" and not self.off_script:
                self.off_script = _origins(verdict)
        reason = self.gaps.get(entry.id) or ("person_removed" if entry.id in self.personal else None)
        if reason:
            self.gap = (reason, entry.turn)
        return verdict

    def _read_pending(self, entry: Entry) -> None:
        """What comes after a call without a result reads that it is missing; not the other calls of its turn."""
        before = self.pending
        if before is not None and (entry.turn is None or entry.turn != before.entry.turn):
            self.reading.lack(before.entry.id)
            self.pending = None

    def _lacking(self, entry: Entry) -> str | None:
        """What of the step itself the file does not hold, so that it cannot be as recorded."""
        if entry.id in self.unread:
            return "not_understood"
        is_nameless = entry.kind == "call" and (not entry.tool or entry.id in self.nameless)
        return "name_missing" if is_nameless else None

    def _judged(self, entry: Entry) -> Verdict:
        if entry.kind == "result":
            return self._result(entry)
        if entry.by_program:
            return self._by_program(entry)
        return self._turn(entry) if entry.actor == "model" else self._given(entry)

    @staticmethod
    def _begins(verdict: Verdict) -> tuple[str, ...]:
        """What begins at a step already; a reason to be the same no longer counts."""
        return () if verdict.state == "same" else verdict.reasons

    def _by_program(self, entry: Entry) -> Verdict:
        """A call that no model makes: the program makes it again, as long as what it depends on is the same."""
        if self.reading.state == "same":
            return Verdict(entry, "export", "same", ("program",))
        return Verdict(entry, "export", "unknown", (), self.reading.origins)

    def _given(self, entry: Entry) -> Verdict:
        """What a user says: it stands in the export, but a regenerated turn may have left the script before it."""
        if self.off_script:
            return Verdict(entry, "export", "unknown", (), self.off_script)
        return Verdict(entry, "export", "same", ("from_export",))

    def _result(self, entry: Entry) -> Verdict:
        source = source_of("tool", self.settings)
        reasons = self._result_reasons(entry)
        call = self.calls.get(entry.answers or "")
        follows = _origins(call) if call is not None and call.output != "same" else ()
        if not reasons and not follows:
            return Verdict(entry, source, "same", ("from_export",))
        state: State = "unknown" if reasons or call is None else call.output
        return Verdict(entry, source, state, reasons, follows)

    def _result_reasons(self, entry: Entry) -> tuple[str, ...]:
        reasons = []
        if entry.answers not in self.calls:
            reasons.append("call_missing")
        if self.settings.tools == "live":
            refused = entry.refused or (entry.answers in self.calls and self.calls[str(entry.answers)].entry.refused)
            reasons.append("live_refused" if refused else "live_tool")
        elif entry.result is ABSENT:
            reasons.append("result_missing")
        if entry.answers in self.mixed or entry.id in self.mixed_results:
            reasons.append("ids_mixed")
        return tuple(reasons)

    def _turn(self, entry: Entry) -> Verdict:
        """A model's message or call: its input is compared; a regenerated one must be repeatable as well."""
        source = source_of("model", self.settings)
        if self.drops:
            self.drops = False
            follows = self.reading.origins
            self.reading.lack(entry.id)
            return Verdict(entry, source, "unknown", ("left_out",), follows)
        if source == "injected" and self.instruction in _UNSEEN and self.reading.state == "same":
            return Verdict(entry, source, "same", ("injected_unseen",))
        input_state, begins, follows = self._input(entry)
        if source == "injected":
            return Verdict(entry, source, input_state, ("injected",) if input_state == "same" else begins, follows)
        begins += self._model_reasons(entry)
        if input_state == "same" and not begins:
            return Verdict(entry, source, "same", ("repeats",))
        return Verdict(entry, source, "unknown", begins, follows)

    def _input(self, entry: Entry) -> tuple[State, tuple[str, ...], tuple[str, ...]]:
        """How a turn's input compares, what begins here, and what it follows from."""
        state, follows = self.reading.state, self.reading.origins
        if self.instruction is None:
            return state, (), follows
        begins: tuple[str, ...] = ()
        if self.instruction_origin is None:
            self.instruction_origin = entry.id
            begins = (self.instruction[1],)
        elif self.instruction_origin not in follows:
            follows = (self.instruction_origin, *follows)[:LISTED]
        return "differs" if "differs" in (state, self.instruction[0]) else "unknown", begins, follows

    def _model_reasons(self, entry: Entry) -> tuple[str, ...]:
        """Why a model that reads what was recorded might answer otherwise; a gap counts once, where it is met first."""
        reasons = self._gap_met(entry)
        if entry.id in self.refused:
            reasons.append(self.refused[entry.id])
        if self.lacks_instruction and self.instruction_origin is None:
            self.instruction_origin = entry.id
            reasons.append("instruction_missing")
        if self.settings.model == "latest":
            reasons.append("latest")
        elif answering(entry) is None:
            reasons.append("model_unnamed")
        elif not is_exact(answering(entry)):
            reasons.append("model_alias")
        if entry.kind == "call" and entry.tool in self.undeclared:
            reasons.append("undeclared")
        return (*reasons, *self.drifts.get(entry.id, ()))

    def _gap_met(self, entry: Entry) -> list[str]:
        """The gap in what the turn reads, unless the turn itself made it."""
        if self.gap is None or (entry.turn is not None and entry.turn == self.gap[1]):
            return []
        reason, self.gap = self.gap[0], None
        return [reason]


_UNSEEN = (("unknown", "instruction_missing"), ("unknown", "instruction_unfilled"))
"""What may be with the instruction without any doubt about a turn that is taken from the export."""


def _instruction(trail: Trail, settings: Settings, *, named: bool) -> tuple[State, str] | None:
    """How the instruction compares with the recorded one, and why; None where it is the same."""
    if trail.instruction is None:
        return None if named else ("unknown", "instruction_missing")
    if settings.state == "omitted" and trail.initial_state is not ABSENT and trail.initial_state:
        shown = _shows_state(trail.instruction, trail.initial_state)
        return ("differs", "state_left_out") if shown else ("unknown", "state_perhaps_read")
    if trail.initial_state is ABSENT and has_placeholder(trail.instruction) and trail.format != "replay_bundle":
        return "unknown", "instruction_unfilled"
    return None


def _shows_state(instruction: str, state: Json | Absent) -> bool:
    """Whether a value of the state, or a placeholder for it, stands in the instruction."""
    if not isinstance(state, Mapping):
        return isinstance(state, str) and len(state) >= _SHORTEST_SHOWN and state in instruction
    values = (value for value in state.values() if isinstance(value, str) and len(value) >= _SHORTEST_SHOWN)
    return any(f"{{{key}" in instruction for key in state) or any(value in instruction for value in values)


_GAPS = {
    "missing.attachment": "outside",
    "missing.truncated": "cut",
    "missing.unread": "unread",
    "rejected.signed-data": "signed_left_out",
}
"""Codes of a manifest that make a gap in what a model turn reads; so do the others of the group `rejected`."""


def _tools_at(trail: Trail, gaps: Sequence[Gap], code: str) -> frozenset[str | None]:
    """The tools that are called at the steps at which the manifest names that code."""
    steps = {gap.step for gap in gaps if gap.code == code}
    return frozenset(entry.tool for entry in trail.entries if entry.id in steps) if steps else frozenset()


def _unread(trail: Trail) -> frozenset[str | None]:
    """The steps of which a part was not understood."""
    finder = StepFinder(trail.entries) if trail.unread else None
    return frozenset(finder.step_at(item.place.path) for item in trail.unread) if finder else frozenset()


def _gaps(trail: Trail, named: Sequence[Gap]) -> dict[str, str]:
    """The steps after which a model turn cannot be called again with what it read, and why."""
    finder = StepFinder(trail.entries)
    start = trail.entries[0].id if trail.entries else ""
    gaps = {finder.step_at(item.place.path) or start: "outside" for item in trail.outside}
    gaps |= {finder.step_at(place.path) or start: "cut" for place in trail.truncated}
    gaps |= {finder.step_at(item.place.path) or start: "unread" for item in trail.unread}
    return gaps | {gap.step or start: why for gap in named if (why := _gap_of(gap.code)) is not None}


def _gap_of(code: str) -> str | None:
    """Why a model turn cannot be called again after what the manifest names by that code."""
    if code.startswith("rejected.") and code not in _GAPS:
        return "refused"
    return _GAPS.get(code)


def _origins(verdict: Verdict) -> tuple[str, ...]:
    """The steps at which what a step yields began to differ."""
    own = (verdict.entry.id,) if verdict.reasons else ()
    return tuple(dict.fromkeys((*verdict.follows, *own)))[:LISTED]


def _and(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
