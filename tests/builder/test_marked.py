"""A page in another language is made by editing one folder: every word that it shows comes from files of the author's.

Each word of labels, prose and sentences is marked, and the page is searched for a word without a mark. What is data
stays as it is: what the session records and the world answers, names of tools, fields, steps and formats, code, keys,
licences. The findings of a check of the reader's own session are the engine's English, as on the command line, and no
part of this; nor is the text of an error of the engine, which the page shows after words of its own.
"""

from __future__ import annotations

import pytest

from builder.site.page import declared
from builder.site.scripts import render_panels
from builder.tools.environment import ROOT
from tests.builder.authoring import Author
from tests.builder.marking import CLOSE, OPEN, data_words, marked_in, said_on, unmarked


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Author:
    """An author who has marked every word."""
    return marked_in(tmp_path_factory.mktemp("marked"))


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
