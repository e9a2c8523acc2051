"""A check as one JSON document per file, canonical, with a digest; its schema is `engine/check.schema.json`.

    format     "replay-check/1"
    file       the file's name
    error      {"problem", "place", "remedy"} where it could not be read; null otherwise
    verdict    what a replay would do, in three sentences
    settings   the four inputs
    marks      the reader's own marks of tools
    allow_unsearched  whether what could not be searched for people's data is a warning, and no error
    sessions   one for each session of the file: its steps, counts, findings, tools, side effects, gate; what it comes
               to with tools answered from the export and with tools called live; what the file records of it
    findings   what is wrong with the file as a file, and what belongs to no session
    gate       "pass" where every session's gate passes and no finding of the file is an error
    digest     the SHA-256 of the canonical form without this key

Nothing of a person and no secret is shown whole in it: wherever the file holds any, every text of the document is
redacted as a bundle would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ...base.errors import InputError
from ...base.json_text import Json, digest, pretty, pretty_parts
from ...base.memory import without_collector
from ...replay.settings import Settings
from ..examine import Examination, as_exported, examine
from ..finding import Finding
from ..formats import READERS, read_trails
from ..outcome import UNSEARCHED, Outcome, clear_reasons, error_reasons
from ..owners import find_people
from ..reading.source import Source, read_source
from ..rejected.found import Refused, refusals_of
from ..rejected.signed import signed_data
from ..rules.side_effects import NO_MARKS, Marks
from ..together import grouped
from ..trail import Trail
from ..verdict import CAREFUL
from .answer import answer
from .cleaning import Cleaner, cleaner_of
from .sentences import sentences, unreadable_sentences
from .steps import steps_of

FORMAT = "replay-check/1"

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question:
    """What is asked of a file.

    Attributes:
        settings: the set-up; what a careful person would do first, unless said otherwise.
        marks: the reader's own marks of tools.
        format: the name of the format to take it for, or None to recognise it by its content.
        allow_unsearched: whether what could not be searched for people's data is a warning, and no error.
    """

    settings: Settings = CAREFUL
    marks: Marks = NO_MARKS
    format: str | None = None
    allow_unsearched: bool = False


CAREFULLY = Question()
"""The careful set-up, no marks, any format."""


def check(data: bytes | bytearray, name: str, question: Question = CAREFULLY) -> Json:
    """Check a file.

    Args:
        data: its bytes.
        name: what to call it.
        question: the set-up, the marks, the format.

    Returns:
        The check document; one with an `error` where the file cannot be read as a session.
    """
    content = [data]
    del data
    with without_collector():
        source = read_source(content.pop(), name)
        try:
            trails = read_trails(source, question.format)
        except InputError as error:
            return unreadable(source.name, question, error, source.defects)
        examined = _examined(source, trails, question)
        # The file's values are no longer needed; their memory is free for the document.
        del source, trails
        return _document(examined)


def check_trails(source: Source, trails: Sequence[Trail], question: Question) -> Json:
    """The check document of a file that was read already; the source's text is gone then."""
    return _document(_examined(source, trails, question))


def guarded(ask: Callable[[], Answer], name: str) -> Answer:
    """The answer to a question about a file; a fault in a reader is reported as an unusable file is.

    Args:
        ask: checks the file, or makes it replayable.
        name: what the file is called.

    Raises:
        InputError: where the file is too large or nested too deeply, or a reader stumbles over it.
    """
    try:
        return ask()
    except (MemoryError, RecursionError) as error:
        raise InputError("It is too large or nested too deeply.", place=name, remedy="Check a part of it.") from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        problem = f"The reader stumbled over it ({type(error).__name__})."
        raise InputError(problem, place=name, remedy="Name another format, and report this as a fault.") from error


def all_findings(document: Json) -> Iterator[Json]:
    """Every finding of a check document, the file's first."""
    yield from document["findings"]
    for session in document["sessions"]:
        yield from session["findings"]


def check_text(document: Json) -> str:
    """The text of a check's file: the same bytes from the command line and from the page."""
    return pretty(document, sort_keys=True)


def text_parts(documents: Json) -> Iterator[str]:
    """The text of a check's file, or of a list of checks, in parts: the whole can weigh more than the file checked."""
    return (part for _, part in pretty_parts(documents, sort_keys=True))


@dataclass(frozen=True)
class _Examined:
    """All that the document says about a file, without the file's own values.

    Attributes:
        name: what the file is called.
        question: what was asked.
        sessions: its sessions.
        findings: what is wrong with it as a file, and what belongs to no session.
        cleaner: takes out of a text what must not be shown.
    """

    name: str
    question: Question
    sessions: Sequence[Examination]
    findings: Sequence[Finding]
    cleaner: Cleaner


def _examined(source: Source, trails: Sequence[Trail], question: Question) -> _Examined:
    found = find_people(source, trails)
    of_sessions, of_file = [_weighed(each, question) for each in found[0]], _weighed(found[1], question)
    refused = [
        Refused(refusals_of(trail, source.place), signed_data(trail, personal))
        for trail, personal in zip(trails, of_sessions, strict=True)
    ]
    source.forget_text()
    examined = [
        examine(trail, question.settings, question.marks, personal, known)
        for trail, personal, known in zip(trails, of_sessions, refused, strict=True)
    ]
    cleaner = cleaner_of(trails[0].value, [*of_file, *(item for personal in of_sessions for item in personal)])
    findings = [*source.defects, *grouped(as_exported(of_file, question.settings))]
    return _Examined(source.name, question, examined, findings, cleaner)


def _weighed(personal: Sequence[Finding], question: Question) -> list[Finding]:
    """Findings of people and secrets; of them, what could not be searched is a warning where the reader allows it."""
    if not question.allow_unsearched:
        return list(personal)
    return [replace(item, severity="warning") if item.code == UNSEARCHED else item for item in personal]


def _document(examined: _Examined) -> Json:
    cleaner, findings = examined.cleaner, examined.findings
    of_file = [*clear_reasons(findings), *error_reasons(findings)]
    sessions = [{**_session(each, cleaner), **_answers(each, findings, of_file, cleaner)} for each in examined.sessions]
    reasons = [*_prefixed(sessions), *of_file]
    document = {
        **_head(examined.name, examined.question),
        "error": None,
        "verdict": [cleaner.text(sentence) for sentence in sentences(examined.sessions, findings)],
        "sessions": sessions,
        "findings": [cleaner.finding(item).to_json() for item in findings],
        "gate": "fail" if reasons else "pass",
        "gate_reasons": [cleaner.text(reason) for reason in reasons],
    }
    return {**document, "digest": digest(document)}


def unreadable(name: str, question: Question, error: InputError, defects: Sequence[Finding] = ()) -> Json:
    """The check document of a file that cannot be read as a session, and why."""
    document = {
        **_head(name, question),
        "error": {"problem": error.problem, "place": error.place, "remedy": error.remedy},
        "verdict": unreadable_sentences(error.problem, error.remedy),
        "sessions": [],
        "findings": [item.to_json() for item in defects],
        "gate": "fail",
        "gate_reasons": [f"The file cannot be checked. {error.problem}"],
    }
    return {**document, "digest": digest(document)}


def _head(name: str, question: Question) -> dict[str, Json]:
    marks = {"safe": sorted(question.marks.safe), "unsafe": sorted(question.marks.unsafe)}
    settings, allowed = question.settings.choices(), question.allow_unsearched
    return {"format": FORMAT, "file": name, "settings": settings, "marks": marks, "allow_unsearched": allowed}


def _prefixed(sessions: Sequence[Json]) -> Iterator[str]:
    """The sessions' reasons; with several sessions, each names its own."""
    for number, session in enumerate(sessions, 1):
        prefix = f"Session {number}: " if len(sessions) > 1 else ""
        yield from (prefix + reason for reason in session["gate_reasons"])


def _session(examined: Examination, cleaner: Cleaner) -> Json:
    trail = examined.trail
    return {
        "session": cleaner.text(trail.name),
        "source_format": trail.format,
        "source_title": READERS[trail.format].TITLE,
        **_outcome(examined.outcome, (), cleaner),
        "tools": [_with_tool(tool.to_json(), "name", cleaner) for tool in examined.tools],
        "side_effects": [_with_tool(effect.to_json(), "tool", cleaner) for effect in examined.effects],
        "steps": steps_of(examined, cleaner),
        "findings": [cleaner.finding(item).to_json() for item in examined.findings],
        "records": [{**each.to_json(), "text": cleaner.text(each.text)} for each in examined.recorded],
    }


def _answers(
    examined: Examination, findings: Sequence[Finding], of_file: Sequence[str], cleaner: Cleaner
) -> dict[str, Json]:
    """What the reader wants to know first; what is wrong with the file as a file counts for each of its sessions."""
    both = {tools: _outcome(each, of_file, cleaner) for tools, each in examined.outcomes.items()}
    return {"answer": cleaner.text(answer(examined, findings)), "outcomes": both}


def _outcome(outcome: Outcome, more: Sequence[str], cleaner: Cleaner) -> dict[str, Json]:
    reasons = [*outcome.gate_reasons, *more]
    return {
        "counts": outcome.counts.to_json(),
        "side_effects_rerun": outcome.side_effects_rerun,
        "gate": "fail" if reasons else "pass",
        "gate_reasons": [cleaner.text(reason) for reason in reasons],
    }


def _with_tool(value: dict[str, Json], key: str, cleaner: Cleaner) -> Json:
    return {**value, key: cleaner.text(value[key])}
