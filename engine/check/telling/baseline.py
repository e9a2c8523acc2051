"""A baseline: the findings that are known, so that a later check is silent on them and fails for new ones only.

    {"format": "replay-baseline/1",
     "files": {"sessions/a.json": {"4c1f…": {"code": …, "severity": …, "times": 2, "reason": …}, …}, …}}

A finding is known by its fingerprint: its code and what it says. Its place and the numbers of steps are no part of
that, so a session that grows, or is written in other lines, keeps its known findings. One that is graver than it was,
or occurs more often, is new. A step that is not certain counts as a finding, by its reason.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...base.errors import InputError
from ...base.json_text import Json, digest, parse, pretty
from .document import all_findings

FORMAT = "replay-baseline/1"
UNCERTAIN = "gate.fails"
"""Stands for the code of a step that is not certain, as in SARIF."""

_SEVERITIES = ("note", "warning", "error")
_STEP = re.compile(r"\bS\d+\b")
_ALSO = re.compile(r" The same in \d+ more places?(?: \([^)]*\))?\.\Z")
_DIGITS = 16


@dataclass(frozen=True)
class Known:
    """What is known of one finding: how grave it was, and how often it occurred."""

    severity: str
    times: int


Baseline = Mapping[str, Mapping[str, Known]]
"""By a file's name and a finding's fingerprint, what is known."""


@dataclass(frozen=True)
class Compared:
    """A check beside a baseline.

    Attributes:
        new: the findings that are new, and the steps that are not certain and were not known.
        known: how many findings are known.
        gone: how many that are known there are no more.
        known_ones: the identities of the findings that are known, by `id()` of their JSON.
    """

    new: Sequence[Json]
    known: int
    gone: int
    known_ones: frozenset[int]


def fingerprint(finding: Json) -> str:
    """What a finding is known by; the same wherever in the file it stands."""
    reason = _STEP.sub("S", _ALSO.sub("", finding["reason"]))
    text = f"{finding['code']}\0{reason}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def baseline_text(documents: Sequence[Json]) -> str:
    """The baseline's file for these checks; a file that cannot be read has none."""
    files = {_name(document): _entries(document) for document in documents if document["error"] is None}
    return pretty({"format": FORMAT, "files": files}, sort_keys=True)


def read_baseline(path: Path) -> Baseline:
    """The baseline that a file holds.

    Raises:
        InputError: where it cannot be read, or is not a baseline.
    """
    remedy = "Write one with --write-baseline."
    try:
        value = parse(path.read_text(encoding="utf-8"))
        files: Json = value["files"] if value["format"] == FORMAT else None
        return {
            file: {mark: Known(_severity(entry["severity"]), int(entry["times"])) for mark, entry in entries.items()}
            for file, entries in files.items()
        }
    except OSError as error:
        raise InputError(f"It cannot be read ({error.strerror}).", place=str(path), remedy=remedy) from error
    except (InputError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError("It is no baseline of this version.", place=str(path), remedy=remedy) from error


def compared(document: Json, baseline: Baseline) -> Compared:
    """A check beside what is known of its file."""
    left = {mark: [known.severity, known.times] for mark, known in baseline.get(_name(document), {}).items()}
    new, quiet = [], []
    seen: set[str] = set()
    for item in _marked(document):
        mark = fingerprint(item)
        known = left.get(mark)
        seen.add(mark)
        if known is None or _grave(item["severity"]) > _grave(known[0]) or item["times"] > known[1]:
            new.append(item)
        else:
            known[1] -= item["times"]
            quiet.append(item)
    return Compared(new, len(quiet), len(left.keys() - seen), frozenset(map(id, quiet)))


def without_known(document: Json, found: Compared) -> Json:
    """The check without the findings that are known; its gate and its sentences are as they were."""

    def new(findings: Sequence[Json]) -> list[Json]:
        return [item for item in findings if id(item) not in found.known_ones]

    sessions = [{**session, "findings": new(session["findings"])} for session in document["sessions"]]
    return {**document, "sessions": sessions, "findings": new(document["findings"])}


def with_known(document: Json, found: Compared) -> Json:
    """The check with `known` at each finding, and the digest of that."""

    def told(findings: Sequence[Json]) -> list[Json]:
        return [{**item, "known": id(item) in found.known_ones} for item in findings]

    sessions = [{**session, "findings": told(session["findings"])} for session in document["sessions"]]
    result = {key: value for key, value in document.items() if key != "digest"}
    result |= {"sessions": sessions, "findings": told(document["findings"])}
    return {**result, "digest": digest(result)}


def _entries(document: Json) -> dict[str, Json]:
    entries: dict[str, Json] = {}
    for item in _marked(document):
        mark = fingerprint(item)
        before = entries.get(mark, {"times": 0, "severity": item["severity"]})
        entries[mark] = {
            "code": item["code"],
            "severity": max(before["severity"], item["severity"], key=_grave),
            "times": before["times"] + item["times"],
            "reason": _ALSO.sub("", item["reason"]),
        }
    return entries


def _marked(document: Json) -> Iterator[Json]:
    """The findings that a baseline knows, and the steps that are not certain of themselves."""
    yield from all_findings(document)
    for session in document["sessions"]:
        for step in session["steps"]:
            if step["state"] != "same" and step["reasons"]:
                yield _uncertain(step)


def _uncertain(step: Json) -> Json:
    reason = f"{step['tool'] or step['kind']} is not certain: {', '.join(step['reasons'])}."
    place = {key: step[key] for key in ("path", "line", "column")}
    return {"code": UNCERTAIN, "severity": "error", "reason": reason, "times": 1, "step": step["id"], **place}


def _name(document: Json) -> str:
    """The file's name, the same on every system."""
    return str(document["file"]).replace("\\", "/").removeprefix("./")


def _severity(text: Json) -> str:
    return _SEVERITIES[_grave(text)]


def _grave(severity: Json) -> int:
    return _SEVERITIES.index(severity)
