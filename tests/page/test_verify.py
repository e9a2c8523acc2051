"""The built site is what its sources give, on another day in another folder."""

from __future__ import annotations

import io

import pytest

from builder.progress import Progress
from builder.tools.environment import ROOT
from builder.tools.verify import verify


@pytest.mark.long
@pytest.mark.timeout(300)
def test_the_site_is_reproduced_byte_for_byte() -> None:
    """Really built once more, the memory image too; ``python3 build.py verify`` does the same."""
    told = io.StringIO()
    assert verify(ROOT, Progress(told), ROOT / "content", ROOT / "dist") == 0, told.getvalue()
    assert "index.html" in told.getvalue()
