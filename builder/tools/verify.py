"""Checks that the sources give the bytes of ``dist/``: builds once more, elsewhere and at another time.

What could differ between two machines, and must not get into the page, is made to differ: the folder's path, the files'
dates, the clock, the time zone, the locale, and the order of Python's sets. Nothing remembered from a former build is
used. The tools are copied out of ``.build/``, so no network is needed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import Job, run
from builder.tools.environment import build_folder, check_is_there, log_file, npm_folder

MANIFEST = "manifest.json"
NOT_SOURCES = (".build", "dist", "dist-wheel", ".git", "__pycache__", ".*_cache", ".hypothesis")

_DAYS = 4000
_BUILD = """
import sys
from pathlib import Path
from builder.site.pipeline import build
from builder.progress import Progress
build(Path.cwd(), Progress(), Path(sys.argv[1]), Path("dist"))
"""
_LATER_PYTHON = f"""
import time
real = time.time, time.time_ns, time.localtime, time.gmtime, time.strftime
time.time = lambda: real[0]() + {_DAYS} * 86400
time.time_ns = lambda: real[1]() + {_DAYS} * 86400 * 10**9
time.localtime = lambda moment=None: real[2](time.time() if moment is None else moment)
time.gmtime = lambda moment=None: real[3](time.time() if moment is None else moment)
time.strftime = lambda form, moment=None: real[4](form, time.localtime() if moment is None else moment)
"""
_LATER_NODE = f"""
const Real = Date;
globalThis.Date = class extends Real {{
  constructor(...args) {{ super(...(args.length ? args : [Date.now()])); }}
  static now() {{ return Real.now() + {_DAYS} * 86400e3; }}
}};
"""


def verify(root: Path, progress: Progress, content: Path, dist: Path) -> int:
    """Build once more and compare; return 0 where all bytes are equal, 1 where a file differs.

    Args:
        root: the project's folder.
        progress: is told of each stage.
        content: the subject's folder.
        dist: what was built of it.

    Raises BuildError when there is no build to compare with, or the second one fails.
    """
    if not (dist / MANIFEST).is_file():
        raise BuildError(f"there is no {dist / MANIFEST}.", remedy="Build first: python3 build.py")
    damaged = differing(listed(dist), digests(dist))
    with rebuilt(root, progress, content) as other:
        different = differing(digests(other), digests(dist))
        _tell(progress, sorted(digests(other) | digests(dist)), {*different, *damaged})
    return 1 if different or damaged else 0


def differing(expected: dict[str, str], found: dict[str, str]) -> list[str]:
    """The paths under which the two do not hold the same, a file that one of them lacks included."""
    return sorted(path for path in {*expected, *found} if expected.get(path) != found.get(path))


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file in a folder, by its path there."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _digest(path) for path in files}


def listed(dist: Path) -> dict[str, str]:
    """The digest of each file that the manifest lists, and the manifest's own."""
    manifest = json.loads((dist / MANIFEST).read_text("utf-8"))
    return {MANIFEST: _digest(dist / MANIFEST), **{each["path"]: each["sha256"] for each in manifest["files"]}}


@contextmanager
def rebuilt(root: Path, progress: Progress, content: Path) -> Iterator[Path]:
    """Yield a ``dist/`` made from the same sources in a folder of its own, which goes at the end.

    Raises BuildError where there is no such subject.
    """
    check_is_there(content)
    # A name that has to be quoted, and of another length: a path in the output would show.
    with tempfile.TemporaryDirectory(prefix="an other folder, überall ") as name:
        copy = Path(name, "project")
        with progress.stage("Copying sources and tools"):
            _copy(root, copy)
            subject = _copy_subject(root, copy, content)
        env = _another_day(Path(name))
        argv = [sys.executable, "-c", _BUILD, str(subject)]
        with progress.stage("Building once more, elsewhere"):
            run(Job("The second build", argv, log_file(root, "verify"), cwd=copy, env=env))
        yield copy / "dist"


def _copy(root: Path, copy: Path) -> None:
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*NOT_SOURCES), copy_function=shutil.copyfile)
    shutil.copytree(npm_folder(root), npm_folder(copy), symlinks=True)
    build_folder(copy).mkdir(exist_ok=True)
    for path in copy.rglob("*.*"):
        if not path.is_symlink():
            os.utime(path, (10**9, 10**9))


def _copy_subject(root: Path, copy: Path, content: Path) -> Path:
    """The subject's folder in the copy: where it stands within the project, or beside it under its own name.

    The page says that name or that path, in the command that computes the same run.
    """
    inside = content.resolve().is_relative_to(root.resolve())
    target = copy / content.resolve().relative_to(root.resolve()) if inside else copy.parent / "subject" / content.name
    if not target.exists():
        shutil.copytree(content, target, copy_function=shutil.copyfile)
    return target


def _another_day(folder: Path) -> dict[str, str]:
    """Variables that give Python and Node another clock, zone, language and order of sets."""
    shims = folder / "shims"
    shims.mkdir()
    (shims / "sitecustomize.py").write_text(_LATER_PYTHON, "utf-8")
    (shims / "later.cjs").write_text(_LATER_NODE, "utf-8")
    return {
        "PYTHONPATH": str(shims),
        "PYTHONHASHSEED": "4242",
        "NODE_OPTIONS": f'--require "{shims / "later.cjs"}"',
        "TZ": "Pacific/Kiritimati",
        "LANG": "C",
        "LC_ALL": "C",
    }


def _tell(progress: Progress, paths: list[str], different: set[str]) -> None:
    width = max(map(len, paths), default=0)
    for path in paths:
        progress.note(f"{path.ljust(width)}  {'DIFFERS' if path in different else 'same'}")
    if different:
        print(f"error: not reproduced: {', '.join(sorted(different))}", file=sys.stderr)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
