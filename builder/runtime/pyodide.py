"""The one Pyodide version that this project is made for, and its files.

The glue rewriting (`glue.py`) and the memory image (`image.py`) depend on
Pyodide's internals. Both are checked against this version alone, so another
version must fail here, loudly, and not in a reader's browser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .cache import key_of_files
from .errors import PyodideChanged

VERSION = "314.0.7"
"""The npm package's version, as pinned in package.json."""

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What is used of the npm package, here and by others that start Pyodide."""


@dataclass(frozen=True)
class Pyodide:
    """Where the npm package's files are, and what they say of themselves."""

    folder: Path
    build_id: str
    lock_info: Mapping[str, str]

    @property
    def loader(self) -> Path:
        """The module that exports ``loadPyodide``."""
        return self.folder / "pyodide.mjs"

    @property
    def glue(self) -> Path:
        """Emscripten's JavaScript around the WebAssembly."""
        return self.folder / "pyodide.asm.mjs"

    @property
    def wasm(self) -> Path:
        """CPython and more, as WebAssembly."""
        return self.folder / "pyodide.asm.wasm"

    @property
    def python_version(self) -> str:
        """The version of the CPython inside."""
        return self.lock_info["python"]

    def key(self) -> str:
        """A digest of all that ends up in the page, for the build's cache."""
        library = self.folder / "python_stdlib.zip"
        return key_of_files(self.folder, [self.loader, self.glue, self.wasm, library])


def find_pyodide(npm_folder: Path) -> Pyodide:
    """Return the Pyodide in ``npm_folder`` (a node_modules folder).

    Raises PyodideChanged when it or a file of it is missing, or it is not the pinned version.
    """
    folder = npm_folder / "pyodide"
    try:
        version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    except FileNotFoundError as error:
        raise PyodideChanged(f"no Pyodide in {npm_folder}: install the npm packages") from error
    if version != VERSION:
        raise PyodideChanged(f"Pyodide {version} is installed, but the runtime is made for {VERSION}.")
    missing = [name for name in FILES if not (folder / name).exists()]
    if missing:
        raise PyodideChanged(f"Pyodide {version} has no {', '.join(missing)}")
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    return Pyodide(folder, _read_build_id(folder / "pyodide.mjs"), lock["info"])


def _read_build_id(loader: Path) -> str:
    """Read the hash that ties an image to one build of the wasm and its glue."""
    found = re.search(r'BUILD_ID:"([0-9a-f]{64})"', loader.read_text("utf-8"))
    if not found:
        raise PyodideChanged("pyodide.mjs names no BUILD_ID any more")
    return found[1]
