"""The order of all tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long ones first, so that no processor is left with one at the end; then those in browsers, then the others."""

    def rank(item: pytest.Item) -> int:
        if item.get_closest_marker("long"):
            return 0
        return 1 if "page" in item.path.parent.parts else 2

    items.sort(key=rank)
