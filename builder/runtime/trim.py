"""Removes from Pyodide's glue what the page never uses.

Why: the glue gives each of the WebAssembly's 4,900 exports a variable and a property,
in case a library that is loaded later links to it. Nothing is loaded later here, and the browser would read, compile
and run those 400 KB of assignments at each start.

Without this, the page is 159 KB larger, whatever the browser.

An assignment goes when its name stands nowhere else: neither in the rest of the glue, nor
in Pyodide's loader, nor in the worker's own modules.
"""

from __future__ import annotations

import re
from collections import Counter

from .errors import PyodideChanged

_ASSIGNMENT = re.compile(r'([\w$]+)=(?:Module\["[\w$]+"\]=)?wasmExports\["[\w$]+"\](?:\.value>>>0)?;')
_WORD = re.compile(r"[\w$]+")
_DECLARATION = re.compile(r"var ((?:[\w$]+,){1000,}[\w$]+);")

EXPECTED = 4000
"""Where fewer than that would go, the glue is not what it was."""


def trim_exports(glue: str, *users: str) -> str:
    """Return the glue without the exports that neither it nor ``users`` mention.

    Raises PyodideChanged when it does not look as it did.
    """
    declaration = _DECLARATION.search(glue)
    if not declaration:
        raise PyodideChanged("the glue declares its exports in another way")
    unused = _unused(glue.replace(declaration[0], ""), users)
    if len(unused) < EXPECTED:
        raise PyodideChanged(f"the glue has {len(unused)} unused exports, not thousands")
    names = [name for name in declaration[1].split(",") if name not in unused]
    glue = glue.replace(declaration[0], f"var {','.join(names)};")
    return _ASSIGNMENT.sub(lambda found: "" if found[1] in unused else found[0], glue)


def _unused(glue: str, users: tuple[str, ...]) -> set[str]:
    """Names of exports that are assigned and then mentioned nowhere."""
    rest = _ASSIGNMENT.sub("", glue)
    mentioned = Counter(word for text in (rest, *users) for word in _WORD.findall(text))
    return {found[1] for found in _ASSIGNMENT.finditer(glue)} - mentioned.keys()
