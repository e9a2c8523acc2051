"""What the check's source may not hold: other packages, or state that outlives a question."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.engine.test_purity import imported

SOURCES = sorted((Path(__file__).resolve().parents[3] / "engine" / "check").rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_only_the_standard_library_is_imported(source: Path) -> None:
    """The check runs wherever Python runs."""
    names = set(imported(ast.parse(source.read_text(encoding="utf-8"))))
    assert names <= sys.stdlib_module_names


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_nothing_global_is_changed(source: Path) -> None:
    """No function assigns a name of its module: two files can be checked at once."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
