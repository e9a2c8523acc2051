"""Several files in one payload: the simplest container that both sides can read.

Why not a zip: the whole payload is compressed afterwards, which shrinks many
small files better than a zip does, and the reader on the other side is five
lines of JavaScript (`site_templates/scripts/driver/worker/pack.js`).

Layout: the length of the index as a little-endian uint32, the index (JSON, UTF-8:
a list of ``[path, size]``, filled up to a multiple of four so that the first file can be
read as words in place), then the files' bytes in that order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return the container for ``files``, in the order of the mapping."""
    index = [[path, len(data)] for path, data in files.items()]
    head = json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    head += b" " * (-len(head) % 4)
    return b"".join([len(head).to_bytes(4, "little"), head, *files.values()])


def unpack(data: bytes) -> dict[str, bytes]:
    """Read a container back; a ValueError when it is cut short or too long."""
    start = 4 + int.from_bytes(data[:4], "little")
    files = {}
    for path, size in json.loads(data[4:start]):
        files[path] = data[start : start + size]
        start += size
    if start != len(data):
        raise ValueError(f"a pack of {len(data)} bytes announces {start}")
    return files
