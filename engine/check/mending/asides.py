"""What a step of the source holds beside text, calls and results: images, files, sounds, a model's thinking.

A bundle's steps are texts, calls and results, so the manifest names the rest. It is told by its shape, whatever the
format: by `type`, as most APIs write parts; by the keys under which Gemini and Bedrock write them; by the keys under
which a model's thinking stands beside its text. JSON inside texts is opened, for traces keep messages in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...base.json_text import Json
from ..formats.building import opened
from ..reading.paths import Path, path_text
from ..stepfinder import StepFinder
from ..trail import Place, Trail

_IMAGE, _FILE, _SOUND = "an image", "a file", "a sound or a film"
THINKING = "a model’s thinking"

_TYPES = {
    **dict.fromkeys(("image", "image_url", "input_image", "output_image"), _IMAGE),
    **dict.fromkeys(("file", "input_file", "document", "media", "container_upload"), _FILE),
    **dict.fromkeys(("audio", "input_audio", "output_audio", "video", "video_url"), _SOUND),
    **dict.fromkeys(("thinking", "redacted_thinking", "reasoning"), THINKING),
}
"""The kinds of parts, by `type` or `part_kind`."""

_HOLDERS = ("source", "image_url", "url", "data", "image", "file", "file_id", "fileId", "input_audio", "audio", "bytes")
"""One of them stands in a part that is an image or a file; a schema that only says `type: file` has none."""

_KEYS = {
    **dict.fromkeys(("inlineData", "inline_data"), _FILE),
    **dict.fromkeys(("reasoning_content", "reasoningContent", "thinking_blocks"), THINKING),
}
"""The keys of a part or a message that hold such a thing."""

_BEDROCK = {"image": _IMAGE, "document": _FILE, "video": _SOUND}
"""The keys that hold such a thing where it has a `source`."""

_SAYS = ("thinking", "text", "data", "summary", "content", "encrypted_content", "reasoning", "signature")
"""One of them is there where thinking is: text, a summary, or what its vendor encrypted."""

_OPENED = 3
"""How many texts that are JSON are opened in each other."""


@dataclass(frozen=True)
class Aside:
    """Something else that a step holds: what it is, how many, where the first stands, and the step's id."""

    what: str
    count: int
    place: Place
    step: str


def asides(trail: Trail) -> Iterator[Aside]:
    """What else the steps of a session hold, one for each sort and step. Time is linear in the file."""
    finder = StepFinder(trail.entries)
    first: dict[tuple[str, str], str] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for what, path in _found(trail.value, (), _OPENED):
        text = path_text(path)
        step = finder.step_at(text)
        if step is not None:
            first.setdefault((what, step), text)
            counts[what, step] += 1
    yield from (Aside(what, counts[what, step], Place(text), step) for (what, step), text in first.items())


def _found(value: Json, path: Path, levels: int) -> Iterator[tuple[str, Path]]:
    """Each such thing with the path of what holds it, as far as the file's own paths reach."""
    stack: list[tuple[Json, Path]] = [(value, path)]
    while stack:
        item, where = stack.pop()
        if isinstance(item, str) and levels:
            inner = opened(item)
            if not isinstance(inner, str):
                yield from ((what, where) for what, _ in _found(inner, (), levels - 1))
        elif isinstance(item, dict) and (what := _part(item)):
            yield what, where
        elif isinstance(item, dict):
            yield from ((what, (*where, key)) for key, inner in item.items() if (what := _under(key, inner)))
            stack += reversed([(inner, (*where, key)) for key, inner in item.items() if not _under(key, inner)])
        elif isinstance(item, list):
            stack += reversed([(inner, (*where, index)) for index, inner in enumerate(item)])


def _part(item: dict[str, Json]) -> str | None:
    """What a part is; None where it is no such part."""
    kind = item.get("type", item.get("part_kind"))
    what = _TYPES.get(kind) if isinstance(kind, str) else None
    if item.get("thought") is True and isinstance(item.get("text"), str):
        return THINKING
    return what if what and any(item.get(key) for key in (_SAYS if what == THINKING else _HOLDERS)) else None


def _under(key: str, value: Json) -> str | None:
    """What stands under a key; None where it is nothing of the kind."""
    if key in _BEDROCK and isinstance(value, dict) and value.get("source"):
        return _BEDROCK[key]
    return _KEYS.get(key) if value else None
