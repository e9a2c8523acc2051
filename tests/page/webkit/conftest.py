"""Fixtures for tests in WebKitGTK, which are skipped where it cannot be had."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from builder.tools.browsers import find_webkit
from tests.page.conftest import built_page
from tests.page.harness import Host
from tests.page.webkit.driving import Reader


@pytest.fixture(scope="module")
def webkit() -> Iterator[Reader]:
    """A WebKitGTK; the test is skipped where its driver is not installed, and could not be."""
    if find_webkit() is None:
        pytest.skip("no WebKitGTK here: Debian and Ubuntu have it as webkit2gtk-driver, with xvfb")
    with Reader() as reader:
        yield reader


@pytest.fixture(params=["file", "hosted"])
def address(request: pytest.FixtureRequest, host: Callable[..., Host]) -> str:
    """The page's address in each form: from the disk, and from a host."""
    return built_page().as_uri() if request.param == "file" else str(host(headers=True).address)


@pytest.fixture
def reader(webkit: Reader, address: str) -> Reader:
    """A reader for whom Python is ready."""
    webkit.visit(address)
    webkit.wait_for_engine("python")
    return webkit
