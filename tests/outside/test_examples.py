"""A look over exports from outside the project, which stand beside it on some machines; see `tests/conftest.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.check.formats import READERS, read_trails
from engine.check.reading.source import read_source
from engine.check.telling.document import check
from tests.conftest import EXAMPLES

NAMED = {
    "adk": "google_adk",
    "otel": "otel_genai",
    "vcr": "vcrpy",
    "inspect": "inspect_ai",
    "codex": "openai_responses",
}
"""The formats of folders that are not called like them; the one of Codex is a list of items, as Responses has them."""

FILES = [path for path in sorted(EXAMPLES.glob("*/*.*")) if path.is_file()]
EXPORTS = [path for path in FILES if NAMED.get(path.parent.name, path.parent.name) in READERS]
"""Those in folders that are named after a format; others, such as reports of faults, may hold anything."""


def name_of(path: Path) -> str:
    """The folder and the file."""
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", EXPORTS, ids=name_of)
def test_an_export_is_read_whole(path: Path) -> None:
    """Its format is told, and nothing is wrong with it as a file."""
    source = read_source(path.read_bytes(), path.name)
    assert source.defects == ()
    assert read_trails(source)[0].format == NAMED.get(path.parent.name, path.parent.name)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_any_file_has_a_verdict(path: Path) -> None:
    """Whatever it is: a session, a part of one, or a text."""
    assert check(path.read_bytes(), path.name)["gate"] in ("pass", "fail")


@pytest.mark.parametrize("name", READERS)
def test_no_reader_raises_on_an_export_of_another_format(name: str) -> None:
    """It reads what it can, or says in an error of its own that there is nothing."""
    for path in FILES:
        try:
            read_trails(read_source(path.read_bytes(), path.name), name)
        except InputError as error:
            assert error.remedy
