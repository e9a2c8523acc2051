"""Removes exports that nobody uses.

Why: the module exports 8,560 functions and addresses, so that a library that is loaded
later can link to any of them. None is loaded later here, and at each start the browser
would make an object of each, and the glue would walk through all of them five times.

Without this, the page is 90 KB larger, whatever the browser.
"""

from __future__ import annotations

from collections.abc import Set

from builder.runtime.errors import PyodideChanged

from . import binary
from .binary import Module


def keep_exports(wasm: bytes, names: Set[str]) -> bytes:
    """Return the module with those of its exports whose names are among ``names``.

    Raises PyodideChanged when an import for dynamic linking would be resolved by one of the module's own exports:
    the glue no longer does that (`linking.py`).
    """
    module = Module(wasm)
    exports = module.exports()
    linked = {item.name for item in module.imports() if item.module.startswith("GOT.")}
    own = linked & {item.name for item in exports}
    if own:
        raise PyodideChanged(f"pyodide.asm.wasm links to exports of its own: {', '.join(sorted(own))}")
    kept = [item.encode() for item in exports if item.name in names]
    return module.with_sections({binary.EXPORT: binary.vector(kept)})
