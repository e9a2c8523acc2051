"""Exchanges with a model's API: which API it is, what the request adds to the conversation, what was answered.

The API is recognised by the address; where that is a proxy's, by what is sent. Paths from the references (2025) of
OpenAI and Azure, Groq, Mistral, DeepSeek and other services that speak as OpenAI does, of Anthropic (itself, on Vertex
AI, on Bedrock), Gemini (itself, on Vertex AI), Bedrock's Converse, Cohere's chat (v2) and Ollama.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote

from ...base.json_text import Json
from ..reading.paths import Path
from ..trail import Entry
from . import anthropic, bedrock_converse, gemini, ollama, openai_chat, openai_responses
from .bodies import Body
from .building import TrailBuilder, first, text_or_none
from .forced import mark_forced
from .match import Match

_Read = Callable[[TrailBuilder, dict[str, Json], Path], None]
_Answer = Callable[[TrailBuilder, dict[str, Json], Path, str | None], None]


@dataclass(frozen=True)
class Api:
    """A model's API.

    Attributes:
        read_request: reads a request's body.
        read_answer: reads an answer's body; its last argument is the model that was asked.
    """

    read_request: _Read
    read_answer: _Answer


_CHAT = Api(openai_chat.read_exchange, openai_chat.read_choices)
_RESPONSES = Api(openai_responses.read_request, openai_responses.read_response)
_MESSAGES = Api(anthropic.read_request, anthropic.read_response)
_GEMINI = Api(gemini.read_exchange, gemini.read_answer)
_CONVERSE = Api(bedrock_converse.read_exchange, bedrock_converse.read_answer)
_OLLAMA = Api(ollama.read_exchange, ollama.read_answer)
_BY_CONTENT: tuple[tuple[Callable[[Json], Match], Api], ...] = (
    (anthropic.recognise, _MESSAGES),
    (openai_responses.recognise, _RESPONSES),
    (gemini.recognise, _GEMINI),
    (bedrock_converse.recognise, _CONVERSE),
    (openai_chat.recognise, _CHAT),
)

_BY_ADDRESS = (
    (r"/deployments/(?P<model>[^/]+)/(?:chat/)?completions\Z", _CHAT),
    (r"/(?:chat|fim|agents)/completions\Z|/v1/completions\Z", _CHAT),
    (r"/(?:deployments/(?P<model>[^/]+)/)?responses\Z", _RESPONSES),
    (r"/v1/messages\Z", _MESSAGES),
    (r"/anthropic/models/(?P<model>[^/:]+):(?:r|streamR)awPredict\Z", _MESSAGES),
    (r"/(?P<model>[^/:]+):(?:g|streamG)enerateContent\Z", _GEMINI),
    (r"/model/(?P<model>[^/]+)/converse(?:-stream)?\Z", _CONVERSE),
    (r"/api/(?:chat|generate)\Z|/v2/chat\Z", _OLLAMA),
)
_ADDRESSES = tuple((re.compile(pattern), api) for pattern, api in _BY_ADDRESS)
_INVOKED = re.compile(r"/model/(?P<model>[^/]+)/invoke(?:-with-response-stream)?\Z")
_ELSEWHERE = (*openai_responses.ELSEWHERE, "cachedContent", "cached_content")
"""Keys of a request that name something stored, where an instruction may stand."""
_FAILED = 400


@dataclass(frozen=True)
class Asked:
    """A request to a model's API: which API, and the model that was asked."""

    api: Api
    model: str | None


def asked_of_a_model(method: str, address: SplitResult, body: Json) -> Asked | None:
    """The API that a request goes to; None where it goes to no model.

    Args:
        method: the request's method; an empty one is taken for POST.
        address: where it goes.
        body: what it sends.
    """
    if method not in ("", "POST") or not isinstance(body, dict):
        return None
    for pattern, api in _ADDRESSES:
        found = pattern.search(address.path)
        if found:
            return Asked(api, _model(body, found))
    invoked = _INVOKED.search(address.path)
    if not (invoked or "model" in body or "contents" in body):
        return None
    told = next((api for recognise, api in _BY_CONTENT if recognise(body).fits), None)
    told = told or (_MESSAGES if "anthropic_version" in body else None)
    return None if told is None else Asked(told, _model(body, invoked))


def _model(body: dict[str, Json], found: re.Match[str] | None) -> str | None:
    """The model that is asked: by the request's body, else by its address, without the path before it."""
    named = found.groupdict().get("model") if found else None
    return text_or_none(body.get("model")) or (unquote(named).rpartition("/")[2] if named else None)


def read_model_exchange(
    build: TrailBuilder, asked: Asked, bodies: tuple[Body, Body], paths: tuple[Path, Path], status: Json
) -> list[Entry]:
    """Read an exchange with a model: what is new in the request, then the answer.

    Args:
        build: the session so far.
        asked: the API and the model.
        bodies: the request's body and the answer's.
        paths: where they stand.
        status: the answer's HTTP status, where it is known.

    Returns:
        The entries of the answer.
    """
    request: dict[str, Json] = bodies[0].value if isinstance(bodies[0].value, dict) else {}
    build.nested(lambda inner: _read_request(inner, asked, request, paths[0]))
    start = len(build.entries)
    answer = bodies[1].value
    if isinstance(status, int) and status >= _FAILED:
        build.failed_request(_error_text(answer, status), paths[1], requested_model=asked.model)
        return build.entries[start:]
    if isinstance(answer, dict):
        asked.api.read_answer(build, answer, paths[1], asked.model)
    if len(build.entries) == start:
        _unread_answer(build, asked, answer, paths[1])
    mark_forced(build, request, start)
    return build.entries[start:]


def _read_request(inner: TrailBuilder, asked: Asked, request: dict[str, Json], path: Path) -> None:
    asked.api.read_request(inner, request, path)
    inner.asked(asked.model)
    if not inner.instructions and not any(request.get(key) for key in _ELSEWHERE):
        inner.has_no_instruction()


def _unread_answer(build: TrailBuilder, asked: Asked, answer: Json, path: Path) -> None:
    """An answer in which nothing was found: a turn of which the text is not known."""
    model = text_or_none(first(answer, "model"))
    if answer is not None:
        build.unread("answer of a model", path)
    build.message("model", None, path, model=model, requested_model=asked.model, turn=build.next_turn())


def _error_text(answer: Json, status: int) -> str:
    error = first(answer, "error")
    said = text_or_none(first(error, "message") or error or first(answer, "message"))
    return f"HTTP {status}: {said}" if said else f"HTTP {status}"
