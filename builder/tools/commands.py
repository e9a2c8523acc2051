"""Running other programs: everything they print goes to a log, and failures explain themselves."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.errors import BuildError

TAIL_LINES = 15

# What pip, npm and apt print when it is the network that failed.
NETWORK_SIGNS = (
    "Temporary failure in name resolution",
    "Failed to establish a new connection",
    "NewConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "CERTIFICATE_VERIFY_FAILED",
    "SELF_SIGNED_CERT",
    "ProxyError",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "Could not resolve",
    "Failed to fetch",
)
NETWORK_REMEDY = (
    "The network, or a proxy or certificate on the way, looks like the cause. "
    "Check the connection and run the same command again."
)


@dataclass(frozen=True)
class Job:
    """A program to run: what it is for, its arguments, and what to advise when it fails."""

    purpose: str
    argv: Sequence[str]
    log: Path
    remedy: str = "Run the same command again; the log holds everything that was printed."
    cwd: Path | None = None
    env: Mapping[str, str] | None = None


def run(job: Job) -> None:
    """Run a job to its end with its output in its log; BuildError when it fails."""
    job.log.parent.mkdir(parents=True, exist_ok=True)
    command = subprocess.list2cmdline(job.argv)
    try:
        with job.log.open("wb") as log:
            log.write(f"$ {command}\n".encode())
            log.flush()
            code = _call(job, log.fileno())
    except OSError as error:
        raise BuildError(f"{job.purpose} failed: {command}: {error}", remedy=job.remedy) from error
    if code:
        raise failure(job, command, code)


def _call(job: Job, output: int) -> int:
    """Run a job with no input and its output going to a file; return its exit code."""
    return subprocess.run(
        job.argv,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=job.cwd,
        env={**os.environ, **(job.env or {})},
        check=False,
    ).returncode


def failure(job: Job, command: str, code: int) -> BuildError:
    """The error for a job that ended with a code: command, last words, log and remedy."""
    printed = job.log.read_text("utf-8", errors="replace").partition("\n")[2]
    network = any(sign in printed for sign in NETWORK_SIGNS)
    return BuildError(
        f"{job.purpose} failed (exit code {code}).\n"
        f"  Command: {command}\n"
        f"  Its last lines:\n{tail(printed, prefix='    | ')}\n"
        f"  Full log: {job.log}",
        remedy=NETWORK_REMEDY if network else job.remedy,
    )


def tail(text: str, *, lines: int = TAIL_LINES, prefix: str = "") -> str:
    """The last lines of a text that are not empty, each behind a prefix."""
    kept = [line for line in text.splitlines() if line.strip()][-lines:]
    return "\n".join(prefix + line for line in kept)
