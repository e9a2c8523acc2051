"""Leaving out of Pyodide's glue what nothing calls: half of its text.

Why: the browser reads and compiles the glue before Python's worker does anything. The
glue holds every library of Emscripten's (OpenGL, SDL, sound, ...), should a module that is
loaded later import from it; nothing is loaded later here.

Nothing is called that the WebAssembly does not import and that no script mentions. So the
list of what may be imported is cut to what is; properties of ``Module`` that no script
mentions go, and so do the signatures, which only linking reads. What is unused then is
found by esbuild, which shakes unused definitions out of a module: the factory's body
becomes one for that while.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set

from .errors import PyodideChanged

_HEAD = "async function _createPyodideModule(moduleArg={}){"
_RESULT = "return moduleRtn}"
_EXPORTED = "export default _createPyodideModule;"
_AS_MODULE = ";export{moduleRtn};"
_EXPORT = re.compile(r"export\{(\w+) as moduleRtn\};\s*$|export\{(moduleRtn)\};\s*$")

_IMPORTS = re.compile(r"\bwasmImports=\{([^{}]*)\}")
_SIGNATURE = re.compile(r'(?<=[;}])[\w$]+\.sig="\w*";')
_PROPERTY = re.compile(r'Module\["([\w$]+)"\]=\1;')
_MENTION = re.compile(r'\.([\w$]+)|\["([\w$]+)"\]|[{,]([\w$]+)(?=[,}:])')
_DIRECT_EVAL = re.compile(r"\beval\(")

EXPECTED = {"imports": 1000, "signatures": 1000, "properties": 1500}
"""Where fewer would go of any of these, the glue is not what it was."""


def shake(glue: str, imported: Set[str], users: str, bundle: Callable[[str], str]) -> str:
    """Return the glue without what nothing uses.

    ``imported`` are the names that the WebAssembly imports, ``users`` is the text of the
    scripts around the glue, and ``bundle`` has esbuild shake a module's text. Raises
    PyodideChanged when the glue does not look as it did.
    """
    body = glue.strip()
    if not body.startswith(_HEAD) or not body.endswith(_RESULT + _EXPORTED):
        raise PyodideChanged("pyodide.asm.mjs begins or ends in another way")
    body = body.removeprefix(_HEAD).removesuffix(_RESULT + _EXPORTED)
    body = _cut_imports(body, imported)
    body, signatures = _SIGNATURE.subn("", body)
    _expect("signatures", signatures)
    body = _cut_properties(body, users)
    # A direct eval could name anything, so nothing could go. The page's policy forbids it anyway.
    body = _DIRECT_EVAL.sub("globalThis.eval(", body)
    shaken = bundle(body + _AS_MODULE)
    export = _EXPORT.search(shaken)
    if not export:
        raise PyodideChanged("esbuild made something else of the glue than a module")
    return f"{_HEAD}{shaken[: export.start()]}return {export[1] or export[2]}}}{_EXPORTED}"


def _cut_imports(body: str, imported: Set[str]) -> str:
    found = _IMPORTS.findall(body)
    if len(found) != 1:
        raise PyodideChanged(f"the glue lists what can be imported {len(found)} times")
    items = found[0].split(",")
    kept = [item for item in items if item.partition(":")[0].strip('"') in imported]
    _expect("imports", len(items) - len(kept))
    return _IMPORTS.sub(lambda _: f"wasmImports={{{','.join(kept)}}}", body)


def _cut_properties(body: str, users: str) -> str:
    others = _PROPERTY.sub("", body) + users
    mentioned = {name for names in _MENTION.findall(others) for name in names}
    _expect("properties", sum(found[1] not in mentioned for found in _PROPERTY.finditer(body)))
    return _PROPERTY.sub(lambda found: found[0] if found[1] in mentioned else "", body)


def _expect(what: str, count: int) -> None:
    if count < EXPECTED[what]:
        raise PyodideChanged(f"the glue has {count} unused {what}, not thousands")
