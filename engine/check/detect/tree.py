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

from engine.check.detect.archive import ZIP, members
from engine.check.detect.codings import (
    base64_runs,
    from_base64,
    from_percent,
    percent_runs,
    starts_within,
    to_base64,
    to_percent,
    wrapped_runs,
)
from engine.check.detect.hit import Hit
from engine.check.detect.inflate import GZIP, inflate
from engine.check.detect.jsons import json_spans, literals, written
from engine.check.detect.numbers import find_in_number, number_for
from engine.check.detect.opened import DEEPEST, LARGEST, Budget, Node, Opened
from engine.check.detect.plain import apart, find_plain, is_sure
from engine.check.detect.walk import CODED, Leaf

_LONG_WORD = re.compile(r"[A-Za-z0-9+/_-]{16}")
_BEGINS = re.compile(r"\s*(?:[{\[\"]|[A-Za-z0-9+/_-]{8,}={0,2}\s*\Z)|[\x1fx(PBR7\x04\xfd\xff\ufffd]")
_LINE_BEGINS = ("\n{", "\n[", "\ndata:")
_PRINTABLE = re.compile(r"[\t\n\r\x20-\x7e]{12,}+")
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
_PACKED = re.compile(
    "\x1f[\x8b\ufffd\udc8b]\x08|x[\x01\x5e\x9c\xda\ufffd\udc9c\udcda]|PK\x03\x04|BZh[1-9]|Rar!\x1a|7z[\xbc\ufffd\udcbc]|"
    '\\([\xb5\ufffd\udcb5]/[\xfd\ufffd\udcfd]|\x04"M\x18|[\xfd\ufffd\udcfd]7zXZ|\xff\x06\0\0sNaPpY'
)
"""How the bytes of a packed body begin as signs of a text: one for each, or lost where a reader took them for UTF-8."""
_LOST = "\ufffd"
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_MAGIC = (GZIP, ZIP, b"\x28\xb5\x2f\xfd")
_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
_MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
_HEAD = 24
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
    packed = _of_declared(text, key, budget, depth) if key.startswith(CODED) else None
    if packed is None and _PACKED.match(text):
        packed = _of_binary_text(text, "", budget, depth)
    return _of_text(text, key, budget, depth) if packed is None else packed


def _of_text(text: str, key: str, budget: Budget, depth: int) -> tuple[Node, ...]:
    jsons = list(_json_parts(text, key, budget, depth)) if depth else []
    if len(jsons) == 1 and len(text.strip()) == jsons[0].end - jsons[0].start:
        return _worth(jsons)
    plain = list(find_plain(text, key))
    encoded = [*_base64_parts(text, budget, depth), *(_percent_parts if depth else _too_deep)(text, key, budget, depth)]
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
    return tuple(node for node in nodes if isinstance(node, Hit) or node.nodes or not node.whole)


def _too_deep(text: str, key: str, budget: Budget, depth: int) -> Iterator[Node]:
    """JSON with escapes, or percent-encoding, that is not opened any more."""
    del key, budget, depth
    if next(percent_runs(text), None) or ("\\" in text and next(json_spans(text), None)):
        yield _unopened(
            0, len(text), text.encode("utf-8", "surrogatepass"), "a text within too many others that is not read"
        )


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
    for start, end in wrapped_runs(text):
        data = from_base64(text[start:end])
        node = data and _base64_part(start, end, text[start:end], data, budget, depth)
        if node and _worth([node]):
            yield node
    for start, end in base64_runs(text):
        node = _base64_run(text, start, end, budget, depth)
        if node is not None:
            yield node


def _base64_run(text: str, start: int, end: int, budget: Budget, depth: int) -> Node | None:
    """What a run of base64 signs holds; where that is nothing, what it holds behind the signs of a path."""
    data = from_base64(text[start:end])
    node = _base64_part(start, end, text[start:end], data, budget, depth) if data else None
    if node is not None and _worth([node]):
        return node
    for within in starts_within(text, start, end):
        head = from_base64(text[within : min(within + _HEAD, end)])
        if head and (head.startswith(_MAGIC) or _PRINTABLE.match(head.decode("latin-1"))):
            data = from_base64(text[within:end])
            inner = _base64_part(within, end, text[within:end], data, budget, depth) if data else None
            if inner is not None and _worth([inner]):
                return inner
    return node


def _base64_part(
    start: int, end: int, raw: str, data: bytes, budget: Budget, depth: int, declared: str = ""
) -> Node | None:
    if not depth:
        is_text = "base64 within too many others that is not opened"
        return _unopened(start, end, data, is_text) if _is_worth_opening(data) else None
    inner, nodes, encode = _content(data, budget, depth - 1, declared)
    if _worth(nodes) or end - start >= _NOISE:
        close = lambda new: to_base64(encode(new), raw)  # noqa: E731
        return Opened(start, end, "base64", inner, nodes, close, seal=_seal_of_all(nodes, inner))
    return None


def _seal_of_all(nodes: Sequence[Node], text: str) -> Hit | None:
    """The seal of a container that holds nothing but a sealed one, so that the placeholder stands for both."""
    if len(nodes) != 1 or nodes[0].end - nodes[0].start < len(text):
        return None
    node = nodes[0]
    return node.seal if isinstance(node, Opened) else node if node.kind == "unopened" else None


def _is_worth_opening(data: bytes) -> bool:
    return _as_text(data) is not None or data.startswith(ZIP) or inflate(data, 1) is not None


def _content(data: bytes, budget: Budget, depth: int, declared: str = "") -> _Content:
    """What bytes hold: as a text, the nodes in it, and how a text of that sort becomes bytes again."""
    for encoding in _ENCODINGS:
        if (text := _as_text(data, encoding)) is not None:
            return text, tree(text, "", budget, depth), partial(_encoded, encoding)
    raw = data.decode("latin-1")
    packed = _packed(data, declared, budget, depth)
    return raw, tuple(_readable(raw, 0, len(raw), budget, depth)) if packed is None else packed, _as_bytes


def _encoded(encoding: str, text: str) -> bytes:
    return text.encode(encoding, "surrogatepass")


def _as_text(data: bytes, encoding: str = "utf-8") -> str | None:
    if encoding in _MARKS and not data.startswith(_MARKS[encoding]):
        zero = int(encoding == "utf-16-le")
        if data[zero : zero + 1] != b"\0":
            return None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if not _NOT_TEXT.search(text) else None


def _as_bytes(text: str) -> bytes:
    """A text of one byte for each sign as these bytes; a sign beyond them in UTF-8."""
    return b"".join(sign.encode("latin-1" if sign < "\u0100" else "utf-8", "surrogatepass") for sign in text)


# --- what is packed ---------------------------------------------------------------------------------------------------


def _of_declared(text: str, key: str, budget: Budget, depth: int) -> tuple[Node, ...] | None:
    """What is in a body whose headers name a coding; None where it is a text, which the recorder has opened."""
    coding = key.removeprefix(CODED)
    if _CONTROL.search(text) or _LOST in text:
        return _of_binary_text(text, coding, budget, depth)
    runs = [*wrapped_runs(text), *base64_runs(text)]
    start, end = runs[0] if runs else (0, 0)
    data = from_base64(text[start:end])
    if not data or end - start < len(text.strip()):
        return None
    node = _base64_part(start, end, text[start:end], data, budget, depth, coding)
    return None if node is None else _worth([node])


def _of_binary_text(text: str, declared: str, budget: Budget, depth: int) -> tuple[Node, ...] | None:
    """What is in a text whose signs are the bytes of a packed body; None where it is none. Lost signs close it."""
    data = _bytes_of(text)
    if data is not None:
        return _packed(data, declared, budget, depth)
    if declared or not text.startswith("x") or (_LOST in text[:2] and _CONTROL.search(text, 0, _SHORT)):
        what = "a packed body that was read as text"
        return (_unopened(0, len(text), text.encode("utf-8", "surrogatepass"), what),)
    return None


def _bytes_of(text: str) -> bytes | None:
    """The bytes whose signs a text has: one for each, or escaped as Python escapes what is no UTF-8."""
    for encoding, errors in (("latin-1", "strict"), ("utf-8", "surrogateescape")):
        try:
            data = text.encode(encoding, errors)
        except UnicodeEncodeError:
            continue
        return None if _LOST in text else data
    return None


def _packed(data: bytes, declared: str, budget: Budget, depth: int) -> tuple[Node, ...] | None:
    """The one node of bytes that are packed, if it is worth having; None where they are not."""
    if data.startswith(ZIP):
        return _of_archive(data, budget, depth)
    inflated = inflate(data, min(LARGEST, budget.left), declared)
    if inflated is None:
        return None
    budget.left -= len(inflated.data)
    if not depth:
        return (_unopened(0, len(data), data, f"a {inflated.kind} body within too many others that is not opened"),)
    text, nodes, encode = _content(inflated.data, budget, depth - 1)
    closed = _unopened(0, len(data), data, f"a {inflated.kind} body that {inflated.why}") if inflated.why else None
    seal, deflate = closed or _seal_of_all(nodes, text), inflated.deflate
    close = lambda new: deflate(encode(new)).decode("latin-1")  # noqa: E731
    return _worth([Opened(0, len(data), inflated.kind, text, nodes, close, seal=seal, whole=closed is None)])


def _of_archive(data: bytes, budget: Budget, depth: int) -> tuple[Node, ...]:
    """The one node of an archive, if it is worth having: its members, and what is readable around them."""
    what = "a ZIP archive"
    seal = _unopened(0, len(data), data, f"{what} within too many others that is not opened" if not depth else what)
    if not depth:
        return (seal,)
    raw, nodes, done = data.decode("latin-1"), list[Node](), 0
    for member in members(data, min(LARGEST, budget.left)):
        budget.left = max(budget.left - len(member.data), 0)
        nodes += _readable(raw, done, member.start, budget, depth)
        text, inner, _ = _content(member.data, budget, depth - 1)
        span, done = (member.start, member.end), member.end
        closed = _unopened(*span, data[slice(*span)], f"a part of {what} that {member.why}") if member.why else None
        nodes.append(Opened(*span, "", text, inner, str, seal=closed, whole=closed is None))
    nodes += _readable(raw, done, len(raw), budget, depth)
    return _worth([Opened(0, len(data), "ZIP", raw, _worth(nodes), str, seal=seal)])


def _readable(raw: str, start: int, end: int, budget: Budget, depth: int) -> Iterator[Node]:
    """What stands in the readable parts of other bytes, such as an image's description."""
    for found in _PRINTABLE.finditer(raw, start, end):
        yield from _worth([Opened(*found.span(), "", found[0], tree(found[0], "", budget, depth), str)])


def _unopened(start: int, end: int, data: bytes, what: str) -> Hit:
    """What stands for bytes that were not searched to their end."""
    return Hit("unopened", start, end, sha256(data).hexdigest(), what)


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
