"""Checks as one HTML file that stands by itself: it opens by a double click, without Python and without a network.

The page is built with the explainer (`builder.site.report`) and holds the views of its own section; here it gets the
checks, as inert JSON: nothing that a file says is markup or script in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ...base.errors import InputError
from ...base.json_text import Json
from .document import text_parts

_PLACE = "{REPORT_DATA}"
_PACKAGE = Path(__file__).resolve().parents[2]
_PAGES = (_PACKAGE / "report.html", _PACKAGE.parent / "dist" / "report.html")
"""Where the page lies: in the installed package, or in a checkout that was built."""


def html_report(documents: Sequence[Json]) -> Iterator[str]:
    """The text of a report on several files' check documents, in parts.

    Raises:
        InputError: where the page was not built.
    """
    before, _, after = _page().partition(_PLACE)
    yield before
    for part in text_parts(documents[0] if len(documents) == 1 else documents):
        yield part.replace("<", "\\u003c")
    yield after


def _page() -> str:
    path = next((path for path in _PAGES if path.is_file()), None)
    if path is None:
        remedy = "In a checkout run python3 build.py; elsewhere install a wheel that python3 build.py wheel made."
        raise InputError("The page of a report is not here: it has to be built.", place="--html", remedy=remedy)
    return path.read_text(encoding="utf-8")
