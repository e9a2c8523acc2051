"""Zstandard for the payloads: a fifth smaller than gzip, at the price of a small decoder.

Why: the page is one file of many megabytes, most of it compressed. Browsers decode gzip
themselves and nothing denser that all of them know; so the worker brings its own decoder,
20 KB of WebAssembly, and the page gets 2 MB smaller. In time the two are equal: what the
browser's gzip saves by being native, Chromium spends by running it in the same thread.

With gzip in its place, the page is 2.1 MB larger, whatever the browser.

The npm package ``zstddec`` carries that WebAssembly as base64 inside a module that would
fetch it from a ``data:`` address, which the page's policy forbids; so it is taken out here
and instantiated by `site_templates/scripts/driver/worker/zstd.js`. Compression is Node's.
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from builder.errors import BuildError

from .node import run_script

LEVEL = 22
WINDOW_LOG = 25

_PACKAGE = "zstddec"
_BASE64 = re.compile(r'"([A-Za-z0-9+/=]{10000,})"')


def compress(data: bytes) -> bytes:
    """Compress into one frame that names its size and carries a checksum."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source"), Path(folder, "target")
        source.write_bytes(data)
        job = {
            "source": str(source),
            "target": str(target),
            "level": LEVEL,
            "windowLog": WINDOW_LOG,
        }
        run_script("compress.mjs", job)
        return target.read_bytes()


def decoder_base64(npm_folder: Path) -> str:
    """The decoder's WebAssembly as base64; BuildError when the package looks otherwise."""
    module = npm_folder / _PACKAGE / "dist" / "zstddec.mjs"
    found = _BASE64.findall(module.read_text("utf-8"))
    if len(found) != 1:
        raise BuildError(f"{module} holds {len(found)} WebAssembly modules, not one.")
    return str(found[0])


def licence(npm_folder: Path) -> tuple[str, str, str]:
    """The package's version, its licence's name, and the text, with that of Zstandard."""
    folder = npm_folder / _PACKAGE
    manifest = json.loads((folder / "package.json").read_text("utf-8"))
    return manifest["version"], manifest["license"], (folder / "LICENSE").read_text("utf-8")
