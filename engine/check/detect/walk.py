"""Walking JSON values in the order of the file: every text, key and number, with the name under which it stands.

A name reaches into lists (`{"cookie": ["a=b"]}`), into pairs (`["cookie", "a=b"]`) and into objects that hold a name
and a value (`{"name": "cookie", "value": "a=b"}`, `{"key": …, "value": {"stringValue": …}}`), as vcrpy, HAR files,
ASGI and OpenTelemetry write headers and attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ...base.json_text import Json
from ..reading.paths import Part, Path
from .words import words

_NAMES = ("name", "key", "Name", "Key")
_VALUES = frozenset(("value", "Value", "values", "stringValue", "string_value", "string", "arrayValue"))
_OF_PERSONS = words(
    "dob date_of_birth birthdate birthday ssn passport email email_address emailAddress phone phone_number "
    "phoneNumber mobile street dateOfBirth birthDate"
)
"""Keys of which one beside `name` says that the name is a person's."""

_PAIR = 2
_HEADERS = ("headers", "Headers", "response_headers", "responseHeaders")
_SAYING = frozenset((*_NAMES, *_HEADERS))
_BODIES = ("body", "content", "text", "data", "payload", "string", "base64_string", "base64", "raw")
_IN_BODIES = ("string", "base64_string", "text", "base64")

CODED = "content-encoding: "
"""Begins the name of a body whose headers name a content coding, such as `content-encoding: br`."""


class Pairs(list[tuple[str, Json]]):
    """An object as its pairs, in order, a key that stands twice included."""


class Leaf(NamedTuple):
    """One text, key or number of a value.

    Attributes:
        path: where it stands; for a key the path of its value.
        role: what it is there.
        value: the text or the number.
        name: the name under which it stands, an empty text where it has none.
        owner: numbers the object that a key belongs to, 0 for all else.
    """

    path: Path
    role: Literal["text", "key", "number"]
    value: str | int | float | bytes
    name: str = ""
    owner: int = 0


def leaves(value: Json, name: str = "") -> Iterator[Leaf]:
    """Each text, key and number in the value, in order; booleans and nulls are left out.

    Args:
        value: any JSON value; objects may be `Pairs`.
        name: the name under which the value itself stands.
    """
    owners = 0
    stack: list[tuple[Path, Json, str] | Leaf] = [((), value, name)]
    while stack:
        top = stack.pop()
        if isinstance(top, Leaf):
            yield top
            continue
        path, item, reaching = top
        if isinstance(item, (str, bytes)):
            yield Leaf(path, "text", item, reaching)
        elif isinstance(item, (dict, Pairs)):
            owners += 1
            stack += _of_object(path, item, reaching, owners)[::-1]
        elif isinstance(item, (list, tuple)):
            stack.extend(reversed([((*path, index), inner, own) for index, inner, own in named_items(item, reaching)]))
        elif isinstance(item, (int, float)) and not isinstance(item, bool):
            yield Leaf(path, "number", item, reaching)


def named_items(items: Sequence[Json], name: str) -> Iterator[tuple[int, Json, str]]:
    """The items of a list, each with the name that reaches it: the list's, or in a pair the first item's."""
    pair = not name and len(items) == _PAIR and all(isinstance(item, str) for item in items)
    for index, item in enumerate(items):
        yield index, item, items[0] if pair and index else name


def own_name(members: dict[str, Json] | Pairs) -> str:
    """What an object says of what is in it: its headers of the body, its `name` or `key` of the value beside it."""
    if isinstance(members, dict) and _SAYING.isdisjoint(members):
        return ""
    pairs = members.items() if isinstance(members, dict) else members
    told = ""
    for key, item in pairs:
        if key in _HEADERS and (coding := _coding(item)):
            return CODED + coding
        if not told and key in _NAMES and isinstance(item, str):
            told = item
    return told


def is_of_person(members: dict[str, Json] | Pairs) -> bool:
    """Whether an object is a person's, so that its `name` is one: something else in it is."""
    keys = members.keys() if isinstance(members, dict) else {key for key, _ in members}
    return "name" in keys and not _OF_PERSONS.isdisjoint(keys)


def member_name(key: str, own: str, name: str, *, of_person: bool = False) -> str:
    """The name that reaches the value under a key.

    It is the key; for `value` the object's own name or the one above; for a body, and for its text in an object, its
    coding.
    """
    if of_person and key == "name":
        return "full_name"
    for above, reached in ((own, _BODIES), (name, _IN_BODIES)):
        if above.startswith(CODED):
            return above if key in reached else key
    return (own or name or key) if key in _VALUES else key


def _coding(headers: Json) -> str:
    """The content coding that headers name, the outermost of several; an empty text for none, and for `identity`."""
    value: Json = ""
    for name, item in _header_items(headers):
        if isinstance(name, str) and name.lower() == "content-encoding":
            value = item[-1] if isinstance(item, list) and item else item
    coding = value.rpartition(",")[2].strip().lower() if isinstance(value, str) else ""
    return "" if coding == "identity" else coding


def _header_items(headers: Json) -> Iterator[tuple[Json, Json]]:
    """Names and values of headers: an object, a list of pairs, a list of objects with a name and a value."""
    if isinstance(headers, dict):
        yield from headers.items()
    elif isinstance(headers, Pairs):
        yield from headers
    elif isinstance(headers, list):
        for item in headers:
            members = dict(item) if isinstance(item, (dict, Pairs)) else {}
            if members:
                yield members.get("name", members.get("key")), members.get("value")
            elif isinstance(item, (list, tuple)) and len(item) == _PAIR:
                yield item[0], item[1]


def _of_object(
    path: Path, members: dict[str, Json] | Pairs, name: str, owner: int
) -> list[tuple[Path, Json, str] | Leaf]:
    own, of_person = own_name(members), is_of_person(members)
    result: list[tuple[Path, Json, str] | Leaf] = []
    for key, item in members.items() if isinstance(members, dict) else members:
        text = key if isinstance(key, str) else str(key)
        inner: tuple[Part, ...] = (*path, text)
        result.append(Leaf(inner, "key", text, "", owner))
        result.append((inner, item, member_name(text, own, name, of_person=of_person)))
    return result
