"""What identifies a person in a text: email addresses, and what else a subject names by a regular expression.

Each kind has a placeholder of its own: `[email-1]`, and `[passport-1]` where a subject declares passports. `[removed]`
stands for any of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .addresses import addresses_in

REMOVED = "[removed]"
"""What stands where an identifier was removed."""

EMAIL = "email"
"""The kind that every subject has."""


@dataclass(frozen=True)
class Found:
    """An identifier in a text: where it stands, its kind, and the one form that tells two of a kind apart."""

    start: int
    end: int
    kind: str
    identity: str


@dataclass(frozen=True)
class Identifiers:
    """The kinds that are looked for.

    Attributes:
        patterns: each kind besides email addresses, with its regular expression.
    """

    patterns: Mapping[str, re.Pattern[str]] = field(default_factory=dict)

    def find(self, text: str) -> Iterator[Found]:
        """Each identifier in the text, in order. Of two that overlap, an address counts before another kind."""
        found = [Found(each.start, each.end, EMAIL, each.identity) for each in addresses_in(text)]
        for kind, pattern in self.patterns.items():
            matches = (Found(*match.span(), kind, match[0]) for match in pattern.finditer(text))
            found += [new for new in matches if all(_apart(new, old) for old in found)]
        return iter(sorted(found, key=lambda each: each.start) if self.patterns else found)

    def replace(self, text: str, replacement: Callable[[Found], str]) -> str:
        """The text with each identifier replaced by what `replacement` gives for it."""
        parts, done = [], 0
        for found in self.find(text):
            parts += [text[done : found.start], replacement(found)]
            done = found.end
        return "".join([*parts, text[done:]])

    def token_numbers(self, text: str) -> Iterator[tuple[str, int]]:
        """The kind and the number of each placeholder that stands in the text."""
        return ((match[1], int(match[2])) for match in self._tokens.finditer(text))

    def holds_placeholder(self, text: str) -> bool:
        """Whether a token or `[removed]` stands in the text."""
        return REMOVED in text or self._tokens.search(text) is not None

    @cached_property
    def _tokens(self) -> re.Pattern[str]:
        kinds = "|".join(map(re.escape, (EMAIL, *self.patterns)))
        return re.compile(rf"\[({kinds})-([0-9]{{1,9}})\]")


def token(kind: str, number: int) -> str:
    """The placeholder of the n-th identifier of a kind."""
    return f"[{kind}-{number}]"


def _apart(one: Found, other: Found) -> bool:
    return one.end <= other.start or other.end <= one.start
