"""What a detector finds: one person's datum or one secret in a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..finding import Severity

Datum = Literal["email", "phone", "card", "iban", "ip", "home", "host", "birth-date", "id-number", "name", "street"]
"""The kinds of people's data."""

Kind = Literal[Datum, "secret", "header", "cookie", "private-key", "unopened"]
"""The kinds of hits; `unopened` is a container that was not searched to its end."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit.

    Attributes:
        kind: what it is.
        start: where it begins in the text; for a hit inside a container, where the outermost container begins.
        end: where that ends.
        identity: the normalised value. Two spellings of one value share it, two values do not.
        name: what to call it in a sentence, such as `a GitHub token`.
        severity: how grave it is in clear.
        path: the containers that were opened to find it, outermost first, such as `("JSON", "base64", "gzip")`.
    """

    kind: Kind
    start: int
    end: int
    identity: str = field(repr=False)
    name: str
    severity: Severity = "error"
    path: tuple[str, ...] = ()
