"""Attacks on the hosted form, and on pages that embed it: a private window, a visit without a network, other sites."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from builder.bench.server import served
from builder.stress.attack import Attack, Ground, Outcome
from builder.stress.browsing import BROWSERS, PATIENCE, after, visit

MKDOCS, SPHINX = "mkdocs==1.6.1", "sphinx==8.2.3"
"""The makers of sites, installed for the attack alone."""

FRAME = """<iframe src="{page}?embed#tools=recorded&amp;t=20" title="Replay" width="100%" height="300"></iframe>
<script>
addEventListener("message", ({{ data, source }}) => {{
  const frame = document.querySelector("iframe");
  if (source === frame.contentWindow && data.type === "replay-height") frame.height = data.height;
}});
</script>
"""
TITLE = "Session replay"
ROOM = 20
"""So many pixels a frame may be higher than what is in it, or lower."""


def open_privately(ground: Ground) -> Outcome:
    """Open the hosted form in a private window: no storage, nothing kept."""
    broken, figures = [], []
    with served(ground.root / "dist" / "hosted", kept=True) as address:
        for name in BROWSERS:
            with visit(name, address, ground.scratch, network=True, private=True) as found:
                engine = found.wait_for("python", "prebuilt")
                figures.append(f"{name} {engine}")
                broken += after(name, found, engine)
    return Outcome(", ".join(figures), tuple(broken))


def visit_again(ground: Ground) -> Outcome:
    """Visit the hosted form, end its host, and visit it again."""
    broken, figures = [], []
    for name in BROWSERS:
        with served(ground.root / "dist" / "hosted", kept=True) as address:
            visiting = visit(name, address, ground.scratch, network=True)
            found = visiting.__enter__()
            found.wait_for("python", "prebuilt")
            # All that a visit loads; the rest of Python comes a moment after its first part.
            found.page.wait_for_load_state("networkidle")
            found.page.goto("about:blank")
        try:
            found.page.goto(address)
            engine = found.wait_for("python", "prebuilt")
            figures.append(f"{name} {engine}")
            broken += after(name, found, engine)
        finally:
            visiting.__exit__(None, None, None)
    return Outcome(f"without a host: {', '.join(figures)}", tuple(broken))


def embed(ground: Ground) -> Outcome:
    """Make a site with MkDocs and one with Sphinx whose page embeds the experiment, and use it there."""
    broken, figures = [], []
    python = _install(ground.scratch)
    for maker, make in (("MkDocs", _with_mkdocs), ("Sphinx", _with_sphinx)):
        site = make(python, ground.scratch / maker.lower())
        shutil.copytree(ground.root / "dist", site / "replay")
        (site / "favicon.ico").touch()
        for page in ("replay/index.html", "replay/hosted/index.html"):
            _put_frame(site, page)
            with served(site) as address:
                for name in BROWSERS:
                    told, wrong = _use(name, address, ground.scratch)
                    figures.append(f"{maker}, {page}, {name}: {told}")
                    broken += [f"{figures[-1]}: {sentence}" for sentence in wrong]
    return Outcome("; ".join(figures), tuple(broken))


def _install(folder: Path) -> Path:
    """A Python with both makers, in an environment of its own."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "-qq", MKDOCS, SPHINX], check=True)
    return python


def _with_mkdocs(python: Path, folder: Path) -> Path:
    (folder / "docs").mkdir(parents=True)
    # By itself this theme asks another host for its colouring of code.
    (folder / "mkdocs.yml").write_text(f"site_name: {TITLE}\ntheme: {{name: mkdocs, highlightjs: false}}\n", "utf-8")
    (folder / "docs" / "index.md").write_text(f"# {TITLE}\n\nFRAME\n", "utf-8")
    subprocess.run([str(python), "-m", "mkdocs", "--quiet", "build"], cwd=folder, check=True)
    return folder / "site"


def _with_sphinx(python: Path, folder: Path) -> Path:
    folder.mkdir()
    (folder / "conf.py").write_text(f'project = "{TITLE}"\n', "utf-8")
    (folder / "index.rst").write_text(f"{TITLE}\n{'=' * len(TITLE)}\n\n.. raw:: html\n\n   FRAME\n", "utf-8")
    subprocess.run([str(python), "-m", "sphinx", "-q", ".", "site"], cwd=folder, check=True)
    return folder / "site"


def _put_frame(site: Path, page: str) -> None:
    """Put the frame where the maker has left its mark, or another page into the frame that is there."""
    index = site / "index.html"
    mark = site / "index.marked"
    if not mark.exists():
        shutil.copy(index, mark)
    index.write_text(mark.read_text("utf-8").replace("FRAME", FRAME.format(page=page), 1), "utf-8")


def _use(name: str, address: str, scratch: Path) -> tuple[str, list[str]]:
    """Open the site, choose an input within the frame; what is told, and what does not hold."""
    with visit(name, address, scratch, network=True) as found:
        frame = found.page.frame_locator("iframe")
        frame.locator('html[data-engine="python"]').wait_for(state="attached", timeout=PATIENCE)
        frame.locator('#inputs [name="email"]').select_option("token")
        frame.locator('#proof-state[data-proof="same"]').wait_for(state="attached", timeout=PATIENCE)
        found.page.wait_for_timeout(500)  # The message with the height, and what it leads to.
        height = int(found.page.locator("iframe").get_attribute("height") or 0)
        inside = int(frame.locator("html").evaluate("(html) => Math.ceil(html.getBoundingClientRect().height)"))
        passes = frame.locator('data[data-metric="gate"]').get_attribute("value") == "pass"
        wrong = [] if abs(height - inside) <= ROOM else [f"the frame is {height} pixels high, its page {inside}"]
        wrong += [] if passes else ["the gate does not pass"]
        return f"{height} pixels high", [*wrong, *found.complaints]


ATTACKS = (
    Attack("private-window", "In a private window the hosted form works as anywhere.", open_privately),
    Attack("second-visit", "A second visit within a day needs no network.", visit_again),
    Attack("embedded", "Pages of MkDocs and Sphinx embed the experiment at its full height.", embed),
)
