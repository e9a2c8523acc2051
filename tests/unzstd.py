"""Decompressing Zstandard with Node, as this Python's own library does not know it."""

from __future__ import annotations

import subprocess

from builder.environment import node_executable

SCRIPT = "process.stdout.write(require('zlib').zstdDecompressSync(require('fs').readFileSync(0)))"


def unzstd(data: bytes) -> bytes:
    """The contents of a frame; CalledProcessError when it is damaged."""
    command = [str(node_executable()), "-e", SCRIPT]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout
