"""Glue without dynamic linking, which nothing here needs.

Why: so that libraries loaded later can be linked, Emscripten's glue makes an object of
each of the 17,000 entries of the function table, and compiles a WebAssembly module of its
own for each of 280 functions in JavaScript whose addresses are taken, by OpenGL's table of
procedures and the like. That takes a twentieth of a start. Nothing is loaded later.

Three places are rewritten, each of which must be found once:

- exports are no longer entered into the table of what can be linked to. No import needs
  that, which `wasm/exports.py` makes sure of;
- the address of a function in JavaScript is null instead of a new entry's. Nothing that
  Python has calls one, and a call would end in a trap;
- the one function that does get an entry, Pyodide's call trampoline, gets a new one
  without the table being searched for it.
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
