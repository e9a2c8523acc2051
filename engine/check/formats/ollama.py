"""Exchanges with Ollama and with Cohere's chat: messages as OpenAI's, in an envelope of their own.

Shapes from the references of Ollama (`/api/chat`, `/api/generate`, 2025) and of Cohere (`/v2/chat`): the parameters
stand in `options` or beside the messages, the answer in `message` or `response`.
"""

from __future__ import annotations

from ...base.json_text import Json
from ..reading.paths import Path
from . import openai_chat
from .building import TrailBuilder, chosen, text_or_none

_SAMPLING = ("temperature", "top_p", "top_k", "seed", "num_predict", "p", "k", "think")


def read_exchange(build: TrailBuilder, value: dict[str, Json], path: Path) -> None:
    """Read a request: messages, or an instruction and a prompt."""
    build.sample(chosen(value, _SAMPLING))
    build.sample(chosen(value.get("options"), _SAMPLING))
    build.instruct(text_or_none(value.get("system")), (*path, "system"))
    openai_chat.read_tools(build, value.get("tools"), (*path, "tools"))
    openai_chat.read_messages(build, value.get("messages"), (*path, "messages"), None)
    if isinstance(value.get("prompt"), str):
        build.message("user", value["prompt"], (*path, "prompt"))


def read_answer(build: TrailBuilder, value: dict[str, Json], path: Path, requested: str | None) -> None:
    """Read an answer."""
    model = text_or_none(value.get("model"))
    if isinstance(value.get("message"), dict):
        openai_chat.message(build, value["message"], (*path, "message"), model, requested)
    elif isinstance(value.get("response"), str):
        turn = build.next_turn()
        build.message("model", value["response"], path, model=model, requested_model=requested, turn=turn)
