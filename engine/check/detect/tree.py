"""A text's tree: its hits, and the containers in it that hold some, to a bounded depth.

What is surely a secret comes before what may lie encoded in it (a JSON Web Token is one secret, not two texts in
base64); what lies in a container comes before what its encoded form looks like.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from .codings import from_percent, percent_runs, to_percent
from .jsons import json_spans, literals, written
from .numbers import find_in_number, number_for
from .opened import DEEPEST, Budget, Node, Opened, worth
from .packed import PACKED, Opener, unopened
from .plain import apart, find_plain, is_sure
from .prose import odd_words
from .walk import CODED, Leaf

_LONG_WORD = re.compile(r"[A-Za-z0-9+/_-]{16}")
_BEGINS = re.compile(r"\s*(?:[{\[\"]|[A-Za-z0-9+/_-]{8,}={0,2}\s*\Z)")
_LINE_BEGINS = ("\n{", "\n[", "\ndata:")
_SHORT = 64


def tree(text: str, key: str = "", budget: Budget | None = None, depth: int = DEEPEST) -> tuple[Node, ...]:
    """The hits and containers of a text, in order and apart.

    Args:
        text: any text.
        key: the name under which it stands in an object, or an empty text.
        budget: how much may still be decompressed; a fresh allowance if not given.
        depth: how many containers may still be opened in each other.
    """
    if len(text) <= _SHORT:
        return _short(text, key, depth)
    budget = budget or Budget()
    if budget.is_clean(text, key, depth):
        return ()
    nodes = _nodes(text, key, budget, depth)
    if not nodes:
        budget.remember(text, key, depth)
    return nodes


@lru_cache(maxsize=8192)
def _short(text: str, key: str, depth: int) -> tuple[Node, ...]:
    """The nodes of a text that is too short to open to much; keys, roles and names come again and again."""
    return _nodes(text, key, Budget(), depth)


def _nodes(text: str, key: str, budget: Budget, depth: int) -> tuple[Node, ...]:
    odd = odd_words(text)
    if not _may_hold_more(text, odd):
        return tuple(apart(find_plain(text, key, odd)))
    opener, is_coded = Opener(tree, budget, depth), key.startswith(CODED)
    packed = opener.declared(text, key) if is_coded else None
    if packed is None and PACKED.match(text):
        packed = opener.binary_text(text, "")
    return _of_text(text, "" if is_coded else key, budget, depth) if packed is None else packed


def _of_text(text: str, key: str, budget: Budget, depth: int) -> tuple[Node, ...]:
    jsons = list(_json_parts(text, key, budget, depth)) if depth else []
    if len(jsons) == 1 and len(text.strip()) == jsons[0].end - jsons[0].start:
        return worth(jsons)
    plain = list(find_plain(text, key))
    escaped = _percent_parts(text, key, budget, depth) if depth else _too_deep(text)
    encoded = [*Opener(tree, budget, depth).base64_parts(text), *escaped]
    if not (jsons or plain or encoded):
        return ()
    sure = apart(hit for hit in plain if is_sure(hit))
    taken: Sequence[Node] = jsons
    for nodes in (
        sure,
        _in_order(worth(encoded)),
        _in_order(encoded),
        apart(hit for hit in plain if not is_sure(hit)),
    ):
        taken = _added(taken, nodes)
    return worth(taken)


def _in_order(nodes: Iterable[Node]) -> list[Node]:
    return sorted(nodes, key=lambda node: (node.start, -node.end))


def _may_hold_more(text: str, odd: str) -> bool:
    """Whether anything could lie encoded in a text: cheap, and wrong only in saying yes."""
    if "%" in odd or _LONG_WORD.search(odd) or _BEGINS.match(text) or PACKED.match(text):
        return True
    return "\n" in text and any(map(text.__contains__, _LINE_BEGINS))


def _added(taken: Sequence[Node], more: Iterable[Node]) -> list[Node]:
    """Nodes that are in order and apart, and of more such nodes those that overlap none of them."""
    starts = [node.start for node in taken]
    result, done = list(taken), 0
    for node in more:
        before = bisect_left(starts, node.end) - 1
        if node.start >= done and (before < 0 or taken[before].end <= node.start):
            result.append(node)
            done = node.end
    return sorted(result, key=lambda node: node.start)


def _too_deep(text: str) -> Iterator[Node]:
    """JSON with escapes, or percent-encoding, that is not opened any more."""
    if next(percent_runs(text), None) or ("\\" in text and next(json_spans(text), None)):
        data = text.encode("utf-8", "surrogatepass")
        yield unopened(0, len(text), data, "a text within too many others that is not read")


# --- JSON -------------------------------------------------------------------------------------------------------------


def _json_parts(text: str, key: str, budget: Budget, depth: int) -> Iterator[Opened]:
    done = 0
    for start, end in json_spans(text):
        inner = text[start:end]
        found = literals(inner, key) if start >= done else None
        if found is not None:
            yield Opened(start, end, "JSON", inner, _of_literals(inner, found, budget, depth - 1), str)
            done = end


def _of_literals(text: str, found: list[tuple[int, int, Leaf]], budget: Budget, depth: int) -> tuple[Node, ...]:
    nodes = []
    for start, end, leaf in found:
        if isinstance(leaf.value, str):
            inner = tree(leaf.value, leaf.name, budget, depth)
            nodes += [_literal(start, end, leaf, inner, text[start:end])] if inner else []
        elif (hit := find_in_number(leaf.value, leaf.name)) is not None:
            nodes.append(Opened(start, end, "", text[start:end], (hit,), number_for))
    return _with_siblings(tuple(nodes), found)


def _literal(start: int, end: int, leaf: Leaf, nodes: tuple[Node, ...], raw: str) -> Opened:
    return Opened(start, end, "", str(leaf.value), nodes, lambda new: written(new, raw), leaf.owner)


def _with_siblings(nodes: tuple[Opened, ...], found: list[tuple[int, int, Leaf]]) -> tuple[Node, ...]:
    """The nodes, each that is a key with the keys of its object."""
    owners = {node.owner for node in nodes if node.owner}
    keys: dict[int, set[str]] = {owner: set() for owner in owners}
    for _, _, leaf in found if owners else ():
        if leaf.owner in owners:
            keys[leaf.owner].add(str(leaf.value))
    return tuple(replace(node, siblings=frozenset(keys[node.owner])) if node.owner else node for node in nodes)


# --- percent-encoding -------------------------------------------------------------------------------------------------


def _percent_parts(text: str, key: str, budget: Budget, depth: int) -> Iterator[Node]:
    for start, end in percent_runs(text):
        inner, places = from_percent(text[start:end])
        for node in tree(inner, key, budget, depth - 1):
            span = (start + places[node.start], start + places[node.end])
            yield _percent_part(span, text[slice(*span)], inner[node.start : node.end], node)


def _percent_part(span: tuple[int, int], raw: str, inner: str, node: Node) -> Opened:
    moved = replace(node, start=0, end=len(inner))
    return Opened(*span, "percent-encoding" if "%" in raw else "", inner, (moved,), lambda new: to_percent(new, raw))
