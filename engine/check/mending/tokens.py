"""Consistent tokens for people's data and secrets: the same value the same token, everywhere, and nothing else changed.

    redact_value(value, salt)   the value with everything that `engine.check.detect` finds in it replaced
    redactor(value, salt)       the same as a thing to keep, for texts and values that belong to `value`

A token is `[kind-hexadecimal digits]`: the HMAC-SHA256 (RFC 2104) of the normalised value, keyed with a salt of the
reader's choosing, so that equal values in two files meet under one salt and do not under two. Digits are added where
two values of one file would meet. A number stays a number: 9000 and twelve digits from the token.

Containers stay what they are. JSON in a text is changed literal by literal, base64 and gzip are decoded, redacted and
encoded again. A body that cannot be opened to its end is replaced as a whole, since its content is not known; so is a
ZIP archive that holds something to replace.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Container, Iterable, Sequence

from ...base.json_text import Json
from ..detect.hit import Hit, Kind
from ..detect.numbers import find_in_number, number_for
from ..detect.opened import Node, Opened
from ..detect.search import flat, leaf_tree, sealed
from ..detect.tree import tree
from ..detect.walk import is_of_person, leaves, member_name, named_items, own_name
from ..reading.paths import Path

DIGITS = 12
"""How many hexadecimal digits a token has, where no other value has the same."""

_LABELS: dict[Kind, str] = {"header": "secret"}
_MORE = 4
_ROUNDS = 3
_WORD = re.compile(r"[^\s\"'<>,;()\[\]{}]++")
_SHORTEST_WORD = 6
_SHORTEST_LETTERS = 8


class Redactor:
    """Replaces what it finds by tokens. Call it with a text; `value` does the same for a JSON value."""

    def __init__(self, salt: str, digits: int = DIGITS) -> None:
        """A redactor that knows no value yet.

        Args:
            salt: keys the tokens.
            digits: how many hexadecimal digits a token has at least.
        """
        self._key = salt.encode("utf-8", "surrogatepass")
        self._digits = digits
        self._tokens: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()
        self._words: dict[str, Hit] = {}
        self.sealed: list[tuple[Path, Hit, bool]] = []

    def __call__(self, text: str, name: str = "") -> str:
        """The text with every person's datum and secret replaced.

        Args:
            text: any text.
            name: the name under which it stands in an object; it may say what the text is.
        """
        for _ in range(_ROUNDS):
            nodes = tree(text, name)
            changed = self._rebuilt(text, nodes)
            if changed == text:
                return text  # and not its equal, which would weigh as much again
            if not nodes:
                return changed
            text = changed
        return text

    def value(self, value: Json, name: str = "") -> Json:
        """The JSON value with every person's datum and secret replaced: order and types stay, keys stay apart."""
        if isinstance(value, str):
            return self(value, name)
        if isinstance(value, bytes):
            return self(value.decode("latin-1"), name).encode("latin-1", "replace")
        if isinstance(value, dict):
            return self._object(value, name)
        if isinstance(value, list | tuple):
            return [self.value(item, own) for _, item, own in named_items(value, name)]
        if isinstance(value, int) and (hit := find_in_number(value, name)):
            return int(number_for(self.token(hit)))
        return value

    def learn(self, value: Json) -> None:
        """Give every value found in a file its token, and remember the secrets that only their names reveal.

        `sealed` takes what is replaced as a whole: where it stands, what it is, whether all of it was searched.
        """
        for leaf in leaves(value):
            nodes = leaf_tree(leaf)
            for hit in flat(nodes):
                self.token(hit)
                if leaf.name and hit.kind in ("secret", "header", "phone") and _is_telling(hit.identity):
                    self._words.setdefault(hit.identity, hit)
            self.sealed += [(leaf.path, hit, is_searched) for hit, is_searched in sealed(nodes)]

    def token(self, hit: Hit) -> str:
        """The token of a hit's value."""
        label = _LABELS.get(hit.kind, hit.kind)
        known = self._tokens.get((label, hit.identity))
        return known or self._new(label, hit.identity)

    def _new(self, label: str, identity: str) -> str:
        message = f"{label}\0{identity}".encode("utf-8", "surrogatepass")
        digest = hmac.new(self._key, message, "sha256").hexdigest()
        lengths = range(self._digits, len(digest) + 1, _MORE)
        token = next(own for own in (f"[{label}-{digest[:length]}]" for length in lengths) if own not in self._taken)
        self._taken.add(token)
        self._tokens[label, identity] = token
        return token

    def _rebuilt(self, text: str, nodes: Sequence[Node]) -> str:
        """The text with each node's replacement, and the secrets known by name replaced in between."""
        if not nodes:
            return self._without_words(text)
        parts, done = [], 0
        used: dict[int, set[str]] = {}
        for node in nodes:
            parts += [self._without_words(text[done : node.start]), self._replaced(text, node, used)]
            done = node.end
        return "".join([*parts, self._without_words(text[done:])])

    def _replaced(self, text: str, node: Node, used: dict[int, set[str]]) -> str:
        if isinstance(node, Hit):
            return self.token(node)
        if node.seal is not None and not node.whole:
            return self.token(node.seal)
        new = self._rebuilt(node.text, node.nodes)
        if new == node.text:
            return text[node.start : node.end]
        if node.seal is not None:
            return self.token(node.seal)
        return node.close(_as_key(new, node, used) if node.owner else new)

    def _without_words(self, text: str) -> str:
        if not self._words or not text:
            return text
        if hit := self._words.get(text.strip()):
            return text.replace(text.strip(), self.token(hit))
        return _WORD.sub(lambda found: self._word(found[0]), text)

    def _word(self, word: str) -> str:
        bare = word.rstrip(".:!?")
        hit = None if bare.isalpha() or bare.isdigit() else self._words.get(bare)
        return word if hit is None else self.token(hit) + word[len(bare) :]

    def _object(self, value: dict[str, Json], name: str) -> dict[str, Json]:
        own, of_person = own_name(value), is_of_person(value)
        keys = {key: self(key) if isinstance(key, str) else key for key in value}
        used = {key for key, new in keys.items() if key == new}
        result: dict[str, Json] = {}
        for key, item in value.items():
            new = key if keys[key] == key else free(keys[key], used)
            used.add(new)
            result[new] = self.value(item, member_name(key, own, name, of_person=of_person))
        return result


def redactor(value: Json, salt: str) -> Redactor:
    """A redactor for a file's value and all that is made from it; its tokens are unique within that file.

    A secret that only its name reveals (`{"password": "…"}`) is replaced wherever else it stands as a word of its own.
    """
    result = Redactor(salt)
    result.learn(value)
    return result


def redact_value(value: Json, salt: str) -> Json:
    """The JSON value with every person's datum and secret replaced by a token.

    Args:
        value: any JSON value; it is not changed.
        salt: keys the tokens; the same salt gives the same tokens in another file.
    """
    return redactor(value, salt).value(value)


def free(key: str, taken: Container[str]) -> str:
    """The key, numbered where it is taken."""
    numbers: Iterable[int] = iter(range(2, 2**31))
    return key if key not in taken else next(own for own in (f"{key} ({n})" for n in numbers) if own not in taken)


def _as_key(new: str, node: Opened, used: dict[int, set[str]]) -> str:
    taken = used.setdefault(node.owner, set(node.siblings))
    key = free(new, taken)
    taken.add(key)
    return key


def _is_telling(identity: str) -> bool:
    """Whether a secret is unlike a common word, so that it can be replaced wherever it stands."""
    return len(identity) >= (_SHORTEST_LETTERS if identity.isalpha() else _SHORTEST_WORD)
