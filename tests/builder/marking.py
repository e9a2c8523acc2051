"""Marking every word of a subject, and finding words without a mark on what is made of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml

from builder.site.content import words_with
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


def marked_in(folder: Path) -> Author:
    """An author in a folder who has marked every word."""
    author = Author.in_folder(folder)
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
