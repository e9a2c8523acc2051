"""esbuild, from its npm package: our own modules as one script, and definitions that nobody uses left out."""

from __future__ import annotations

from pathlib import Path

from builder.tools.environment import run_node

_COMMON = ("--bundle", "--target=es2022", "--charset=utf8", "--log-level=error")


def bundle(entry: Path, npm_folder: Path) -> str:
    """Bundle an ES module and what it imports into one classic script."""
    return _esbuild(npm_folder, str(entry), "--format=iife", "--minify")


def shaken(module: str, npm_folder: Path) -> str:
    """Return a module's text without definitions that nothing in it uses; names stay as they are.

    It may import Node's modules, which are left to be imported.
    """
    options = ("--format=esm", "--tree-shaking=true", "--minify-whitespace", "--minify-syntax", "--external:*")
    return _esbuild(npm_folder, *options, text=module)


def _esbuild(npm_folder: Path, *arguments: str, text: str | None = None) -> str:
    program = npm_folder / "esbuild" / "bin" / "esbuild"
    return run_node([str(program), *_COMMON, *arguments], input=text).stdout
