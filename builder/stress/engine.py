"""Attacks on the engine and the command line."""

from __future__ import annotations

import random
import time
from functools import partial

from builder.stress.attack import Attack, Ground, Outcome
from engine.base.errors import InputError
from engine.check.telling.document import check, unbroken

SAMPLES = ("tests", "engine", "check", "samples")
CHANGED_FILES = 2_000
SLOW = 5.0
"""Seconds that the check of a small file must not take."""


def change_bytes(ground: Ground) -> Outcome:
    """Check sample files in which bytes were changed, taken out or doubled."""
    lot = random.Random(ground.seed)
    paths = sorted(ground.root.joinpath(*SAMPLES).rglob("*.*"))
    files = [path.read_bytes() for path in paths if path.suffix != ".trail"]
    number, slowest, broken = ground.times(CHANGED_FILES), 0.0, []
    for turn in range(number):
        data, start = _changed(lot.choice(files), lot), time.monotonic()
        try:
            unbroken(partial(check, data, "changed"), "changed")
        except InputError as error:
            if "stumbled" in error.problem:
                broken.append(f"Changed file {turn} of seed {ground.seed}: {error}")
        slowest = max(slowest, time.monotonic() - start)
    if slowest > SLOW:
        broken.append(f"A changed file took {slowest:.1f} s.")
    return Outcome(f"{number:,} files, slowest {slowest:.2f} s", tuple(broken))


def _changed(data: bytes, lot: random.Random) -> bytes:
    """The bytes after some changes, each at a place drawn by lot."""
    changed = bytearray(data)
    for _ in range(lot.randint(1, 8)):
        at, length = lot.randrange(len(changed) + 1), lot.randint(1, 20)
        how = lot.choice(("over", "out", "twice"))
        if how == "over":
            changed[at : at + length] = lot.randbytes(length)
        elif how == "out":
            del changed[at : at + length]
        else:
            changed[at:at] = changed[at : at + length]
    return bytes(changed)


ATTACKS = (Attack("changed-bytes", "A damaged file ends in a verdict or one clear error, and soon.", change_bytes),)
