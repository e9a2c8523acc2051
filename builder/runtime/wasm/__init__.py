"""Rewrites Pyodide's WebAssembly at build time: fewer exports, and two parts, of which a start loads one.

How it is used
    ``keep_exports(wasm, names)`` leaves out exports. ``count_calls(wasm)`` gives a module
    that notes which of its functions are called, and ``split(wasm, called)`` one with
    those functions and one with the rest (`split.py` says how the two find each other).

All of it works on whole sections and whole function bodies (`binary.py`). No instruction
is read or changed, so this code needs no knowledge of WebAssembly's 600 instructions, and
functions keep their numbers.
"""

from .exports import keep_exports
from .split import count_calls, split

__all__ = ["count_calls", "keep_exports", "split"]
