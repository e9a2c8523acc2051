"""A look over exports from outside the project, which stand beside it on some machines; see `tests/conftest.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.check.formats import READERS, read_trails
from engine.check.reading.source import read_source
from tests.conftest import EXAMPLES

FILES = sorted(EXAMPLES.glob("*/*.*"))
NAMED = {
    "adk": "google_adk",
    "otel": "otel_genai",
    "vcr": "vcrpy",
    "inspect": "inspect_ai",
    "codex": "openai_responses",
}
"""The formats of folders that are not called like them; the one of Codex is a list of items, as Responses has them."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_export_is_read_whole(path: Path) -> None:
    """Its format is told, and nothing is wrong with it as a file."""
    source = read_source(path.read_bytes(), path.name)
    assert source.defects == ()
    assert read_trails(source)[0].format == NAMED.get(path.parent.name, path.parent.name)


@pytest.mark.parametrize("name", READERS)
def test_no_reader_raises_on_an_export_of_another_format(name: str) -> None:
    """It reads what it can, or says that there is nothing."""
    for path in FILES:
        try:
            read_trails(read_source(path.read_bytes(), path.name), name)
        except InputError as error:
            assert "no step" in str(error)
