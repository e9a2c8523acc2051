"""The attacks: named once, carried out in small measure, and a promise that is broken is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder import stress
from builder.stress.attack import Attack, Ground, Outcome
from builder.tools.environment import ROOT


def test_a_small_share_of_the_changed_files_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """One attack by its name, at a hundredth of its measure."""
    assert stress.main(ROOT, ["--only", "changed-bytes", "--share", "0.01"]) == 0
    assert "20 files" in capsys.readouterr().out


def test_a_broken_promise_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With its sentence and exit code 1; the folder that the attack was given is gone."""
    given: list[Path] = []

    def strike(ground: Ground) -> Outcome:
        given.append(ground.scratch)
        assert ground.scratch.is_dir()
        return Outcome("3 tries", ("The third try fell.",))

    monkeypatch.setattr(stress, "all_attacks", lambda: {"fall": Attack("fall", "Nothing falls.", strike)})
    assert stress.main(ROOT, []) == stress.BROKEN
    told = capsys.readouterr().out
    assert "BROKEN" in told
    assert "The third try fell." in told
    assert not given[0].exists()


def test_every_attack_says_what_has_to_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """The list names each with its promise."""
    assert stress.main(ROOT, ["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(stress.all_attacks())
    assert all(len(line.split(maxsplit=1)) > 1 for line in lines)


def test_a_measure_is_never_nothing() -> None:
    """However small the share."""
    assert Ground(ROOT, ROOT, 1, 0.0001).times(10) == 1
