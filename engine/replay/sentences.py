"""The sentences that the engine says of a run, as an author's file has them: `sentences.json` in the subject's folder.

The file is one JSON object, each name of `PARTS` with its text. In a text, `{name}` stands for a part, as `PARTS` lists
them; a text may leave a part out or turn the order round. Names that end in `.one` and `.many` are for one and for
another number. So the page can be in another language, or name its subject, without a change of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..base.errors import SubjectError
from ..base.json_text import Json

SENTENCES_FILE = "sentences.json"

PARTS: Mapping[str, tuple[str, ...]] = {
    "and": ("first", "last"),
    "and.comma": (),
    "more": ("list", "count"),
    "reason.live_answer": (),
    "reason.live_placeholder": (),
    "reason.another_model": (),
    "reason.address_removed": (),
    "reason.state_missing": (),
    "reason.instruction_differs": (),
    "cause.begins": ("reasons",),
    "cause.also_follows": ("steps",),
    "cause.follows": ("steps",),
    "not_reached": ("step",),
    "event.user": (),
    "event.injected": (),
    "event.injected_differs": (),
    "event.model": ("reads", "does"),
    "event.export": ("tool",),
    "event.live": ("tool", "answers"),
    "event.runs_again": ("event",),
    "reads.same": (),
    "reads.differs": (),
    "does.leaves": ("act", "instead"),
    "does.same": ("act",),
    "does.differs": ("act", "difference"),
    "act.calls": ("tool",),
    "act.says": ("text",),
    "act.answers": (),
    "instead.calling": ("tool",),
    "instead.answering": (),
    "answers.same": (),
    "answers.differs": ("difference",),
    "difference": ("field", "replayed"),
    "difference.recorded": ("field", "replayed", "recorded"),
    "privacy.none": (),
    "privacy.some": ("identifiers", "places"),
    "identifiers.one": ("count",),
    "identifiers.many": ("count",),
    "places.one": ("count",),
    "places.many": ("count",),
    "matched": ("matched", "total"),
    "outcome.pass": ("matched",),
    "outcome.fail": ("matched",),
    "gate.differs": ("matched", "step"),
    "gate.leaves": ("matched", "step", "left", "missed"),
    "missed.one": ("count",),
    "missed.many": ("count",),
    "gate.effects": ("effects", "steps"),
    "effects.one": ("count",),
    "effects.many": ("count",),
    "effect_at": ("tool", "step"),
    "gate.identifiers": ("identifiers",),
}
"""Each sentence, and what may stand in it."""


@dataclass(frozen=True)
class Sentences:
    """The sentences of a subject."""

    texts: Mapping[str, str]

    def say(self, name: str, **parts: object) -> str:
        """A sentence, with its parts filled in."""
        return self.texts[name].format(**parts)

    def count(self, name: str, number: int) -> str:
        """A number and its noun."""
        return self.say(f"{name}.{'one' if number == 1 else 'many'}", count=number)

    def all_of(self, parts: Sequence[str]) -> str:
        """Parts as a list in words: `a, b and c`."""
        if len(parts) < 2:  # noqa: PLR2004 - one is no list
            return "".join(parts)
        return self.say("and", first=self.texts["and.comma"].join(parts[:-1]), last=parts[-1])


def read_sentences(value: Json) -> Sentences:
    """The sentences of a file's value.

    Raises:
        SubjectError: for one that is missing, unknown, no text, or asks for a part that it does not have.
    """
    if not isinstance(value, dict):
        raise SubjectError("An object is needed here.", file=SENTENCES_FILE, remedy='Write {"name": "sentence", …}.')
    odd = next((name for name in [*PARTS, *value] if name not in value or name not in PARTS), None)
    if odd is not None:
        problem = f"The sentence {odd!r} is {'missing' if odd in PARTS else 'asked for by nothing'}."
        raise SubjectError(problem, file=SENTENCES_FILE, name=odd, remedy="Compare with the explainer's own file.")
    for name, text in value.items():
        _check_text(name, text)
    return Sentences(value)


def _check_text(name: str, text: Json) -> None:
    try:
        text.format(**dict.fromkeys(PARTS[name], ""))
    except (AttributeError, LookupError, ValueError) as error:
        parts = ", ".join(f"{{{part}}}" for part in PARTS[name]) or "none"
        remedy = f"Its parts are {parts}; write a brace of its own twice."
        raise SubjectError(f"It is no sentence: {text!r}.", file=SENTENCES_FILE, name=name, remedy=remedy) from error
