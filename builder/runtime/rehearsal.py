"""Finds which of the WebAssembly's functions a start calls.

`node/calls.mjs` does under Node what the reader's worker does: it restores the image, with
the worker's own code, and lets the engine answer. The module is one that notes its calls.

What is rehearsed is what the worker may be asked before anything else is there; the image lists those requests. Which
functions an answer calls depends on what was asked before it: a link may lead to any set-up first. So there are several
sequences, each of which begins with Python as it is restored.

A reader's own session is not among them: what its check calls beyond the experiment would make the first part half as
large again, and is as fast from the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .node import run_script
from .pyodide import Pyodide
from .slim import Slim, on_disk
from .wasm import count_calls

IMAGE_READER = Path("site_templates/scripts/driver/worker/image.js")


def functions_called(
    pyodide: Pyodide,
    parts: Slim,
    reader: Path,
    image: bytes,
    options: Mapping[str, Any],
    sequences: Sequence[Sequence[str]],
) -> list[int]:
    """Return the numbers, among those defined, of the functions called by any of the ``sequences`` of requests.

    ``reader`` is the worker's module that restores images, ``options`` are those with which
    Python is started in the browser.
    """
    noting = Slim(parts.glue, count_calls(parts.wasm))
    with on_disk(pyodide, noting) as noting_pyodide, TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "image").write_bytes(image)
        job = {
            "pyodide": str(noting_pyodide.folder),
            "reader": str(reader),
            "image": str(folder / "image"),
            "options": dict(options),
            "sequences": [list(requests) for requests in sequences],
            "output": str(folder / "called.json"),
        }
        run_script("calls.mjs", job)
        called: list[int] = json.loads((folder / "called.json").read_text("utf-8"))
    return called
