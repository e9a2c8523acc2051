"""The formats: one module each, recognised by what a file contains, never by its name.

Each module has `NAME`, `TITLE`, `recognise(value) -> Match` and `read(source) -> list[Trail]`.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Protocol, cast

from ...base.errors import InputError
from ...base.json_text import Json
from ..reading.source import Source
from ..trail import Trail
from . import (
    anthropic,
    atif,
    autogen,
    bedrock_converse,
    claude_code,
    codex,
    codex_exec,
    gemini,
    gemini_cli,
    google_adk,
    google_adk_tests,
    goose,
    inspect_ai,
    langchain,
    langfuse,
    langsmith,
    mastra,
    mlflow,
    openai_chat,
    openai_responses,
    opencode,
    otel_genai,
    pi,
    pydantic_ai,
    replay_bundle,
    strands,
    sweagent,
    vcrpy,
    vercel_ai,
)
from .match import Match


class Reader(Protocol):
    """A module that reads one format."""

    NAME: str
    TITLE: str

    def recognise(self, value: Json) -> Match:
        """Whether a file's value is of the format, and the keys that show it."""

    def read(self, source: Source) -> list[Trail]:
        """The sessions of a file; never raises for what a file holds."""


READERS: MappingProxyType[str, Reader] = MappingProxyType(
    {
        module.NAME: cast(Reader, module)
        for module in (
            replay_bundle,
            vcrpy,
            atif,
            inspect_ai,
            sweagent,
            claude_code,
            codex,
            codex_exec,
            gemini_cli,
            opencode,
            goose,
            pi,
            google_adk,
            google_adk_tests,
            mlflow,
            langsmith,
            langfuse,
            otel_genai,
            strands,
            mastra,
            autogen,
            vercel_ai,
            pydantic_ai,
            langchain,
            gemini,
            bedrock_converse,
            anthropic,
            openai_responses,
            openai_chat,
        )
    }
)
"""The readers by name, in the order in which they are tried: the more particular first."""


NOT_KNOWN = "The format is not known."
"""How the problem of a file begins that may be no session at all."""


def detect(source: Source, forced: str | None = None) -> Reader:
    """The reader for a file.

    Args:
        source: the file.
        forced: the name of the format to take it for, or None to recognise it by its content.

    Raises:
        InputError: nothing could be read, no such format, or no format fits: then with what was tried and missed.
    """
    if not source.documents:
        raise _unreadable(source)
    if forced is not None:
        return _named(forced)
    matches = {name: reader.recognise(source.value) for name, reader in READERS.items()}
    fitting = next((name for name, match in matches.items() if match.fits), None)
    if fitting is None:
        raise _unknown(source, matches)
    return READERS[fitting]


def read_trails(source: Source, forced: str | None = None) -> list[Trail]:
    """The sessions that a file holds, in its order; of an archive that is no known format, those of its members.

    Args:
        source: the file.
        forced: as for `detect`.

    Raises:
        InputError: as for `detect`, or where the format fits but the file holds no session.
    """
    if source.kind == "zip" and not any(reader.recognise(source.value).fits for reader in READERS.values()):
        return _read_members(source, forced)
    reader = detect(source, forced)
    if not isinstance(source.value, (dict, list)):
        raise InputError("It is neither an object nor a list.", place=source.name, remedy="Export the session again.")
    trails = [trail for trail in reader.read(source) if trail.entries]
    if not trails:
        raise InputError(
            f"It holds no step of a session, read as {reader.TITLE}.",
            place=source.name,
            remedy="Export a session with its messages, or name another format.",
        )
    return trails


def _read_members(source: Source, forced: str | None) -> list[Trail]:
    """The sessions of an archive's members; one that is of no known format is passed over where another is of one.

    Raises:
        InputError: of the first member, where no member can be read as a session.
    """
    trails: list[Trail] = []
    errors: list[InputError] = []
    for name, member in source.members.items():
        try:
            found = read_trails(member, forced)
        except InputError as error:
            errors.append(error)
            continue
        trails += [replace(trail, name=trail.name or name, value=source.value) for trail in found]
    if not trails:
        raise errors[0] if errors else _unreadable(source)
    return trails


def _named(name: str) -> Reader:
    if name not in READERS:
        known = ", ".join(READERS)
        raise InputError(f"No format is called {name!r}.", place="--format", remedy=f"Known are {known}.")
    return READERS[name]


def _unreadable(source: Source) -> InputError:
    return _broken(source) or InputError(
        "Nothing could be read.", place=source.name, remedy="Export the session again."
    )


def _broken(source: Source, more: str = "") -> InputError | None:
    """The first thing that is wrong with the file as a file, if anything is."""
    defect = next((found for found in source.defects if found.severity == "error"), None)
    if defect is None:
        return None
    line = "" if defect.place.line is None else f", line {defect.place.line}, column {defect.place.column}"
    where = source.name + line
    return InputError(f"{defect.reason}{more}", place=where, remedy=defect.remedy)


def _unknown(source: Source, matches: dict[str, Match]) -> InputError:
    broken = _broken(source, " No known format is to be seen in what comes before.")
    if broken is not None:
        return broken
    return InputError(
        f"{NOT_KNOWN} {_guess(matches)}",
        place=source.name,
        remedy="Name the format if you know it; on the command line, check --formats lists them.",
    )


def _guess(matches: dict[str, Match]) -> str:
    """The format that a file is nearest to, and what it lacks of that."""
    found = [(name, match) for name, match in matches.items() if match.found]
    if not found:
        return "Nothing in it looks like a session."
    name, match = min(found, key=lambda each: (len(each[1].missed), -len(each[1].found)))
    return f"It looks most like {READERS[name].TITLE}, but lacks {', '.join(match.missed)}."
