"""A page in another language is made by editing one folder: every word that it shows comes from files of the author's.

Each word of labels, prose and sentences is marked, and the page is searched for a word without a mark. What is data
stays as it is: what the session records and the world answers, names of tools, fields, steps and formats, code, keys,
licences. The findings of a check of the reader's own session are the engine's English, as on the command line, and no
part of this; nor is the text of an error of the engine, which the page shows after words of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
import yaml

from builder.site.content import words_with
from builder.site.page import declared
from builder.site.scripts import render_panels
from builder.tools.environment import ROOT
from engine.check.formats import READERS
from tests.builder.authoring import Author

OPEN, CLOSE = "⟦", "⟧"
AS_THEY_ARE = (
    r"player\.(speeds|opening_speed)|tapes\.telling|page\.language|shortcuts\.rows|ledger\.columns\.(field|kind)"
    r"|own\.samples\..*\.(tools|model|state|email)"
)
"""Places in the labels that hold values which the page works with, and no words."""

SPOKEN = {"aria-label", "title", "alt", "placeholder", "content", "aria-valuetext"}
SILENT = {"script", "style", "pre", "code", "kbd"}
VOID = {"meta", "link", "input", "br", "img", "hr"}


def marked(value: Any, place: str = "") -> Any:
    """The labels with every word marked."""
    if re.fullmatch(AS_THEY_ARE, place):
        return value
    if isinstance(value, dict):
        return {name: marked(item, f"{place}.{name}".lstrip(".")) for name, item in value.items()}
    if isinstance(value, list):
        return [marked(item, place) for item in value]
    return f"{OPEN}{value}{CLOSE}" if isinstance(value, str) else value


def marked_rows(rows: list[list[str]]) -> list[list[str]]:
    """The list of keys: the names on the keys stay."""
    return [[keys, f"{OPEN}{what}{CLOSE}"] for keys, what in rows]


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Author:
    """An author who has marked every word."""
    author = Author.in_folder(tmp_path_factory.mktemp("marked"))
    labels = words_with(yaml.safe_load((author.folder / "labels.yaml").read_text("utf-8")))
    new = marked(labels)
    new["shortcuts"]["rows"] = marked_rows(labels["shortcuts"]["rows"])
    (author.folder / "labels.yaml").write_text(yaml.safe_dump(new, allow_unicode=True), "utf-8")
    for path in (author.folder / "prose").glob("*.md"):
        text = path.read_text("utf-8")
        words = re.sub(r"(?m)^(\{#.*\}\n## |\d+\. |- |)(?=\S)(?!\{#)(.+)$", rf"\1{OPEN}\2{CLOSE}", text)
        path.write_text(words, "utf-8")
    sentences = json.loads((author.folder / "sentences.json").read_text("utf-8"))
    said = {name: f"{OPEN}{text}{CLOSE}" for name, text in sentences.items()}
    (author.folder / "sentences.json").write_text(json.dumps(said), "utf-8")
    return author


class Reader(HTMLParser):
    """Gathers what a page says: the attributes that are spoken, and its text, in which a mark goes over elements."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        super().__init__(convert_charrefs=True)
        self.spoken: list[str] = []
        self.texts: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Its spoken attributes."""
        if tag not in VOID:
            self.within.append(tag)
        if not (tag == "meta" and not {"description", "og:title", "og:description"} & {value for _, value in attrs}):
            self.spoken += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """Out of it."""
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Text that is no code, no data for scripts, and not the licences'."""
        if not SILENT & set(self.within) and "footer" not in self.within:
            self.texts.append(data)


def unmarked(text: str) -> Iterator[str]:
    """The words of a text that stand outside every mark."""
    depth, outside = 0, []
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE)
        outside.append(sign if depth == 0 and sign != CLOSE else " ")
    yield from re.findall(r"[^\W\d_]{2,}", "".join(outside))


def said_on(html: str) -> list[str]:
    """What a page or a panel says."""
    reader = Reader()
    reader.feed(html)
    return [*reader.spoken, " ".join(reader.texts)]


def data_words(author: Author) -> set[str]:
    """Words that are data: what is recorded and replayed, with the names of fields and tools; names of formats."""
    runs, session = author.facts().runs, author.content().subject.session
    steps = [step for run in runs for step in run["steps"]]
    outputs = [[step["recorded_output"], step["replayed_output"], step["label"], step["tool"]] for step in steps]
    texts = [json.dumps([outputs, session.to_json()], ensure_ascii=False), *READERS]
    texts += [reader.TITLE for reader in READERS.values()]
    return {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}


def test_no_word_of_the_page_is_unmarked(author: Author) -> None:
    """Neither in a text nor in what is read out."""
    known = data_words(author)
    page = said_on(author.page())
    assert sum(text.count(OPEN) for text in page) > 300
    assert sorted({word for text in page for word in unmarked(text)} - known) == []


def test_no_word_of_a_panel_is_unmarked_whatever_the_run(author: Author) -> None:
    """In every set-up, with a step open and with the run before it shown."""
    known, facts, content = data_words(author), author.facts(), author.content()
    labels = content.labels.model_dump(by_alias=True)
    told = declared(ROOT, content)
    found: set[str] = set()
    for run, former in zip(facts.runs[::5], facts.runs[1::5], strict=False):
        for opened in ("S5", "S6"):
            context = {"map": facts.map, "proof": "same", "former": former, "open": opened}
            panels = render_panels(ROOT, {"run": run, "labels": labels, "context": context, "declared": told})
            found |= {word for panel in panels.values() for text in said_on(panel) for word in unmarked(text)}
    assert sorted(found - known) == []


def test_an_unmarked_word_is_seen() -> None:
    """In a text, in an attribute, and beside a marked one; not in code."""
    said = said_on(f'<p title="Over">{OPEN}in {OPEN}and <b>in</b>{CLOSE} it{CLOSE} out</p><code>code</code>')
    assert [word for text in said for word in unmarked(text)] == ["Over", "out"]
