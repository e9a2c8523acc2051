"""What a subject's modules declare, checked: a mistake is a `SubjectError` that names the file and the name in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from ..base.errors import InputError, SubjectError
from ..base.json_text import Json
from ..base.json_walk import leaves
from .decimals import read_decimal
from .identifiers import EMAIL, REMOVED, Identifiers, token
from .sentences import read_sentences
from .session import Session
from .settings import OPTIONS
from .subject import MODELS_FILE, WORLD_FILE, LiveValue, ModelsModule, Subject, WorldModule

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_KEY = re.compile(r"[a-z][a-z0-9-]{0,39}")
_FLAG = re.compile(r"--[a-z][a-z0-9-]{0,39}")
_KIND = re.compile(r"[a-z][a-z0-9-]{0,39}")
_MOST_DECIMALS = 9

_KEYS_TAKEN = {*OPTIONS, "t", "embed"}
_FLAGS_TAKEN = {*(f"--{name}" for name in OPTIONS), "--json", "--session", "--output", "--content", "--help"}
_DESTINATIONS = ("json", "session", "output", "content", "command", "originals", "subject")
_FIELDS = ("name", "key", "flag", "tool", "field", "value", "least", "above", "most", "decimals")

RUN_KEYS = frozenset(
    {
        *("format", "session", "settings", "bundle", "total_steps", "matched_steps", "side_effects_rerun"),
        *("model_calls", "live_tool_calls", "emails_in_clear", "first_difference", "left_script_at", "gate"),
        *("gate_reasons", "privacy_places", "side_effects", "steps", "events", "digest"),
    }
)
"""The keys of every run document, which no figure of a subject's own may take."""


def read_subject(session: Session, world: Any, models: Any, sentences: Json) -> Subject:
    """A subject from its session, its two modules and its sentences.

    Raises:
        SubjectError: where a module lacks what it must hold, or declares what cannot be, or a sentence cannot be said.
    """
    _check_names(world, WORLD_FILE, ("opening", "answer"), ("LIVE_VALUES", "IDENTIFIERS"))
    _check_names(models, MODELS_FILE, ("respond", "figures"), ("ALIASES", "VERSIONS", "FIGURES"))
    _check_models(models)
    return Subject(session, world, models, read_sentences(sentences), _live_values(world, session), _identifiers(world))


def unit_key(figure: str) -> str:
    """The key under which a run document holds the unit of a figure of the subject's own."""
    stem = figure.removesuffix("_amount")
    return f"{stem}_unit" if stem == figure else f"{stem}_currency"


def _check_names(module: Any, file: str, functions: Sequence[str], values: Sequence[str]) -> None:
    for name in (*functions, *values):
        if not hasattr(module, name):
            raise SubjectError(f"{name} is missing.", file=file, remedy=f"Add it; see {_protocol(file)}.")
    for name in functions:
        if not hasattr(getattr(module, name), "__code__"):
            raise SubjectError(f"{name} is no function.", file=file, name=name, remedy=f"See {_protocol(file)}.")


def _protocol(file: str) -> str:
    return f"{'WorldModule' if file == WORLD_FILE else 'ModelsModule'} in engine/replay/subject.py"


def _refuse(file: str, name: str, problem: str, remedy: str) -> NoReturn:
    raise SubjectError(problem, file=file, name=name, remedy=remedy)


def _live_values(world: WorldModule, session: Session) -> tuple[LiveValue, ...]:
    if not isinstance(world.LIVE_VALUES, list | tuple):
        _refuse(WORLD_FILE, "LIVE_VALUES", "It is no list.", "Write [] where the reader may move nothing.")
    found = tuple(_live_value(value, session) for value in world.LIVE_VALUES)
    for part in ("name", "key", "flag"):
        _check_once([getattr(each, part) for each in found], WORLD_FILE, "LIVE_VALUES")
    return found


def _live_value(value: Json, session: Session) -> LiveValue:
    if not isinstance(value, Mapping) or set(value) != set(_FIELDS):
        _refuse(WORLD_FILE, "LIVE_VALUES", f"Not these keys alone: {value!r:.200}", f"Write {', '.join(_FIELDS)}.")
    taken: Iterable[tuple[str, re.Pattern[str], set[str]]] = (
        ("name", _NAME, {*OPTIONS, *_DESTINATIONS}),
        ("key", _KEY, _KEYS_TAKEN),
        ("flag", _FLAG, _FLAGS_TAKEN),
    )
    for part, form, others in taken:
        if not isinstance(value[part], str) or not form.fullmatch(value[part]) or value[part] in others:
            remedy = f"Write another, of the form {form.pattern}."
            _refuse(WORLD_FILE, "LIVE_VALUES", f"{part}: {value[part]!r} cannot be used.", remedy)
    _check_place(value, session)
    return _bounded(value)


def _check_place(value: Mapping[str, Json], session: Session) -> None:
    """Whether the session has the tool, and a recorded answer of it the field."""
    tool, field = value["tool"], value["field"]
    if tool not in session.changes_world:
        remedy = f"Name a tool of the session: {', '.join(session.changes_world)}."
        _refuse(WORLD_FILE, "LIVE_VALUES", f"{value['name']}: there is no such tool as {tool!r}.", remedy)
    fields = _answered_fields(tool, session)
    if field not in fields:
        problem = f"{value['name']}: no recorded answer of {tool} has the field {field!r}."
        remedy = f"Name one of {', '.join(fields)}." if fields else f"Name a tool that answers with fields, not {tool}."
        _refuse(WORLD_FILE, "LIVE_VALUES", problem, remedy)


def _answered_fields(tool: str, session: Session) -> list[str]:
    """The fields of a tool's recorded answers, a nested one with its path."""
    answers = [step for step in session.steps if step.actor == "tool" and session.call_answered_by(step).tool == tool]
    places = [place for step in answers for place in leaves(step.output.to_json()["result"])]
    return list(dict.fromkeys(place for place in places if place))


def _bounded(value: Mapping[str, Json]) -> LiveValue:
    for part in ("value", "least", "most"):
        if not isinstance(value[part], str):
            problem = f"{value['name']}: {part} is {value[part]!r}, which is no text."
            _refuse(WORLD_FILE, "LIVE_VALUES", problem, f'Write it in quotes, such as "{value[part]}".')
    least, most = (read_decimal(value[part]) for part in ("least", "most"))
    decimals, above = value["decimals"], value["above"]
    if least is None or most is None or least > most or not isinstance(above, bool):
        _refuse(WORLD_FILE, "LIVE_VALUES", f"{value['name']}: the bounds do not fit.", "Write least and most as text.")
    if type(decimals) is not int or not 0 <= decimals <= _MOST_DECIMALS:
        _refuse(WORLD_FILE, "LIVE_VALUES", f"{value['name']}: decimals is {decimals!r}.", "Write a number from 0 to 9.")
    parts = {part: value[part] for part in ("name", "key", "flag", "tool", "field")}
    found = LiveValue(**parts, value=value["value"], least=least, above=above, most=most, decimals=decimals)
    try:
        found.read(found.value)
    except InputError as error:
        remedy = f"Write a value within its bounds{found.fineness}."
        _refuse(WORLD_FILE, "LIVE_VALUES", f"{found.name}: {error.problem}", remedy)
    return found


def _identifiers(world: WorldModule) -> Identifiers:
    if not isinstance(world.IDENTIFIERS, Mapping):
        _refuse(WORLD_FILE, "IDENTIFIERS", "It is no dict.", "Write {} where an email address is all.")
    return Identifiers({kind: _pattern(kind, text) for kind, text in world.IDENTIFIERS.items()})


def _pattern(kind: Json, text: Json) -> re.Pattern[str]:
    if not isinstance(kind, str) or not _KIND.fullmatch(kind) or kind == EMAIL:
        _refuse(WORLD_FILE, "IDENTIFIERS", f"{kind!r} cannot be a kind.", f"Use a name such as passport, not {EMAIL}.")
    try:
        pattern = re.compile(text)
    except (re.error, TypeError) as error:
        _refuse(WORLD_FILE, "IDENTIFIERS", f"{kind}: no regular expression ({error}).", "Correct it.")
    if pattern.search("") or pattern.search(token(kind, 1)) or pattern.search(REMOVED):
        remedy = f"Let it match neither an empty text nor {token(kind, 1)} nor {REMOVED}."
        _refuse(WORLD_FILE, "IDENTIFIERS", f"{kind}: it matches what is no identifier.", remedy)
    return pattern


def _check_models(models: ModelsModule) -> None:
    for name in ("VERSIONS", "FIGURES"):
        names = getattr(models, name)
        if not isinstance(names, list | tuple) or not all(isinstance(each, str) for each in names):
            _refuse(MODELS_FILE, name, "It is no tuple of names.", 'Write such as ("one",), or () where there is none.')
        _check_once(names, MODELS_FILE, name)
    if not isinstance(models.ALIASES, Mapping) or "latest" not in models.ALIASES:
        _refuse(MODELS_FILE, "ALIASES", "The alias latest is missing.", 'Write {"latest": a version}.')
    for alias, version in models.ALIASES.items():
        if version not in models.VERSIONS:
            problem = f"{alias} points to {version!r}, which is none of VERSIONS."
            _refuse(MODELS_FILE, "ALIASES", problem, f"Name one of {', '.join(models.VERSIONS)}.")
    for figure in models.FIGURES:
        if not _NAME.fullmatch(figure) or {figure, unit_key(figure)} & RUN_KEYS:
            _refuse(MODELS_FILE, "FIGURES", f"{figure!r} cannot be a figure's name.", "Use such as total_amount.")


def _check_once(names: Sequence[str], file: str, name: str) -> None:
    twice = next((each for each in names if list(names).count(each) > 1), None)
    if twice is not None:
        _refuse(file, name, f"{twice!r} stands twice.", "Give each its own.")
