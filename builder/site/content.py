"""Stage 1: what authors edit, read once, checked, frozen.

Labels and set-ups are YAML, prose is Markdown, the session is JSON, the world and the models are Python. A mistake is a
`BuildError` that names the file, the line and the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from builder.errors import BuildError
from builder.site.content_schema import Chosen, Labels
from builder.site.source_lines import line_of, repeated_key
from builder.site.subject import subject_of
from builder.tools.environment import ROOT, check_is_there, samples_of
from engine.base.errors import InputError
from engine.base.json_walk import change_texts, leaves
from engine.replay.settings import SET_UPS, Settings, read_settings
from engine.replay.subject import Subject

_SECTION = re.compile(r"([0-9]+)-[^.]+\.md")
"""How a section's file is called: its place and a name, such as `1-what-a-replay-needs.md`."""

WORDS = ROOT / "site_templates" / "words.yaml"

UNKNOWN_KEY = "extra_forbidden"
"""What pydantic calls a key that a table may not have; it is told first, since a key misspelt is also one missing."""

PARTS = ("lead", "scene", "note", "own")
"""The short texts inside the head of the page and the experiment."""


@dataclass(frozen=True)
class Text:
    """One Markdown file."""

    path: Path
    source: str


@dataclass(frozen=True)
class Content:
    """Everything that an author edits."""

    folder: Path
    labels: Labels
    setups: dict[str, Settings]
    subject: Subject
    parts: dict[str, Text]
    sections: tuple[Text, ...]
    samples: dict[str, Text]


def read_content(folder: Path) -> Content:
    """Read and check the `content` folder.

    Raises:
        BuildError: naming the file, the line and the remedy.
    """
    check_is_there(folder)
    subject = subject_of(folder)
    labels = _labels(folder / "labels.yaml", subject)
    return Content(
        folder=folder,
        labels=labels,
        setups=_setups(folder / "setups.yaml", subject),
        subject=subject,
        parts={name: _text(folder / "prose" / f"{name}.md") for name in PARTS},
        samples=_samples(folder, labels),
        sections=tuple(_text(path) for path in _sections(folder / "prose")),
    )


def _setups(path: Path, subject: Subject) -> dict[str, Settings]:
    result = {name: _setup(name, values or {}, path, subject) for name, values in _yaml(path).items()}
    if "opening" not in result:
        raise BuildError("the set-up named opening is missing", file=path, remedy="Add the line: opening: {}")
    return result


def _setup(name: str, values: Any, path: Path, subject: Subject) -> Settings:
    """One entry: what it says of the four inputs, and of the subject's live values."""
    names = {value.name for value in subject.live_values}
    held = values if isinstance(values, dict) else {}
    live = {key: value for key, value in held.items() if key in names}
    others = {key: value for key, value in held.items() if key not in names} if held else values
    checked = _validate(Chosen, others, path, (name,)).model_dump(exclude_none=True)
    for key, value in live.items():
        if not isinstance(value, str):
            line = line_of(path, (name, key))
            raise BuildError(f"{name}.{key}: no text", file=path, line=line, remedy=f'Write such as "{value}".')
    try:
        return read_settings({**checked, **live}, subject.live_values)
    except InputError as error:
        line = line_of(path, (name, *live))
        raise BuildError(f"{name}: {error.problem}", file=path, line=line, remedy=error.remedy) from error


def _sections(folder: Path) -> list[Path]:
    """The sections' files in the order of their numbers; no other file stands there that nobody would ever read."""
    found: dict[int, Path] = {}
    for path in sorted(folder.glob("*")):
        number = _SECTION.fullmatch(path.name)
        if number is None and path.name not in {f"{name}.md" for name in PARTS}:
            remedy = (
                f"Call it {', '.join(f'{name}.md' for name in PARTS)}, or a number and a name, such as 1-{path.name}."
            )
            raise BuildError("the page has no place for this text", file=path, remedy=remedy)
        if number is not None and int(number[1]) in found:
            message = f"this is section {int(number[1])}, and so is {found[int(number[1])].name}"
            raise BuildError(message, file=path, remedy="Give it another number.")
        if number is not None:
            found[int(number[1])] = path
    if not found:
        remedy = "Write its first section, such as prose/1-what-a-replay-needs.md."
        raise BuildError("there is no section of prose", file=folder, remedy=remedy)
    return [path for _, path in sorted(found.items())]


def _samples(folder: Path, labels: Labels) -> dict[str, Text]:
    """The sample sessions in the order of their titles; each file has a title, and each title a file."""
    titles, samples = labels.own.samples, samples_of(folder)
    for path in sorted((folder / "samples").glob("*")):
        if path.name not in titles:
            raise BuildError("the sample has no title", file=path, remedy="Add one to labels.yaml, under own.samples.")
    for name in titles:
        if not (samples / name).is_file():
            labels_file = folder / "labels.yaml"
            raise BuildError(
                f"there is no sample {name}",
                file=labels_file,
                line=line_of(labels_file, ("own", "samples", name)),
                remedy=f"Take its title away, or put the file into {samples}.",
            )
    return {name: _text(samples / name) for name in titles}


def words_with(own: Mapping[str, Any]) -> dict[str, Any]:
    """The words that all subjects share, with a subject's own beside them or in their place.

    Raises:
        BuildError: where the shared words cannot be read.
    """
    return _merged(_yaml(WORDS), own)


def _merged(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(shared)
    for name, value in own.items():
        former = shared.get(name)
        if isinstance(former, dict) and isinstance(value, dict):
            value = _merged(former, value)  # noqa: PLW2901
        result[name] = value
    return result


def _own_words(path: Path) -> dict[str, Any]:
    """A subject's labels; where it offers the project's samples, with the project's titles of them."""
    own = _yaml(path)
    samples = samples_of(path.parent)
    if samples.parent == path.parent or not isinstance(own.get("own", {}), dict):
        return own
    titles = _yaml(samples.parent / "labels.yaml")["own"]["samples"]
    return {**own, "own": {"samples": titles, **own.get("own", {})}}


def _labels(path: Path, subject: Subject) -> Labels:
    """The labels; `{set_ups}` in any of them is how many set-ups there are."""
    value = change_texts(words_with(_own_words(path)), lambda text: text.replace("{set_ups}", str(SET_UPS)))
    labels: Labels = _validate(Labels, value, path, ())
    _check_names(path, "live", labels.live, [each.name for each in subject.live_values])
    _check_names(path, "figures", labels.figures, subject.models.FIGURES)
    for index, column in enumerate(labels.ledger.columns):
        if column.field not in _ledger_fields(subject):
            raise BuildError(
                f"ledger: no result of a tool that changes the world holds {column.field!r}",
                file=path,
                line=line_of(path, ("ledger", "columns", index)),
                remedy=f"Name one of {', '.join(_ledger_fields(subject)) or 'none: there is no such tool'}.",
            )
    return labels


def _check_names(path: Path, part: str, words: Mapping[str, object], names: Sequence[str]) -> None:
    """Whether a part of the labels has words for each of these names, and for no others."""
    odd = sorted(set(words) ^ set(names))
    if odd:
        raise BuildError(
            f"{part}: {odd[0]} {'has no words' if odd[0] in names else 'is nothing that the subject declares'}",
            file=path,
            line=line_of(path, (part, odd[0])),
            remedy=f"Write words for {', '.join(names) or 'none'} there, and for no others.",
        )


def _ledger_fields(subject: Subject) -> dict[str, None]:
    """The fields of what the tools that change the world answered in the session, nested ones with their path."""
    steps = [step for step in subject.session.steps if step.actor == "tool"]
    changing = [step for step in steps if subject.session.has_side_effect(subject.session.call_answered_by(step).tool)]
    results = (step.output.to_json()["result"] for step in changing)
    return dict.fromkeys(place for result in results for place in leaves(result))


def _validate(model: Any, value: Any, path: Path, place: tuple[str | int, ...]) -> Any:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found = error.errors()
        first = next((each for each in found if each["type"] == UNKNOWN_KEY), found[0])
        where = (*place, *first["loc"])
        name = ".".join(str(part) for part in where)
        raise BuildError(
            f"{name}: {first['msg']}",
            file=path,
            line=line_of(path, where),
            remedy=_remedy(first["type"], name, _missing_beside(first["loc"], found)),
        ) from error


def _missing_beside(place: tuple[int | str, ...], found: Sequence[Any]) -> list[str]:
    """The keys that a table lacks in which an unknown key stands."""
    return [str(each["loc"][-1]) for each in found if each["type"] == "missing" and each["loc"][:-1] == place[:-1]]


def _remedy(kind: str, name: str, missing: Sequence[str]) -> str:
    if kind == "missing":
        return f"Add {name}."
    if kind == UNKNOWN_KEY:
        meant = f"; {', '.join(missing)} is missing" if missing else ""
        return f"Take {name} away, or correct its spelling{meant}."
    return f"Correct {name}."


def _yaml(path: Path) -> dict[str, Any]:
    source = _text(path).source
    try:
        _refuse_repetition(path, source)
        value = yaml.safe_load(source)
    except yaml.YAMLError as error:
        problem, line = _yaml_problem(error, source)
        raise BuildError(
            f"not YAML: {problem}",
            file=path,
            line=line,
            remedy="Correct the line; quote texts that hold a colon.",
        ) from error
    if not isinstance(value, dict):
        raise BuildError(
            "names with values are needed here",
            file=path,
            remedy="Write lines such as: name: value",
        )
    return value


def _refuse_repetition(path: Path, source: str) -> None:
    """YAML takes the last of two equal keys and says nothing; an author would edit the first in vain."""
    repeated = repeated_key(source)
    if repeated:
        key, line = repeated
        raise BuildError(f"{key} stands twice", file=path, line=line, remedy="Take one of the two away.")


def _yaml_problem(error: yaml.YAMLError, source: str) -> tuple[str, int | None]:
    """What is wrong, and on which line."""
    if isinstance(error, yaml.reader.ReaderError):
        return error.reason, source.count("\n", 0, error.position) + 1
    mark = getattr(error, "problem_mark", None)
    return getattr(error, "problem", None) or str(error), mark.line + 1 if mark else None


def _text(path: Path) -> Text:
    try:
        return Text(path, path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise BuildError("the file is missing", file=path, remedy="Put it back, or take its name out.") from error
    except OSError as error:
        raise BuildError(
            f"the file cannot be read ({error.strerror})",
            file=path,
            remedy="Check what stands there and its permissions.",
        ) from error
    except UnicodeDecodeError as error:
        raise BuildError("the file is not UTF-8", file=path, remedy="Save it as UTF-8.") from error
