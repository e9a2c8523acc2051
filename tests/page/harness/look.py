"""Looking into an open page: the engine's state, and the accessibility rules."""

from __future__ import annotations

import itertools
from typing import Any

from playwright.sync_api import Page

from builder.tools.environment import ROOT, npm_folder

ENGINE_SECONDS = 60

# For axe, as browser, dark or not, and width: each rule in each browser, theme and width, and in one browser each pair
# of theme and width. What it works out from styles is the browser's; what it does with them is not.
READERS = [
    *itertools.product(["chromium"], [False, True], [1280, 360]),
    *[("firefox", False, 1280), ("firefox", True, 360)],
]


def wait_for_engine(page: Page, state: str, seconds: float = ENGINE_SECONDS) -> None:
    """Wait until ``<html data-engine>`` is ``state``; Playwright's TimeoutError if it never is."""
    wanted = page.locator(f'html[data-engine="{state}"]')
    wanted.wait_for(state="attached", timeout=seconds * 1000)


def axe(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """Run axe-core's rules on the page as it stands; return what breaks them, one line each.

    ``options`` are those of ``axe.run``. The source is evaluated from outside, which the
    page's own policy does not concern.
    """
    source = npm_folder(ROOT) / "axe-core" / "axe.min.js"
    page.evaluate(f"() => {{ {source.read_text('utf-8')}\n }}")
    # What passes is not listed, which would take far longer than to find it.
    all_options = {"resultTypes": ["violations"], **(options or {})}
    result = page.evaluate("options => axe.run(document, options)", all_options)
    return [_line(violation, node) for violation in result["violations"] for node in violation["nodes"]]


def _line(violation: dict[str, Any], node: dict[str, Any]) -> str:
    places = ", ".join(str(target) for target in node["target"])
    return f"{violation['id']} ({violation['impact']}): {places}: {node['failureSummary']}"
