"""What lies in base64 and in packed bytes: opened, as far as they can be, each with its own tree.

A body that is not searched to its end is sealed: redaction puts one placeholder in its place. So is what is not packed
again, a ZIP archive or a Zstandard body. Pictures and sounds are not texts: what is readable in them is searched, such
as their descriptions, and the rest is not reported. The same holds for a PDF, whose pages are packed one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256

from ..reading import zstandard
from .archive import ZIP, members
from .codings import base64_runs, from_base64, starts_within, to_base64, wrapped_runs
from .hit import Hit
from .inflate import GZIP, TOO_MUCH, inflate
from .opened import LARGEST, Budget, Node, Opened, worth
from .walk import CODED

_PRINTABLE = re.compile(r"[\t\n\r\x20-\x7e]{12,}+")
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
PACKED = re.compile(
    "\x1f[\x8b\ufffd\udc8b]\x08|x[\x01\x5e\x9c\xda\ufffd\udc9c\udcda]|PK\x03\x04|BZh[1-9]|Rar!\x1a|7z[\xbc\ufffd\udcbc]|"
    '\\([\xb5\ufffd\udcb5]/[\xfd\ufffd\udcfd]|\x04"M\x18|[\xfd\ufffd\udcfd]7zXZ|\xff\x06\0\0sNaPpY'
)
"""How the bytes of a packed body begin as signs of a text: one for each, or lost where a reader took them for UTF-8."""
_LOST = "\ufffd"
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
_MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
_MAGIC = (GZIP, ZIP, zstandard.MAGIC)
_SMALL = re.compile("[^A-Z]*+")
_A_LOOK = 2**16
_HEAD = 64
_NOISE = 64
"""From this length on, a run of base64 that decodes to nothing known is binary, and its digits are not searched."""

_Content = tuple[str, tuple[Node, ...], Callable[[str], bytes]]
_Read = Callable[[str, str, Budget, int], tuple[Node, ...]]


class Opener:
    """Opens what is encoded or packed in a text, within a budget and a depth."""

    def __init__(self, read: _Read, budget: Budget, depth: int) -> None:
        """An opener.

        Args:
            read: gives the tree of a text that was opened: `(text, key, budget, depth)`.
            budget: how much may still be decompressed.
            depth: how many containers may still be opened in each other.
        """
        self._read_text, self._budget, self._depth = read, budget, depth

    def _deeper(self) -> Opener:
        return Opener(self._read_text, self._budget, self._depth - 1)

    def _read(self, text: str) -> tuple[Node, ...]:
        return self._read_text(text, "", self._budget, self._depth)

    def base64_parts(self, text: str) -> Iterator[Node]:
        """What each run of base64 in a text holds; a long one that holds nothing known is binary, and a node too."""
        done = 0
        for start, end in _known_first(text):
            # A line of a body that is known to be wrapped is not a body of its own.
            node = self._base64_run(text, start, end) if start >= done else None
            if node is not None:
                done = end
                yield node

    def _base64_run(self, text: str, start: int, end: int) -> Node | None:
        """What a run of base64 signs holds; where that is nothing, what it holds behind the signs of a path."""
        data = from_base64(text[start:end])
        node = self._base64_part(start, end, text[start:end], data) if data else None
        if node is not None and worth([node]):
            return node
        for within in starts_within(text, start, end):
            data = from_base64(text[within:end])
            # Noise has signs of a path, too, but hardly any before its first capital letter.
            if data and (_stands_out(data) or (_SMALL.fullmatch(text, start, within) and _is_known(data))):
                inner = self._base64_part(within, end, text[within:end], data)
                if inner is not None and worth([inner]):
                    return inner
        return node

    def _base64_part(self, start: int, end: int, raw: str, data: bytes, declared: str = "") -> Node | None:
        if not self._depth:
            is_text = "base64 within too many others that is not opened"
            return unopened(start, end, data, is_text) if _is_known(data) else None
        inner, nodes, encode = self._deeper()._content(data, declared)
        if worth(nodes) or end - start >= _NOISE:
            close = lambda new: to_base64(encode(new), raw)  # noqa: E731
            return Opened(start, end, "base64", inner, nodes, close, seal=_seal_of_all(nodes, inner))
        return None

    def _content(self, data: bytes, declared: str = "") -> _Content:
        """What bytes hold: as a text, the nodes in it, and how a text of that sort becomes bytes again."""
        for encoding in _ENCODINGS:
            if (text := _as_text(data, encoding)) is not None:
                return text, self._read(text), partial(_encoded, encoding)
        raw = data.decode("latin-1")
        packed = self._packed(data, declared)
        return raw, tuple(self._readable(raw, 0, len(raw))) if packed is None else packed, _as_bytes

    def declared(self, text: str, key: str) -> tuple[Node, ...] | None:
        """What is in a body whose headers name a coding; None where it is a text, which the recorder has opened."""
        coding = key.removeprefix(CODED)
        if _CONTROL.search(text) or _LOST in text:
            return self.binary_text(text, coding)
        runs = [*wrapped_runs(text), *base64_runs(text)]
        start, end = runs[0] if runs else (0, 0)
        data = from_base64(text[start:end])
        if not data or end - start < len(text.strip()):
            return None
        node = self._base64_part(start, end, text[start:end], data, coding)
        return None if node is None else worth([node])

    def binary_text(self, text: str, declared: str) -> tuple[Node, ...] | None:
        """What is in a text whose signs are the bytes of a packed body; None where it is none. Lost signs close it."""
        data = _bytes_of(text)
        if data is not None:
            return self._packed(data, declared)
        if declared or not text.startswith("x") or (_LOST in text[:2] and _CONTROL.search(text, 0, _HEAD)):
            what = "a packed body that was read as text"
            return (unopened(0, len(text), text.encode("utf-8", "surrogatepass"), what),)
        return None

    def _packed(self, data: bytes, declared: str) -> tuple[Node, ...] | None:
        """The one node of bytes that are packed, if it holds anything to report; None where they are not packed."""
        if data.startswith(ZIP):
            return self._of_archive(data)
        limit = min(LARGEST, self._budget.left)
        inflated = inflate(data, limit, declared)
        if inflated is None:
            return None
        self._budget.left -= limit if inflated.why == TOO_MUCH else len(inflated.data)
        if not self._depth:
            return (unopened(0, len(data), data, f"a {inflated.kind} body within too many others that is not opened"),)
        text, nodes, encode = self._deeper()._content(inflated.data)
        what = f"a {inflated.kind} body"
        seal = _seal_of_all(nodes, text)
        if inflated.why or inflated.deflate is None:
            seal = unopened(0, len(data), data, f"{what} that {inflated.why}" if inflated.why else what)
        deflate = inflated.deflate or bytes
        close = lambda new: deflate(encode(new)).decode("latin-1")  # noqa: E731
        return worth([Opened(0, len(data), inflated.kind, text, nodes, close, seal=seal, whole=not inflated.why)])

    def _of_archive(self, data: bytes) -> tuple[Node, ...]:
        """The one node of an archive, if it holds anything to report: its members, and what is readable around them."""
        what = "a ZIP archive"
        if not self._depth:
            return (unopened(0, len(data), data, f"{what} within too many others that is not opened"),)
        seal = unopened(0, len(data), data, what)
        raw, nodes, done = data.decode("latin-1"), list[Node](), 0
        limit = min(LARGEST, self._budget.left)
        for member in members(data, limit):
            made = limit if member.why == TOO_MUCH else len(member.data)
            self._budget.left = max(self._budget.left - made, 0)
            nodes += self._readable(raw, done, member.start)
            text, inner, _ = self._deeper()._content(member.data)
            span, done = (member.start, member.end), member.end
            closed = unopened(*span, data[slice(*span)], f"a part of {what} that {member.why}") if member.why else None
            nodes.append(Opened(*span, "", text, inner, str, seal=closed, whole=closed is None))
        nodes += self._readable(raw, done, len(raw))
        return worth([Opened(0, len(data), "ZIP", raw, worth(nodes), str, seal=seal)])

    def _readable(self, raw: str, start: int, end: int) -> Iterator[Node]:
        """What stands in the readable parts of other bytes, such as an image's description."""
        for found in _PRINTABLE.finditer(raw, start, end):
            yield from worth([Opened(*found.span(), "", found[0], self._read(found[0]), str)])


def unopened(start: int, end: int, data: bytes, what: str) -> Hit:
    """What stands for bytes that were not searched to their end."""
    return Hit("unopened", start, end, sha256(data).hexdigest(), what)


def _known_first(text: str) -> list[tuple[int, int]]:
    """The runs of base64 in order; lines of one width come before each of them alone where they hold what is known."""
    wrapped = []
    for start, end in wrapped_runs(text):
        data = from_base64(text[start:end])
        if data and _is_known(data):
            wrapped.append((start, end))
    return sorted([*wrapped, *base64_runs(text)], key=lambda span: (span[0], -span[1]))


def _seal_of_all(nodes: Sequence[Node], text: str) -> Hit | None:
    """The seal of a container that holds nothing but a sealed one, so that the placeholder stands for both."""
    if len(nodes) != 1 or nodes[0].end - nodes[0].start < len(text):
        return None
    node = nodes[0]
    return node.seal if isinstance(node, Opened) else node if node.kind == "unopened" else None


def _is_known(data: bytes) -> bool:
    """Whether bytes are a text, or packed in a way that is known."""
    return _stands_out(data) or inflate(data, _A_LOOK) is not None


def _stands_out(data: bytes) -> bool:
    """Whether bytes are a text, or begin as nothing but a packed body does."""
    return data.startswith(_MAGIC) or any(_as_text(data, encoding) is not None for encoding in _ENCODINGS)


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


def _bytes_of(text: str) -> bytes | None:
    """The bytes whose signs a text has: one for each, or escaped as Python escapes what is not UTF-8."""
    for encoding, errors in (("latin-1", "strict"), ("utf-8", "surrogateescape")):
        try:
            data = text.encode(encoding, errors)
        except UnicodeEncodeError:
            continue
        return None if _LOST in text else data
    return None
