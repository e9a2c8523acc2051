"""Secrets by what they are called: `api_key=…`, `password: …`, `"client_secret": "…"`, `the password is …`.

What is called a password counts at once, unless it only stands in for one; what is called a key or a token must look
random as well, because counts, cursors and names are called that too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .hit import Hit
from .words import is_stand_in, looks_random

_PASSWORD = r"passw(?:or[dt]|d)|passphrase|passcode|pwd|passwort|kennwort|mot_de_passe|contraseña"
_SECRET = (
    r"api[_\- ]?key|apikey|secret[_\-]?key|access[_\-]?key|private[_\-]?key|signing[_\-]?key|encryption[_\-]?key"
    r"|account[_\-]?key|auth[_\-]?key|client[_\-]?secret|secret|token|credentials?|bearer|jwt"
)
_SUFFIX = r"(?:[_\-](?:value|string|prod|production|dev|staging|test|live|\d{1,3}))?"
_SIGN = r"(?:\\*[\"'\]]){0,2}[ \t]{0,4}(?P<sign>=>|:=|={1,3}|:|\bis\b)"
_CALLED = re.compile(
    rf"(?:(?P<password>{_PASSWORD})|(?:{_SECRET})){_SUFFIX}{_SIGN}[ \t]{{0,4}}"
    rf"(?:(?P<quote>\\*[\"'`])(?P<quoted>(?:(?!(?P=quote))[^\n]){{1,512}})(?P=quote)|(?P<bare>[^\s\"'`<>,;&|(){{}}\[\]\\]{{4,512}}+)(?!\())",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?:{_PASSWORD}|key|secret|token|credentials?|bearer|jwt){_SUFFIX}{_SIGN}")
"""How every name that is looked for ends, in lower case, and what comes after it: a far quicker search."""

_KEY_PASSWORD = re.compile(rf"(?:{_PASSWORD})\Z|(?:client|consumer|shared|app)[_\-]?secret\Z", re.IGNORECASE)
_KEY_CERTAIN = re.compile(r"(?:api|secret|private|signing|encryption|account)[_\-]?key\Z", re.IGNORECASE)
_KEY_SECRET = re.compile(rf"(?:{_SECRET}|connection[_\-]?string)(?:[_\-]?(?:value|string|hash))?\Z", re.IGNORECASE)
_CURSOR = re.compile(
    r"(?:page|cursor|continuation|sync|next|max|count|prompt|completion|cancel(?:lation)?|stop|pad|eos|bos)",
    re.IGNORECASE,
)
_SHORTEST_PASSWORD = 4
_SHORTEST_KEY = 12
_BEFORE = 24


def find_assignments(text: str) -> Iterator[Hit]:
    """Each value in a text that is called a password, a key or a token; its identity is the value."""
    if not _NAMED.search(text.lower()):
        return
    for found in _CALLED.finditer(text):
        group = "quoted" if found["quoted"] else "bare"
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        if _is_meant(found, group, before):
            yield Hit("secret", *found.span(group), found[group], _name(bool(found["password"])))


def find_keyed(text: str, key: str) -> Iterator[Hit]:
    """The text itself where the name under which it stands says that it is a secret."""
    kind = kind_of_secret(key)
    if not kind:
        return
    value = text.strip()
    start = text.find(value)
    if _is_password(value) if kind == "password" else _is_key(value, certain=kind == "key"):
        yield Hit("secret", start, start + len(value), value, _name(kind == "password"))


@lru_cache(maxsize=4096)
def kind_of_secret(key: str) -> str:
    """What a name says: `password`, `key` for a certain one, `token` for what may be one, or an empty text."""
    if _KEY_PASSWORD.search(key):
        return "password"
    if not _KEY_SECRET.search(key) or _CURSOR.search(key):
        return ""
    return "key" if _KEY_CERTAIN.search(key) else "token"


def _is_meant(found: re.Match[str], group: str, before: str) -> bool:
    value = found[group]
    if not found["password"]:
        return not _CURSOR.search(re.split(r"[^\w-]", before)[-1]) and _is_key(value)
    return _is_password(value) and (group == "quoted" or not _is_code(value, found["password"]))


def _is_password(value: str) -> bool:
    return len(value) >= _SHORTEST_PASSWORD and not is_stand_in(value)


def _is_key(value: str, *, certain: bool = False) -> bool:
    if len(value) < _SHORTEST_KEY or is_stand_in(value) or re.search(r"\s", value):
        return False
    return certain or looks_random(value)


def _is_code(value: str, name: str) -> bool:
    """Whether an unquoted value is a word or a variable: only letters, or letters with dots and underscores between.

    After a name in capitals, as environments have them, a word is a value.
    """
    words = re.fullmatch(r"[._]*[^\W\d_]+(?P<more>(?:[._]+[^\W\d_]+)*)[.!?:]?", value)
    return words is not None and (not name.isupper() or bool(words["more"]))


def _name(password: bool) -> str:
    return "a password" if password else "a secret value"
