"""What is measured: the page in its forms, and plain Pyodide to measure them by."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from builder.environment import build_folder, npm_folder
from builder.runtime.build import engine_files

IMAGE = re.compile(r'<script type="text/plain" id="payload-image">[^<]*</script>')
PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)

# Pyodide as its manual shows it, on the page's own thread. The engine comes in one request
# and is written to the file system without Python's help, which is the fastest way there.
PLAIN_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title>
<link rel="icon" href="data:,"></head><body><p>Plain Pyodide</p><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const [pyodide, files] = await Promise.all([
  loadPyodide(), fetch("engine.json").then((response) => response.json()),
]);
for (const [path, text] of Object.entries(files)) {
  pyodide.FS.mkdirTree(`/app/${path}`.replace(/[/][^/]*$/, ""));
  pyodide.FS.writeFile(`/app/${path}`, text);
}
pyodide.runPython("import sys; sys.path.insert(0, '/app')");
const { answer } = pyodide.pyimport("engine.service");
answer('{"do": "run", "settings": {}}');
performance.mark("python-answer");
</script></body></html>
"""


@dataclass(frozen=True)
class Site:
    """Something to visit; ratios are to the site that is the ``base``."""

    name: str
    address: str
    base: bool = False


@contextmanager
def open_sites(root: Path) -> Iterator[list[Site]]:
    """Lay out all sites under ``.build/bench`` and serve them while the block runs."""
    folder = build_folder(root) / "bench"
    page = root / "dist" / "index.html"
    plain = make_plain_site(root, folder / "plain")
    imageless = make_imageless_page(page, folder / "no-image.html")
    with served(plain) as address:
        yield [
            Site("dist/index.html, file", page.as_uri()),
            Site("… plain path", imageless.as_uri()),
            Site("plain Pyodide, loopback", address, base=True),
        ]


def make_plain_site(root: Path, folder: Path) -> Path:
    """Pyodide's files, the engine's sources, and a page that starts both."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(npm_folder(root) / "pyodide" / name, folder / name)
    files = {path: data.decode("utf-8") for path, data in engine_files(root).items()}
    (folder / "engine.json").write_text(json.dumps(files), "utf-8")
    (folder / "index.html").write_text(PLAIN_PAGE, "utf-8")
    return folder


def make_imageless_page(page: Path, copy: Path) -> Path:
    """The page without its memory image, which starts plainly."""
    text, count = IMAGE.subn("", page.read_text("utf-8"))
    if count != 1:
        raise ValueError(f"{page} carries {count} images")
    copy.write_text(text, "utf-8")
    return copy


class _Handler(SimpleHTTPRequestHandler):
    """Says nothing, lets nothing be kept, and knows what WebAssembly is."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Forbid caching: each visit is a first one."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; yield its address."""
    handler = partial(_Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
