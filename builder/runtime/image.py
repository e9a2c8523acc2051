"""The memory image: Python as it is once the engine has been imported.

Why: a plain start runs Python's own initialisation and imports 130 modules, about half a
second. Copying back the memory of a Python that has done all that takes a tenth of it.

Without it, a start takes 1.9 times the processor time in Chromium, 1.5 times in Firefox.

Pyodide can write its whole memory (31 MB) and read it back; here it is stored sparsely.
Of each block of the memory one of three things holds: it is as the WebAssembly's own data
segments leave it, and not touched before a restore (then it is not stored); it is all
zero (then only said so); or it is stored. Stored whole, the page is 1.4 MB larger.

The image relies on Pyodide's internals, so nothing is taken for granted when it is used:
`site_templates/scripts/driver/worker/image.js` checks format, Pyodide's BUILD_ID, the
function table's length, a digest of what is stored, and a digest of what is not. If any of them differs, it starts
plainly.
"""

from __future__ import annotations

import base64
import json
import tempfile
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from .errors import PyodideChanged
from .node import run_script
from .pack import pack
from .pyodide import Pyodide

FORMAT = 1
BLOCK = 256
"""Smaller blocks store less but make more runs; below this the compressed size stays."""

Kind = Literal["same", "zero", "data"]


@dataclass(frozen=True)
class Memory:
    """What Node saw: the memory to restore, and what will be there before."""

    heap: bytes
    static: bytes
    fresh: bytes
    facts: Mapping[str, Any]


def make_image(
    pyodide: Pyodide,
    library: bytes,
    files: Mapping[str, bytes],
    options: Mapping[str, Any],
    requests: Sequence[str],
    rehearsed: Sequence[str],
) -> bytes:
    """Start Pyodide under Node, let the engine answer ``requests``, return the image.

    ``library`` is the very zip that the page will carry: Python remembers where in it
    each module lies. ``files`` are the engine's, compiled, and its fixtures; ``options``
    are those with which Python is started in the browser. ``rehearsed`` are the requests
    that the image says may be asked before the rest of the WebAssembly is there.
    """
    with tempfile.TemporaryDirectory() as folder:
        zip_path = Path(folder, "library.zip")
        zip_path.write_bytes(library)
        job = {
            "pyodide": str(pyodide.folder),
            "library": str(zip_path),
            "files": {path: base64.b64encode(data).decode() for path, data in files.items()},
            "options": dict(options),
            "requests": list(requests),
            "output": folder,
        }
        run_script("image.mjs", job)
        memory = _read_memory(Path(folder))
    if memory.facts["buildId"] != pyodide.build_id:
        raise PyodideChanged("Pyodide's loader and its API disagree on the BUILD_ID")
    return store_sparsely(replace(memory, facts={**memory.facts, "rehearsed": list(rehearsed)}))


def store_sparsely(memory: Memory) -> bytes:
    """Return the image's bytes: stored blocks, the runs they belong to, and the facts."""
    runs = list(find_runs(memory))
    data = b"".join(memory.heap[start:end] for kind, start, end in runs if kind == "data")
    same = b"".join(memory.heap[start:end] for kind, start, end in runs if kind == "same")
    facts = {
        **memory.facts,
        "format": FORMAT,
        "heapLength": len(memory.heap),
        "dataDigest": digest(data),
        "sameDigest": digest(same),
    }
    return pack(
        {
            "data": data,
            "dataRuns": _run_table(runs, "data"),
            "zeroRuns": _run_table(runs, "zero"),
            "sameRuns": _run_table(runs, "same"),
            "facts": json.dumps(facts, sort_keys=True).encode("utf-8"),
        }
    )


def find_runs(memory: Memory) -> Iterator[tuple[Kind, int, int]]:
    """Yield runs of blocks of one kind as (kind, start, end), covering the whole heap."""
    starts = range(0, len(memory.heap), BLOCK)
    for kind, group in groupby(starts, key=lambda start: _kind(memory, start)):
        blocks = list(group)
        yield kind, blocks[0], min(blocks[-1] + BLOCK, len(memory.heap))


def _kind(memory: Memory, start: int) -> Kind:
    block = slice(start, start + BLOCK)
    wanted = memory.heap[block]
    if not any(wanted):
        return "zero"
    return "same" if wanted == memory.static[block] == memory.fresh[block] else "data"


def digest(data: bytes) -> int:
    """FNV-1a over little-endian 32-bit words.

    It finds damage, not malice: whoever can change the page can change the digest too.
    Not every browser offers a cryptographic one on file://.
    """
    value = 0x811C9DC5
    for word in array("I", data):
        value = ((value ^ word) * 0x01000193) & 0xFFFFFFFF
    return value


def _run_table(runs: Sequence[tuple[Kind, int, int]], wanted: Kind) -> bytes:
    """Start and end of each run of one kind, as 32-bit words."""
    return array("I", [n for kind, *ends in runs if kind == wanted for n in ends]).tobytes()


def _read_memory(folder: Path) -> Memory:
    return Memory(
        heap=(folder / "heap").read_bytes(),
        static=(folder / "static").read_bytes(),
        fresh=(folder / "fresh").read_bytes(),
        facts=json.loads((folder / "facts.json").read_text("utf-8")),
    )
