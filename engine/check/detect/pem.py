"""Private keys in their textual encoding (RFC 7468, and the OpenSSH, PGP and older OpenSSL labels)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .hit import Hit

_BEGIN = r"-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_KEY = re.compile(rf"{_BEGIN}(?P<body>(?:[^-]|-(?!----))*+)(?:-----END [A-Z0-9 ]{{0,64}}-----)?")
_PUTTY = re.compile(r"PuTTY-User-Key-File-\d: [^\n]*\n(?:[^\n]*\n){2,80}?Private-MAC: ?[0-9a-f]*")
_BLANK = re.compile(r"\s|\\[nrt]|\\\\[nrt]")
_SHORTEST = 16


def find_private_keys(text: str) -> Iterator[Hit]:
    """Each private key, also one that is cut off or has its line ends escaped; its identity is its base64."""
    for found in _KEY.finditer(text) if "PRIVATE KEY" in text else ():
        identity = _BLANK.sub("", found["body"])
        if len(identity) >= _SHORTEST and "[" not in identity[:_SHORTEST]:
            yield Hit("private-key", *found.span(), identity, "a private key")
    for found in _PUTTY.finditer(text) if "PuTTY-User-Key" in text else ():
        yield Hit("private-key", *found.span(), found[0], "a private key")
