"""The export of a session: what the bundle holds under a set-up.

Redaction works on the bundle's JSON, every text of it, so an address inside a longer sentence, a nested value or a key
is treated like any other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ..base.json_text import Json
from ..base.json_walk import change_texts, texts
from .identifiers import REMOVED, Found, Identifiers, token
from .session import Session, read_session
from .settings import Settings


def export(session: Session, settings: Settings, identifiers: Identifiers | None = None) -> Session:
    """The session as its bundle holds it: with or without the initial state, identifiers as the set-up says.

    Args:
        session: the recorded session.
        settings: the set-up.
        identifiers: what identifies a person; email addresses alone, if nothing is said.
    """
    if settings.state == "omitted":
        session = dataclasses.replace(session, initial_state=None)
    if settings.email == "clear":
        return session
    bundle, known = session.to_json(), identifiers or Identifiers()
    return read_session(redact(bundle, pseudonyms(bundle, known) if settings.email == "token" else _removed, known))


def redact(value: Json, replacement: Callable[[Found], str], identifiers: Identifiers | None = None) -> Json:
    """The JSON value with every identifier in it replaced."""
    known = identifiers or Identifiers()
    return change_texts(value, lambda text: known.replace(text, replacement))


def pseudonyms(value: Json, identifiers: Identifiers | None = None) -> Callable[[Found], str]:
    """A consistent token for each identifier in the value: the same one the same token, two of them two tokens.

    Tokens are numbered by first appearance, kind by kind, above any token that stands in the value already.
    """
    known = identifiers or Identifiers()
    numbers: dict[str, int] = {}
    for kind, number in (each for _, text in texts(value) for each in known.token_numbers(text)):
        numbers[kind] = max(number, numbers.get(kind, 0))
    tokens: dict[tuple[str, str], str] = {}
    for found in (each for _, text in texts(value) for each in known.find(text)):
        if (found.kind, found.identity) not in tokens:
            numbers[found.kind] = numbers.get(found.kind, 0) + 1
            tokens[found.kind, found.identity] = token(found.kind, numbers[found.kind])
    return lambda found: tokens[found.kind, found.identity]


def _removed(found: Found) -> str:
    del found
    return REMOVED
