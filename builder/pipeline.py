"""The generator, stage by stage: content → facts → prose → scripts → runtime → page.

Data flows one way; each stage is a function of the ones before. The page is written last and at once, so a mistake
anywhere leaves the former page as it was.
"""

from __future__ import annotations

from pathlib import Path

from builder.content import read_content
from builder.facts import compute_facts
from builder.page import render_page
from builder.progress import Progress
from builder.prose import render_prose
from builder.runtime import build_runtime
from builder.scripts import bundle_script, bundle_styles, render_panels


def build(root: Path, progress: Progress) -> Path:
    """Write `dist/`.

    Returns:
        The folder.

    Raises:
        BuildError: for a mistake in the content or a tool that fails.
    """
    with progress.stage("Reading the content"):
        content = read_content(root / "content")
    with progress.stage("Running the engine under every set-up"):
        facts = compute_facts(content, root / "content")
    with progress.stage("Rendering the prose"):
        prose = render_prose(content, facts)
    with progress.stage("Bundling scripts and styles"):
        assets = {"script": bundle_script(root), "styles": bundle_styles(root)}
        context = {"map": facts.map, "proof": "build", "pinned": None}
        labels = content.labels.model_dump(by_alias=True)
        panels = render_panels(root, {"run": facts.opening, "labels": labels, "context": context})
    with progress.stage("Preparing Python for the page"):
        runtime = build_runtime(root, progress)
    with progress.stage("Writing the page"):
        html = render_page(root, content, facts, prose, assets, panels, runtime)
        return _write(root / "dist", html)


def _write(folder: Path, html: str) -> Path:
    folder.mkdir(exist_ok=True)
    draft = folder / "index.html.part"
    draft.write_bytes(html.encode("utf-8"))
    draft.replace(folder / "index.html")
    return folder
