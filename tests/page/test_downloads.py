"""What the reader takes away: the same bytes as the command line writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from engine.replay.settings import OPTIONS, Settings
from tests.page.harness.opening import Saved
from tests.page.reading import LABELS, Reader, command_line, set_up

Save = Callable[[Page, Callable[[], None]], Saved]


@pytest.fixture
def reader(ready: Page) -> Reader:
    """A reader of the page with Python there."""
    return Reader(ready)


def saved(reader: Reader, save: Save, what: str) -> Saved:
    """The file that a button gives; ``what`` is run or bundle."""
    return save(reader.page, lambda: reader.push(LABELS["actions"][f"download_{what}"]))


def test_all_6_bundles_are_the_command_lines_to_the_byte(reader: Reader, save: Save, tmp_path: Path) -> None:
    """State and email make six; tools and model change nothing in them."""
    for state in OPTIONS["state"]:
        for email in OPTIONS["email"]:
            settings = set_up(f"recorded latest {state} {email}")
            reader.choose_all(settings)
            file = saved(reader, save, "bundle")
            assert file.content == command_line(tmp_path, settings, "export")
            assert file.name == f"bundle-recorded-latest-{state}-{email}.json"


def test_the_opening_files_are_there_before_anything_is_chosen(page: Page, save: Save, tmp_path: Path) -> None:
    """Also for a reader who is faster than Python; twice the same."""
    reader = Reader(page)
    for _ in range(2):
        assert saved(reader, save, "run").content == command_line(tmp_path, Settings(), "run", "--json")
        assert saved(reader, save, "bundle").content == command_line(tmp_path, Settings(), "export")


def test_a_moment_changes_nothing_in_the_file(reader: Reader, save: Save, tmp_path: Path) -> None:
    """A run is whole wherever its playback stands."""
    reader.seek(30)
    assert saved(reader, save, "run").content == command_line(tmp_path, Settings(), "run", "--json")
