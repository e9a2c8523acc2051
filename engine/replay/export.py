"""The export of a session: what the bundle holds under a set-up.

Redaction works on the bundle's JSON, every text of it, so an address inside a longer sentence, a nested value or a key
is treated like any other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ..base.json_text import Json
from ..base.json_walk import change_texts, texts
from .addresses import REMOVED, find_addresses, replace_addresses, token, token_numbers
from .session import Session, read_session
from .settings import Settings


def export(session: Session, settings: Settings) -> Session:
    """The session as its bundle holds it: with or without the initial state, addresses as the set-up says."""
    if settings.state == "omitted":
        session = dataclasses.replace(session, initial_state=None)
    if settings.email == "clear":
        return session
    bundle = session.to_json()
    return read_session(redact(bundle, pseudonyms(bundle) if settings.email == "token" else _removed))


def redact(value: Json, replacement: Callable[[str], str]) -> Json:
    """The JSON value with every address in it replaced."""
    return change_texts(value, lambda text: replace_addresses(text, replacement))


def pseudonyms(value: Json) -> Callable[[str], str]:
    """A consistent token for each address in the value: the same address the same token, two addresses two tokens.

    Tokens are numbered by first appearance, above any token that stands in the value already.
    """
    taken = max((number for _, text in texts(value) for number in token_numbers(text)), default=0)
    addresses = dict.fromkeys(address for _, text in texts(value) for address in find_addresses(text))
    tokens = {address: token(number) for number, address in enumerate(addresses, taken + 1)}
    return tokens.__getitem__


def _removed(address: str) -> str:
    del address
    return REMOVED
