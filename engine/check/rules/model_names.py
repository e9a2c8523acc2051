"""Model names: which of them stand for one version for good, and which for whatever is behind them today.

A name is exact when it carries a date, a revision or a digest, as the vendors write them: `gpt-4o-2024-08-06`,
`claude-sonnet-4-5-20250929`, `gemini-1.5-pro-002`, `mistral-large-2407`, `model@sha256:…`. Claude's names are exact
without a date from the 4.6 generation on (the vendor's page on model IDs and versions).
"""

from __future__ import annotations

import re
from typing import Literal

from ..trail import Entry

Exactness = Literal["exact", "alias", "family"]

_ALIAS = re.compile(r"(?:^|[^a-z])(?:latest|default|auto|stable|current|main|nightly)(?:$|[^a-z])", re.IGNORECASE)
_DATED = re.compile(
    r"20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])"  # 2024-08-06, 20241022
    r"|(?:0[1-9]|1[0-2])-20\d{2}"  # 08-2024
    r"|-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d])"  # preview-05-06
    r"|-(?:2[2-9](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"  # -2407, -0613
    r"|-00\d(?!\d)"  # -002
    r"|@(?:sha256:)?[0-9a-f]{7,64}|sha256:[0-9a-f]{12,64}"  # a revision, a digest
)
_CLAUDE = re.compile(
    r"claude-[a-z]+-(?:4-[6-9]|4-[1-9]\d|[5-9]|[1-9]\d)(?:-\d{1,2})?(?:-v\d+)?(?::\d+)?$", re.IGNORECASE
)


UNKNOWN = "unknown"
"""What stands for a name that nobody knows, in our own bundles and in others."""


def named(name: str | None) -> str | None:
    """A recorded model's name; None where the file has none, or says that it is not known."""
    return None if name is None or name.casefold() in ("", UNKNOWN) else name


def answering(entry: Entry) -> str | None:
    """The model that answered, as far as the file says: where it names only the one that was asked, that one."""
    return named(entry.model) or named(entry.requested_model)


def exactness(name: str) -> Exactness:
    """Whether a model's name stands for one version, for whatever an alias points at, or for a family."""
    if _ALIAS.search(name):
        return "alias"
    return "exact" if _DATED.search(name) or _CLAUDE.search(name) else "family"


def is_exact(name: str | None) -> bool:
    """Whether a recorded name stands for one version for good; no name does not."""
    return name is not None and exactness(name) == "exact"
