"""The page's requests that concern a file of the reader's own; `engine.service` passes them on.

    {"do": "check", "name": …, "text" or "base64": …, "settings": {…}, "marks": {"safe": […], "unsafe": […]},
     "format": …, "allow_unsearched": false}
        the text of the check document

    {"do": "make_replayable", … the same, "salt": …, "session": 0}
        {"name": …, "bundle": the text of the bundle's file, "before": check document, "after": check document}

`settings` are the four inputs; absent ones are the careful ones (`engine.check.verdict.CAREFUL`), not the opening's.
`format` is a reader's name or null. `session` is the index of the file's session to take. The file's content may also
be handed over as bytes beside the request, so that a large file need not pass through JSON; in a list, they are taken
out of it, so that nothing holds them longer than they are needed.

Where the asker keeps pieces of a file (`engine.check.telling.page_excerpt`), it gets the check's or the bundle's text
in this way, and the answer is short: {"check": its excerpt}, or {"name", "before", "after"}, with an excerpt
of each check.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from pathlib import PurePath

from ..base.errors import InputError
from ..base.json_text import Json, canonical, pretty
from ..base.memory import without_collector
from ..replay.settings import OPTIONS, Settings, read_settings
from .formats import read_trails
from .mending.bundle import bundle_text, replayable
from .reading.source import read_source
from .rules.side_effects import Marks
from .telling.document import Question, check, check_text, check_trails, guarded, unreadable
from .telling.page_excerpt import Keep, excerpt, keep_check, keep_text
from .verdict import CAREFUL

Data = bytes | bytearray
"""A file's content."""

Handed = Data | list[Data] | None
"""What comes beside a request."""


def answer_check(request: Mapping[str, Json], data: Handed = None, keep: Keep | None = None) -> str:
    """The text of a file's check document; where its pieces are kept, its excerpt.

    Raises:
        InputError: where the request cannot be understood. The document says so where a file cannot be read.
    """
    content, name, question = [_content(request, data)], _name(request), question_of(request)
    with without_collector():
        try:
            document = guarded(lambda: check(content.pop(), name, question), name)
        except InputError as error:
            document = unreadable(name, question, error)
        return check_text(document) if keep is None else canonical({"check": keep_check(document, keep)})


def answer_replayable(request: Mapping[str, Json], data: Handed = None, keep: Keep | None = None) -> str:
    """A bundle that replays, with the check of the file before and of the bundle after.

    Raises:
        InputError: where the request cannot be understood, or the file cannot be read as a session.
    """
    question, content, salt = question_of(request), [_content(request, data)], _text(request, "salt")
    with without_collector():
        made = guarded(lambda: _replayable(request, content, question, salt), _name(request))
    if keep is None:
        return pretty(made)
    keep_text(made.pop("bundle"), keep)
    return canonical({"name": made["name"], "before": excerpt(made["before"]), "after": excerpt(made["after"])})


def _replayable(request: Mapping[str, Json], content: list[Data], question: Question, salt: str) -> dict[str, Json]:
    source = read_source(content.pop(), _name(request))
    trails = read_trails(source, question.format)
    chosen = trails[_index(request.get("session", 0), len(trails))]
    text = bundle_text(replayable(chosen, salt, question.marks, source.defects))
    name = bundle_name(source.name)
    after = check(text.encode("utf-8"), name, Question(question.settings, question.marks, "replay_bundle"))
    return {"name": name, "bundle": text, "before": check_trails(source, trails, question), "after": after}


def bundle_name(name: str) -> str:
    """The name of the bundle's file, made from that of the file it comes from."""
    return f"{PurePath(name).stem or 'session'}.replayable.json"


def question_of(request: Mapping[str, Json]) -> Question:
    """What a request asks of its file."""
    form = request.get("format")
    if form is not None and not isinstance(form, str):
        raise InputError("A format is a name.", place="format", remedy="Send a text, or leave it out.")
    allowed = request.get("allow_unsearched", False)
    if not isinstance(allowed, bool):
        raise InputError("This is true or false.", place="allow_unsearched", remedy="Send one, or leave it out.")
    return Question(careful_settings(request.get("settings", {})), _marks(request.get("marks", {})), form, allowed)


def careful_settings(values: Json) -> Settings:
    """The four inputs, absent ones as a careful person would choose them. There is no live value to set."""
    if not isinstance(values, Mapping):
        raise InputError("Settings are an object.", place="settings", remedy='Send {"tools": …}.')
    unknown = next((name for name in values if name not in OPTIONS), None)
    if unknown is not None:
        raise InputError(
            f"There is no input {unknown!r}.", place="settings", remedy=f"Use one of {', '.join(OPTIONS)}."
        )
    return read_settings({**CAREFUL.choices(), **values})


def _marks(values: Json) -> Marks:
    marks = values if isinstance(values, Mapping) else {"safe": None}
    lists = [marks.get(name, []) for name in ("safe", "unsafe")]
    if not all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in lists):
        raise InputError("Marks are lists of names.", place="marks", remedy='Send {"safe": […], "unsafe": […]}.')
    return Marks(*(frozenset(map(str, names or ())) for names in lists))


def _content(request: Mapping[str, Json], data: Handed) -> Data:
    if isinstance(data, list):
        return data.pop()
    if data is not None:
        return bytes(data)
    if isinstance(request.get("text"), str):
        return str(request["text"]).encode("utf-8", "surrogatepass")
    if isinstance(request.get("base64"), str):
        return _decoded(request["base64"])
    raise InputError("The request brings no file.", place="text", remedy="Send its text or its base64.")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError("This is not base64.", place="base64", remedy="Encode the file's bytes.") from error


def _name(request: Mapping[str, Json]) -> str:
    return _text(request, "name") or "session"


def _text(request: Mapping[str, Json], key: str) -> str:
    value = request.get(key, "")
    if not isinstance(value, str):
        raise InputError("Text is needed here.", place=key, remedy="Send a text, or leave it out.")
    return value


def _index(value: Json, sessions: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < sessions:
        raise InputError(f"There is no session {value!r}.", place="session", remedy=f"Send 0 to {sessions - 1}.")
    return value
