"""Checks as SARIF 2.1.0, the format that code-review tools open: each finding a result, each code a rule with help.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from ... import __version__
from ...base.json_text import Json
from ..codes import CODES, Code
from .baseline import Compared, fingerprint

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VERSION = "2.1.0"

GATE = Code(
    "gate.fails",
    "error",
    "The gate fails",
    "Under this set-up a replay would not be certain to be faithful and harmless.",
    "Deal with each reason, or choose another set-up.",
)
"""The rule for a gate that fails for another reason than a finding: steps that are not certain to be the same."""


def sarif(documents: Sequence[Json], compared: Sequence[Compared] | None = None) -> Json:
    """One SARIF log with one run for several files' check documents.

    Args:
        documents: the checks.
        compared: how each compares with a baseline; None without one.
    """
    beside: Sequence[Compared | None] = compared or [None] * len(documents)
    results = [
        result for document, other in zip(documents, beside, strict=True) for result in _results(document, other)
    ]
    driver = {"name": "replay-gate", "version": __version__, "rules": [_rule(code) for code in _codes(results)]}
    indices = {rule["id"]: index for index, rule in enumerate(driver["rules"])}
    for result in results:
        result["ruleIndex"] = indices[result["ruleId"]]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(documents)],
        "results": results,
    }
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def _codes(results: Sequence[Json]) -> Iterator[Code]:
    """The listed codes, then any others that a result has."""
    yield from CODES.values()
    yield GATE
    others = dict.fromkeys(result["ruleId"] for result in results if result["ruleId"] not in CODES)
    yield from (Code(code, "warning", code, code, "") for code in others if code != GATE.code)


def _rule(code: Code) -> Json:
    return {
        "id": code.code,
        "shortDescription": {"text": f"{code.title}."},
        "fullDescription": {"text": code.help},
        "help": {"text": f"{code.help} {code.remedy}".strip()},
        "defaultConfiguration": {"level": code.severity},
        "properties": {"tags": [code.code.partition(".")[0]]},
    }


def _results(document: Json, compared: Compared | None) -> Iterator[Json]:
    for finding in document["findings"]:
        yield _result(document["file"], finding, compared)
    for session in document["sessions"]:
        for finding in session["findings"]:
            yield _result(document["file"], finding, compared)
        yield from _uncertain(document["file"], session)


def _result(file: str, finding: Json, compared: Compared | None) -> Json:
    result: dict[str, Json] = {
        "ruleId": finding["code"],
        "level": finding["severity"],
        "message": {"text": f"{finding['reason']} {finding['remedy']}"},
        "locations": [_location(file, finding)],
        "occurrenceCount": finding["times"],
        "partialFingerprints": {"replayGate/v1": fingerprint(finding)},
    }
    if compared is not None:
        result["baselineState"] = "unchanged" if id(finding) in compared.known_ones else "new"
    others = [_location(file, place) for place in finding["places"]]
    return {**result, "relatedLocations": others} if others else result


def _uncertain(file: str, session: Json) -> Iterator[Json]:
    """One result at the first step that is not certain to be the same."""
    first = next((step for step in session["steps"] if step["state"] != "same"), None)
    if first is not None:
        text = f"{session['counts']['text']} steps; the first that is not certain is {first['id']}. {first['reason']}"
        yield {
            "ruleId": GATE.code,
            "level": GATE.severity,
            "message": {"text": text},
            "locations": [_location(file, first)],
        }


def _location(file: str, place: Json) -> Json:
    """A file's region where line and column are known, and the JSON path as a logical location."""
    physical = {"artifactLocation": {"uri": _uri(file)}}
    if place["line"] is not None:
        column = {} if place["column"] is None else {"startColumn": place["column"]}
        physical["region"] = {"startLine": place["line"], **column}
    if not place["path"]:
        return {"physicalLocation": physical}
    logical = [{"fullyQualifiedName": place["path"], "kind": "element"}]
    return {"physicalLocation": physical, "logicalLocations": logical}


def _uri(file: str) -> str:
    """A relative or absolute path as a URI reference."""
    path = quote(file.replace("\\", "/").encode("utf-8", "surrogateescape"), safe="/~")
    return f"file://{path}" if path.startswith("/") else path


def _invocation(documents: Sequence[Json]) -> Json:
    """Whether every file could be read, and which could not."""
    notes = [_notification(document) for document in documents if document["error"] is not None]
    result: dict[str, Json] = {"executionSuccessful": not notes}
    return {**result, "toolExecutionNotifications": notes} if notes else result


def _notification(document: Json) -> Json:
    error = document["error"]
    text = " ".join(filter(None, (f"{document['file']}: {error['problem']}", error["remedy"])))
    location = {"physicalLocation": {"artifactLocation": {"uri": _uri(document["file"])}}}
    return {"level": "error", "message": {"text": text}, "locations": [location]}
