"""What a service would refuse, as findings, and as the turns of which a replay knows nothing for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...replay.settings import Settings
from ..codes import finding
from ..finding import Finding, Severity
from ..reading.paths import Path, path_text
from ..stepfinder import StepFinder
from ..trail import Place, Trail
from . import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from .limits import Limit
from .request import Fault, Request, conversation_of
from .signed import SignedData

_FAULTS: Mapping[str, Callable[[Request], Iterator[Fault]]] = MappingProxyType(
    {
        "anthropic": anthropic.faults,
        "claude_code": anthropic.faults,
        "openai_chat": openai_chat.faults,
        "openai_responses": openai_responses.faults,
        "codex": openai_responses.faults,
        "gemini": gemini.faults,
        "google_adk": gemini.faults,
        "bedrock_converse": bedrock_converse.faults,
    }
)
"""By the format, what looks for faults in its conversations."""

_OWN = {
    "anthropic": re.compile(r"claude"),
    "claude_code": re.compile(r"claude"),
    "openai_responses": re.compile(r"gpt|codex|computer-use|(?:^|/)o\d"),
    "codex": re.compile(r"gpt|codex|(?:^|/)o\d"),
    "gemini": re.compile(r"gemini|gemma"),
}
"""By the format, the models of the vendor whose API it is; another vendor may take what that one refuses."""


@dataclass(frozen=True)
class Refusal:
    """A fault with its place, and the turn with which it is first sent.

    Attributes:
        limit: which limit.
        place: where it stands.
        step: the step that it belongs to.
        what: what stands there, as a sentence.
        sender: the first entry of the turn whose request holds it.
        certain: whether documentation says so of the service that is asked.
    """

    limit: Limit
    place: Place
    step: str | None
    what: str
    sender: str
    certain: bool


@dataclass(frozen=True)
class Refused:
    """What is known before any set-up is chosen.

    Attributes:
        refusals: the faults that a regenerated turn would send.
        signed: the signed blocks that hold people's data.
    """

    refusals: Sequence[Refusal] = ()
    signed: Sequence[SignedData] = ()

    def findings(self, settings: Settings) -> Iterator[Finding]:
        """All of it, as grave as it is under a set-up: notes where no turn is regenerated."""
        for item in self.refusals:
            reason = f"{item.what} {item.limit.api} asks for {item.limit.rule} ({item.limit.source})."
            about = f"{item.limit.api}: {item.limit.rule}"
            severity = _severity(item, settings)
            yield finding(item.limit.code, item.place, reason, item.step, severity=severity, about=about)
        for data in self.signed:
            reason = (
                "Signed thinking holds people’s data. Redacted, its signature would not fit and the service would "
                f"refuse it ({data.limit.source}), so a bundle leaves it out whole."
            )
            yield finding(data.limit.code, data.place, reason, data.step, severity=_of_signed(settings))

    def turns(self, settings: Settings) -> Mapping[str, str]:
        """By the first entry of a turn, a key of `verdict.TEXTS`: why nobody knows what it would come to."""
        if settings.model == "injected":
            return {}
        turns = {item.sender: "perhaps_refused" for item in self.refusals if item.limit.refuses}
        turns |= {item.sender: "refused" for item in self.refusals if item.limit.refuses and item.certain}
        redacted = self.signed if settings.email != "clear" else ()
        return {data.sender: "signed_left_out" for data in redacted if data.sender is not None} | turns


NOTHING = Refused()
"""Of a session in which nothing would be refused."""


def refusals_of(trail: Trail, place: Callable[[Path], Place]) -> tuple[Refusal, ...]:
    """What the service of a session's API would refuse of the requests that regenerated turns would send.

    Args:
        trail: the session.
        place: the place of a path in its file.
    """
    conversation = conversation_of(trail) if trail.format in _FAULTS else None
    if conversation is None:
        return ()
    own = _OWN.get(trail.format)
    model = conversation.request.model
    is_own = own is None or not model or own.search(model.lower()) is not None
    found = [(fault, conversation.senders.after(fault.after)) for fault in _FAULTS[trail.format](conversation.request)]
    if not found:
        return ()
    finder = StepFinder(trail.entries)
    return tuple(
        Refusal(
            fault.limit,
            place(fault.path),
            _step_of(fault, finder) or conversation.senders.up_to(fault.after),
            fault.what,
            sender,
            fault.limit.documented and is_own,
        )
        for fault, sender in found
        if sender is not None
    )


def _step_of(fault: Fault, finder: StepFinder) -> str | None:
    """The step at a fault, or the first one within it."""
    path = path_text(fault.path)
    return finder.step_at(path) or finder.step_at(f"{path}[0]")


def _severity(item: Refusal, settings: Settings) -> Severity:
    if settings.model == "injected":
        return "note"
    return "error" if item.certain else "warning"


def _of_signed(settings: Settings) -> Severity:
    if settings.model == "injected":
        return "note"
    return "warning" if settings.email == "clear" else "error"
