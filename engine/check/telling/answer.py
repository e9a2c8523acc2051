"""The one sentence that answers the reader's question: what would happen if this session were replayed?

    From the export, a replay repeats every step and harms nobody; called live, it runs `refund_order` again.

It covers both outcomes, whichever was asked for. The names of tools stand in backticks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..codes import CODES
from ..examine import Examination
from ..finding import Finding
from ..outcome import Counts, has_own_reason, in_clear
from ..rules import masks

_FIRST = "for the first time"
"""When calls would run of which none was carried out: all were refused."""

_LONGEST_NAME = 40
_MOST_NAMES = 2


def answer(examined: Examination, of_file: Sequence[Finding] = ()) -> str:
    """The sentence for one session.

    Args:
        examined: the session.
        of_file: the findings that concern its file as a whole.
    """
    counts = examined.outcomes["recorded"].counts
    # A mask that live tools would send is not a fault of a replay from the export, whatever was asked for.
    findings = (*masks.under(examined.findings, "recorded"), *of_file)
    return f"From the export, a replay {_from_export(counts, findings)}; {_called_live(examined)}."


def _from_export(counts: Counts, findings: Sequence[Finding]) -> str:
    values = sum(item.values for item in findings if in_clear(item))
    repeats = "repeats every step" if counts.first is None else ""
    harmless = "" if values else "harms nobody"
    good = " and ".join(filter(None, (repeats, harmless))) or "runs nothing again"
    bad = " and ".join(_speaks_against(counts, values, findings))
    return f"{good}, but {bad}" if bad else good


def _speaks_against(counts: Counts, values: int, findings: Sequence[Finding]) -> Iterator[str]:
    """Why the gate fails though no tool is called; faults of the file only where there is no other reason."""
    if counts.first is not None:
        yield _certain(counts)
    if values:
        yield f"people’s data or secrets are in clear ({values} {'value' if values == 1 else 'values'})"
    faults = [item for item in findings if item.severity == "error" and not has_own_reason(item)]
    if faults and counts.first is None and not values:
        yield _faults(faults)


def _certain(counts: Counts) -> str:
    if not counts.same:
        return "no step is certain"
    return f"only {counts.same} of {counts.total} steps {'is' if counts.same == 1 else 'are'} certain"


def _faults(faults: Sequence[Finding]) -> str:
    title = CODES[faults[0].code].title
    named = f"{title[:1].lower()}{title[1:]}"
    if len(faults) == 1:
        return f"there is a fault in the file: {named}"
    return f"there are {len(faults)} faults in the file, the first of them {named}"


def _called_live(examined: Examination) -> str:
    tools = examined.tools
    if not tools and examined.trail.has_results:
        return "the calls of its tools are not in the file, so nobody knows what they did"
    if not tools:
        return "it calls no tool that could run again"
    unsafe = [tool.name for tool in tools if tool.judgement.safety == "unsafe"]
    unknown = [tool.name for tool in tools if tool.judgement.safety == "unknown"]
    again = "again" if any(not tool.refused for tool in tools if not tool.judgement.counts_as_safe) else _FIRST
    if unsafe:
        return f"called live, it runs {_names([*unsafe, *unknown])} {again}"
    if unknown:
        return f"called live, it runs {_names(unknown)} {again}, and nobody knows whether that does harm"
    change, they = ("tool changes", "it answers") if len(tools) == 1 else ("tools change", "they answer")
    return f"called live, its {change} nothing, but nobody knows what {they} today"


def _names(names: Sequence[str]) -> str:
    """One or two by name; of more, the first by name and how many others."""
    shown = [f"`{_name(name)}`" for name in names]
    if len(shown) > _MOST_NAMES:
        return f"{shown[0]} and {len(shown) - 1} other tools"
    return " and ".join(shown)


def _name(name: str) -> str:
    """A name that keeps its backticks from being taken for the sentence's, and the sentence from being long."""
    name = " ".join(name.replace("`", "'").split()) or "an unnamed tool"
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
