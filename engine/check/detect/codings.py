"""Where encoded parts stand in a text, and how each is decoded and encoded again: base64 and percent-encoding.

Base64 is that of RFC 4648, plain and url-safe, with and without padding, in one piece or in lines (RFC 2045), with a
path before it, and cut off anywhere. Percent-encoding is that of RFC 3986, one component of a URL or a form at a time,
so that a URL keeps its parts.
"""

from __future__ import annotations

import binascii
import re
from array import array
from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote, unquote

_SHORTEST = 16
_SHORTEST_WHOLE = 8
_SIGN = "[A-Za-z0-9+/_-]"
_LINES = rf"{_SIGN}{{60,}}+(?:\r?\n{_SIGN}{{60,}}+)*+(?:\r?\n{_SIGN}{{1,76}}={{0,2}}(?=\s*(?:\n|\Z)))?={{0,2}}"
_RUN = re.compile(rf"{_LINES}|{_SIGN}{{{_SHORTEST},}}+={{0,2}}")
_WHOLE = re.compile(rf"\s*({_SIGN}{{{_SHORTEST_WHOLE},}}={{0,2}})\s*\Z")
_LINE = re.compile(rf"{_SIGN}{{{_SHORTEST},}}+")
_NEXT_LINE = re.compile(rf"\r?\n[ \t]{{0,40}}+({_SIGN}{{1,76}}+={{0,2}})(?=\s|\Z)")
_GAP = re.compile(r"\r?\n[ \t]*+")
_BEFORE = re.compile("[/_-]")
_BEFORE_REACHES, _MOST_BEFORE = 200, 8
_CAPITAL = re.compile("[A-Z]")
_TO_PLAIN = str.maketrans("-_", "+/", "\r\n\t ")
_TO_URL = str.maketrans("+/", "-_")
_COMPONENT = re.compile(r"[^\s\"'<>&=?#]++")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_RESERVED = "!$'()*+,/:;@[]{}|^`"


def base64_runs(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each part that may be base64; every one of them has a capital, as encoded text always has."""
    whole = _WHOLE.match(text)
    spans = [whole.span(1)] if whole else [found.span() for found in _RUN.finditer(text)]
    return (span for span in spans if _CAPITAL.search(text, *span))


def wrapped_runs(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each part that may be base64 in lines of one width, however short, indented or not."""
    if "\n" not in text:
        return
    done = 0
    for found in _LINE.finditer(text):
        start, end = found.span()
        if start >= done and (done := _lines_end(text, end, end - start)) > end and _CAPITAL.search(text, start, done):
            yield start, done


def _lines_end(text: str, end: int, width: int) -> int:
    """Where the lines end that follow one of that width: as wide as it, and then one that is not wider."""
    while found := _NEXT_LINE.match(text, end):
        if len(found[1]) > width:
            break
        end = found.end(1)
        if len(found[1]) < width:
            break
    return end


def starts_within(text: str, start: int, end: int) -> Iterator[int]:
    """Where else a run may begin: signs of a path, which base64 has too, may stand before it."""
    found = _BEFORE.finditer(text, start, min(start + _BEFORE_REACHES, end - _SHORTEST))
    yield from (each.end() for each in islice(found, _MOST_BEFORE))


def from_base64(text: str) -> bytes | None:
    """The bytes that a text of base64 holds; None where it is none. A surplus last character is left out."""
    plain = text.translate(_TO_PLAIN).rstrip("=")
    plain = plain[:-1] if len(plain) % 4 == 1 else plain
    try:
        return binascii.a2b_base64(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return None


def to_base64(data: bytes, like: str) -> str:
    """Bytes in base64, written as another text is: its alphabet, its padding, its lines."""
    text = binascii.b2a_base64(data, newline=False).decode("ascii")
    lines = _GAP.search(like)
    is_for_urls = "-" in like or "_" in like
    if is_for_urls:
        text = text.translate(_TO_URL)
    if not like.rstrip().endswith("=") and (is_for_urls or len(like.translate(_TO_PLAIN)) % 4):
        text = text.rstrip("=")
    if lines is None:
        return text
    width = lines.start()
    return lines[0].join(text[at : at + width] for at in range(0, len(text), width))


def percent_runs(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each component with percent-encoding."""
    if _ESCAPES.search(text):
        for found in _COMPONENT.finditer(text):
            if _ESCAPES.search(found[0]):
                yield found.span()


def from_percent(text: str) -> tuple[str, array[int]]:
    """The text decoded, and for each of its signs and its end the place in the encoded text.

    Bytes that are not UTF-8 are kept as surrogates.
    """
    parts, places, done = [], array("L"), 0
    for found in _ESCAPES.finditer(text):
        decoded = unquote(found[0], errors="surrogateescape")
        parts += [text[done : found.start()], decoded]
        places.extend(range(done, found.start()))
        places.extend(_places(decoded, found.start()))
        done = found.end()
    places.extend(range(done, len(text) + 1))
    return "".join([*parts, text[done:]]), places


def to_percent(text: str, like: str) -> str:
    """A text encoded; of the reserved signs those stay as they are that another text has in clear."""
    safe = "".join(sign for sign in _RESERVED if sign in like)
    return quote(text, safe=safe, errors="surrogateescape" if _is_escaped_bytes(text) else "surrogatepass")


def _places(decoded: str, start: int) -> Iterator[int]:
    for sign in decoded:
        yield start
        start += 3 * len(sign.encode("utf-8", "surrogateescape"))


def _is_escaped_bytes(text: str) -> bool:
    return all("\udc80" <= sign <= "\udcff" for sign in text if "\ud800" <= sign <= "\udfff")
