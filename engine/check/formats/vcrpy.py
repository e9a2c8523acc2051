"""Cassettes of HTTP traffic: vcrpy (YAML and JSON, version 1) and VCR for Ruby (`http_interactions`).

What a cassette holds is what went over the wire. Exchanges with a model's API are read with that API's reader; each
request repeats the conversation so far, so only what is new in it is added. Any other exchange is a call that a program
made, of a tool named by method and address. The call and its result stand in one interaction, so there is no doubt that
they belong together.
"""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from ...base.json_text import Json
from ..reading.paths import Path
from ..reading.source import Source
from ..trail import ABSENT, Trail
from .bodies import Body, read_body
from .building import TrailBuilder, first, objects, time_text, whole
from .exchanges import asked_of_a_model, read_model_exchange
from .match import Match, best, keys, prefixed, sample

NAME = "vcrpy"
TITLE = "HTTP cassette (vcrpy, VCR)"

_LISTS = ("interactions", "http_interactions")
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
    asked, asked_path = _body(request, (*path, "request"))
    answered, answered_path = _body(response, (*path, "response"))
    for body, place in ((asked, asked_path), (answered, answered_path)):
        _note(build, body, place)
    time = time_text(interaction.get("recorded_at"))
    model = asked_of_a_model(_method(request), _address(request), asked.value)
    if model is None:
        _other(build, request, response, (asked, answered), path, time)
        return
    paths = (asked_path, answered_path)
    for entry in read_model_exchange(build, model, (asked, answered), paths, _status(response)):
        partial, joined = answered.fragments or entry.partial, answered.joined and entry.actor == "model"
        build.amend(entry.id, joined=joined, partial=partial, time=entry.time or time)


def _body(message: dict[str, Json], path: Path) -> tuple[Body, Path]:
    """The body of a request or a response, and where it stands; its text may stand in an object."""
    key = next((key for key in ("parsed_body", "body", "content") if message.get(key) is not None), "body")
    held = message.get(key)
    names = ("string", "base64_string", "content")
    inner = next(((*path, key, name) for name in names if isinstance(held, dict) and name in held), (*path, key))
    return read_body(held, message.get("headers")), inner


def _note(build: TrailBuilder, body: Body, path: Path) -> None:
    if body.closed is not None:
        build.outside(f"the content of a body: {body.closed}", path)
    if body.cut:
        build.truncated(path)


def _object(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _method(request: dict[str, Json]) -> str:
    return str(request.get("method") or "").upper()


def _address(request: dict[str, Json]) -> SplitResult:
    try:
        return urlsplit(str(first(request, "uri", "url") or ""))
    except ValueError:
        return urlsplit("")


def _status(response: dict[str, Json]) -> Json:
    return first(response.get("status"), "code") or first(response, "status_code")


def _other(
    build: TrailBuilder,
    request: dict[str, Json],
    response: dict[str, Json],
    bodies: tuple[Body, Body],
    path: Path,
    time: str | None,
) -> None:
    """An exchange with anything else: a tool, named by method, host and path."""
    address, method = _address(request), _method(request)
    tool = f"{method} {address.netloc.rpartition('@')[2]}{address.path}".strip()
    arguments: dict[str, Json] = {"method": method, "uri": first(request, "uri", "url")}
    if bodies[0].value is not None:
        arguments["body"] = bodies[0].value
    call = build.call(tool, arguments, (*path, "request"), time=time, by_program=True)
    if not response:
        return
    status = _status(response)
    result: Json = {"status": status}
    if bodies[1].value is not None or bodies[1].closed is None:
        result["body"] = bodies[1].value
    error = status >= _FAILED if isinstance(status, int) else None
    found = result if status is not None else ABSENT
    build.answer(call, found, (*path, "response"), is_error=error, time=time, by_program=True)
