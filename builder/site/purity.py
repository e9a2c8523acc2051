"""Checks in its source, before it runs, that a subject's module can be pure.

Only modules of the standard library that compute are imported; nothing is called that reads files, the clock or chance,
or that gives another answer in another process. What slips through here is found by running the module twice, see
`builder.site.trial`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from builder.errors import BuildError

COMPUTING = frozenset(
    {
        *("__future__", "abc", "array", "base64", "binascii", "bisect", "calendar", "cmath", "collections", "colorsys"),
        *("contextlib", "copy", "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions", "functools"),
        *("graphlib", "hashlib", "heapq", "html", "ipaddress", "itertools", "json", "keyword", "math", "numbers"),
        *("operator", "pprint", "re", "reprlib", "statistics", "string", "struct", "textwrap", "types", "typing"),
        *("unicodedata", "zlib"),
    }
)
"""Modules of the standard library that compute, and touch nothing outside."""

_NAMES = {
    **dict.fromkeys(("open", "input"), "reads from outside"),
    **dict.fromkeys(("exec", "eval", "compile", "__import__", "globals", "vars", "breakpoint"), "hides what is run"),
    **dict.fromkeys(("hash", "id"), "is another number in another process"),
    "print": "writes to the outside",
}
_CLOCK = {"now", "utcnow", "today", "fromtimestamp"}


def check_module(path: Path) -> None:
    """Refuse a module that imports or calls what no pure function needs.

    Raises:
        BuildError: with the line and the remedy. A source that is no Python is left to whoever runs it.
    """
    try:
        tree = ast.parse(path.read_text(encoding="utf-8-sig"))
    except (OSError, SyntaxError, ValueError):
        return  # told by whoever reads the module
    found = min(_faults(tree), default=None)
    if found is not None:
        line, problem, remedy = found
        raise BuildError(problem, file=path, line=line, remedy=remedy)


def _faults(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Each fault: its line, what it is, what to do."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imports(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NAMES:
            remedy = "Answer from the arguments alone; what the world holds stands in the module."
            yield node.lineno, f"{node.func.id} {_NAMES[node.func.id]}", remedy
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CLOCK:
            yield node.lineno, f"{node.func.attr} reads the clock", "Write the day down in the module, as a text."


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, ast.ImportFrom) and node.level:
        yield node.lineno, "a module beside it is imported", "Write what is needed into the module itself."
        return
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [str(node.module)]
    for name in names:
        top = name.partition(".")[0]
        if top not in COMPUTING:
            known = top in sys.stdlib_module_names
            why = "may read files, the clock or chance" if known else "is not of the standard library"
            yield node.lineno, f"{name} {why}", f"Import no more than {', '.join(sorted(COMPUTING - {'__future__'}))}."
