"""esbuild, from its npm package: our own modules, or style sheets, as one text."""

from __future__ import annotations

from pathlib import Path

from builder.tools.environment import run_node

CLASSIC = ("--format=iife", "--target=es2022")
"""Options for a script that is not a module: it runs from ``file://``, and in a classic worker."""

_COMMON = ("--bundle", "--minify", "--charset=utf8", "--legal-comments=none", "--log-level=error")


def bundle(entry: Path, npm_folder: Path, *options: str) -> str:
    """Bundle a file and all that it imports; BuildError with esbuild's own words when it cannot."""
    program = npm_folder / "esbuild" / "bin" / "esbuild"
    return run_node([str(program), str(entry), *_COMMON, *options]).stdout
