"""Pyodide and the engine, made ready for one HTML page.

How it is used
    ``build_runtime(root, progress)`` returns a `Runtime`. The template writes each of its
    ``payloads``, in their order, as ``<script type="text/plain" id="payload-NAME">`` at
    the end of the body, behind the page's own script, whose
    ``startEngine`` (`site_templates/scripts/driver/engine.js`) hands them to a worker as
    the parser passes them. The page's policy needs no more than ``script-src`` with the
    hash of its own script and ``'wasm-unsafe-eval'``, and ``worker-src blob:``. The hosted
    page serves ``payload.data`` as files instead.

What is in the payloads
    ========  ====================================================  ===========
    worker    Pyodide's glue, a decoder, and the driver's worker    `worker.py`
    wasm      the part of CPython's WebAssembly that a start calls  `wasm/split.py`
    image     the memory of a Python that has imported the engine   `image.py`
    engine    the engine as bytecode, and its fixtures              `library.py`
    rest      the other part of the WebAssembly                     `wasm/split.py`
    library   the standard library's part that is needed            `library.py`
    ========  ====================================================  ===========

How a start goes
    The page makes a worker of the first payload (`glue.py` says why in this way), which
    compiles the second, initialises the runtime, and fills its memory from the image. That
    Python answers what was rehearsed at build (`rehearsal.py`): the experiment. The others
    are added after the first answer, or before any other request.
    Where the image does not fit, the worker runs Python plainly, with everything there.
    ``engine.js`` says what happens when that fails too.

Each technique has a module of its own, which says what it is for: `glue.py`,
`trim.py` and `linking.py` (the script), `wasm/` (two parts of which a start needs one),
`library.py` (bytecode), `image.py` (memory), `zstd.py` and `encode.py` (size), `cache.py`
(a second build). All of it depends on one version of Pyodide, named in `pyodide.py`;
`UPGRADING.md` says how to move on to another.
"""

from .build import build_runtime
from .model import Licence, Payload, Runtime

__all__ = ["Licence", "Payload", "Runtime", "build_runtime"]
