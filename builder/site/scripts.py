"""Stage 4: the page's scripts and styles, bundled by esbuild, and the panels of the opening run, rendered by Node.

The panels are rendered by the same functions that render later runs in the page, so their markup stands once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from builder.tools.environment import build_folder, npm_folder, run_node

SCRIPTS = Path("site_templates/scripts")
STYLES = Path("site_templates/styles/page.css")

_COMMON = ("--bundle", "--minify", "--charset=utf8", "--legal-comments=none", "--log-level=error")


def bundle_script(root: Path) -> str:
    """The page's script as one classic script."""
    return _esbuild(root, root / SCRIPTS / "main.js", "--format=iife", "--target=es2022")


def bundle_styles(root: Path) -> str:
    """The page's styles as one sheet."""
    return _esbuild(root, root / STYLES)


def render_panels(root: Path, shown: dict[str, Any]) -> dict[str, str]:
    """Each panel's markup, by the panel's name.

    Args:
        root: the project's folder.
        shown: the `run`, the `labels` and the `context`, as the page's script has them.
    """
    renderer = build_folder(root) / "cache" / "render.mjs"
    renderer.parent.mkdir(parents=True, exist_ok=True)
    renderer.write_text(_esbuild(root, root / SCRIPTS / "render.js", "--format=esm", "--platform=node"), "utf-8")
    done = run_node([str(renderer)], input=json.dumps(shown))
    panels: dict[str, str] = json.loads(done.stdout)
    return panels


def _esbuild(root: Path, entry: Path, *options: str) -> str:
    esbuild = npm_folder(root) / "esbuild" / "bin" / "esbuild"
    return run_node([str(esbuild), str(entry), *_COMMON, *options]).stdout
