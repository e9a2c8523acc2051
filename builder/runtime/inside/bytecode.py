"""Runs inside Pyodide, at build: sources to bytecode.

Why there: only the very Python that will run the bytecode can make it.

It is compiled with ``optimize=2`` (no docstrings, no asserts: the text would only be
carried around) and stored in the "unchecked hash" form of PEP 552, which names no date
and is never compared with a source that is not there.
"""

from __future__ import annotations

import importlib.util
import marshal
import zipfile
from collections.abc import Iterable
from pathlib import Path

UNCHECKED_HASH = 0b01


def compile_library(archive: str, members: Iterable[str], output: str) -> None:
    """Compile the given members of the library's zip into a folder."""
    with zipfile.ZipFile(archive) as sources:
        for member in members:
            write_bytecode(Path(output, member), sources.read(member), f"{archive}/{member}")


def compile_folder(folder: str, output: str) -> None:
    """Compile every module below ``folder`` into another folder."""
    for path in sorted(Path(folder).rglob("*.py")):
        write_bytecode(Path(output, path.relative_to(folder)), path.read_bytes(), str(path))


def write_bytecode(path: Path, source: bytes, shown_as: str) -> None:
    """Compile one source into ``path``, with its ending changed to .pyc."""
    code = compile(source, shown_as, "exec", dont_inherit=True, optimize=2)
    target = path.with_suffix(".pyc")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(
        importlib.util.MAGIC_NUMBER
        + UNCHECKED_HASH.to_bytes(4, "little")
        + importlib.util.source_hash(source)
        + marshal.dumps(code)
    )
