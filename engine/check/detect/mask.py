"""How a hit is shown: enough to tell which one it is, never the whole."""

from __future__ import annotations

import re

from .hit import Hit

_PREFIX = re.compile(r"(?:sk-(?:ant|proj|or|svcacct|admin)?-?|[A-Za-z]{2,6}[_-]|AKIA|ASIA|AIza|eyJ|SG\.|ya29\.)")
_TELLING = {"home": 1, "host": 1, "name": 1, "street": 1, "birth-date": 0, "id-number": 0, "unopened": 0}
"""Kinds of which so many letters may be shown."""

_SHORT = 16
_LONG_PHONE = 7


def mask(hit: Hit) -> str:
    """A form of the hit's value that can be shown, such as `m…@e….com`, `…1111` or `sk-…(51 characters)`."""
    value = hit.identity
    if hit.kind == "email":
        return _email(value)
    if hit.kind in ("card", "iban"):
        return f"{value[:2] if hit.kind == 'iban' else ''}…{value[-4:]}"
    if hit.kind == "phone":
        return f"…{value[-2:]}" if len(value) >= _LONG_PHONE else "…"
    if hit.kind == "ip":
        return _ip(value)
    if hit.kind in _TELLING:
        return f"{value[: _TELLING[hit.kind]].upper()}…"
    return _secret(value)


def _email(value: str) -> str:
    local, _, domain = value.rpartition("@")
    name, _, last = domain.rpartition(".")
    return f"{local[:1] if len(local) > 1 else ''}…@{name[:1] if len(name) > 1 else ''}….{last}"


def _ip(value: str) -> str:
    sign = ":" if ":" in value else "."
    return f"{value.partition(sign)[0]}{sign}…"


def _secret(value: str) -> str:
    prefix = _PREFIX.match(value) if len(value) >= _SHORT else None
    return f"{prefix[0] if prefix else ''}…({len(value)} characters)"
