"""A text's tree: its hits, and the containers in it that hold some, to a bounded depth.

What is surely a secret comes before what may lie encoded in it (a JSON Web Token is one secret, not two texts in
base64); what lies in a container comes before what its encoded form looks like.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256

from engine.check.detect.codings import base64_runs, from_base64, from_percent, percent_runs, to_base64, to_percent
from engine.check.detect.hit import Hit
from engine.check.detect.inflate import inflate
from engine.check.detect.jsons import json_spans, literals, written
from engine.check.detect.numbers import find_in_number, number_for
from engine.check.detect.opened import DEEPEST, LARGEST, Budget, Node, Opened
from engine.check.detect.plain import apart, find_plain, is_sure
from engine.check.detect.walk import Leaf

_LONG_WORD = re.compile(r"[A-Za-z0-9+/_-]{16}")
_BEGINS = re.compile(r"\s*(?:[{\[\"]|[A-Za-z0-9+/_-]{8,}={0,2}\s*\Z)|\x1f")
_LINE_BEGINS = ("\n{", "\n[", "\ndata:")
_PRINTABLE = re.compile(r"[\t\n\r\x20-\x7e]{12,}+")
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
_GZIP = "\x1f\x8b\x08"
_BROKEN_GZIP = "\x1f\ufffd\x08"
_SHORT = 64
_NOISE = 64
"""From this length on, a run of base64 that opens to nothing known is binary, and digits in it are nobody's."""

_Content = tuple[str, tuple[Node, ...], Callable[[str], bytes]]


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
    return _nodes(text, key, budget or Budget(), depth)


@lru_cache(maxsize=8192)
def _short(text: str, key: str, depth: int) -> tuple[Node, ...]:
    """The nodes of a text that is too short to open to much; keys, roles and names come again and again."""
    return _nodes(text, key, Budget(), depth)


def _nodes(text: str, key: str, budget: Budget, depth: int) -> tuple[Node, ...]:
    if not _may_hold_more(text):
        return tuple(apart(find_plain(text, key)))
    if text.startswith((_GZIP, _BROKEN_GZIP)):
        return _of_binary_text(text, budget, depth)
    jsons = list(_json_parts(text, key, budget, depth)) if depth else []
    if len(jsons) == 1 and len(text.strip()) == jsons[0].end - jsons[0].start:
        return _worth(jsons)
    plain = list(find_plain(text, key))
    encoded = [*_base64_parts(text, budget, depth), *(_percent_parts(text, key, budget, depth) if depth else ())]
    if not (jsons or plain or encoded):
        return ()
    sure = apart(hit for hit in plain if is_sure(hit))
    taken: Sequence[Node] = jsons
    for nodes in (
        sure,
        _in_order(_worth(encoded)),
        _in_order(encoded),
        apart(hit for hit in plain if not is_sure(hit)),
    ):
        taken = _added(taken, nodes)
    return _worth(taken)


def _in_order(nodes: Iterable[Node]) -> list[Node]:
    return sorted(nodes, key=lambda node: (node.start, -node.end))


def _may_hold_more(text: str) -> bool:
    """Whether anything could lie encoded in a text: cheap, and wrong only in saying yes."""
    if "%" in text or _LONG_WORD.search(text) or _BEGINS.match(text):
        return True
    return any(sign in text for sign in _LINE_BEGINS)


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


def _worth(nodes: Iterable[Node]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if isinstance(node, Hit) or node.nodes)


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


# --- base64 and bytes -------------------------------------------------------------------------------------------------


def _base64_parts(text: str, budget: Budget, depth: int) -> Iterator[Node]:
    for start, end in base64_runs(text):
        data = from_base64(text[start:end])
        if data is not None and (node := _base64_part(start, end, text[start:end], data, budget, depth)):
            yield node


def _base64_part(start: int, end: int, raw: str, data: bytes, budget: Budget, depth: int) -> Node | None:
    if not depth:
        return _unopened(start, end, data, "base64 within too many others") if _is_worth_opening(data) else None
    inner, nodes, encode = _content(data, budget, depth - 1)
    if nodes or end - start >= _NOISE:
        return Opened(start, end, "base64", inner, nodes, lambda new: to_base64(encode(new), raw))
    return None


def _is_worth_opening(data: bytes) -> bool:
    return _as_text(data) is not None or inflate(data, 1) is not None


def _content(data: bytes, budget: Budget, depth: int) -> _Content:
    """What bytes hold: as a text, the nodes in it, and how a text of that sort becomes bytes again."""
    for encoding in ("utf-8", "utf-16-le"):
        if (text := _as_text(data, encoding)) is not None:
            return text, tree(text, "", budget, depth), partial(_encoded, encoding)
    raw = data.decode("latin-1")
    inflated = _inflated(data, budget, depth)
    return raw, _in_binary(raw, budget, depth) if inflated is None else inflated, _as_bytes


def _encoded(encoding: str, text: str) -> bytes:
    return text.encode(encoding, "surrogatepass")


def _as_text(data: bytes, encoding: str = "utf-8") -> str | None:
    if encoding == "utf-16-le" and data[1:2] != b"\0":
        return None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if text.startswith(_GZIP) or not _NOT_TEXT.search(text) else None


def _as_bytes(text: str) -> bytes:
    """A text of one byte for each sign as these bytes; a sign beyond them in UTF-8."""
    return b"".join(sign.encode("latin-1" if sign < "\u0100" else "utf-8", "surrogatepass") for sign in text)


def _of_binary_text(text: str, budget: Budget, depth: int) -> tuple[Node, ...]:
    """What is in a text whose signs are the bytes of a gzip body; replaced signs make it unreadable."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return (_unopened(0, len(text), text.encode("utf-8", "surrogatepass"), "a gzip body that was read as text"),)
    return _inflated(data, budget, depth) or ()


def _inflated(data: bytes, budget: Budget, depth: int) -> tuple[Node, ...] | None:
    """The one node of bytes that are compressed, if it is worth having; None where they are not compressed."""
    inflated = inflate(data, min(LARGEST, budget.left))
    if inflated is None:
        return None
    if inflated.data is None or not inflated.whole or not depth:
        return (_unopened(0, len(data), data, f"a {inflated.kind} body"),)
    budget.left -= len(inflated.data)
    text, nodes, encode = _content(inflated.data, budget, depth - 1)
    deflate = inflated.deflate
    return _worth(
        [Opened(0, len(data), inflated.kind, text, nodes, lambda new: deflate(encode(new)).decode("latin-1"))]
    )


def _in_binary(raw: str, budget: Budget, depth: int) -> tuple[Node, ...]:
    """What stands in the readable parts of other bytes, such as an image's description."""
    parts = ((found.start(), found.end(), found[0]) for found in _PRINTABLE.finditer(raw))
    return _worth(Opened(start, end, "", text, tree(text, "", budget, depth), str) for start, end, text in parts)


def _unopened(start: int, end: int, data: bytes, what: str) -> Hit:
    name = f"{what} that could not be opened to its end"
    return Hit("unopened", start, end, sha256(data).hexdigest(), name, "warning")


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
