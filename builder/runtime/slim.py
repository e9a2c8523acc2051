"""Pyodide with what the page never uses left out: one glue and one WebAssembly for the image and the reader.

Why both together: the image holds numbers of function table entries, and which entries
there are depends on what the glue does with the exports. So the image is made with the
very glue and WebAssembly that the page carries.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from .linking import without_linking
from .pyodide import Pyodide
from .trim import trim_exports
from .wasm import keep_exports

_WORD = re.compile(r"[\w$]+")


@dataclass(frozen=True)
class Slim:
    """Emscripten's glue as an ES module, and the WebAssembly."""

    glue: str
    wasm: bytes


def slim(pyodide: Pyodide, user: str) -> Slim:
    """Leave out what neither Pyodide's own scripts nor ``user``, the text of another, mention.

    Raises PyodideChanged where something does not look as it did.
    """
    glue = trim_exports(pyodide.glue.read_text("utf-8"), pyodide.loader.read_text("utf-8"), user)
    glue = without_linking(glue)
    return Slim(glue, keep_exports(pyodide.wasm.read_bytes(), set(_WORD.findall(glue))))


@contextmanager
def on_disk(pyodide: Pyodide, parts: Slim) -> Iterator[Pyodide]:
    """A Pyodide of these parts in a folder that lasts as long as the block."""
    with TemporaryDirectory() as name:
        made = replace(pyodide, folder=Path(name))
        for path in (pyodide.loader, pyodide.folder / "pyodide-lock.json"):
            shutil.copy(path, made.folder)
        made.glue.write_text(parts.glue, "utf-8")
        made.wasm.write_bytes(parts.wasm)
        yield made
