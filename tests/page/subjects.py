"""The page of another subject than the project's own, lent to one test after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.page.conftest import judge
from tests.page.harness import SharedPages

HEIGHT = 900


@contextmanager
def lent(
    pages: SharedPages, browser_name: str, folder: Path, *, dark: bool = False, width: int = 1280
) -> Iterator[Page]:
    """The page built in a folder, in its opening state with Python there; the test fails where there is none."""
    page = folder / "index.html"
    if not page.is_file():
        pytest.fail(f"there is no {page}: run python3 build.py test, or name the subject with --content", pytrace=False)
    with pages.lend(browser_name, f"{folder} {'dark' if dark else ''}", dark=dark, path=page) as (opened, guard):
        opened.set_viewport_size({"width": width, "height": HEIGHT})
        yield opened
    judge(guard)
