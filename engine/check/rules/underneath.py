"""What changes outside the file: model names, ids, the clock, chance, the day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...base.json_walk import texts
from ..codes import finding
from ..finding import Finding
from ..trail import ABSENT, Entry, Trail
from .model_names import answering, exactness, is_exact

_UUID = re.compile(r"(?<![0-9A-Fa-f-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![0-9A-Fa-f-])")
_MOMENT = re.compile(r"(?<!\d)(?:19|20)\d{2}-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,9})?")
_DATE = re.compile(r"(?<!\d)(?:19|20)\d{2}-[01]\d-[0-3]\d(?!\d)")
_TOLD = re.compile(rf"{_UUID.pattern}|(?P<moment>{_MOMENT.pattern})|{_DATE.pattern}")
_DAY = 10
"""The length of a date: a moment mentions its day too."""
_EPOCH = re.compile(r"1[5-9]\d{8}(?:\d{3}(?:\d{3})?)?$")
_CLOCK_KEY = re.compile(r"(?:^|[_.\]a-z])(?:ts|time|timestamp|now|date|at|since|until|Time|Timestamp|At)$")
_CHANCE_KEY = re.compile(
    r"nonce|idempotency|request_?id|correlation|trace_?id|salt|random|seed|uuid|guid", re.IGNORECASE
)
_RANDOM = re.compile(r"(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[A-Za-z0-9+/_=-]{12,128}$|\d{6,20}$")
_TODAY = re.compile(
    r"(?:today|current date|current time|the date|date today|now)[^\n]{0,40}?"
    r"(?:(?:19|20)\d{2}[-/][01]?\d[-/][0-3]?\d"
    r"|(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d{1,2},?\s+20\d{2})",
    re.IGNORECASE,
)
_INDEX = re.compile(r"\[\d+\]")
_ID = re.compile(r"[A-Za-z0-9_.:|~+/=-]{1,64}$")


def find(trail: Trail) -> Iterator[Finding]:
    """Everything that may change underneath the recording, in the order of `engine.check.codes`."""
    yield from _aliases(trail)
    yield from _other_models(trail)
    yield from _changes(trail)
    yield from _ids(trail)
    yield from _values(trail)
    yield from _instruction_today(trail)


def _aliases(trail: Trail) -> Iterator[Finding]:
    """One finding for each name, where it stands first."""
    for name, entry in _first_by(trail, answering).items():
        kind = exactness(name)
        if kind == "alias":
            yield _at(
                "underneath.model-alias", entry, f"“{name}” is an alias: it points at another model from day to day."
            )
        elif kind == "family":
            yield _at("underneath.model-alias", entry, f"“{name}” names a family, not a version.")


def _other_models(trail: Trail) -> Iterator[Finding]:
    """One finding for each pair of names, where it stands first."""
    for pair, entry in _first_by(trail, _unequal_names).items():
        asked, answered = pair.split("\n")
        if _bare(answered).startswith(_bare(asked)):
            reason = f"“{asked}” was asked for, which is an alias; “{answered}” answered, so ask for that."
            yield _at("underneath.model-alias", entry, reason)
        else:
            reason = f"“{asked}” was asked for and “{answered}” answered."
            yield _at("underneath.model-differs", entry, reason)


def _changes(trail: Trail) -> Iterator[Finding]:
    """Several exact versions in one conversation: one finding, where the second stands first."""
    versions: dict[int | None, dict[str, Entry]] = {}
    for entry in trail.entries:
        if entry.kind != "result" and is_exact(entry.model):
            versions.setdefault(entry.thread, {}).setdefault(str(entry.model), entry)
    for found in versions.values():
        if len(found) > 1:
            names = " and ".join(f"“{name}”" for name in found)
            yield _at("underneath.model-changes", list(found.values())[1], f"{names} answered in one conversation.")


def _ids(trail: Trail) -> Iterator[Finding]:
    for entry in trail.entries:
        if entry.call_id is None or entry.kind != "call":
            continue
        if _is_doubled(entry.call_id):
            yield _at("underneath.id-doubled", entry, f"The call id is “{_half(entry.call_id)}” twice over.")
        elif not _ID.match(entry.call_id):
            yield _at("underneath.id-malformed", entry, _malformed(entry.call_id))


def _values(trail: Trail) -> Iterator[Finding]:
    """Moments, random values and today's date in arguments, unless something before mentions them."""
    if not any(True for entry in trail.entries for _ in _suspects(entry)):
        return
    told = _Mentioned()
    day: str | None = None
    told.read(trail.instruction or "")
    for _, text in texts(None if trail.initial_state is ABSENT else trail.initial_state):
        told.read(text)
    for entry in trail.entries:
        day = _day(entry.time) or day
        if entry.kind == "call" and entry.arguments is not ABSENT and not entry.by_program:
            yield from _arguments(entry, told, day)
        told.read_entry(entry)


def _suspects(entry: Entry) -> Iterator[str]:
    """The arguments of a call that are findings unless something before mentions them."""
    if entry.kind == "call" and entry.arguments is not ABSENT and not entry.by_program:
        nothing = _Mentioned()
        yield from (text for field, text in _leaves(entry) if _DATE.search(text) or _origin(field, text, nothing, None))


def _arguments(entry: Entry, told: _Mentioned, day: str | None) -> Iterator[Finding]:
    """One finding of each code for a call, at the first argument concerned."""
    seen: set[str] = set()
    for field, text in _leaves(entry):
        code = _origin(field, text, told, day)
        if code is not None and code not in seen:
            seen.add(code)
            reason = _REASONS[code].format(field=field or "The argument")
            yield finding(code, entry.place, reason, entry.id, about=f"{entry.tool} {_INDEX.sub('', field)}")


_REASONS = {
    "underneath.clock": "“{field}” holds a moment that nothing before this call mentions.",
    "underneath.chance": "“{field}” holds a random value that nothing before this call mentions.",
    "underneath.today": "“{field}” holds the date of the day on which the session ran.",
}


def _origin(field: str, text: str, told: _Mentioned, day: str | None) -> str | None:
    """Which code an argument's value falls under, if any."""
    has_dashes = "-" in text
    moment = _MOMENT.search(text) if has_dashes else None
    if (moment and moment[0] not in told.values) or (_EPOCH.match(text) and _CLOCK_KEY.search(field)):
        return "underneath.clock"
    random = _UUID.search(text) if has_dashes else None
    if (random and random[0] not in told.values) or (_CHANCE_KEY.search(field) and _RANDOM.match(text)):
        return None if text in told.values else "underneath.chance"
    date = _DATE.search(text) if has_dashes else None
    if date and date[0] == day and date[0] not in told.values:
        return "underneath.today"
    return None


def _instruction_today(trail: Trail) -> Iterator[Finding]:
    if trail.instruction is not None and _TODAY.search(trail.instruction):
        place = trail.instruction_place or (trail.entries[0].place if trail.entries else None)
        if place is not None:
            yield finding("underneath.today", place, "The instruction says which day today is.")


class _Mentioned:
    """The moments, dates and UUIDs that messages and results have mentioned so far."""

    def __init__(self) -> None:
        self.values: set[str] = set()

    def read(self, text: str) -> None:
        """Take up what a text mentions."""
        for found in _TOLD.finditer(text) if "-" in text else ():
            self.values.update((found[0], found[0][:_DAY]) if found["moment"] else (found[0],))

    def read_entry(self, entry: Entry) -> None:
        """Take up what an entry mentions."""
        self.read(entry.text or "")
        for value in (entry.result, entry.arguments):
            for _, text in texts(None if value is ABSENT else value):
                self.read(text)
                if len(text) <= 128:  # noqa: PLR2004 - as long as a random value is taken to be
                    self.values.add(text)


def _leaves(entry: Entry) -> Iterator[tuple[str, str]]:
    """Each text and whole number in a call's arguments, with where it stands there."""
    stack = [("", entry.arguments)]
    while stack:
        place, value = stack.pop()
        if isinstance(value, dict):
            stack += [(f"{place}.{key}" if place else key, item) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            stack += [(f"{place}[{index}]", item) for index, item in reversed(list(enumerate(value)))]
        elif isinstance(value, str):
            yield place, value
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**20:
            yield place, str(value)


def _first_by(trail: Trail, key: Callable[[Entry], str | None]) -> dict[str, Entry]:
    """For each key, the first entry that has it."""
    found: dict[str, Entry] = {}
    for entry in trail.entries:
        name = key(entry)
        if name is not None:
            found.setdefault(name, entry)
    return found


def _unequal_names(entry: Entry) -> str | None:
    if entry.model is None or entry.requested_model is None or entry.model == entry.requested_model:
        return None
    return "\n".join(name.replace("\n", " ") for name in (entry.requested_model, entry.model))


def _bare(name: str) -> str:
    """A model's name without the provider before it."""
    return name.rpartition("/")[2].lower()


def _is_doubled(text: str) -> bool:
    half = len(text) // 2
    return len(text) >= 8 and len(text) % 2 == 0 and text[:half] == text[half:]  # noqa: PLR2004 - short ones may repeat


def _half(text: str, most: int = 40) -> str:
    return text[: len(text) // 2][:most]


def _malformed(text: str) -> str:
    if not text:
        return "The call id is empty."
    return f"The call id is {len(text)} characters long." if len(text) > 64 else "The call id has unusual characters."  # noqa: PLR2004


def _day(time: str | None) -> str | None:
    found = _DATE.match(time) if time else None
    return found[0] if found else None


def _at(code: str, entry: Entry, reason: str) -> Finding:
    return finding(code, entry.place, reason, entry.id)
