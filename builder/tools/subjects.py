"""Subjects beside the project's own: where their pages are built, and how their tests are told of them."""

from __future__ import annotations

from pathlib import Path

from builder.tools.environment import ROOT, build_folder

EXAMPLE = ROOT / "examples" / "clinic"
"""The second subject, which is built and tested with the project."""

SUBJECT, SUBJECT_PAGE = "REPLAY_SUBJECT", "REPLAY_SUBJECT_PAGE"
"""The variables that tell the tests of any subject which folder and which built page are meant."""

TESTS = "tests/page/any_subject"
"""The tests that hold of any subject."""


def page_folder(subject: Path) -> Path:
    """Where a subject's page is built for its tests."""
    return build_folder(ROOT) / "subjects" / subject.name
