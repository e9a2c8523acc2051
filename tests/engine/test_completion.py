"""What a shell offers: the scripts are run by the shells themselves, where they are installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from engine.base.completion import SHELLS
from engine.cli import main


def made(capsys: pytest.CaptureFixture[str], shell: str) -> str:
    """The script for a shell."""
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def offered(script: str, line: str, folder: Path) -> list[str]:
    """What bash offers for the last word of a line."""
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = f'COMP_WORDS=({words}); COMP_CWORD={line.count(" ")}; _replay_gate; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("replay-gate re", ["redact"]),
        ("replay-gate check --fail-on ", ["error", "warning"]),
        ("replay-gate check export.json --to", ["--tools"]),
        ("replay-gate check --format co", ["codex", "codex_exec"]),
        ("replay-gate redact a.json -o ", ["my export.json"]),
        ("replay-gate check my", ["my export.json"]),
        ("replay-gate completion z", ["zsh"]),
    ],
)
def test_bash_offers_what_may_stand_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, expected: list[str]
) -> None:
    """Commands, options, an option's values, and else files, a name with a space as one."""
    (tmp_path / "my export.json").touch()
    assert offered(made(capsys, "bash"), line, tmp_path) == expected


def test_fish_hears_of_each_option(capsys: pytest.CaptureFixture[str]) -> None:
    """One line an option, with its help."""
    lines = made(capsys, "fish").splitlines()
    condition = "complete -c replay-gate -n '__fish_seen_subcommand_from check'"
    assert f"{condition} -l fail-on -x -a 'error warning'" in " ".join(lines)
    assert f"{condition} -l sarif -d 'print SARIF 2.1.0, for code-review tools'" in lines


def test_each_installed_shell_can_read_its_script(capsys: pytest.CaptureFixture[str]) -> None:
    """Bash is one of them wherever these tests run."""
    installed = [shell for shell in SHELLS if shutil.which(shell)]
    assert "bash" in installed
    for shell in installed:
        done = subprocess.run([shell, "-n"], input=made(capsys, shell), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), shell
