"""Finds email addresses by the rule of `engine.replay.addresses`, as a bundle's privacy check does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...replay.addresses import addresses_in
from ..finding import Severity
from .hit import Hit

_FILE_NAME = re.compile(r"\.(?:py|md|rs|sh|pl|zip|next|beta|alpha|rc)\Z")
"""Endings of files and of versions that are endings of domains too."""

_TEMPLATE = re.compile(r"[^@]*(?:[{}$]|\*{2})")
_NOBODY = re.compile(
    r"(?:no-?_?reply|do-?not-?reply|mailer-daemon|postmaster|bot|notifications?)(?:\+[^@]*)?@|[^@]*@users\.noreply\.github\.com\Z"
)
_AGENTS = frozenset({"openhands@all-hands.dev", "cursoragent@cursor.com", "aider@aider.chat", "copilot@github.com"})
"""Under which coding agents commit, as the commits' trailers (`Co-authored-by`) have it."""


_AT_SIGNS = ("@", "%40", "&#", "&commat;", "\\u0040", "＠")
"""How an at sign is written; one of these stands in every text that holds an address."""


def has_an_at(text: str) -> bool:
    """Whether a text can hold an address: cheap, and wrong only in saying yes."""
    return any(map(text.__contains__, _AT_SIGNS))


def find_emails(text: str) -> Iterator[Hit]:
    """Each address with its identity in lower case; a program's own address is a warning, a file's name a note."""
    for address in addresses_in(text):
        name, severity = _weighed(address.identity)
        yield Hit("email", address.start, address.end, address.identity, name, severity)


def _weighed(identity: str) -> tuple[str, Severity]:
    if _TEMPLATE.match(identity):
        return "what has the shape of an email address and a stand-in for a name", "note"
    if _FILE_NAME.search(identity):
        return "what has the shape of an email address and may be a file's name", "note"
    if _NOBODY.match(identity) or identity in _AGENTS:
        return "an email address of a program", "warning"
    return "an email address", "error"
