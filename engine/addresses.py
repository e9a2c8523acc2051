"""Email addresses in text: where one stands, and the placeholders that can stand in its place.

The shape is that of RFC 5321 as people use it: a local part, an at sign, a domain with at least one dot. The at sign
may be written `%40`, `&#64;` or `\\u0040`, as in links, HTML and JSON inside JSON. Every pattern runs in time linear
in the text: a match can only begin where a run of address characters begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

REMOVED = "[removed]"
"""What stands where an address was removed."""

_COMMON = r"\w.+\-"
_EXOTIC = r"!#$&'*/=?^`{|}~%"
_BEGIN = rf"(?:(?<=%[0-9A-Fa-f]{{2}})|(?<![{_COMMON}%])(?<!%[0-9A-Fa-f]))"
_LOCAL = rf"(?:{_BEGIN}\w[{_COMMON}]*|(?<![{_COMMON}{_EXOTIC}])[{_COMMON}{_EXOTIC}]*[{_EXOTIC}])"
_AT = r"(?P<at>@|%40|&\#64;|&commat;|\\u0040|＠)"
_DOMAIN = r"(?:[\w\-]+\.)+(?:xn--[\w\-]+|[^\W\d_]{2,})"
_ADDRESS = re.compile(rf"(?P<local>{_LOCAL}){_AT}(?P<domain>{_DOMAIN})")
_TOKEN = re.compile(r"\[email-([0-9]{1,9})\]")


def find_addresses(text: str) -> Iterator[str]:
    """Each address in the text, in order, in the one form that tells two addresses apart (lower case, plain `@`)."""
    return (_identity(found) for found in _ADDRESS.finditer(text))


def replace_addresses(text: str, replacement: Callable[[str], str]) -> str:
    """The text with each address replaced by what `replacement` gives for it."""
    return _ADDRESS.sub(lambda found: replacement(_identity(found)), text)


def token(number: int) -> str:
    """The placeholder of the n-th address."""
    return f"[email-{number}]"


def token_numbers(text: str) -> list[int]:
    """The numbers of the placeholders that stand in the text."""
    return [int(number) for number in _TOKEN.findall(text)]


def first_contact(text: str) -> str | None:
    """What a model takes for the customer's address: an address as it is written, or a token; None where neither is."""
    found = [match for match in (_ADDRESS.search(text), _TOKEN.search(text)) if match]
    return min(found, key=lambda match: match.start())[0] if found else None


def holds_placeholder(text: str) -> bool:
    """Whether a token or `[removed]` stands in the text."""
    return REMOVED in text or _TOKEN.search(text) is not None


def _identity(found: re.Match[str]) -> str:
    return f"{found['local']}@{found['domain']}".casefold()
