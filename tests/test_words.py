"""Engine, builder and templates speak of no subject: the shop's words stand in its folder alone."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SUFFIXES = {".py", ".js", ".ts", ".mjs", ".j2", ".css", ".json", ".yaml"}

WORDS = re.compile(
    r"(?i:\bcredits?\b|\btiers?\b|\bcustomers?\b|\bgoodwill\b|\bINR\b|\bEUR\b)|\b[Rr]ates?\b|_rate\b|\b[Oo]rders\b"
    r"|get_order|lookup_order|get_fx|issue_credit|quoted_amount|\bA-10|helpdesk"
)
"""What only the shop says. The word order is looked for as the shop's thing: an order, the late order, order number."""

AN_ORDER = re.compile(r"(?i)\ban order\b|\blate order|order number")

NEUTRAL = {
    # What tools of any agent are called, and keys of anybody's data: word lists of detectors, not of a subject.
    "engine/check/rules/tool_names.py": "names of tools, by which a check tells whether they change the world",
    "engine/check/detect/persons.py": "keys under which people's data stands",
    "engine/replay/domain_endings.py": "the Internet's top-level domains",
    # Documented examples of the forms that a subject gives.
    "engine/replay/subject.py": "the Protocols explain each form by the explainer's own subject",
}


def sources() -> Iterator[Path]:
    """Every file of ours in the three folders."""
    for folder in ("engine", "builder", "site_templates"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts and path.name != "package-lock.json":
                yield path


def found_in(path: Path) -> list[str]:
    """The shop's words in a file, each with its line."""
    text = path.read_text("utf-8")
    lines = enumerate(text.splitlines(), 1)
    return [f"{number}: {line.strip()[:100]}" for number, line in lines if WORDS.search(line) or AN_ORDER.search(line)]


def name_of(path: Path) -> str:
    """A file's path in the project."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", [each for each in sources() if name_of(each) not in NEUTRAL], ids=name_of)
def test_no_file_speaks_of_the_shop(path: Path) -> None:
    """Neither in code nor in a comment: a reader of the engine learns of no shop."""
    assert found_in(path) == []


@pytest.mark.parametrize("name", NEUTRAL)
def test_each_exception_is_needed(name: str) -> None:
    """One that holds none of the words any more goes from the list."""
    assert found_in(ROOT / name)


def test_the_words_are_found_where_they_stand() -> None:
    """In the shop's own folder, in any case and in a name."""
    for name in ("world.py", "models.py", "labels.yaml", "session.json"):
        assert found_in(ROOT / "content" / name)
    tokens = tokenize.generate_tokens(io.StringIO("live_rate = customer").readline)
    assert [token.string for token in tokens if WORDS.search(token.string)] == ["live_rate", "customer"]
