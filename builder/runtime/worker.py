"""The worker's script: Pyodide's glue, a decoder and our own modules, in one classic script."""

from __future__ import annotations

from pathlib import Path

from builder.tools.esbuild import CLASSIC, bundle

from .glue import classic_script
from .pyodide import Pyodide
from .slim import Slim
from .zstd import decoder_base64

ENTRY = Path("site_templates/scripts/driver/worker/main.js")


def own_script(root: Path, npm_folder: Path) -> str:
    """Return our own modules as one script."""
    return bundle(root / ENTRY, npm_folder, *CLASSIC)


def worker_script(pyodide: Pyodide, parts: Slim, own: str, npm_folder: Path) -> str:
    """Return the text of the worker's script.

    The glue comes first and only defines a function, so the browser need not compile
    its megabyte before our own script listens to the page.
    """
    decoder = f'globalThis.zstdDecoder="{decoder_base64(npm_folder)}";\n'
    return classic_script(pyodide.loader.read_text("utf-8"), parts.glue, pyodide.lock_info) + decoder + own
