"""From the engine's sources and the npm packages to a `Runtime`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

from builder.environment import build_folder, npm_folder
from builder.progress import Progress

from .cache import key_of, key_of_files, remembered
from .encode import gzip_payload, zstd_payload
from .image import make_image
from .library import compile_needed, library_zip
from .licences import licences
from .model import Licence, Payload, Runtime
from .pack import pack, unpack
from .pyodide import VERSION, Pyodide, find_pyodide
from .worker import worker_script, worker_sources

START_OPTIONS = Path("site_templates/scripts/driver/worker/start_options.json")

SETTINGS = {
    "tools": ("recorded", "live"),
    "model": ("injected", "pinned", "latest"),
    "state": ("included", "omitted"),
    "email": ("clear", "token", "removed"),
}


def build_runtime(root: Path, progress: Progress) -> Runtime:
    """Make everything that the page needs to start Python, from the project in ``root``.

    Node and the npm packages must be installed (`builder.environment`). What was made
    before from the same inputs is taken from ``.build/cache``. Raises BuildError when
    something is missing, the engine fails, or Pyodide is not the version expected.
    """
    cache = build_folder(root) / "cache" / "runtime"
    pyodide = find_pyodide(npm_folder(root))
    with progress.stage("Compiling the engine for the browser"):
        python = unpack(remembered(cache, _python_key(root, pyodide), lambda: _python(root, pyodide)))
    with progress.stage("Bundling the worker"):
        worker = remembered(cache, _worker_key(root, pyodide), lambda: _worker(root, pyodide))
    with progress.stage("Compressing Python"):
        payloads = _payloads(worker, pyodide, python, cache)
    terms = licences(pyodide.python_version, npm_folder(root))
    return Runtime(payloads, worker.decode("utf-8"), terms, _manifest(payloads, terms))


def _payloads(worker: bytes, pyodide: Pyodide, python: Mapping[str, bytes], cache: Path) -> tuple[Payload, ...]:
    """All payloads, in the order in which a start needs them."""
    parts = {"wasm": pyodide.wasm.read_bytes()}
    parts |= {name: python[name] for name in ("engine", "image", "library")}
    return (
        gzip_payload("worker", worker, cache),
        *(zstd_payload(name, data, cache) for name, data in parts.items()),
    )


def engine_files(root: Path) -> dict[str, bytes]:
    """The engine's sources and its fixtures, by their path in the browser's file system."""
    paths = [*(root / "engine").rglob("*.py"), *(root / "content").glob("*.json")]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(paths)}


def experiment_requests() -> list[str]:
    """Every set-up, run and exported, and a request that the engine refuses. The first is the opening run."""
    setups = [dict(zip(SETTINGS, values, strict=True)) for values in product(*SETTINGS.values())]
    known = [{"do": do, "settings": setup} for do in ("run", "run_file", "export") for setup in setups]
    return [json.dumps(request) for request in [{"do": "run"}, *known, {"do": "map"}, {"do": "nothing"}]]


def own_requests(root: Path) -> list[str]:
    """Each sample session, checked and made replayable.

    What these import beyond the experiment's is what a reader's own session can ever need. It stays out of the memory
    image, so that the experiment is ready sooner.
    """
    samples = [(path.name, path.read_text("utf-8")) for path in sorted((root / "content" / "samples").iterdir())]
    return [
        json.dumps({"do": do, "name": name, "text": text})
        for name, text in samples
        for do in ("check", "make_replayable")
    ]


def start_options(root: Path) -> dict[str, Any]:
    """What Python is started with, in Node for the image as in the reader's browser."""
    options: dict[str, Any] = json.loads((root / START_OPTIONS).read_text("utf-8"))
    return options


def _python(root: Path, pyodide: Pyodide) -> bytes:
    """Engine, image and library, which belong together, as one pack."""
    files = engine_files(root)
    library = compile_needed(pyodide, files, [*experiment_requests(), *own_requests(root)])
    fixtures = {path: data for path, data in files.items() if not path.endswith(".py")}
    engine = {**library.engine, **fixtures}
    archive = library_zip(library.standard)
    # One request wakes the engine up. Whatever it may remember of others has no place in the page, where Python is to
    # compute what it answers.
    image = make_image(pyodide, archive, engine, start_options(root), experiment_requests()[:1])
    return pack({"engine": pack(engine), "image": image, "library": archive})


def _worker(root: Path, pyodide: Pyodide) -> bytes:
    return worker_script(root, npm_folder(root), pyodide).encode("utf-8")


def _python_key(root: Path, pyodide: Pyodide) -> str:
    ours = [path for path in Path(__file__).parent.rglob("*") if path.suffix in {".py", ".mjs"}]
    parts = [key_of_files(root, ours), key_of_files(root, [root / START_OPTIONS])]
    engine = [part for path, data in engine_files(root).items() for part in (path, data)]
    return key_of("python", *parts, pyodide.key(), *engine, *own_requests(root))


def _worker_key(root: Path, pyodide: Pyodide) -> str:
    sources = [*worker_sources(root), *Path(__file__).parent.glob("*.py")]
    return key_of("worker", key_of_files(root, sources), pyodide.key())


def _manifest(payloads: tuple[Payload, ...], terms: tuple[Licence, ...]) -> dict[str, Any]:
    parts: list[Mapping[str, Any]] = [
        {"name": p.name, "size": p.size, "sha256": p.sha256, "compressed": len(p.data)} for p in payloads
    ]
    inside = [{"component": t.component, "version": t.version, "licence": t.name} for t in terms]
    return {"pyodide": VERSION, "payloads": parts, "inside": inside}
