"""The command line as a process of its own: what it printed, how it ended, what it took."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """How a process ended.

    Attributes:
        code: its exit code, or minus the number of the signal that ended it.
        printed: its standard output and standard error together.
        seconds: the time that it took on a processor.
        memory: the most bytes it held at once.
    """

    code: int
    printed: bytes
    seconds: float
    memory: int


def engine(root: Path, *arguments: str | Path) -> Ended:
    """Run `python3 -m engine` from the project's folder to its end."""
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", "engine", *map(str, arguments)],
            cwd=root,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
        )
        # wait4 tells what this process took, not all children so far.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        return Ended(process.returncode, printed.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
