"""The part of the standard library that the engine needs, as bytecode; and the engine.

Why: compiling sources is the largest part of a plain start, some 1.8 of 3.3 seconds in
Chromium. And of Pyodide's 300 library modules the engine uses a third.

Without this, a plain start takes 2.3 times the processor time in Chromium, 2.1 times in Firefox; the page is 1.9 MB
larger.

What is needed is found out, not listed: `node/library.mjs` starts Pyodide with the whole
library, lets the engine answer every request it can get and one that fails, and compiles
what is in ``sys.modules`` afterwards.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .node import INSIDE, run_script
from .pyodide import Pyodide

_NO_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Library:
    """Bytecode by path: of the standard library's part, and of the engine."""

    standard: Mapping[str, bytes]
    engine: Mapping[str, bytes]


def compile_needed(pyodide: Pyodide, files: Mapping[str, bytes], requests: Sequence[str]) -> Library:
    """Let the engine in ``files`` answer ``requests`` and compile what that took."""
    with tempfile.TemporaryDirectory() as folder:
        job = {
            "pyodide": str(pyodide.folder),
            "files": {path: data.decode("utf-8") for path, data in files.items()},
            "inside": str(INSIDE),
            "requests": list(requests),
            "output": folder,
        }
        run_script("library.mjs", job)
        return Library(_read_folder(Path(folder, "library")), _read_folder(Path(folder, "engine")))


def library_zip(standard: Mapping[str, bytes]) -> bytes:
    """Return the zip that Pyodide puts on ``sys.path``.

    Its members are stored as they are: the payload around it is compressed as a whole,
    which is smaller, and Python then need not inflate at each import. No dates: the same
    modules give the same bytes.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path, data in sorted(standard.items()):
            archive.writestr(zipfile.ZipInfo(path, _NO_DATE), data)
    return buffer.getvalue()


def _read_folder(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
