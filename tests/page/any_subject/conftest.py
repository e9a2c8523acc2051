"""The subject that is asked about, and its page: a folder of the reader's, or the project's second one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from builder.site.content import Content, read_content
from builder.site.facts import Facts, compute_facts
from builder.tools.subjects import EXAMPLE, SUBJECT, SUBJECT_PAGE, page_folder
from tests.page.harness import SharedPages
from tests.page.subjects import lent


@pytest.fixture(scope="session")
def folder() -> Path:
    """The subject's folder."""
    return Path(os.environ.get(SUBJECT) or EXAMPLE)


@pytest.fixture(scope="session")
def content(folder: Path) -> Content:
    """What stands in it."""
    return read_content(folder)


@pytest.fixture(scope="session")
def facts(content: Content, folder: Path) -> Facts:
    """What CPython's engine makes of it."""
    return compute_facts(content, folder)


@pytest.fixture
def subject(shared_pages: SharedPages, browser_name: str, dark: bool, width: int) -> Iterator[Page]:
    """The subject's page in its opening state with Python there, in each browser; a page that tests share."""
    built = Path(os.environ.get(SUBJECT_PAGE) or page_folder(EXAMPLE))
    with lent(shared_pages, browser_name, built, dark=dark, width=width) as page:
        yield page
