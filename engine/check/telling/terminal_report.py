"""A check for people, in a terminal: the steps as a table, the findings, the tools, the gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...base.json_text import Json
from ...base.terminal import Painter, leave, paint, visible
from .baseline import Compared, without_known

LONGEST_TABLE = 200
"""A longer session shows only the steps that are not the same, and of these as many."""

LISTED = 10
"""How many findings of one code are listed."""

_LOOKS = {"same": "good", "differs": "bad", "unknown": "doubt", "error": "bad", "warning": "doubt", "note": "soft"}
_STATES = {"same": "same", "differs": "DIFFERS", "unknown": "unknown"}
_TOOLS = {"recorded": "from the export", "live": "called live"}
_RECORDS = {
    "tool_results": "every tool result",
    "model_version": "the model version",
    "initial_state": "the initial state",
    "placeholders": "stable placeholders",
}
_ANSWERS = {"yes": "good", "partly": "doubt", "no": "bad"}
_SAFETY = {"safe": "good", "unsafe": "bad", "unknown": "doubt"}
_STEP = 6


def report(document: Json, *, compared: Compared | None = None, colour: bool) -> str:
    """The check document as text; with ANSI colours where asked. What a terminal would obey is shown, not sent.

    Args:
        document: the check.
        compared: how it compares with a baseline, whose findings are not told; None without one.
        colour: whether to colour it.
    """
    look = paint if colour else leave
    document = _visible(document if compared is None else without_known(document, compared))
    lines = [
        *_head(document, look),
        *_sessions(document, look),
        *_file_findings(document, look),
        *_gate(document, look),
        *_beside(compared, look),
    ]
    return "\n".join(lines) + "\n"


def _head(document: Json, look: Painter) -> Iterator[str]:
    yield look("strong", f"Check of {document['file']}")
    yield from _verdict(document, look)
    yield "  ".join(f"{name}={value}" for name, value in document["settings"].items())


def _verdict(document: Json, look: Painter) -> Iterator[str]:
    """The three sentences, at the beginning and at the end."""
    yield from (look("good" if document["gate"] == "pass" else "bad", f"  {line}") for line in document["verdict"])


def _sessions(document: Json, look: Painter) -> Iterator[str]:
    for number, session in enumerate(document["sessions"], 1):
        yield ""
        several = f"Session {number}: " if len(document["sessions"]) > 1 else ""
        yield look("strong", f"{several}{session['session'] or 'unnamed'}, read as {session['source_title']}")
        yield from _outcomes(session["outcomes"], look)
        for part in (_records, _table, _tools):
            yield from part(session, look)
        yield from _findings(session["findings"], look)
        yield f"Steps: {session['counts']['text']}"


def _outcomes(outcomes: Json, look: Painter) -> Iterator[str]:
    for tools, title in _TOOLS.items():
        passes = outcomes[tools]["gate"] == "pass"
        gate = look("good" if passes else "bad", f"gate {'passes' if passes else 'fails'}")
        yield f"  {title:<16} {gate}: {outcomes[tools]['counts']['text']} steps"


def _records(session: Json, look: Painter) -> Iterator[str]:
    yield ""
    yield "Recorded in the file"
    for record in session["records"]:
        answer = look(_ANSWERS[record["answer"]], f"{record['answer']:<7}")
        yield f"  {answer} {_RECORDS[record['what']]:<20} {record['text']}"
    yield ""


def _table(session: Json, look: Painter) -> Iterator[str]:
    steps = session["steps"]
    if len(steps) > LONGEST_TABLE:
        steps = [step for step in steps if step["state"] != "same"]
    yield look("soft", _row("step", "what happens", "from", "verdict"))
    for step in steps[:LONGEST_TABLE]:
        yield look(_LOOKS[step["state"]], _row(step["id"], step["short"], step["source"], _STATES[step["state"]]))
        if step["state"] != "same":
            yield look("soft", f"{'':{_STEP}} {step['reason']}")
    if len(steps) < len(session["steps"]):
        yield look("soft", f"{'':{_STEP}} {len(session['steps']) - len(steps)} steps that are the same are not shown.")
    if len(steps) > LONGEST_TABLE:
        yield look("soft", f"{'':{_STEP}} {len(steps) - LONGEST_TABLE} more that are not the same are not shown.")


def _row(step: str, what: str, source: str, verdict: str) -> str:
    short = what if len(what) <= 50 else what[:49] + "…"  # noqa: PLR2004 - the column's width
    return f"{step:<{_STEP}} {short:<50} {source:<12} {verdict}".rstrip()


def _tools(session: Json, look: Painter) -> Iterator[str]:
    again = {effect["tool"] for effect in session["side_effects"] if effect["again"]}
    if session["tools"]:
        yield ""
        yield "Tools"
    for tool in session["tools"]:
        times = f"{tool['calls']} {'call' if tool['calls'] == 1 else 'calls'}"
        more = "; this set-up would call it again" if tool["name"] in again else ""
        text = f"  {tool['name'] or 'unnamed':<30} {times:<10} {tool['safety']}: {tool['why']}{more}"
        yield look(_SAFETY[tool["safety"]], text)


def _findings(findings: Json, look: Painter) -> Iterator[str]:
    yield ""
    yield f"Findings: {_tally(findings)}"
    counts: Counter[str] = Counter()
    totals = Counter(finding["code"] for finding in findings)
    for finding in findings:
        code = finding["code"]
        counts[code] += 1
        if counts[code] <= LISTED:
            yield from _finding(finding, look)
        elif counts[code] == LISTED + 1:
            yield look("soft", f"  … and {totals[code] - LISTED} more of {code}")


def _tally(findings: Json) -> str:
    totals = Counter(finding["severity"] for finding in findings)
    parts = [f"{totals[kind]} {kind}{'' if totals[kind] == 1 else 's'}" for kind in ("error", "warning", "note")]
    return ", ".join(parts)


def _finding(finding: Json, look: Painter) -> Iterator[str]:
    where = [finding["step"], _line(finding), finding["path"]]
    place = ", ".join(part for part in where if part) or "the file"
    yield look(_LOOKS[finding["severity"]], f"  {finding['severity']:<8} {finding['code']} at {place}")
    yield f"           {finding['reason']} {look('soft', finding['remedy'])}"


def _line(finding: Json) -> str:
    if finding["line"] is None:
        return ""
    return f"line {finding['line']}" + (f", column {finding['column']}" if finding["column"] is not None else "")


def _file_findings(document: Json, look: Painter) -> Iterator[str]:
    if document["findings"]:
        yield ""
        yield look("strong", "The file")
        yield from _findings(document["findings"], look)


def _gate(document: Json, look: Painter) -> Iterator[str]:
    passes = document["gate"] == "pass"
    yield ""
    yield look("soft", f"Digest: {document['digest']}")
    yield look("good" if passes else "bad", f"Gate: {'passes' if passes else 'fails'}")
    yield from (f"  - {reason}" for reason in document["gate_reasons"])
    yield from _verdict(document, look)


def _beside(compared: Compared | None, look: Painter) -> Iterator[str]:
    """What is new beside a baseline, known ones counted."""
    if compared is None:
        return
    bad = any(item["severity"] == "error" for item in compared.new)
    yield look(
        "bad" if bad else "good",
        f"Baseline: {len(compared.new)} new, {compared.known} known and not told, {compared.gone} gone.",
    )
    yield from (f"  - new: {item['severity']} {item['code']}. {visible(item['reason'])}" for item in compared.new)


def _visible(value: Json) -> Json:
    """The document with every text as a terminal may show it; its keys are its own."""
    if isinstance(value, dict):
        return {key: _visible(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_visible(item) for item in value]
    return visible(value) if isinstance(value, str) else value
