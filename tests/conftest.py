"""Which tests run, and in which order."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "shared" / "examples"
"""Exports from outside the project, on machines where they stand beside it: no test of the project's own needs them."""

collect_ignore = [] if EXAMPLES.is_dir() else ["outside"]


def pytest_configure() -> None:
    """A shell starts what runs in the background deaf to Ctrl-C, and its children too; tests send it to theirs."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where the look over examples from outside was left out."""
    if not EXAMPLES.is_dir():
        terminalreporter.write_line(f"The look over examples from outside was left out: there is no {EXAMPLES}.")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--thorough``: every case in every browser."""
    parser.addoption("--thorough", action="store_true", help="every case in every browser, which takes twice as long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long ones first, so that no processor is left with one at the end; then those in browsers, then the others.

    Where a test's cases differ in data and not in what a browser does with them (the marker ``alike``), Firefox meets
    some of them only, unless it is to be thorough.
    """
    items.sort(key=_rank)
    if config.getoption("thorough"):
        return
    left_out = list(_left_out(items))
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _rank(item: pytest.Item) -> int:
    if item.get_closest_marker("long"):
        return 0
    return 1 if "page" in item.path.parent.parts else 2


def _left_out(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    met: Counter[str] = Counter()
    for item in items:
        alike = item.get_closest_marker("alike")
        if alike and _browser(item) == "firefox":
            test = item.nodeid.partition("[")[0]
            met[test] += 1
            if met[test] > alike.kwargs["firefox"]:
                yield item


def _browser(item: pytest.Item) -> str | None:
    case = getattr(item, "callspec", None)
    return case.params.get("browser_name") if case else None
