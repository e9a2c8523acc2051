"""An exported session, whatever framework wrote it, as the bundle that a subject begins with.

People's data and secrets become tokens, and each email address a fictional one, such as `person-1@example.com`: with an
address in it, the page can show what it means to leave one in clear.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builder.errors import BuildError
from builder.site.recording import check_recording
from engine.base.errors import InputError
from engine.base.json_walk import change_texts, texts
from engine.check.formats import read_trails
from engine.check.mending.bundle import in_clear, replayable
from engine.check.mending.tokens import redact_value
from engine.check.reading.source import read_source
from engine.check.rules.model_names import UNKNOWN
from engine.check.telling.document import guarded
from engine.check.trail import Trail
from engine.replay.session import read_session

FEWEST, MOST = 3, 40
"""How many steps a session has that the page can show well."""

_EMAIL_TOKEN = re.compile(r"\[email-[0-9a-f]{1,64}\]")
_GAPS_TOLD = 5


@dataclass(frozen=True)
class Wish:
    """What the author asked for.

    Attributes:
        file: the export.
        format: a reader's name, or None to tell it by the content.
        session: which of the file's sessions, from 1; None where there is but one.
        first: how many steps to take; None for all.
        keep_people: whether people's data and secrets stay in clear.
    """

    file: Path
    format: str | None = None
    session: int | None = None
    first: int | None = None
    keep_people: bool = False


@dataclass(frozen=True)
class Start:
    """A session to make a subject of.

    Attributes:
        bundle: the bundle's JSON value.
        people: the fictional addresses in it, in the order of first appearance.
        gaps: what the export did not record, a sentence each.
    """

    bundle: Any
    people: tuple[str, ...]
    gaps: tuple[str, ...]


def read_start(wish: Wish) -> Start:
    """The session of a file.

    Raises:
        BuildError: where the file cannot be read as a session, holds several, or one too short or too long,
            or a bundle whose parts do not fit each other.
    """
    bundle = _reported(wish, lambda: guarded(lambda: _bundle(wish), wish.file.name))
    manifest = bundle.pop("manifest", None) or {}
    bundle = {**bundle, "steps": _labelled(_cut(bundle["steps"], wish))}
    bundle, people = (bundle, ()) if wish.keep_people else _with_fictional_addresses(bundle)
    if bundle["user"] == UNKNOWN and people:
        bundle["user"] = people[0]
    check_recording(_reported(wish, lambda: read_session(bundle)), wish.file)
    return Start(bundle, people, _gaps(manifest))


def _reported(wish: Wish, make: Callable[[], Any]) -> Any:
    """What `make` gives; what the engine refuses is told with the file's name."""
    try:
        return make()
    except InputError as error:
        place = f"{error.place}: " if error.place and error.place != wish.file.name else ""
        raise BuildError(f"{place}{error.problem}", file=wish.file, remedy=error.remedy) from error


def _bundle(wish: Wish) -> Any:
    source = read_source(_bytes(wish.file), wish.file.name)
    trail = _chosen(read_trails(source, wish.format), wish)
    if trail.format == "replay_bundle":  # which says more of itself than a trail can
        read_session(source.value)
        return source.value if wish.keep_people else redact_value(source.value, "")
    make = in_clear if wish.keep_people else replayable
    return make(trail, defects=source.defects)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        remedy = "Check the path and its permissions."
        raise BuildError(f"the file cannot be read ({error.strerror})", file=path, remedy=remedy) from error


def _chosen(trails: Sequence[Trail], wish: Wish) -> Trail:
    listed = ", ".join(f"{number}: {trail.name or 'unnamed'}" for number, trail in enumerate(trails, 1))
    if wish.session is None and len(trails) > 1:
        message = f"the file holds {len(trails)} sessions ({listed})"
        raise BuildError(message, file=wish.file, remedy="Say which, such as --session 1.")
    number = 1 if wish.session is None else wish.session
    if not 1 <= number <= len(trails):
        raise BuildError(f"there is no session {number}", file=wish.file, remedy=f"There are {listed}.")
    return replace(trails[number - 1], name=trails[number - 1].name or wish.file.stem)


def _cut(steps: list[Any], wish: Wish) -> list[Any]:
    """The first steps, as many as were asked for."""
    kept = steps[: max(wish.first, 0)] if wish.first is not None else steps
    if FEWEST <= len(kept) <= MOST:
        return kept
    raise BuildError(
        f"the session has {len(kept)} steps, and a page shows {FEWEST} to {MOST}",
        file=wish.file,
        remedy=f"Take a part of it, such as --first {MOST}." if len(kept) > MOST else "Export more of the session.",
    )


def _labelled(steps: list[Any]) -> list[Any]:
    """Every step with a few words on what happens, and its result with its fields."""
    calls = {step["id"]: step["output"].get("call") for step in steps}
    return [_with_label(step, calls.get(step.get("answers"))) for step in steps]


def _with_label(step: Any, tool: str | None) -> Any:
    step = {**step, "output": _opened(step["output"])}
    if step.get("label"):
        return step
    says = {"user": "writes", "model": "answers", "tool": f"{tool} answers"}[step["actor"]]
    call = step["output"].get("call")
    head = {key: step[key] for key in ("id", "actor")}
    return {**head, "label": f"calls {call}" if call else says, **step}


def _opened(output: Any) -> Any:
    """A step's output; a result that is an object written as JSON text becomes that object, so that it has fields."""
    result = output.get("result")
    try:
        value = json.loads(result) if isinstance(result, str) else None
    except ValueError:
        return output
    return {"result": value} if isinstance(value, dict) else output


def _with_fictional_addresses(bundle: Any) -> tuple[Any, tuple[str, ...]]:
    tokens = dict.fromkeys(token for _, text in texts(bundle) for token in _EMAIL_TOKEN.findall(text))
    people = {token: f"person-{number}@example.com" for number, token in enumerate(tokens, 1)}
    changed = change_texts(bundle, lambda text: _EMAIL_TOKEN.sub(lambda found: people[found[0]], text))
    return changed, tuple(people.values())


def _gaps(manifest: Any) -> tuple[str, ...]:
    found = list(dict.fromkeys(str(gap["reason"]) for gap in manifest.get("missing", ())))
    more = [f"… and {len(found) - _GAPS_TOLD} more"] if len(found) > _GAPS_TOLD else []
    return (*found[:_GAPS_TOLD], *more)
