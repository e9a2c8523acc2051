"""Cassettes of HTTP traffic: vcrpy (YAML and JSON, version 1) and VCR for Ruby (`http_interactions`).

What a cassette holds is what went over the wire. Exchanges with a model's API are read with that API's reader; each
request repeats the conversation so far, so only what is new in it is added. Any other exchange is a tool call: nobody
else can say what it did. The call and its result stand in one interaction, so they are paired beyond doubt.
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any, cast
from urllib.parse import urlsplit

from engine.base.json_text import Json
from engine.check.formats import anthropic, openai_chat, openai_responses
from engine.check.formats.bodies import Body, read_body
from engine.check.formats.building import TrailBuilder, first, objects, text_or_none, time_text, whole
from engine.check.formats.match import Match, best, keys, prefixed, sample
from engine.check.reading.paths import Path
from engine.check.reading.source import Source
from engine.check.trail import ABSENT, Trail

NAME = "vcrpy"
TITLE = "HTTP cassette (vcrpy, VCR)"

_LISTS = ("interactions", "http_interactions")
_APIS = (
    (re.compile(r"/chat/completions\Z"), openai_chat),
    (re.compile(r"/responses\Z"), openai_responses),
    (re.compile(r"/v1/messages\Z|/v1/complete\Z"), anthropic),
)
_FAILED = 400


def recognise(value: Json) -> Match:
    """By `interactions` whose elements have `request` and `response`."""
    matches = []
    for name in _LISTS:
        rows = sample(value.get(name) if isinstance(value, dict) else None, 5)
        inner = keys(rows[0], "request", "response") if rows else Match(missed=("request", "response"))
        matches.append(prefixed(inner, f"{name}[]."))
    return best(matches)


def read(source: Source) -> list[Trail]:
    """The one session of a cassette."""
    build = TrailBuilder(source, NAME)
    for name in _LISTS:
        for interaction, path in objects(whole(source).get(name), (name,)):
            _interaction(build, interaction, path)
    return [build.trail()]


def _interaction(build: TrailBuilder, interaction: dict[str, Json], path: Path) -> None:
    request, response = _object(interaction.get("request")), _object(interaction.get("response"))
    asked = read_body(request.get("parsed_body", request.get("body")), request.get("headers"))
    response_body = first(response, "parsed_body", "body", "content")
    answered = read_body(response_body, response.get("headers"))
    asked_path = _body_path(request.get("body"), (*path, "request", "body"))
    answered_path = _body_path(response_body, (*path, "response", "body" if "body" in response else "content"))
    for body, place in ((asked, asked_path), (answered, answered_path)):
        _note(build, body, place)
    time = time_text(interaction.get("recorded_at"))
    api = _api(request, asked.value)
    if api is not None and isinstance(asked.value, dict):
        _exchange(build, api, asked, answered, (asked_path, answered_path), time)
    else:
        _other(build, request, response, (asked, answered), path, time)


def _body_path(body: Json, path: Path) -> Path:
    """The path of a body's text, which may stand in an object."""
    names = ("string", "base64_string", "parsed_body", "content")
    return next(((*path, name) for name in names if isinstance(body, dict) and name in body), path)


def _note(build: TrailBuilder, body: Body, path: Path) -> None:
    if body.closed is not None:
        build.outside(f"the content of a body: {body.closed}", path)
    if body.cut:
        build.truncated(path)


def _object(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _api(request: dict[str, Json], asked: Json) -> ModuleType | None:
    """The reader of the model's API that a request goes to, by its path, or by what it sends."""
    address = _address(request)
    by_path = next((reader for pattern, reader in _APIS if pattern.search(address.path)), None)
    if by_path is not None or not isinstance(asked, dict) or not ("model" in asked or "messages" in asked):
        return by_path
    return next((reader for reader in (anthropic, openai_responses, openai_chat) if reader.recognise(asked).fits), None)


def _address(request: dict[str, Json]) -> Any:
    try:
        return urlsplit(str(first(request, "uri", "url") or ""))
    except ValueError:
        return urlsplit("")


def _exchange(
    build: TrailBuilder, api: ModuleType, asked: Body, answered: Body, paths: tuple[Path, Path], time: str | None
) -> None:
    """One exchange with a model: what is new in the request, then the answer."""
    requested = text_or_none(first(asked.value, "model"))
    before = len(build.entries)
    build.nested(lambda inner: cast(Any, api).read_exchange(inner, asked.value, paths[0]))
    response = answered.value
    start = len(build.entries)
    if isinstance(response, dict):
        _answer(build, api, response, paths[1], requested)
    if len(build.entries) == start:
        model = text_or_none(first(response, "model"))
        build.message("model", None, paths[1], model=model, requested_model=requested, turn=build.next_turn())
    for entry in build.entries[before:]:
        late = entry.id if int(entry.id[1:]) > start else None
        if late:
            build.amend(late, partial=answered.fragments or entry.partial, time=entry.time or time)


def _answer(build: TrailBuilder, api: ModuleType, response: dict[str, Json], path: Path, requested: str | None) -> None:
    if api is openai_chat:
        openai_chat.read_choices(build, response, path, requested)
    elif api is openai_responses:
        openai_responses.read_response(build, response, path, requested)
    elif "role" in response:
        anthropic.read_response(build, response, path, requested)


def _other(
    build: TrailBuilder,
    request: dict[str, Json],
    response: dict[str, Json],
    bodies: tuple[Body, Body],
    path: Path,
    time: str | None,
) -> None:
    """An exchange with anything else: a tool, named by method, host and path."""
    address = _address(request)
    method = str(request.get("method") or "").upper()
    tool = f"{method} {address.netloc.rpartition('@')[2]}{address.path}".strip()
    arguments = {"uri": first(request, "uri", "url")}
    if bodies[0].value is not None:
        arguments["body"] = bodies[0].value
    call = build.call(tool, arguments, (*path, "request"), time=time)
    if not response:
        return
    status = first(response.get("status"), "code") or first(response, "status_code")
    result: Json = {"status": status}
    if bodies[1].value is not None or bodies[1].closed is None:
        result["body"] = bodies[1].value
    error = status >= _FAILED if isinstance(status, int) else None
    build.answer(call, result if status is not None else ABSENT, (*path, "response"), is_error=error, time=time)
