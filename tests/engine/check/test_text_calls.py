"""Calls that a model wrote into its text: three notations, and what only looks like one."""

from __future__ import annotations

import time
from typing import Any

import pytest

from engine.check.formats.text_calls import TextCall, answer, split
from tests.engine.check.test_formats import trail_of

FUNCTION = "<function=mow>\n<parameter=area>north\nlawn</parameter>\n<parameter=height>4</parameter>\n</function>"
MOWING = TextCall("mow", {"area": "north\nlawn", "height": "4"})


@pytest.mark.parametrize(
    ("text", "said", "calls"),
    [
        (f"I mow.\n{FUNCTION}", "I mow.", [MOWING]),
        (f"{FUNCTION}\n{FUNCTION}\n", "", [MOWING, MOWING]),
        (f"I mow.\n{FUNCTION.removesuffix('</function>')}", "I mow.", [MOWING]),
        (
            'Hm.\n<tool_call>\n{"name": "mow", "arguments": {"height": 4}}\n</tool_call>',
            "Hm.",
            [TextCall("mow", {"height": 4})],
        ),
        ("<tool_call>mow it</tool_call>", "", [TextCall(None, "mow it")]),
        (
            '<function_calls>\n<invoke name="mow"><parameter name="height">4</parameter></invoke>\n</function_calls>',
            "",
            [TextCall("mow", {"height": "4"})],
        ),
        ("<function=stop></function>", "", [TextCall("stop", {})]),
    ],
)
def test_calls_at_the_end_of_a_text(text: str, said: str, calls: list[TextCall]) -> None:
    """The text before them is what the model said."""
    assert split(text) == (said, calls)


@pytest.mark.parametrize(
    "text",
    [
        "Write <function=mow></function> to mow.",
        "No call at all.",
        "<function=mow>",
        "</function>",
        '<tool_call>{"name": "mow"}',
        "",
    ],
)
def test_what_is_only_told_of_is_no_call(text: str) -> None:
    """The text stays whole."""
    assert split(text) == (text, [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("EXECUTION RESULT of [mow]:\ndone", ("mow", "done")),
        ("<tool_response>\ndone\n</tool_response>", (None, "done\n")),
        ("<function_results>done</function_results>", (None, "done")),
        ("done", None),
        (None, None),
    ],
)
def test_messages_that_answer(text: Any, found: Any) -> None:
    """They name the tool, or only that they are a result."""
    assert answer(text) == (
        found if found is None else (found[0], found[1].rstrip("\n") if found[0] is None else found[1])
    )


def test_a_call_in_text_is_a_step_and_so_is_its_result() -> None:
    """Paired by position; without a call before it, such a message is a user's."""
    said = {"role": "assistant", "content": f"I mow.\n{FUNCTION}"}
    given = {"role": "user", "content": "EXECUTION RESULT of [mow]:\ndone"}
    trail = trail_of([{"role": "user", "content": "Mow."}, said, given, {"role": "assistant", "content": "Done."}])
    assert [(entry.kind, entry.tool, entry.answers) for entry in trail.entries] == [
        ("message", None, None),
        ("message", None, None),
        ("call", "mow", None),
        ("result", "mow", "S3"),
        ("message", None, None),
    ]
    assert [entry.kind for entry in trail_of([given]).entries] == ["message"]


def test_a_call_that_is_recorded_as_one_is_not_read_twice() -> None:
    """Where the message has `tool_calls`, its text is text."""
    call = {"id": "c", "type": "function", "function": {"name": "mow", "arguments": "{}"}}
    trail = trail_of([{"role": "assistant", "content": FUNCTION, "tool_calls": [call]}])
    assert [entry.kind for entry in trail.entries] == ["message", "call"]


@pytest.mark.parametrize(
    "piece",
    [
        "<function=a>",
        "</function>",
        "<function=a></function>",
        "<parameter=a>",
        "<tool_call>",
        "</tool_call>",
        "<invoke name=",
    ],
)
def test_many_marks_take_no_long(piece: str) -> None:
    """Whatever is repeated, time grows with the text and not faster."""
    started = time.perf_counter()
    for end in ("", "</function>", "</parameter>", "</tool_call>"):
        split(piece * 100_000 + end)
    assert time.perf_counter() - started < 5
