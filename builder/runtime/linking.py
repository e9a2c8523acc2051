"""Glue without dynamic linking, which nothing here needs.

Emscripten's glue prepares to link libraries that are loaded later. It makes an object for
each of the 17,000 entries of the function table, and compiles a WebAssembly module for each
of 280 JavaScript functions whose addresses are taken (OpenGL's procedure table, for
example). That takes a twentieth of the start. This page loads no library later.

This module rewrites three places and requires each to occur exactly once:

- exports no longer enter the link table; no import needs them, and `wasm/exports.py`
  checks that;
- the address of a function in JavaScript is null instead of a new entry's. Nothing in
  Python calls such a function; a call would trap;
- Pyodide's call trampoline, the only function that gets an entry, gets a new one without a
  search of the table.
"""

from __future__ import annotations

from .errors import PyodideChanged

_REWRITTEN = {
    "assignWasmExports(wasmExports);updateGOT(origExports);": "assignWasmExports(wasmExports);",
    "if(entry.value==-1){var value=resolveGlobalSymbol(symName,true).sym;": (
        "if(entry.value==-1){entry.value=0;continue;var value=resolveGlobalSymbol(symName,true).sym;"
    ),
    "return addFunction(trampolineInstance.exports.trampoline_call)": (
        "const at=getEmptyTableSlot();setWasmTableEntry(at,trampolineInstance.exports.trampoline_call);return at"
    ),
}


def without_linking(glue: str) -> str:
    """Return the glue with the three places rewritten; PyodideChanged where one looks otherwise."""
    for was, becomes in _REWRITTEN.items():
        if glue.count(was) != 1:
            raise PyodideChanged(f"the glue has {glue.count(was)} times: {was}")
        glue = glue.replace(was, becomes)
    return glue
