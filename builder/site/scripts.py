"""Stage 4: the page's scripts and styles, bundled by esbuild, and the panels of the opening run, rendered by Node.

The panels are rendered by the same functions that render later runs in the page, so their markup stands once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from builder.tools.environment import build_folder, npm_folder, run_node
from builder.tools.esbuild import CLASSIC, bundle

SCRIPTS = Path("site_templates/scripts")
STYLES = Path("site_templates/styles/page.css")


def bundle_script(root: Path) -> str:
    """The page's script as one classic script."""
    return bundle(root / SCRIPTS / "main.js", npm_folder(root), *CLASSIC)


def bundle_styles(root: Path) -> str:
    """The page's styles as one sheet."""
    return bundle(root / STYLES, npm_folder(root))


def render_panels(root: Path, shown: dict[str, Any]) -> dict[str, str]:
    """Each panel's markup, by the panel's name.

    Args:
        root: the project's folder.
        shown: the `run`, the `labels`, the `context` and what is `declared`, as the page's script has them.
    """
    renderer = build_folder(root) / "cache" / "render.mjs"
    renderer.parent.mkdir(parents=True, exist_ok=True)
    module = bundle(root / SCRIPTS / "render.js", npm_folder(root), "--format=esm", "--platform=node")
    renderer.write_text(module, "utf-8")
    done = run_node([str(renderer)], input=json.dumps(shown))
    panels: dict[str, str] = json.loads(done.stdout)
    return panels
