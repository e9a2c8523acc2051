"""Starts the verbs in the project's own Python environment, whichever Python `build.py` was started with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.environment import ROOT, STARTED_IN, ensure_venv

INTERRUPTED = 130


def hand_over(arguments: list[str]) -> int:
    """Run ``python -m builder`` with the arguments in the project's environment.

    Makes the environment first if need be. Returns the exit code, after printing what went
    wrong if something did.
    """
    try:
        python = sys.executable if needs_nothing(arguments) else ensure_venv(ROOT, Progress())
        # The verbs run in the project's folder; the paths that they are given are meant from where the reader stands.
        env = {**os.environ, STARTED_IN: str(Path.cwd())}
        return subprocess.call([str(python), "-m", "builder", *arguments], cwd=ROOT, env=env)
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def needs_nothing(arguments: list[str]) -> bool:
    """Whether the verb runs on a bare Python: help, and cleaning up, must work there too."""
    return arguments[:1] == ["clean"] or not {"-h", "--help"}.isdisjoint(arguments)
