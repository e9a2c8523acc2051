"""A hostile file on the page: whatever stands in it is text. Nothing of it is an element, runs, or leaves the page."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page

from tests.page.own import NAMES, SAMPLES, Own

CORPUS = (
    "<script>window.ran = 1</script>",
    '"><img src=x onerror="window.ran = 1">',
    "'><svg onload=window.ran=1>",
    "</script><script>window.ran = 1</script>",
    "</textarea></title></style></select></table><iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    '<a href="javascript:window.ran=1">x</a>',
    "javascript:window.ran=1",
    '" onmouseover="window.ran=1" autofocus onfocus="window.ran=1" x="',
    "' style='background:url(https://example.com/x)' '",
    "${window.ran = 1}`${window.ran = 1}`",
    "{{ constructor.constructor('window.ran = 1')() }}",
    "<!--><img src=https://example.com/y><meta http-equiv=refresh content=0;url=https://example.com>",
    "&lt;img src=x onerror=window.ran=1&gt;<math><mi xlink:href='javascript:window.ran=1'>",
    "\u202e\u2066<b>turned</b>\u2069\u200f",
    "__proto__",
    "constructor",
    "\x00\x1b[31m<base href=https://example.com>\ud800",
)
STRUCTURE = (
    *("role", "type", "object", "kind", "format", "author", "status"),
    *("gen_ai.operation.name", "method", "content-type"),
)

STRANGE = """() => {
  const own = document.querySelector("#own");
  const strange = "script, img, iframe, math, base, meta, style, object, [style], a, "
    + "b:not(.who > b), svg:not(.value-replayed > .icon)";
  const handlers = [...own.querySelectorAll("*")].filter((each) => [...each.attributes].some(
    ({ name, value }) => /^on/i.test(name) || (/^(href|src|action|srcdoc)$/i.test(name) && value)));
  return {
    elements: [...own.querySelectorAll(strange)].map((each) => each.outerHTML),
    handlers: handlers.map((each) => each.outerHTML),
    ran: window.ran ?? null,
    polluted: Object.keys(Object.prototype),
    dialogs: document.querySelectorAll("dialog[open]").length,
  };
}"""
NOTHING: Any = {"elements": [], "handlers": [], "ran": None, "polluted": [], "dialogs": 0}

Change = Callable[[str, str], str]


def read_sample(name: str) -> Any:
    """A sample's value; the rows of JSON Lines, without the one that is cut off."""
    text = (SAMPLES / name).read_text("utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]
    return yaml.safe_load(text)


def written(value: Any, name: str) -> bytes:
    """The value in the sample's form; YAML takes JSON as it is."""
    rows = value if name.endswith(".jsonl") else [value]
    return "\n".join(map(json.dumps, rows)).encode()


def infected(value: Any, change: Change, key: str = "") -> Any:
    """The value with every text in it changed, and a hostile key in every object; JSON in a text stays JSON."""
    if isinstance(value, bytes):
        value = gzip.decompress(value).decode()
    if isinstance(value, str) and value.startswith(('{"', "[{")):
        return json.dumps(infected(json.loads(value), change, key))
    if isinstance(value, dict):
        inner = {name: infected(item, change, name) for name, item in value.items()}
        return {**inner, change("", "key"): change("", "text"), "__proto__": {"ran": 1}}
    if isinstance(value, list):
        return [infected(item, change, key) for item in value]
    return change(value, key) if isinstance(value, str) else value


def variants(name: str) -> Iterator[bytes]:
    """The sample with the corpus behind every text; in place of it; and in its kinds and roles too.

    Each text holds the whole corpus, from another member on: of a long text only the beginning is shown.
    """
    sample = read_sample(name)
    for start in (0, len(CORPUS) // 2):
        texts = cycle("".join(CORPUS[at:] + CORPUS[:at]) for at in range(-start, len(CORPUS) - start))

        def behind(text: str, key: str, texts: Iterator[str] = texts) -> str:
            return text if key in STRUCTURE else text + next(texts)

        def instead(text: str, key: str, texts: Iterator[str] = texts) -> str:
            return text if key in STRUCTURE else next(texts)

        def everywhere(_text: str, _key: str, texts: Iterator[str] = texts) -> str:
            return next(texts)

        for change in (behind, instead, everywhere):
            yield written(infected(sample, change), name)


@pytest.mark.alike(firefox=2)
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_a_file_is_more_than_text(ready: Page, name: str) -> None:
    """Each field of each sample holds the whole corpus; shown as a result, a bundle or an error."""
    own = Own(ready)
    for number, data in enumerate(variants(name)):
        own.choose(f"{CORPUS[number]}.json", data)
        assert ready.evaluate(STRANGE) == NOTHING
        if ready.locator("#own-make").is_visible():
            own.make("<img src=x>")
            assert ready.evaluate(STRANGE) == NOTHING
    assert own.page.evaluate("() => document.querySelector('#own-shown').textContent.length") > 0


def test_hostile_text_is_shown_as_it_is(ready: Page) -> None:
    """A message's words are there to read, tags and all; tools by such names can be marked."""
    own = Own(ready)
    tool = '"><img src=x onerror="window.ran = 1">'
    call = {"id": "c", "type": "function", "function": {"name": tool, "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "<script>window.ran = 1</script>"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "ok"},
    ]
    own.choose("x.json", json.dumps({"model": "gpt-4o-2024-08-06", "messages": messages}).encode())
    assert "<script>window.ran = 1</script>" in own.step("S1").inner_text()
    mark = ready.locator("[data-tool]")
    assert mark.get_attribute("data-tool") == tool
    own.answered(lambda: mark.select_option("safe"))
    assert ready.locator("[data-tool]").input_value() == "safe"
    assert ready.evaluate(STRANGE) == NOTHING


def test_a_dropped_file_does_not_leave_the_page(ready: Page) -> None:
    """Nor does the browser open it instead; the test fails by itself for any request."""
    address = ready.url
    Own(ready).drop("x.html", b"<script>window.ran = 1</script><img src='https://example.com/'>")
    assert ready.url == address
    assert ready.evaluate(STRANGE) == NOTHING


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize("tool", ["__proto__", "constructor", "toString", "hasOwnProperty"])
def test_a_tool_named_like_a_part_of_javascript_can_be_marked(ready: Page, tool: str) -> None:
    """Marks are kept by name, whatever the name."""
    own = Own(ready)
    call = {"id": "c", "type": "function", "function": {"name": tool, "arguments": "{}"}}
    messages = [{"role": "user", "content": "x"}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    own.choose("x.json", json.dumps({"model": "gpt-4o-2024-08-06", "messages": messages}).encode())
    own.answered(lambda: ready.locator("[data-tool]").select_option("safe"))
    assert ready.locator("[data-tool]").input_value() == "safe"
    assert ready.evaluate(STRANGE) == NOTHING
