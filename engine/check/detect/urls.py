"""Passwords in URLs: what stands between a colon and the at sign before the host (RFC 3986, 3.2.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from .hit import Hit
from .words import is_stand_in

_USERINFO = re.compile(r"://(?P<user>[^\s/?#:@\"'<>\\]{0,256}+):(?P<password>[^\s/?#@\"'<>\\]{1,512}+)@(?=[\w\[])")


def find_url_passwords(text: str) -> Iterator[Hit]:
    """Each password in a URL; its identity is the password, decoded."""
    for found in _USERINFO.finditer(text) if "://" in text and "@" in text else ():
        password = unquote(found["password"])
        if not is_stand_in(password):
            yield Hit("secret", *found.span("password"), password, "a password in a URL")
