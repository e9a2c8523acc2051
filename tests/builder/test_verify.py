"""Building once more to compare: what differs is found and named, and the second build has another world around it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools import verify as module
from builder.tools.environment import node_executable
from builder.tools.verify import differing, digests, verify

FILES = {"index.html": b"<p>page", "hosted/assets/a.bin": b"\x00\x01"}


def write(folder: Path, files: dict[str, bytes]) -> Path:
    """Write a small ``dist/`` with its manifest."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    listed = [{"path": path, "sha256": digest} for path, digest in digests(folder).items()]
    (folder / "manifest.json").write_text(json.dumps({"files": listed}), "utf-8")
    return folder


@pytest.fixture
def rebuild(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The project's folder, with a ``dist/``; ``tmp_path/again/`` stands in for the second build."""

    @contextmanager
    def rebuilt(_: Path, __: Progress, ___: Path) -> Iterator[Path]:
        yield tmp_path / "again"

    monkeypatch.setattr(module, "rebuilt", rebuilt)
    write(tmp_path / "again", FILES)
    write(tmp_path / "root" / "dist", FILES)
    return tmp_path / "root"


def told(root: Path) -> tuple[int, str]:
    """The verdict, and what was printed."""
    stream = io.StringIO()
    code = verify(root, Progress(stream), root / "content", root / "dist")
    return code, stream.getvalue()


def test_equal_bytes_are_said_to_be_the_same(rebuild: Path) -> None:
    """File by file."""
    code, text = told(rebuild)
    assert code == 0
    assert [line.split() for line in text.splitlines()] == [
        ["hosted/assets/a.bin", "same"],
        ["index.html", "same"],
        ["manifest.json", "same"],
    ]


@pytest.mark.parametrize(
    ("path", "data"),
    [("index.html", b"<p>Page"), ("hosted/assets/a.bin", b""), ("hosted/more.bin", b"more")],
)
def test_a_difference_is_named(rebuild: Path, capsys: pytest.CaptureFixture[str], path: str, data: bytes) -> None:
    """Another content, a file cut short, a file too many."""
    write(rebuild / "dist", {path: data})
    code, text = told(rebuild)
    assert code == 1
    assert [line.split()[0] for line in text.splitlines() if "DIFFERS" in line] == sorted([path, "manifest.json"])
    assert capsys.readouterr().err == f"error: not reproduced: {', '.join(sorted([path, 'manifest.json']))}\n"


def test_a_manifest_that_does_not_tell_the_truth_is_found(rebuild: Path) -> None:
    """Both builds may agree, and still list what is not there."""
    for folder in (rebuild / "dist", rebuild.parent / "again"):
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        manifest["files"][0]["sha256"] = "0" * 64
        (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    assert told(rebuild)[0] == 1


def test_without_a_build_there_is_nothing_to_compare(tmp_path: Path) -> None:
    """The remedy is told."""
    with pytest.raises(BuildError, match="Build first"):
        verify(tmp_path, Progress(io.StringIO()), tmp_path / "content", tmp_path / "dist")


def test_a_subject_that_is_not_there_is_named(tmp_path: Path) -> None:
    """By its folder, before anything is copied."""
    write(tmp_path / "dist", FILES)
    with pytest.raises(BuildError, match=f"there is no folder {tmp_path / 'none'}"):
        verify(tmp_path, Progress(io.StringIO()), tmp_path / "none", tmp_path / "dist")


def test_a_file_that_one_side_lacks_differs() -> None:
    """Whichever side it is."""
    assert differing({"a": "1", "b": "2"}, {"b": "2", "c": "3"}) == ["a", "c"]


def test_nothing_remembered_is_copied(tmp_path: Path) -> None:
    """The sources and the tools; no cache, no former page."""
    root, copy = tmp_path / "root", tmp_path / "copy"
    for path in ("engine/replay/run.py", ".build/node/node_modules/a/b.js", ".build/cache/x", "dist/index.html"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("", "utf-8")
    module._copy(root, copy)
    assert sorted(digests(copy)) == [".build/node/node_modules/a/b.js", "engine/replay/run.py"]
    assert (copy / "engine/replay/run.py").stat().st_mtime == 10**9


@pytest.mark.parametrize(
    ("content", "copied"),
    [("root/content", "copy/content"), ("root/.build/mine", "copy/.build/mine"), ("mine", "subject/mine")],
)
def test_a_subject_keeps_its_name_and_its_place_in_the_project(tmp_path: Path, content: str, copied: str) -> None:
    """The page names it in the command that computes the same run."""
    (tmp_path / "root").mkdir()
    folder = tmp_path / content
    folder.mkdir(parents=True)
    (folder / "world.py").write_text("", "utf-8")
    found = module._copy_subject(tmp_path / "root", tmp_path / "copy", folder)
    assert found == tmp_path / copied
    assert (found / "world.py").exists()


def test_the_second_build_is_on_another_day(tmp_path: Path) -> None:
    """For Python and for Node; the shims really work, else this verb would prove little."""
    env = {**os.environ, **module._another_day(tmp_path)}
    asked = "import time, zipfile; print(time.time(), time.gmtime().tm_year, time.tzname[0], hash('a'))"
    python, node = ([sys.executable, "-c", asked], [str(node_executable()), "-p", "Date.now() + new Date().getTime()"])
    now, year, zone, _ = output(python, env).split()
    later = time.time() + module._DAYS * 86400
    assert abs(float(now) - later) < 60
    assert int(year) == time.gmtime(later).tm_year
    assert zone == "+14"
    assert abs(float(output(node, env)) / 2000 - later) < 60


def output(argv: list[str], env: dict[str, str]) -> str:
    """What a program prints in an environment."""
    return subprocess.run(argv, env=env, capture_output=True, text=True, check=True).stdout
