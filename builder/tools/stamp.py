"""Stamps: a file that says for which inputs a folder was filled, written when it is full."""

from __future__ import annotations

import hashlib
import platform
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Stamp:
    """A stamp file and the digest that it should hold."""

    path: Path
    digest: str

    def is_fresh(self) -> bool:
        """Whether the file holds this digest; a missing or unreadable one does not."""
        try:
            return self.path.read_text("utf-8") == self.digest
        except (OSError, UnicodeDecodeError):
            return False

    def clear(self) -> None:
        """Remove the file, so that interrupted work does not count as done."""
        self.path.unlink(missing_ok=True)

    def write(self) -> None:
        """Record that the work is done."""
        self.path.write_text(self.digest, "utf-8")


def digest_of(*files: Path) -> str:
    """A digest of the files' contents, this Python and this machine's kind.

    The first file's folder counts too: a virtual environment does not survive being moved.
    """
    total = hashlib.sha256()
    place = str(files[0].parent)
    for part in (platform.python_version(), sys.platform, platform.machine(), place):
        total.update(part.encode() + b"\0")
    for file in files:
        total.update(file.read_bytes() + b"\0")
    return total.hexdigest()
