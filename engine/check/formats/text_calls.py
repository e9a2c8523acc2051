"""Calls that a model wrote into its text, and the messages that answer them.

Three notations: `<function=NAME><parameter=KEY>…` (OpenHands, CodeAct and models trained on them), `<tool_call>` around
a JSON object (Hermes, Qwen), and `<invoke name="NAME"><parameter name="KEY">…` (Anthropic's models, before 2024). A
call counts where the text ends with it, as it does where the program acts on it; in the middle of a text it may only be
quoted. The answer is the next message: `EXECUTION RESULT of [NAME]:` in OpenHands, `<tool_response>`,
`<function_results>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...base.json_text import Json
from .building import parsed, text_or_none

_KINDS = (
    ("<function=", re.compile(r"<function=([\w.:/-]{1,200})>"), "</function>"),
    ("<tool_call>", re.compile(r"<tool_call>()"), "</tool_call>"),
    ("<invoke name=", re.compile(r'<invoke name="([\w.:/-]{1,200})">'), "</invoke>"),
)
"""How a call begins, in short and whole, and how it ends."""

_MOST = 64
"""How many calls a text may end with; what stands before them is text."""

_AROUND = ("function_calls>", "tool_calls>")
_PARAMETER = re.compile(r'<parameter(?:=| name=")([\w.:-]{1,200})"?>')
_ANSWER = re.compile(
    r"\s*(?:EXECUTION RESULT of \[(?P<name>[\w.:/-]{1,200})\]:\s*"
    r"|<(?P<tag>tool_response|function_results|tool_results?|observation)>\s*)"
)


@dataclass(frozen=True)
class TextCall:
    """A call within a text.

    Attributes:
        tool: its tool's name, None where the text names none.
        arguments: its arguments; the text between the marks where it cannot be read.
    """

    tool: str | None
    arguments: Json


def split(text: str) -> tuple[str, list[TextCall]]:
    """A model's text without the calls with which it ends, and these calls; none where it does not end with any."""
    calls: list[TextCall] = []
    said = _closed(text)
    while len(calls) < _MOST and (found := _last(_bare(said, "</"))) is not None:
        said, call = found
        calls.insert(0, call)
    return (_bare(said, "<"), calls) if calls else (text, [])


def _closed(text: str) -> str:
    """The text with the end of its last call, where generation was stopped just before that."""
    bare = text.rstrip()
    if bare.endswith("</parameter>") and bare.rfind("<function=") > bare.rfind("</function>"):
        return f"{bare}\n</function>"
    return text


def _bare(text: str, opening: str) -> str:
    """The text without what may stand around all calls at its end."""
    text = text.rstrip()
    for name in _AROUND:
        text = text.removesuffix(opening + name).rstrip()
    return text


def _last(text: str) -> tuple[str, TextCall] | None:
    """The call with which a text ends, and the text before it; None where it does not end with one."""
    for begins, head, ends in _KINDS:
        start = text.rfind(begins) if text.endswith(ends) else -1
        found = head.match(text, start) if start >= 0 else None
        if found is not None:
            return text[:start], _call(found[1], text[found.end() : -len(ends)])
    return None


def _call(name: str, body: str) -> TextCall:
    if name:
        return TextCall(name, dict(_parameters(body)))
    value = parsed(body.strip())
    if not isinstance(value, dict):
        return TextCall(None, body)
    return TextCall(text_or_none(value.get("name")), parsed(value.get("arguments", value.get("parameters", {}))))


def _parameters(body: str) -> Iterator[tuple[str, str]]:
    for piece in body.split("</parameter>")[:-1]:
        found = _PARAMETER.search(piece)
        if found is not None:
            yield found[1], piece[found.end() :].strip("\n")


def answer(text: Json) -> tuple[str | None, str] | None:
    """The tool that a message names as answering a call in text, and the result; None where it is not an answer."""
    found = _ANSWER.match(text) if isinstance(text, str) else None
    if found is None or not isinstance(text, str):
        return None
    rest = text[found.end() :]
    return found["name"], rest.removesuffix(f"</{found['tag']}>").rstrip() if found["tag"] else rest
