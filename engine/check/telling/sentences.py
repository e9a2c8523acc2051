"""The verdict in three sentences: is a replay the same, is it harmless, is the file fit to be passed on?

    Played back from this file alone, all 6 steps come out as recorded.
    If its tools were called for real, `charge_card` would act again (2 calls).
    No person’s data and no secret was found; names and addresses in running text are not looked for.

They are for people who have never seen this tool, and stand at the beginning and at the end of a report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..codes import CODES
from ..examine import Examination
from ..finding import Finding
from ..outcome import MASKS, UNSEARCHED, has_own_reason
from ..rules import masks, missing
from ..rules.missing import some
from ..rules.model_names import answering, is_exact
from ..rules.side_effects import ToolUse
from ..verdict import TEXTS

_NOT_SOUGHT = "names and addresses in running text are not looked for"


def sentences(sessions: Sequence[Examination], of_file: Sequence[Finding]) -> list[str]:
    """The three sentences on a file.

    Args:
        sessions: its sessions, examined.
        of_file: the findings that belong to none of them.
    """
    findings = [*of_file, *(item for session in sessions for item in session.findings)]
    return [
        _faithful(sessions, findings),
        _harmless([tool for each in sessions for tool in each.tools], sessions),
        _private(findings),
    ]


def unreadable_sentences(problem: str, remedy: str) -> list[str]:
    """The three of a file that cannot be read."""
    return ["This file cannot be checked, so nothing is known of a replay.", problem, remedy]


def _faithful(sessions: Sequence[Examination], findings: Sequence[Finding]) -> str:
    counts = [session.outcomes["recorded"].counts for session in sessions]
    same, total = sum(each.same for each in counts), sum(each.total for each in counts)
    if not total:
        return "This file holds no step, so there is nothing to play back."
    begins = "Played back from this file alone,"
    alone = masks.under(findings, "recorded")
    faults = [item for item in alone if item.severity == "error" and not has_own_reason(item)]
    if same < total:
        return f"{begins} {same} of {total} steps are certain to come out as recorded{_first(sessions)}."
    if faults:
        title = CODES[faults[0].code].title
        return f"{begins} {_all(total)} as recorded, but the file has a fault: {title[:1].lower()}{title[1:]}."
    return f"{begins} {_all(total)} as recorded{_not_anew(sessions)}."


def _not_anew(sessions: Sequence[Examination]) -> str:
    """What keeps a model from being asked again: a turn that is as recorded may be one that nobody can regenerate."""
    trails = [each.trail for each in sessions]
    turns = [entry for trail in trails for entry in missing.model_turns(trail)]
    if not turns:
        return ""
    if any(trail.instruction is None and missing.model_turns(trail) for trail in trails):
        return "; no model could be asked again, for the instruction is not in the file"
    inexact = sum(not is_exact(answering(entry)) for entry in turns)
    if inexact:
        every = "its" if inexact == len(turns) else f"{inexact} of its {len(turns)}"
        return f"; for {every} model steps no exact version is named, so another model might answer if asked again"
    return ""


def _all(total: int) -> str:
    return f"all {total} steps come out" if total > 1 else "the one step comes out"


def _first(sessions: Sequence[Examination]) -> str:
    """Which step is the first that is not certain, and why, where the set-up shows it."""
    number, session = next((n, each) for n, each in enumerate(sessions, 1) if each.outcomes["recorded"].counts.first)
    where = f"{session.outcomes['recorded'].counts.first}{f' of session {number}' if len(sessions) > 1 else ''}"
    first = next((each for each in session.verdicts if each.state != "same"), None)
    is_told = session.settings.tools == "recorded" and first is not None and first.reasons
    why = f", for {TEXTS[first.reasons[0]]}" if is_told and first is not None else ""
    return f"; the first that is not is {where}{why}"


def _harmless(tools: Sequence[ToolUse], sessions: Sequence[Examination]) -> str:
    begins = "If its tools were called for real,"
    if not tools and any(session.trail.has_results for session in sessions):
        return "Results of tools are in it and no call of them, so nobody knows what those calls did."
    if not tools:
        return "It calls no tool, so nothing can happen a second time."
    acting = _calls(tool for tool in tools if tool.judgement.safety == "unsafe")
    if acting:
        return f"{begins} {some(_named(acting), 3)} would act on the world {_again(tools)}."
    doubtful = _calls(tool for tool in tools if tool.judgement.safety == "unknown")
    if doubtful:
        return f"{begins} {some(_named(doubtful), 3)} might act on the world {_again(tools)}: nobody vouches for them."
    return f"{begins} they would change nothing, but they may answer otherwise today."


def _calls(tools: Iterator[ToolUse]) -> Counter[str]:
    """How often each tool is called."""
    counts: Counter[str] = Counter()
    for tool in tools:
        counts[tool.name] += tool.calls
    return counts


def _named(calls: Counter[str]) -> Iterator[str]:
    for name, number in calls.items():
        bare = " ".join(name.replace("`", "'").split()) or "an unnamed tool"
        yield f"`{bare}` ({number} {'call' if number == 1 else 'calls'})"


def _again(tools: Sequence[ToolUse]) -> str:
    """Whether calls that act would run again, or for the first time since all of them were refused."""
    ran = any(not tool.refused for tool in tools if not tool.judgement.counts_as_safe)
    return "again" if ran else "for the first time"


def _private(findings: Sequence[Finding]) -> str:
    unsearched = any(item.code == UNSEARCHED and item.severity != "note" for item in findings)
    values = _in_clear(findings)
    if values:
        kinds = some((f"{kind} ({number})" for kind, number in values.items()), 4)
        return f"Do not pass the file on as it is: it holds people’s data or secrets in clear, {kinds}."
    if unsearched:
        return "Nobody knows whether the file holds people’s data or secrets: a part of it could not be searched."
    return f"No person’s data and no secret was found; {_NOT_SOUGHT}."


def _in_clear(findings: Sequence[Finding]) -> Counter[str]:
    """How many values of each kind stand in clear, by the kind's title; what is only a note is left out."""
    values: Counter[str] = Counter()
    for item in findings:
        is_known = item.code.startswith("people.") and not item.code.startswith((MASKS, UNSEARCHED))
        if is_known and item.severity != "note":
            title = CODES[item.code].title
            values[f"{title[:1].lower()}{title[1:]}"] += item.values
    return values
