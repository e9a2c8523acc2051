"""The page as a text: whole, closed to the network, and safe from what stands in the content."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from engine.base.json_text import canonical
from engine.replay.settings import OPTIONS
from tests.builder.authoring import Author

VOID = {"meta", "link", "input", "br", "hr", "img", "wbr", "col"}

# What the spec says in quotation marks (sections 1, 3, 5, 6 and 7), in the page's order.
WORDING = [
    "STATE EXPORT · REPRODUCIBLE REPLAY",
    "State export: preserve a reproducible replay",
    "Your experiment",
    "Tools during replay",
    "Answered from the export",
    "Called live",
    "Model turns during replay",
    "Injected from the export",
    "Regenerated, pinned version",
    "Regenerated, “latest” alias",
    "Customer email in the export",
    "In clear",
    "Consistent token",
    "Removed",
    "Export includes the initial state",
    "Play",
    "Next event",
    "Restart",
    "Inspection time",
    "Speed",
    "Event trace",
    "Computed data",
    "Final metrics",
    "What a replay needs",
    "The opening run: it ran the credit again",
    "Making the bundle self-contained",
    "Failure boundary: what changes underneath you",
    "Reading the run and its limits",
]


@dataclass
class Parsed(HTMLParser):
    """The elements of a page, each as its name, attributes and text; and whether they are closed in order."""

    elements: list[tuple[str, dict[str, str | None], list[str]]] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set up the parser itself."""
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self.open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        """Note whether it ends what was opened last."""
        if not self.open or self.elements[self.open[-1]][0] != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Give the text to every element that is open."""
        for index in self.open:
            self.elements[index][2].append(data)

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        """Attributes and text of the elements of a name."""
        return [(attrs, "".join(text)) for name, attrs, text in self.elements if name == tag]

    def script(self, id: str) -> Any:
        """The JSON in the script element of an id."""
        return json.loads(next(text for attrs, text in self.all("script") if attrs.get("id") == id))

    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        """The elements without their words."""
        return [(name, tuple(sorted(attrs))) for name, attrs, _ in self.elements]


def parsed(html: str) -> Parsed:
    """Parse a page to its end."""
    result = Parsed()
    result.feed(html)
    result.close()
    return result


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page from the project's content."""
    return Author.in_folder(tmp_path_factory.mktemp("page")).page("here();")


@pytest.fixture(scope="module")
def page(html: str) -> Parsed:
    """The same, parsed."""
    return parsed(html)


def test_every_element_is_closed_in_its_place(page: Parsed) -> None:
    """Templates and prose make well-formed markup."""
    assert page.wrong == []
    assert page.open == []


def test_no_id_stands_twice_and_every_reference_is_met(page: Parsed) -> None:
    """Labels, descriptions and anchors find what they name."""
    ids = [attrs["id"] for _, attrs, _ in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs, _ in page.elements:
        named = [attrs.get(name) or "" for name in ("for", "aria-labelledby", "aria-describedby")]
        if "hidden" in attrs:
            continue  # filled and named when it is shown
        href = attrs.get("href") or ""
        if href.startswith("#") and "=" not in href:
            named.append(href[1:])
        assert set(" ".join(named).split()) <= set(ids)


def test_the_words_of_the_spec_stand_in_the_page_in_order(page: Parsed) -> None:
    """Word for word: the labels are the page's contract."""
    tags = {"p", "h1", "h2", "h3", "label", "option", "button"}
    spaced = (re.sub(r"\s+", " ", "".join(text)).strip() for tag, _, text in page.elements if tag in tags)
    texts = [text.removesuffix(" #") for text in spaced]
    for words in WORDING:
        assert words in texts
    heads = [text.removesuffix(" #") for _, text in page.all("h2")]
    sections = [text for text in heads if text in WORDING]
    assert sections == ["Your experiment", *WORDING[-5:]]


def test_the_four_inputs_open_as_the_spec_says(page: Parsed) -> None:
    """Called live, pinned, in clear, ticked; options in the engine's order."""
    options = [(attrs["value"], "selected" in attrs) for attrs, _ in page.all("option")]
    chosen = [value for value, selected in options if selected]
    assert chosen[:4] == ["live", "pinned", "clear", "1"]
    expected = [*OPTIONS["tools"], *OPTIONS["model"], *OPTIONS["email"], "0.5", "1", "2", "4"]
    assert [value for value, _ in options][: len(expected)] == expected
    state = next(attrs for attrs, _ in page.all("input") if attrs.get("name") == "state")
    assert state["type"] == "checkbox"
    assert "checked" in state


def test_the_page_loads_nothing(html: str, page: Parsed) -> None:
    """No address that a browser would fetch by itself stands in any attribute or style."""
    for tag, attrs, _ in page.elements:
        for name in ("src", "srcset", "href", "action", "data", "poster", "background"):
            value = attrs.get(name) or ""
            assert value == "" or value.startswith(("#", "data:")), f"<{tag} {name}={value[:80]}>"
    assert {tag for tag, _, _ in page.elements}.isdisjoint({"iframe", "object", "embed", "base"})
    assert not re.search(r"@import|url\(", "".join(text for _, text in page.all("style")))
    assert "<script src" not in html


def policy_of(page: Parsed) -> dict[str, list[str]]:
    """The page's content security policy, by directive."""
    content = next(
        attrs["content"] or "" for attrs, _ in page.all("meta") if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    return {part.split()[0]: part.split()[1:] for part in content.split("; ")}


def test_the_policy_allows_only_what_the_page_holds(page: Parsed) -> None:
    """Each inline script and style by its hash, and nothing unsafe but compiling WebAssembly."""
    policy = policy_of(page)
    assert policy["default-src"] == ["'none'"]
    assert policy["base-uri"] == ["'none'"]
    assert policy["form-action"] == ["'none'"]
    assert policy["worker-src"] == ["blob:"]
    words = {word for values in policy.values() for word in values}
    assert not words & {"'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "https:"}
    scripts = [text for attrs, text in page.all("script") if "type" not in attrs]
    assert policy["script-src"] == [*map(hash_of, scripts), "'wasm-unsafe-eval'"]
    assert policy["style-src"] == [hash_of(text) for _, text in page.all("style")]


def hash_of(text: str) -> str:
    """The hash of an inline script or style as a policy names it."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def test_nothing_in_the_page_needs_what_the_policy_forbids(page: Parsed) -> None:
    """No style attributes, no handlers in attributes."""
    for tag, attrs, _ in page.elements:
        assert not [name for name in attrs if name == "style" or name.startswith("on")], tag


def test_the_page_carries_the_36_runs_and_6_bundles(page: Parsed, tmp_path: Path) -> None:
    """For a browser without Python: the engine's own, keys in the order of a run's file."""
    facts = Author.in_folder(tmp_path).facts()
    prebuilt = page.script("prebuilt")
    assert len(prebuilt["runs"]) == 36
    assert [canonical(run) for run in prebuilt["runs"]] == [canonical(run) for run in facts.runs]
    assert all(list(run) == sorted(run) for run in prebuilt["runs"])
    assert json.dumps(prebuilt["bundles"]) == json.dumps(facts.bundles)
    assert page.script("page-data")["run"] == facts.opening


def test_the_page_opens_in_the_state_of_no_script(html: str, page: Parsed) -> None:
    """Until a script says otherwise, no engine answers; and the reader is told in noscript."""
    assert page.elements[0][1]["data-engine"] == "none"
    assert re.search(r"<noscript><p[^>]*>Scripts are off", html)


NASTY = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "-->",
    "]]>",
    "</style></title></pre></noscript>",
    '"><img src=x onerror=alert(1)>',
    "'; alert(1); '",
    "{POLICY}",
    "{{ labels }} {% raw %} ${alert(1)} `",
    "&lt;b&gt; &amp;amp; \\u003c \\n",
    "\u2028\u2029\u202e\u0000"[:3],
]


@pytest.mark.parametrize("nasty", NASTY)
def test_nothing_that_stands_in_the_content_can_break_the_page(nasty: str, page: Parsed, tmp_path: Path) -> None:
    """Labels, the session's words and its steps' names are text, whatever they hold."""
    author = Author.in_folder(tmp_path)
    write_everywhere(author, nasty)
    spoilt = parsed(author.page("here();"))
    assert spoilt.shape() == page.shape()
    assert spoilt.wrong == []
    assert policy_of(spoilt) == policy_of(page)
    assert spoilt.script("page-data")["labels"]["page"]["footer"] == nasty
    message = spoilt.script("prebuilt")["runs"][0]["steps"][0]["recorded_output"]["message"]
    assert message.startswith(nasty)


def write_everywhere(author: Author, text: str) -> None:
    """Put a text into labels and into the session, where each is shown."""
    quoted = json.dumps(text)
    author.replace("labels.yaml", "page:", f"page:\n  footer: {quoted}\n  no_script: {quoted}")
    author.replace("labels.yaml", 'kicker: "STATE', f"kicker: {quoted} #")
    author.replace("labels.yaml", 'title: "State', f"title: {quoted} #")
    author.replace("labels.yaml", 'live: "Called live"', f"live: {quoted}")
    author.replace("session.json", '"Where is my order?', f"{quoted[:-1]} Where is my order?")
    author.replace("session.json", '"label": "asks', f'"label": {quoted[:-1]} asks')


def test_a_script_cannot_end_its_own_element(tmp_path: Path) -> None:
    """Not even one that speaks of script elements."""
    page = parsed(Author.in_folder(tmp_path).page("say('</script><b>');"))
    assert page.wrong == []
    assert "say(" not in "".join(text for _, text in page.all("b"))
    assert [text for attrs, text in page.all("script") if "type" not in attrs] == ["say('<\\/script><b>');"]
