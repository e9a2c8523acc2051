"""Pyodide's two ES modules as the text of one classic script.

Why: a page opened from ``file://`` cannot import modules. In Chromium a module worker made from a blob does not start
there, WebKit refuses ``import()`` altogether, and a strict content policy allows neither. A classic worker made from
one blob works in all three engines, so both modules become the body of one function, ``makePyodide``.

Both the function and the factory inside it stand in parentheses: so browsers take them for functions that are called
at once, and read their 800 KB once. Otherwise they would skip over them first, the factory twice, which takes as long.

That function takes ``fetch`` and ``WebAssembly`` as arguments, which shadow the
globals for the glue alone: it is how the worker hands in bytes that it already
has, without patching anything global and with no request possible.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from .errors import PyodideChanged

_LOADER_EXPORT = re.compile(r"export\{(\w+) as loadPyodide,\w+ as version\};")
_GLUE_EXPORT = "export default _createPyodideModule;"
_GLUE_FACTORY = "async function _createPyodideModule("
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
_OUTSIDE_ADDRESS = re.compile(r"`https://[^`]*/full/`")


def classic_script(loader: str, glue: str, lock_info: Mapping[str, str]) -> str:
    """Join pyodide.mjs and pyodide.asm.mjs into one script that defines ``makePyodide``.

    ``makePyodide(fetch, WebAssembly)`` returns ``{loadPyodide, createPyodideModule, lock}``.
    The lock is a list of no packages, whose head (``lock_info``) Pyodide compares with its
    own version.
    Raises PyodideChanged when a place to be rewritten is not found exactly once.
    """
    loader, export = _cut_loader_export(_SOURCE_MAP.sub("", loader))
    loader = _replace_once(_OUTSIDE_ADDRESS, '"/"', loader)
    lock = json.dumps({"info": dict(lock_info), "packages": {}})
    glue = _cut_glue_export(glue).replace("import.meta.url", '"file:///pyodide.asm.js"')
    return (
        'globalThis.makePyodide=(function(fetch,WebAssembly){"use strict";\n'
        f"{glue}\n"
        f"const loadPyodide=(()=>{{{loader}\nreturn {export}}})();\n"
        f"return{{loadPyodide,createPyodideModule:_createPyodideModule,lock:{lock}}}}});\n"
    )


def _cut_loader_export(loader: str) -> tuple[str, str]:
    found = _LOADER_EXPORT.findall(loader)
    if len(found) != 1:
        raise PyodideChanged("pyodide.mjs exports loadPyodide in another way")
    return _LOADER_EXPORT.sub("", loader), found[0]


def _cut_glue_export(glue: str) -> str:
    """The factory as a constant, without its export."""
    if glue.count(_GLUE_EXPORT) != 1 or not glue.startswith(_GLUE_FACTORY):
        raise PyodideChanged("pyodide.asm.mjs exports its factory in another way")
    return f"const _createPyodideModule=(async function({glue.removeprefix(_GLUE_FACTORY).replace(_GLUE_EXPORT, ');')}"


def _replace_once(pattern: re.Pattern[str], replacement: str, text: str) -> str:
    result, count = pattern.subn(replacement, text)
    if count != 1:
        raise PyodideChanged(f"{pattern.pattern!r} is found {count} times in Pyodide, not once")
    return result
