"""The build as a whole: the page appears at once or not at all, and the same input gives the same page."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.progress import Progress
from builder.site.pipeline import build
from builder.tools.environment import ROOT
from tests.builder.authoring import project_in

FORMER = "the page of the build before"

BUILD = """
import sys
from pathlib import Path
from builder.site.pipeline import build
from builder.progress import Progress
build(Path(sys.argv[1]), Progress(sys.stderr))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that has been built before."""
    root = project_in(tmp_path)
    (root / "dist").mkdir()
    (root / "dist" / "index.html").write_text(FORMER, "utf-8")
    return root


MISTAKES = [
    ("content/labels.yaml", "page:", "page: ["),
    ("content/labels.yaml", "  kicker:", "  kikcer:"),
    ("content/setups.yaml", "latest", "newest"),
    ("content/session.json", "{", "["),
    ("content/session.json", "You are welcome", "Welcome"),
    ("content/prose/lead.md", "steps", "10 steps"),
    ("content/prose/note.md", "fictional", "[fictional](try:nobody)"),
    ("site_templates/scripts/main.js", "class Page {", "class Page {{"),
    ("site_templates/scripts/view/panels.js", "metrics.js", "metricks.js"),
    ("site_templates/page.html.j2", "{{ labels.page.footer }}", "{{ labels.page.foot }}"),
    ("site_templates/page.html.j2", "{% endfor %}", "{% endfro %}"),
]


@pytest.mark.parametrize(("file", "old", "new"), MISTAKES)
def test_a_mistake_leaves_the_former_page_as_it_was(project: Path, file: str, old: str, new: str) -> None:
    """Whatever the stage: nothing is written, and nothing half-written stays behind."""
    path = project / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BuildError) as caught:
        build(project, Progress(io.StringIO()))
    assert Path(file).name in str(caught.value)
    assert [each.name for each in (project / "dist").iterdir()] == ["index.html"]
    assert (project / "dist" / "index.html").read_text("utf-8") == FORMER


def test_the_command_ends_with_a_plain_error(project: Path) -> None:
    """No traceback: file, line, problem and remedy, and an exit code."""
    path = project / "content" / "setups.yaml"
    path.write_text("opening: {}\nalias: {model: newest}\n", "utf-8")
    done = run_build(project, "1")
    assert done.returncode == 1
    assert "builder.errors.BuildError" in done.stderr
    assert f"{path}:2: alias.model" in done.stderr


def test_the_same_content_gives_the_same_page(project: Path) -> None:
    """Byte for byte, however Python orders its sets."""
    pages = []
    for seed in ("1", "2"):
        done = run_build(project, seed)
        assert done.returncode == 0, done.stderr
        pages.append((project / "dist" / "index.html").read_bytes())
    assert pages[0] == pages[1]
    assert len(pages[0]) > 1_000_000


def run_build(root: Path, seed: str) -> subprocess.CompletedProcess[str]:
    """Build a project in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", BUILD, str(root)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_is_one_file(project: Path) -> None:
    """The build writes dist/index.html, and says where."""
    folder = build(project, Progress(io.StringIO()))
    assert folder == project / "dist"
    assert (folder / "index.html").read_text("utf-8").startswith("<!doctype html>")
    assert not list(folder.glob("*.part"))


def test_files_of_others_in_the_folder_stay(project: Path) -> None:
    """A folder that an author names may hold more than a page; what the build before wrote, and this one not, goes."""
    out = project / "mine"
    (out / "hosted" / "assets").mkdir(parents=True)
    for name in ("notes.txt", "hosted/notes.txt", "hosted/assets/old.js"):
        (out / name).write_text("theirs", "utf-8")
    (out / "manifest.json").write_text('{"files": [{"path": "hosted/assets/old.js"}, {"path": "../content"}]}', "utf-8")
    build(project, Progress(io.StringIO()), out=out)
    assert (out / "notes.txt").read_text("utf-8") == (out / "hosted/notes.txt").read_text("utf-8") == "theirs"
    assert not (out / "hosted/assets/old.js").exists()
    assert (project / "content").is_dir()
    (out / "manifest.json").write_text("[]", "utf-8")
    with pytest.raises(BuildError, match="no manifest"):
        build(project, Progress(io.StringIO()), out=out)
