"""Search as a list of hits: of a text, of a JSON value; and a text with its hits veiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...base.json_text import Json
from .hit import Hit
from .mask import mask
from .numbers import find_in_number
from .opened import Budget, Node, Opened
from .tree import tree
from .walk import Leaf, leaves


def search_text(text: str, key: str = "", budget: Budget | None = None) -> Iterator[Hit]:
    """Each person's datum and secret in a text, in order, also inside the containers that stand in it.

    Time is linear in the text; what is decompressed and how deep it is opened is bounded.

    Args:
        text: any text.
        key: the name under which it stands in an object, such as `password`; it may tell what the text is.
        budget: how much may still be decompressed; a fresh allowance if not given.
    """
    return flat(tree(text, key, budget))


def search_value(value: Json, budget: Budget | None = None) -> Iterator[tuple[Leaf, Hit]]:
    """Each person's datum and secret in a JSON value, keys and numbers too, with the text or number that holds it."""
    for leaf in leaves(value):
        nodes = leaf_tree(leaf, budget)
        for hit in flat(nodes) if nodes else ():
            yield leaf, hit


def leaf_tree(leaf: Leaf, budget: Budget | None = None) -> tuple[Node, ...]:
    """The hits and containers in one text, key or number."""
    value = leaf.value
    if isinstance(value, str):
        return tree(value, leaf.name, budget)
    if isinstance(value, bytes):
        return tree(value.decode("latin-1"), leaf.name, budget)
    hit = find_in_number(value, leaf.name)
    return () if hit is None else (hit,)


def sealed(nodes: Iterable[Node]) -> Iterator[tuple[Hit, bool]]:
    """What redaction replaces as a whole, outermost first, and whether all of it was searched."""
    for node in nodes:
        if isinstance(node, Opened) and (node.seal is None or (node.whole and not node.nodes)):
            yield from sealed(node.nodes)
        elif isinstance(node, Opened) and node.seal is not None:
            yield node.seal, node.whole and all(map(_is_searched, node.nodes))
        elif isinstance(node, Hit) and node.kind == "unopened":
            yield node, False


def _is_searched(node: Node) -> bool:
    if isinstance(node, Hit):
        return node.kind != "unopened"
    return node.whole and all(map(_is_searched, node.nodes))


def veil(text: str) -> str:
    """The text with every hit in it replaced by its mask, and a container that holds one by what it is."""
    parts, done = [], 0
    for node in tree(text):
        shown = mask(node) if isinstance(node, Hit) else f"…({node.kind or 'text'})"
        parts += [text[done : node.start], shown]
        done = node.end
    return "".join([*parts, text[done:]])


def flat(nodes: Iterable[Node], path: tuple[str, ...] = ()) -> Iterator[Hit]:
    """The hits of a tree; one inside a container has the outermost container's place and the path to it."""
    for node in nodes:
        if isinstance(node, Hit):
            yield replace(node, path=path) if path else node
            continue
        inner = (*path, node.kind) if node.kind else path
        for hit in flat(node.nodes, inner):
            yield replace(hit, start=node.start, end=node.end)
        if node.seal is not None and not node.whole:
            yield replace(node.seal, start=node.start, end=node.end, path=path)
