"""What is missing of a session of which only a part was kept: the answers, the messages, the items."""

from __future__ import annotations

from typing import Final

from ..trail import Never

_REQUEST = ("missing.instruction", "missing.initial-state", "missing.tool-definitions", "missing.sampling")

ANSWER: Final = Never(
    _REQUEST,
    "what the model was asked: the system prompt, the tools' declarations and the sampling parameters",
    "Record the request together with the answer.",
)
"""Of an answer that was kept without its request."""

STREAMS: Final = Never(
    (*_REQUEST, "missing.result"),
    f"what the tools gave back, or {ANSWER.what}",
    "Record the requests together with the answers: they hold the results.",
)
"""Of streamed answers that were kept without their requests."""

MESSAGES: Final = Never(
    ("missing.model-version", "missing.tool-definitions", "missing.sampling"),
    "the model's name, the tools' declarations and the sampling parameters",
    "Keep the whole request beside the messages: `model`, `tools` and the parameters.",
)
"""Of messages that were kept without their request, in a form that has the instruction among them."""

CONVERSATION: Final = Never(
    (*_REQUEST, "missing.model-version"),
    "the system prompt, the model's name, the tools' declarations and the sampling parameters",
    "Keep the whole request beside the messages, with the model, the instruction, the tools and the parameters.",
)
"""Of messages or items that were kept without their request, in a form that has the instruction beside them."""
