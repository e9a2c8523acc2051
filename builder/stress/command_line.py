"""Attacks on the command line: overwriting, interruptions, full disks, a very large file."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from builder.stress.attack import Attack, Ground, Outcome
from builder.stress.command import engine
from builder.stress.sessions import long_session

FORMER = b"the former file\n"
COMMANDS = (
    ("check", "own.json"),
    ("check", "own.json", "--json"),
    ("check", "own.json", "--sarif"),
    ("check", "other.json", "own.json"),
    ("redact", "own.json"),
    ("run", "--session", "own.json"),
    ("run", "--session", "own.json", "--json"),
    ("export", "--session", "own.json"),
)
LARGE = 150 * 2**20
LARGEST_SHARE, PYTHON, LONGEST = 5, 96 * 2**20, 300
"""So many times its size in memory beyond what Python takes, and so many seconds, a large file may take."""


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "engine", *arguments]


def _environment(ground: Ground) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ground.root)}


def _lay_out(ground: Ground) -> bytes:
    """Two sessions in the scratch folder; the bytes of the first."""
    session = (ground.root / "content" / "session.json").read_bytes()
    for name in ("own.json", "other.json"):
        (ground.scratch / name).write_bytes(session)
    return session


# --- overwriting ------------------------------------------------------------------------------------------------------


def _names(folder: Path) -> list[str]:
    """Names of the original: its own, one by a detour, a symbolic and a hard link, the whole path."""
    original = folder / "own.json"
    (folder / "sub").mkdir()
    (folder / "soft.json").symlink_to("own.json")
    (folder / "hard.json").hardlink_to(original)
    return ["own.json", "./sub/../own.json", "soft.json", "hard.json", str(original)]


def write_over(ground: Ground) -> Outcome:
    """Name the original as the output, by every command and in every way that a path can name it."""
    session, broken, tries = _lay_out(ground), [], 0
    names = _names(ground.scratch)
    for name in names:
        for arguments in COMMANDS:
            tries += 1
            done = subprocess.run(
                _command(*arguments, "-o", name),
                cwd=ground.scratch,
                env=_environment(ground),
                capture_output=True,
                check=False,
            )
            kept = (ground.scratch / "own.json").read_bytes() == session
            if not kept or done.returncode != 2 or b"Traceback" in done.stderr:  # noqa: PLR2004 - the exit code
                broken.append(f"{' '.join(arguments)} -o {name}: exit code {done.returncode}, original kept: {kept}.")
    return Outcome(f"{tries} tries, by {len(names)} names", tuple(broken))


# --- interruptions ----------------------------------------------------------------------------------------------------


def interrupt(ground: Ground) -> Outcome:
    """Send signals at moments drawn by lot while a check is read, made and written."""
    lot, number, broken = random.Random(ground.seed), ground.times(90), []
    long_session(ground.scratch / "long.json", 4 * 2**20)
    output = ground.scratch / "out.json"
    command = _command("check", "long.json", "--json", "-o", "out.json")
    whole = _time_of(command, ground)
    ended = dict.fromkeys(("interrupted", "finished", "before Python began"), 0)
    for turn in range(number):
        sent = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)[turn % 3]
        output.write_bytes(FORMER)
        process = subprocess.Popen(command, cwd=ground.scratch, env=_environment(ground), stderr=subprocess.PIPE)
        time.sleep(lot.uniform(0.02, whole * 1.05))
        process.send_signal(sent)
        said = process.communicate()[1]
        ended[_how_it_ended(process.returncode, sent)] += 1
        broken += _after_a_signal(ground, turn, sent, process.returncode, said)
        for litter in ground.scratch.glob(".*.part"):
            litter.unlink()
    figures = ", ".join(f"{count} {how}" for how, count in ended.items())
    return Outcome(f"{number} signals: {figures}", tuple(broken))


def _time_of(command: list[str], ground: Ground) -> float:
    start = time.monotonic()
    subprocess.run(command, cwd=ground.scratch, env=_environment(ground), check=False)
    return time.monotonic() - start


def _how_it_ended(code: int, sent: signal.Signals) -> str:
    if code in (0, 1):
        return "finished"
    return "before Python began" if code == -sent and sent != signal.SIGKILL else "interrupted"


def _after_a_signal(ground: Ground, turn: int, sent: signal.Signals, code: int, said: bytes) -> list[str]:
    """What does not hold: the file is the former one or a whole one, nothing is said, nothing is left beside it."""
    broken, name = [], f"{sent.name}, turn {turn} of seed {ground.seed}"
    data = (ground.scratch / "out.json").read_bytes()
    if data != FORMER:
        try:
            json.loads(data)
        except ValueError:
            broken.append(f"{name}: the output is half a file.")
    if said:
        broken.append(f"{name}: it said {said[-200:]!r}.")
    if code not in (0, 1, 128 + sent, -sent):
        broken.append(f"{name}: exit code {code}.")
    # Nobody can tidy up after SIGKILL.
    if sent != signal.SIGKILL and list(ground.scratch.glob(".*.part")):
        broken.append(f"{name}: a file was left beside the output.")
    return broken


# --- full disks -------------------------------------------------------------------------------------------------------


def fill_disk(ground: Ground) -> Outcome:
    """Let the system refuse to write on after so many bytes, at every power of two below the whole."""
    _lay_out(ground)
    output, broken, tries = ground.scratch / "out.json", [], 0
    command = _command("run", "--session", "own.json", "--json", "-o", "out.json")
    limit = 1
    while True:
        output.write_bytes(FORMER)
        done = subprocess.run(
            command,
            cwd=ground.scratch,
            env=_environment(ground),
            capture_output=True,
            check=False,
            preexec_fn=lambda: _limit_files(limit),  # noqa: B023 - called at once, in a process of one thread
        )
        tries += 1
        if done.returncode == 0:
            break
        kept = output.read_bytes() == FORMER and not list(ground.scratch.glob(".*.part"))
        if not kept or b"cannot be written" not in done.stderr:
            broken.append(f"At {limit} bytes: former file kept: {kept}; {done.stderr[-200:]!r}.")
        limit *= 2
    return Outcome(f"{tries} limits, the last one large enough", tuple(broken))


def _limit_files(size: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


# --- a very large file ------------------------------------------------------------------------------------------------


def check_large(ground: Ground) -> Outcome:
    """Check a file of 150 MB, for people and as JSON, and make a bundle of it."""
    path, figures, broken = ground.scratch / "large.json", [], []
    size = ground.times(LARGE)
    if shutil.disk_usage(ground.scratch).free < 4 * size:
        return Outcome("not tried", ("There is no room for the file; set TMPDIR.",))
    long_session(path, size)
    size = path.stat().st_size
    output = ground.scratch / "out.json"
    for arguments in (("check", path), ("check", path, "--json"), ("redact", path)):
        ended = engine(ground.root, *arguments, "-o", output)
        told = f"{arguments[0]}{' --json' if '--json' in arguments else ''}"
        figures.append(f"{told} {ended.seconds:.0f} s, {ended.memory / 2**20:,.0f} MiB")
        if ended.code not in (0, 1) or ended.seconds > LONGEST or ended.memory > LARGEST_SHARE * size + PYTHON:
            broken.append(f"{told}: exit code {ended.code}; {figures[-1]}; {ended.printed[-200:]!r}")
    return Outcome(f"{size / 2**20:.0f} MiB: {'; '.join(figures)}", tuple(broken))


ATTACKS = (
    Attack("written-over", "No command writes over what it reads.", write_over),
    Attack("interrupted", "Whenever it is interrupted, the former file stays whole and nothing is said.", interrupt),
    Attack("full-disk", "A disk that is full leaves the former file.", fill_disk),
    Attack("large-file", "A file of 150 MB is checked in minutes and five times its size.", check_large),
)
