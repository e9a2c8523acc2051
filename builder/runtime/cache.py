"""Keeps what was made, so that a second build takes seconds.

Without it, every build prepares Python as long as the first one: 103 seconds instead of 2 on a busy machine.

A cache entry is named by a digest of everything that went into it, so it never expires, and two builds that find one
get the same bytes as if they had made it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path


def remembered(folder: Path, key: str, make: Callable[[], bytes]) -> bytes:
    """Return the bytes kept in ``folder`` under ``key``, or make and keep them."""
    path = folder / key
    if path.exists():
        return path.read_bytes()
    data = make()
    _write_whole(path, data)
    return data


def key_of(*parts: str | bytes) -> str:
    """A digest of the parts, and of where each ends."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def key_of_files(root: Path, paths: Iterable[Path]) -> str:
    """A digest of the files' contents and of their paths, relative to ``root``."""
    parts: list[str | bytes] = []
    for path in sorted(paths):
        parts += [os.path.relpath(path, root), path.read_bytes()]
    return key_of(*parts)


def _write_whole(path: Path, data: bytes) -> None:
    """Write so that nobody ever finds half a file, not even after an interruption."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    Path(file.name).replace(path)
