"""Zstandard with Node, as this Python's own library does not know it."""

from __future__ import annotations

import subprocess

from builder.tools.environment import node_executable

COMPRESS = """
const data = require('fs').readFileSync(0), { constants, zstdCompressSync } = require('zlib');
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
process.stdout.write(zstdCompressSync(data, { params, pledgedSrcSize: data.length }));"""
SCRIPT = "process.stdout.write(require('zlib').zstdDecompressSync(require('fs').readFileSync(0)))"


def unzstd(data: bytes) -> bytes:
    """The contents of a frame; CalledProcessError when it is damaged."""
    return _node(SCRIPT, data)


def zstd(data: bytes) -> bytes:
    """A frame like the build's that is made in a moment, and larger."""
    return _node(COMPRESS, data)


def _node(script: str, data: bytes) -> bytes:
    command = [str(node_executable()), "-e", script]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout
