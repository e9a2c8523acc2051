"""What others' pipelines take from here: the action for GitHub, run by its own shell, and the hook for pre-commit."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.tools.environment import ROOT
from engine.check.telling.document import check
from engine.check.telling.markdown_summary import summary

SAMPLES = ROOT / "content" / "samples"
GOOD = "refund-again.anthropic.json"
BAD = "missing-result.adk.json"


@dataclass(frozen=True)
class Job:
    """What a run of the action left: exit code, log, the job's summary and outputs, and the folder it ran in."""

    code: int
    log: str
    summary: str
    outputs: dict[str, str]
    folder: Path


def described(name: str) -> Any:
    """A YAML file of the project."""
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def run_action(folder: Path, **inputs: str) -> Job:
    """Run the action's step as a runner does: bash, strict, the inputs in the variables that the step names."""
    action = described("action.yml")
    (step,) = action["runs"]["steps"]
    given = {name: inputs.get(name, each.get("default", "")) for name, each in action["inputs"].items()}
    named = {key: re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value) for key, value in step["env"].items()}
    files = {name: folder.parent / f"{folder.name}.{name}" for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    for path in files.values():
        path.write_text("", "utf-8")
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        **{key: given[found[1]] for key, found in named.items() if found},
        **{name: str(path) for name, path in files.items()},
        "GITHUB_ACTION_PATH": str(ROOT),
    }
    argv = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    done = subprocess.run(argv, cwd=folder, env=env, capture_output=True, text=True, check=False)
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text("utf-8").splitlines())
    return Job(
        done.returncode, done.stdout + done.stderr, files["GITHUB_STEP_SUMMARY"].read_text("utf-8"), outputs, folder
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Somebody's project, which has sessions in folders, a name with a space, and a package called `engine` too."""
    folder = tmp_path / "project"
    (folder / "sessions" / "more of them").mkdir(parents=True)
    (folder / "sessions" / GOOD).write_bytes((SAMPLES / GOOD).read_bytes())
    (folder / "sessions" / "more of them" / BAD).write_bytes((SAMPLES / BAD).read_bytes())
    (folder / "engine").mkdir()
    (folder / "engine" / "__init__.py").write_text("raise SystemExit('the wrong engine')\n", "utf-8")
    return folder


def test_the_action_tells_each_file_and_fails_with_the_worst(project: Path) -> None:
    """The job's page has the tool's summary, the SARIF file is where it is said to be."""
    job = run_action(project, files="sessions/**/*.json\n")
    names = [f"sessions/more of them/{BAD}", f"sessions/{GOOD}"]
    assert job.code == 1, job.log
    assert job.summary == summary([check((project / name).read_bytes(), name) for name in names])
    assert job.outputs == {"sarif": "replay-gate.sarif", "verdict": "fail"}
    assert '"uri": "sessions/more%20of%20them/' in (project / "replay-gate.sarif").read_text("utf-8")


def test_the_action_passes_on_what_it_is_told(project: Path) -> None:
    """Arguments reach the command; the SARIF file has the name that was asked for."""
    quiet = run_action(project, files=f"sessions/{GOOD}", sarif="out.sarif")
    assert (quiet.code, quiet.outputs) == (0, {"sarif": "out.sarif", "verdict": "pass"})
    live = run_action(project, files=f"sessions/{GOOD}", arguments="--tools live --model injected")
    assert (live.code, live.outputs["verdict"]) == (1, "fail")


def test_the_action_writes_a_report_beside_a_baseline(project: Path) -> None:
    """From start to finish: what is known is written once, then only what is new fails, and a report says so."""
    known = ["--write-baseline", "known.json"]
    first = run_action(project, files="sessions/**/*.json", arguments=" ".join(known))
    assert (project / "known.json").is_file(), first.log
    told = run_action(project, files="sessions/**/*.json", arguments="--baseline known.json", report="report.html")
    assert (told.code, told.outputs["verdict"]) == (0, "pass"), told.log
    report = (project / "report.html").read_text("utf-8")
    assert GOOD in report
    assert BAD in report
    (project / "sessions" / "new.json").write_bytes((SAMPLES / BAD).read_bytes())
    later = run_action(project, files="sessions/**/*.json", arguments="--baseline known.json", report="report.html")
    assert later.code == 1, later.log
    assert "new.json" in (project / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ("nothing/*.json", "::error::No file matches"),
        ("\n", "::error::No file matches"),
        ("sessions/missing.json", "sessions/missing.json: It cannot be read"),
    ],
)
def test_the_action_never_passes_for_want_of_files(project: Path, files: str, message: str) -> None:
    """A pattern that matches nothing is a mistake, not a success."""
    job = run_action(project, files=files)
    assert job.code == 2
    assert message in job.log


def test_the_action_takes_no_input_for_code(project: Path) -> None:
    """Inputs come in by variables; a file's name that looks like an option is a file's name."""
    (project / "--help").write_bytes((SAMPLES / GOOD).read_bytes())
    job = run_action(project, files='--h*\n$(touch owned)\n"; touch owned; "\n')
    assert not (project / "owned").exists()
    assert "usage:" not in job.log
    assert "| --help | ✅ passes |" in job.summary
    (step,) = described("action.yml")["runs"]["steps"]
    assert "${{" not in step["run"]


def test_every_output_of_the_action_is_one_of_its_step(project: Path) -> None:
    """And every variable is fed by an input that is there."""
    action = described("action.yml")
    written = run_action(project, files=f"sessions/{GOOD}").outputs
    assert {each["value"] for each in action["outputs"].values()} == {
        f"${{{{ steps.check.outputs.{name} }}}}" for name in written
    }
    (step,) = action["runs"]["steps"]
    fed = {re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value) for value in step["env"].values()}
    assert {found[1] for found in fed if found} == set(action["inputs"])


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("sessions/a.json", True),
        ("tests/cassettes/deep/b.yaml", True),
        ("transcripts/c.jsonl", True),
        ("package.json", False),
        ("sessions.json", False),
        ("sessions/readme.md", False),
    ],
)
def test_the_hook_takes_session_files_alone(path: str, taken: bool) -> None:
    """A project's other JSON is none of its business."""
    (hook,) = described(".pre-commit-hooks.yaml")
    assert bool(re.search(hook["files"], path)) == taken


def test_the_hook_starts_the_wheels_command() -> None:
    """By the name that pyproject.toml gives it."""
    (hook,) = described(".pre-commit-hooks.yaml")
    assert hook["entry"].split() == ["replay-gate", "check"]
    assert 'replay-gate = "replay_gate.__main__:run"' in (ROOT / "pyproject.toml").read_text("utf-8")
