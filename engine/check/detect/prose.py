"""What of a text is more than plain words: most of a session is prose, in which no detector can find anything.

Every detector first asks for a sign that holds no white space (`@`, `://`, a digit, a long word). A short word of
letters alone holds none of them, and prose uses the same words over and over: known ones cost a look into a set.
"""

from __future__ import annotations

import re

NAMES = (
    *("key", "token", "secret", "passw", "passp", "passc", "pwd", "credential", "bearer", "basic", "authorization"),
    *("cookie", "jwt", "kennwort", "mot_de_passe", "contraseña"),
)
"""What stands in a text that names a secret, in lower case."""

_WORD = re.compile(r"(?:[^\W\d_]|[,;!?()'’](?=.)){1,11}[.,;!?)]?", re.DOTALL)
"""A word that is shorter than any key and holds no sign that a detector asks for; a dot stands at its end only."""

_LARGEST = 2**16
_ROOM = 2**14
_known: set[str] = set()
"""Words in which there is nothing, of whatever text; forgotten together when they are many."""


def odd_words(text: str) -> str:
    """The words of a text in which a detector could find a sign, in order; an empty text where it is all plain prose.

    A sign without white space stands in them if it stands in the text. A very long text is returned as it is.
    """
    if len(text) > _LARGEST:
        return text
    words = text.split()
    if _known.issuperset(words):
        return ""
    return " ".join([word for word in words if word not in _known and not _is_plain(word)])


def _is_plain(word: str) -> bool:
    if not _WORD.fullmatch(word) or any(map(word.lower().__contains__, NAMES)):
        return False
    if len(_known) >= _ROOM:
        _known.clear()
    _known.add(word)
    return True
