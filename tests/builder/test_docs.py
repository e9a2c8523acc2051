"""What the documents name is there: the files they link to, and the paths they mention."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.tools.environment import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "builder" / "runtime" / "UPGRADING.md"]
FOLDERS = ("engine/", "builder/", "content/", "tests/", "site_templates/", "examples/")


def links(text: str) -> list[str]:
    """The files that a text links to, without those on the web."""
    return [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"\w+:|#", link)]


def mentioned(text: str) -> list[str]:
    """The paths from the project's root that stand in a text as code; those with a part to be filled in are none."""
    paths = re.findall(r"`([\w./-]+)`", text)
    return [path for path in paths if path.startswith(FOLDERS) and not re.search(r"\b[A-Z]{4}", path)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_each_link_leads_somewhere(path: Path) -> None:
    """Seen from the document."""
    missing = [link for link in links(path.read_text("utf-8")) if not (path.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_each_path_that_is_mentioned_is_there(path: Path) -> None:
    """Seen from the project's root."""
    assert [name for name in mentioned(path.read_text("utf-8")) if not (ROOT / name).exists()] == []


def test_links_and_paths_are_seen() -> None:
    """So that the two tests above look at something."""
    text = "[a](docs/check.md#x), [b](https://x.org), [c](#d), `engine/cli.py`, `engine/check/formats/NAME.py`, `x.py`"
    assert links(text) == ["docs/check.md"]
    assert mentioned(text) == ["engine/cli.py"]
    assert any(links(path.read_text("utf-8")) for path in DOCUMENTS)
    assert any(mentioned(path.read_text("utf-8")) for path in DOCUMENTS)
