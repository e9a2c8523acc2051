"""What must not come before the C parser: brackets nested by the thousand, outside of texts."""

from __future__ import annotations

import json

import pytest

from engine.check.reading.depth import may_exhaust_the_stack
from engine.check.telling.document import Question, check


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"a":[', '[{"b":[],"a":'])
@pytest.mark.parametrize("closed", [True, False])
def test_deep_nesting_is_seen(opening: str, *, closed: bool) -> None:
    """Whatever it is made of, closed or cut off; a thousand levels are no trouble."""
    closing = "".join({"[": "]", "{": "}"}.get(sign, "") for sign in reversed(opening)).replace("][", "")
    for times, deep in ((2000, True), (300, False)):
        assert may_exhaust_the_stack(opening * times + "1" + closing * times * closed) is deep


@pytest.mark.parametrize("text", ["[" * 5000, '\\"' + "{" * 5000, "ü[" * 5000])
def test_brackets_in_texts_do_not_count(text: str) -> None:
    """Nor do many that stand side by side."""
    assert not may_exhaust_the_stack(json.dumps({"content": text}))
    assert not may_exhaust_the_stack(json.dumps([[] for _ in range(5000)]))


def test_json_in_a_text_may_be_as_deep() -> None:
    """It is then a text like any other, in which an address is found."""
    inner = "[" * 5000 + '"mira.holt@shop.net"' + "]" * 5000
    file = json.dumps({"model": "m", "messages": [{"role": "user", "content": inner}]})
    document = check(file.encode(), "deep.json", Question())
    assert "people.email" in {found["code"] for session in document["sessions"] for found in session["findings"]}
