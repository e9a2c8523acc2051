"""What the page shows of a check at first, and the whole of it piece by piece.

The check of 100,000 steps is a text of 50 MB. Where the page keeps the pieces, it is answered with little: the document
without what is only downloaded, and where in the whole text the further steps stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ...base.json_text import Json, Path, pretty_parts

Keep = Callable[[bytearray], object]
"""Takes the next bytes of a file; they are gone when it returns."""

FIRST = 200
"""So many steps of each session, and findings of each severity, are shown at first, and the first of each code."""

SLICE = 500
"""So many further steps are read at once."""

_PIECE = 2**20
_IN_STEPS = 4


def keep_check(document: Json, keep: Keep) -> Json:
    """Hand over the text of a check's file, byte for byte as `check_text` makes it.

    Returns:
        Its excerpt, each session with `slices`: for every so many further steps, where in the file's bytes
        they begin and end.
    """
    slices: list[list[list[int]]] = [[] for _ in document["sessions"]]
    for path, start, end in _kept(document, keep):
        if _is_further_step(path):
            session, index = int(path[1]), int(path[3]) - FIRST
            if index % SLICE == 0:
                slices[session].append([start, end])
            slices[session][-1][1] = end
    return excerpt(document, slices)


def keep_text(text: str, keep: Keep) -> None:
    """Hand over a text, a piece at a time."""
    for start in range(0, len(text), _PIECE):
        keep(bytearray(text[start : start + _PIECE], "utf-8"))


def excerpt(document: Json, slices: Sequence[Json] = ()) -> Json:
    """What the page shows of a check at first."""
    sessions = [
        _session(session, slices[index] if slices else []) for index, session in enumerate(document["sessions"])
    ]
    return {**document, **_findings(document["findings"], {}), "sessions": sessions}


def _kept(document: Json, keep: Keep) -> Iterator[tuple[Path, int, int]]:
    """The path of every value that is a part of the text, and where it begins and ends."""
    piece, before = bytearray(), 0
    for path, text in pretty_parts(document, sort_keys=True):
        start = before + len(piece)
        piece += text.encode()
        if path is not None:
            yield path, start, before + len(piece)
        if len(piece) >= _PIECE:
            before += len(piece)
            keep(piece)
            piece = bytearray()
    keep(piece)


def _is_further_step(path: Path) -> bool:
    return len(path) == _IN_STEPS and path[0] == "sessions" and path[2] == "steps" and int(path[3]) >= FIRST


def _session(session: Json, slices: Json) -> Json:
    again = Counter(effect["tool"] for effect in session["side_effects"] if effect["again"])
    further = {step["id"]: index // SLICE for index, step in enumerate(session["steps"][FIRST:])}
    return {
        **{key: value for key, value in session.items() if key != "side_effects"},
        **_findings(session["findings"], further),
        "steps": session["steps"][:FIRST],
        "tools": [{**tool, "again": again[tool["name"]]} for tool in session["tools"]],
        "slices": slices,
    }


def _findings(findings: Sequence[Json], further: dict[str, int]) -> dict[str, Json]:
    """The first findings of each severity, how many there are of each, and the slice in which a finding's step is.

    The first of each code is always among them: thousands of one kind do not hide another kind.
    """
    counts: Counter[str] = Counter()
    codes: set[str] = set()
    first = []
    for finding in findings:
        counts[finding["severity"]] += 1
        if counts[finding["severity"]] <= FIRST or finding["code"] not in codes:
            codes.add(finding["code"])
            first.append({**finding, "slice": further.get(finding["step"])})
    return {"findings": first, "found": dict(counts)}
