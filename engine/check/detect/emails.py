"""Email addresses, as `engine.replay.addresses` tells them: the same that the privacy check of a bundle counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.check.detect.hit import Hit
from engine.check.finding import Severity
from engine.replay.addresses import addresses_in

_FILE_NAME = re.compile(
    r"@(?:[1-9]x|\d+)\.|\.(?:png|jpe?g|gif|svg|webp|ico|css|js|mjs|ts|tsx|json|py|html?|md|txt|zip|tgz|"
    r"service|timer|socket|mount|target|slice|scope|next|latest|beta|alpha|rc)\Z"
)
_TEMPLATE = re.compile(r"[^@]*(?:[{}$]|\*{2})")
_NOBODY = re.compile(r"(?:no-?_?reply|do-?not-?reply|git|mailer-daemon|postmaster|bot|notifications?)(?:\+[^@]*)?@")


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
    if _NOBODY.match(identity):
        return "an email address of a program", "warning"
    return "an email address", "error"
