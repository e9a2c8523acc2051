"""What files do not hold: those of a format, and those that keep only a part of a session."""

from __future__ import annotations

from typing import Final

from ..trail import Never

REQUEST: Final = ("missing.instruction", "missing.initial-state", "missing.tool-definitions", "missing.sampling")
"""The codes of files that hold nothing of a request but its messages and its model."""

REQUEST_AND_MODEL: Final = (*REQUEST, "missing.model-version")
"""The codes of files that hold nothing of a request but its messages."""

ANSWER: Final = Never(
    REQUEST,
    "what the model was asked: the system prompt, the tools' declarations and the sampling parameters",
    "Record the request together with the answer.",
)
"""Of an answer that was kept without its request."""

STREAMS: Final = Never(
    (*REQUEST, "missing.result"),
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
    REQUEST_AND_MODEL,
    "the system prompt, the model's name, the tools' declarations and the sampling parameters",
    "Keep the whole request beside the messages, with the model, the instruction, the tools and the parameters.",
)
"""Of messages or items that were kept without their request, in a form that has the instruction beside them."""
