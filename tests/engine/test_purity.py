"""What the engine's source may not hold: other packages, or the outcome."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "engine"
SOURCES = sorted(ENGINE.rglob("*.py"))
FIGURES = re.compile(
    r"\bS[0-9]+\b|91\.8|92\.4|1101\.6|1108\.8|1,1[0-9]{2}|\bcr_|\bA-1042|mira|helpdesk-|\bINR\b|\bEUR\b"
)


def name_of(path: Path) -> str:
    """A module's path in the engine, as a test's name."""
    return path.relative_to(ENGINE).as_posix()


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of everything that a module imports from outside the engine."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from [] if node.level else [str(node.module).partition(".")[0]]


def docstrings(tree: ast.AST) -> set[int]:
    """The identities of the constants that are docstrings, of attributes too."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def literals(tree: ast.AST) -> Iterator[str]:
    """Every constant that is no docstring, as text."""
    documentation = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            yield str(node.value)


def test_there_are_sources() -> None:
    """The tests below look at something."""
    assert len(SOURCES) > 15


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_only_the_standard_library_is_imported(source: Path) -> None:
    """The engine runs wherever Python runs, under any name: its parts name each other relatively."""
    names = set(imported(ast.parse(source.read_text(encoding="utf-8"))))
    assert names <= sys.stdlib_module_names


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_no_step_and_no_figure_of_the_session_is_typed_in(source: Path) -> None:
    """Step ids, rates, amounts, names of credits: all of it comes from the fixtures."""
    allowed = {"Give a positive decimal number up to 1000000, such as 92.4."}  # an example in a message
    tree = ast.parse(source.read_text(encoding="utf-8"))
    assert [text for text in literals(tree) if FIGURES.search(text) and text not in allowed] == []


@pytest.mark.parametrize("source", [path for path in SOURCES if ENGINE / "check" not in path.parents], ids=name_of)
def test_no_float_is_typed_in(source: Path) -> None:
    """Money and rates are decimals; none but those that look at JSON values know the word. A check replays nothing."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "float"]
    numbers = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    assert not numbers
    assert not names or source.name in {"json_text.py", "asking.py"}
