"""Checks as Markdown, for the summary page of a CI job: a verdict for each file and the gravest findings.

The flavour is GitHub's, https://github.github.com/gfm/. What comes out of a file is text there, never markup.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ...base.json_text import Json
from ...base.terminal import visible
from .document import all_findings

MOST_FILES = 200
"""So many rows at most: a job's summary may have 1 MiB, and nobody reads as much."""

MOST_FINDINGS = 20
"""So many findings are listed, errors first; the report and SARIF have them all."""

_MARKUP = re.compile(r"[&<>\\`*_\[\]|~#@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What begins or ends markup, an entity, a mention, or an address that is made a link of."""

_SEVERITIES = ("error", "warning")
_GATES = {"pass": "✅ passes", "fail": "❌ fails"}

Told = tuple[str, Json]
"""A finding with the name of its file."""


def summary(documents: Sequence[Json]) -> str:
    """The summary of several files' check documents."""
    lines = [f"## {_heading(documents)}", "", *_table(documents), *_gravest(documents)]
    return "\n".join(lines) + "\n"


def _heading(documents: Sequence[Json]) -> str:
    bad = sum(document["gate"] == "fail" for document in documents)
    files = f"{len(documents)} {'file' if len(documents) == 1 else 'files'}"
    if bad:
        return f"Replay check: {bad} of {files} {'fails' if bad == 1 else 'fail'}"
    return f"Replay check: {files} {'passes' if len(documents) == 1 else 'pass'}"


def _table(documents: Sequence[Json]) -> Iterator[str]:
    # Files that fail come first; among equals the order is the caller's.
    ordered = sorted(documents, key=lambda document: bool(document["gate"] == "pass"))
    yield "| file | gate | errors | warnings | a replay |"
    yield "| --- | --- | ---: | ---: | --- |"
    yield from map(_row, ordered[:MOST_FILES])
    yield ""
    if len(ordered) > MOST_FILES:
        yield f"{len(ordered) - MOST_FILES} more files are not shown."
        yield ""


def _row(document: Json) -> str:
    error = document["error"]
    if error is not None:
        problem = _plain(f"{error['problem']} {error['remedy']}".strip())
        return f"| {_plain(document['file'])} | ⚠️ cannot be read |  |  | {problem} |"
    totals = Counter(finding["severity"] for finding in all_findings(document))
    sentences = "<br>".join(map(_plain, document["verdict"]))
    gate = _GATES[document["gate"]]
    return f"| {_plain(document['file'])} | {gate} | {totals['error']} | {totals['warning']} | {sentences} |"


def _gravest(documents: Sequence[Json]) -> Iterator[str]:
    told = [
        (document["file"], finding)
        for severity in _SEVERITIES
        for document in documents
        for finding in all_findings(document)
        if finding["severity"] == severity
    ]
    if not told:
        return
    yield "### The gravest findings"
    yield ""
    yield from map(_finding, told[:MOST_FINDINGS])
    if len(told) > MOST_FINDINGS:
        yield f"- {len(told) - MOST_FINDINGS} more errors and warnings are not shown."


def _finding(told: Told) -> str:
    file, finding = told
    line = "" if finding["line"] is None else f", line {finding['line']}"
    text = _plain(f"{finding['reason']} {finding['remedy']}".strip())
    return f"- **{finding['severity']}** {_plain(finding['code'])} in {_plain(file)}{line}: {text}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is: no markup, no tag, no link, and all of it on one line."""
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", visible(" ".join(text.split())))
