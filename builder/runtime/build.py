"""From the engine's sources and the npm packages to a `Runtime`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.progress import Progress
from builder.tools.environment import build_folder, npm_folder
from engine.replay.fixtures import sentences_of
from engine.replay.settings import Settings, all_settings

from .cache import key_of, key_of_files, remembered
from .encode import gzip_payload, zstd_payload
from .image import make_image
from .library import compile_needed, library_zip
from .licences import licences
from .model import Licence, Payload, Runtime
from .pack import pack, unpack
from .pyodide import VERSION, Pyodide, find_pyodide
from .rehearsal import IMAGE_READER, functions_called
from .slim import Slim, on_disk, slim
from .wasm import split
from .worker import own_script, worker_script

START_OPTIONS = Path("site_templates/scripts/driver/worker/start_options.json")


def build_runtime(root: Path, content: Path, progress: Progress) -> Runtime:
    """Make everything that the page needs to start Python, from the project in ``root`` and a subject's folder.

    Node and the npm packages must be installed (`builder.tools.environment`). What was made
    before from the same inputs is taken from ``.build/cache``. Raises BuildError when
    something is missing, the engine fails, or Pyodide is not the version expected.
    """
    cache = build_folder(root) / "cache" / "runtime"
    pyodide = find_pyodide(npm_folder(root))
    own = own_script(root, npm_folder(root))
    parts = slim(pyodide, own)
    with progress.stage("Compiling the engine for the browser"):
        key = _python_key(root, content, pyodide, parts)
        python = unpack(remembered(cache, key, lambda: _python(root, content, pyodide, parts)))
    worker = worker_script(pyodide, parts, own, npm_folder(root))
    with progress.stage("Compressing Python"):
        payloads = _payloads(worker.encode("utf-8"), python, cache)
    terms = licences(pyodide.python_version, npm_folder(root))
    return Runtime(payloads, worker, terms, _manifest(payloads, terms))


def _payloads(worker: bytes, python: Mapping[str, bytes], cache: Path) -> tuple[Payload, ...]:
    """All payloads. Those of ``python`` stand in the order in which a start needs them."""
    return (
        gzip_payload("worker", worker, cache),
        *(zstd_payload(name, data, cache) for name, data in python.items()),
    )


def engine_files(root: Path, content: Path) -> dict[str, bytes]:
    """The sources of the engine and of the subject, by their path in the browser's file system.

    There the subject stands in ``content/``, whatever its folder is called, for the engine looks for it beside itself.
    """
    engine = {path.relative_to(root).as_posix(): path for path in sorted((root / "engine").rglob("*.py"))}
    own = [*content.glob("*.json"), *content.glob("*.py")]
    subject = {f"content/{path.name}": path for path in sorted([*own, sentences_of(content)])}
    return {name: path.read_bytes() for name, path in {**engine, **subject}.items()}


def experiment_requests() -> list[str]:
    """Every set-up, run and exported, and a request that the engine refuses. The first is the opening run.

    Each as the page writes it, since these may be answered before the rest of the WebAssembly is there.
    """
    setups = [settings.choices() for settings in all_settings()]
    known = [_request(do, setup) for do in ("run", "run_file", "export") for setup in setups]
    return [_written({"do": "run"}), *known, _request("map", {}), _written({"do": "nothing"})]


def _request(do: str, settings: Mapping[str, str]) -> str:
    return _written({"do": do, "settings": settings})


def _written(request: Mapping[str, Any]) -> str:
    return json.dumps(request, separators=(",", ":"))


def opening_sequences() -> list[list[str]]:
    """What the page asks for in its first moments: everything in turn; and a set-up that a link names, with those near.

    For Python looks ahead: once a run is shown, the page asks for each that one change of an input leads to.
    """
    setups = all_settings()
    near = [[setup, *(other for other in setups if _changes(setup, other) == 1)] for setup in setups]
    return [experiment_requests(), *([_request("run", each.choices()) for each in some] for some in near)]


def _changes(one: Settings, other: Settings) -> int:
    return sum(value != other.choices()[name] for name, value in one.choices().items())


def own_requests(root: Path) -> list[str]:
    """Each sample session of the project, checked and made replayable, whatever samples a subject has.

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


def _python(root: Path, content: Path, pyodide: Pyodide, parts: Slim) -> bytes:
    """WebAssembly, engine, image and library, which belong together, as one pack, in the order of their need."""
    files = engine_files(root, content)
    requests = experiment_requests()
    library = compile_needed(pyodide, files, [*requests, *own_requests(root)])
    fixtures = {path: data for path, data in files.items() if not path.endswith(".py")}
    engine = {**library.engine, **fixtures}
    options = start_options(root)
    archive = library_zip(library.standard)
    # One request wakes the engine up. Whatever it may remember of others has no place in the page, where Python is to
    # compute what it answers.
    with on_disk(pyodide, parts) as slim_pyodide:
        image = make_image(slim_pyodide, archive, engine, options, requests[:1], requests)
    first, rest = split(
        parts.wasm, functions_called(pyodide, parts, root / IMAGE_READER, image, options, opening_sequences())
    )
    return pack({"wasm": first, "image": image, "engine": pack(engine), "rest": rest, "library": archive})


def _python_key(root: Path, content: Path, pyodide: Pyodide, parts: Slim) -> str:
    ours = [path for path in Path(__file__).parent.rglob("*") if path.suffix in {".py", ".mjs"}]
    keys = [key_of_files(root, ours), key_of_files(root, [root / START_OPTIONS, root / IMAGE_READER])]
    engine = [part for path, data in engine_files(root, content).items() for part in (path, data)]
    return key_of("python", *keys, pyodide.key(), parts.glue, parts.wasm, *engine, *own_requests(root))


def _manifest(payloads: tuple[Payload, ...], terms: tuple[Licence, ...]) -> dict[str, Any]:
    parts: list[Mapping[str, Any]] = [
        {"name": p.name, "size": p.size, "sha256": p.sha256, "compressed": len(p.data)} for p in payloads
    ]
    inside = [{"component": t.component, "version": t.version, "licence": t.name} for t in terms]
    return {"pyodide": VERSION, "payloads": parts, "inside": inside}
