"""The tree of a text: its hits, the containers in it with their own trees, and how much may be opened.

Search and redaction read the same tree, so redaction replaces exactly what search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .hit import Hit

DEEPEST = 12
"""How many containers may lie in each other."""

LARGEST = 16 * 2**20
"""How many characters one compressed body may open to, and all bodies of one text together."""


REMEMBERED = 4 * 2**20
"""How many characters of texts without a hit are remembered before they are forgotten together."""


@dataclass(slots=True)
class Budget:
    """How many decompressed bytes may still be made, and the texts in which nothing was found.

    Sessions repeat themselves: a trace holds the conversation so far with each request, a run the same results.
    """

    left: int = LARGEST
    _clean: set[tuple[str, str, int]] = field(default_factory=set, repr=False)
    _room: int = REMEMBERED

    def is_clean(self, text: str, key: str, depth: int) -> bool:
        """Whether nothing was found in that text, under that name and at that depth, a short while ago."""
        return (text, key, depth) in self._clean

    def remember(self, text: str, key: str, depth: int) -> None:
        """Nothing was found in that text."""
        self._room -= len(text)
        if self._room < 0:
            self._clean.clear()
            self._room = REMEMBERED - len(text)
        self._clean.add((text, key, depth))


@dataclass(frozen=True, slots=True)
class Opened:
    """A container in a text.

    Attributes:
        start: where it begins in the text around it.
        end: where it ends.
        kind: what it is, such as `base64`; an empty text for a part of a container that needs no mention.
        text: what is in it.
        nodes: the hits and containers in that text, in order and apart.
        close: makes the container's text from another content.
        owner: for a key in JSON, the number of its object; 0 for all else.
        siblings: for a key in JSON, the keys of its object.
        seal: what stands for the whole container where it cannot be made again from another content; None where it can.
        whole: whether everything in it was searched. Where not, the seal is a hit of its own.
    """

    start: int
    end: int
    kind: str
    text: str
    nodes: tuple[Node, ...]
    close: Callable[[str], str]
    owner: int = 0
    siblings: frozenset[str] = field(default=frozenset(), repr=False)
    seal: Hit | None = None
    whole: bool = True


Node = Hit | Opened
"""A hit, or a container that holds some."""


def worth(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """The nodes that hold or are a hit, or were not searched to their end."""
    return tuple(node for node in nodes if isinstance(node, Hit) or node.nodes or not node.whole)
