"""How frameworks word the result of a call that a person or a rule refused, so that it was never carried out.

One table for all formats, since the same agents' sessions come in many of them. Each wording is from the framework's
own source or from its files; what is looked at is how a result begins, with or without "Error:" before it.
"""

from __future__ import annotations

import re

from ...base.json_text import Json

_WORDINGS = {
    "Claude Code 1.0 and 2.0": r"User rejected|The user doesn['’]t want to (?:proceed|take this action)"
    r"|Permission to use \S+ .{0,200}has been denied|Claude requested permissions? to .{0,200}haven['’]t granted",
    "Codex CLI 0.40 and later": r"(?:exec command |patch )?rejected by user|exec command rejected",
    "Gemini CLI": r"\[Operation Cancelled\] Reason: User (?:did not allow|cancelled)|User denied (?:tool )?execution",
    "goose": r"The user has declined to run this tool",
    "opencode": r"The user rejected permission to use this|The user has specified a rule which prevents you",
    "Cline and Roo Code": r"The user denied this operation|This tool call was rejected by the user",
    "LangChain and LangGraph": r"User rejected the tool call|User denied",
    "OpenAI Agents SDK": r"Tool execution was not approved",
    "Google ADK": r"This tool call is rejected",
    "Pydantic AI": r"The tool call was denied",
    "Vercel AI SDK": r"Tool (?:call )?execution (?:was )?denied|User denied access to tool execution",
    "Mastra": r"Tool call was not approved by the user",
    "OpenHands": r"Action rejected:|User rejected the action|The action has been rejected",
    "Semantic Kernel": r"The operation was (?:not approved|rejected) by the user",
    "chatlas and ellmer": r"The user has chosen to disallow the tool call",
}
_TELLING = ("error", "message", "content", "output", "result", "reason", "text")
"""The keys under which a result that is an object says it."""

_REFUSAL = re.compile(
    rf"""\s*(?:\{{\s*"(?:{"|".join(_TELLING)})"\s*:\s*")?(?:(?:tool )?error:\s*)?(?:{"|".join(_WORDINGS.values())})""",
    re.IGNORECASE,
)


def is_refusal(result: Json) -> bool:
    """Whether a result says that its call was refused: a text, JSON text, an object, or the first of several blocks."""
    first = result[0] if isinstance(result, list) and result else result
    said = [first.get(key) for key in _TELLING] if isinstance(first, dict) else [first]
    return any(isinstance(text, str) and _REFUSAL.match(text) for text in said)
