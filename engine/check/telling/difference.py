"""How two recordings compare, as a JSON document and for a terminal; its schema is `engine/diff.schema.json`.

    format      "replay-diff/1"
    files       both names
    same        how many steps are the same, from the beginning on
    steps       the first step of each that is not: null where a recording has none
    cause       {"code", "text"}: why they part; null where they do not
    difference  {"path", "first", "second"}: the first value that differs; null where no single one does
    beside      what differs beside the steps: {"what", "first", "second"}

People's data and secrets stand as tokens in it, the same value as the same token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...base.json_text import Json, canonical
from ...base.terminal import Painter, leave, paint, visible
from ..mending.bundle import sound
from ..mending.tokens import Redactor
from ..parting import CAUSES, Parting
from ..reading.paths import path_text
from ..trail import Absent, Entry, Trail

FORMAT = "replay-diff/1"

_SHOWN = 400
"""How many characters of a value are shown."""

_NAMES = {
    "instruction": "The instruction differs.",
    "initial_state": "The initial state differs.",
    "tools": "The declared tools differ.",
    "sampling": "The sampling parameters differ.",
    "model": "The model differs.",
}


def difference_document(names: Sequence[str], trails: Sequence[Trail], found: Parting) -> Json:
    """The document for two files.

    Args:
        names: both files' names.
        trails: both recordings.
        found: how they compare.
    """
    replacing = Redactor("")
    for trail in trails:
        replacing.learn(trail.value)

    def shown(value: Json | Absent) -> str | None:
        if isinstance(value, Absent):
            return None
        text = replacing(value if isinstance(value, str) else canonical(sound(value)))
        return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"

    different = found.difference
    where = None if different is None else replacing(path_text(different.path))
    return {
        "format": FORMAT,
        "files": list(names),
        "same": found.same,
        "steps": [None if step is None else _step(step, shown) for step in found.steps],
        "cause": None if found.cause is None else {"code": found.cause, "text": CAUSES[found.cause]},
        "difference": None
        if different is None
        else {"path": where, "first": shown(different.first), "second": shown(different.second)},
        "beside": [
            {"what": item.what, "first": shown(item.first), "second": shown(item.second)} for item in found.beside
        ],
    }


def _step(step: Entry, shown: Callable[[Json], str | None]) -> Json:
    tool = shown(step.tool) if step.tool else None
    does = {"call": f"calls {tool or 'an unnamed tool'}", "result": f"{tool or 'a tool'} answers"}
    words = does.get(step.kind) or f"{'the model' if step.actor == 'model' else 'the user'} says"
    place = step.place
    return {
        "id": step.id,
        "actor": step.actor,
        "kind": step.kind,
        "short": words,
        "path": shown(place.path),
        "line": place.line,
        "column": place.column,
    }


def difference_report(document: Json, *, colour: bool) -> str:
    """The document for people; what a terminal would obey is shown, not sent."""
    look = paint if colour else leave
    return "\n".join(visible(line) if not colour else line for line in _lines(document, look)) + "\n"


def _lines(document: Json, look: Painter) -> Iterator[str]:
    first, second = map(visible, document["files"])
    yield look("strong", f"{first} and {second}")
    if document["cause"] is None:
        yield look("good", f"  All {document['same']} steps are the same.")
    else:
        yield from _parting(document, look)
    for item in document["beside"]:
        yield f"  {_NAMES[item['what']]}"
        yield from _both(document, item)


def _parting(document: Json, look: Painter) -> Iterator[str]:
    same = document["same"]
    yield f"  {same} {'step is' if same == 1 else 'steps are'} the same; then they part."
    for name, step in zip(document["files"], document["steps"], strict=True):
        yield look("soft", f"    {visible(name)}: {_where(step)}")
    yield look("bad", f"  Cause: {document['cause']['text']}.")
    if document["difference"] is not None:
        yield f"  {visible(document['difference']['path'])}"
        yield from _both(document, document["difference"])


def _where(step: Json) -> str:
    if step is None:
        return "it ends here"
    line = "" if step["line"] is None else f", line {step['line']}"
    return visible(f"{step['id']}{line}: {step['short']}")


def _both(document: Json, values: Json) -> Iterator[str]:
    width = max(map(len, document["files"]))
    for name, key in zip(document["files"], ("first", "second"), strict=True):
        value = values[key]
        yield f"    {visible(name):<{width}}  {'nothing' if value is None else visible(value)}"
