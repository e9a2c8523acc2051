"""The generator, stage by stage: content → facts → prose → scripts → runtime → page → hosted.

Data flows one way; each stage is a function of the ones before. Files are written last, each by one rename, so a
mistake in any stage leaves the previous page unchanged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.runtime import Runtime, build_runtime
from builder.site.content import read_content
from builder.site.facts import compute_facts
from builder.site.hosted import hosted_files
from builder.site.page import Parts, declared, render_single
from builder.site.prose import render_prose
from builder.site.report import REPORT, render_report
from builder.site.scripts import bundle_script, bundle_styles, render_panels


def build(root: Path, progress: Progress, content_folder: Path | None = None, out: Path | None = None) -> Path:
    """Write the page of a subject.

    Args:
        root: the project's folder.
        progress: is told of each stage.
        content_folder: the subject's folder; `content/` where it is None.
        out: the folder to write; `dist/` where it is None.

    Returns:
        The folder written.

    Raises:
        BuildError: for a mistake in the content or a tool that fails.
    """
    folder, target = content_folder or root / "content", out or root / "dist"
    with progress.stage("Reading the content"):
        content = read_content(folder)
    with progress.stage("Running the engine under every set-up"):
        facts = compute_facts(content, folder)
    with progress.stage("Rendering the prose"):
        prose = render_prose(content, facts)
    with progress.stage("Bundling scripts and styles"):
        script, styles = bundle_script(root), bundle_styles(root)
        context = {"map": facts.map, "proof": "build", "former": None, "open": None}
        told = declared(root, content)
        labels = content.labels.model_dump(by_alias=True)
        panels = render_panels(root, {"run": facts.opening, "labels": labels, "context": context, "declared": told})
        report = render_report(root, labels)
    with progress.stage("Preparing Python for the page"):
        runtime = build_runtime(root, folder, progress)
    with progress.stage("Writing the page"):
        parts = Parts(root, content, facts, prose, script, styles, panels, report, runtime)
        return _write(target, _files(parts))


def _files(parts: Parts) -> dict[str, bytes]:
    """Every file of `dist/`, by its path in the folder."""
    hosted = {f"hosted/{path}": data for path, data in hosted_files(parts).items()}
    files = {"index.html": render_single(parts).encode("utf-8"), REPORT: parts.report.encode("utf-8"), **hosted}
    return {**files, "manifest.json": _manifest(files, parts.runtime)}


def _manifest(files: Mapping[str, bytes], runtime: Runtime) -> bytes:
    """Each file's SHA-256 and size, and what is inside them."""
    listed = [
        {"path": path, "sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        for path, data in sorted(files.items())
    ]
    return (json.dumps({"files": listed, "runtime": runtime.manifest}, indent=2) + "\n").encode("utf-8")


def _write(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write the files, then take away what a former build left, so that a reader in between finds whole pages.

    Only what a manifest lists is taken away: the folder may be one of an author's, with files of another's.
    """
    former = _listed(folder / "manifest.json")
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.part")
        draft.write_bytes(data)
        draft.replace(target)
    for path in former - set(files):
        (folder / path).unlink(missing_ok=True)
    return folder


def _listed(manifest: Path) -> set[str]:
    """The files that a former build wrote, as its manifest lists them; none where there is no such manifest."""
    if not manifest.is_file():
        return set()
    try:
        paths = {str(each["path"]) for each in json.loads(manifest.read_text("utf-8"))["files"]}
    except (ValueError, LookupError, TypeError) as error:
        remedy = "Name another folder with --out, or take this file away."
        raise BuildError("this is no manifest of a build", file=manifest, remedy=remedy) from error
    return {path for path in paths if not Path(path).is_absolute() and ".." not in Path(path).parts}
