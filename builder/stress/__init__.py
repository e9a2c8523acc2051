"""Attacks on the engine, the command line and the page: ``python3 build.py stress``.

Each attack names a promise, tries to break it, and tells figures. They take minutes and depend on the machine, so they
are no part of the tests; what broke once is kept as a test of its own. `docs/reliability.md` has the figures of a run.

`attack` says what an attack is; the modules of `HALVES` hold them, each in a tuple `ATTACKS`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from builder.stress.attack import Attack, Ground, Outcome

HALVES = ("engine", "command_line", "page", "hosting")
"""The modules that hold attacks, in the order in which they are carried out."""

BROKEN = 1


def main(root: Path, argv: list[str]) -> int:
    """Carry out the attacks that the arguments name; return 1 where a promise was broken."""
    attacks = all_attacks()
    options = parse(argv, attacks)
    if options.list:
        print("\n".join(f"{attack.name:<24} {attack.promise}" for attack in attacks.values()))
        return 0
    outcomes = [attempt(root, attacks[name], options) for name in options.only or attacks]
    broken = sum(bool(outcome.broken) for outcome in outcomes)
    print(f"{len(outcomes)} attacks, {broken} promises broken.")
    return BROKEN if broken else 0


def all_attacks() -> dict[str, Attack]:
    """Every attack by its name. A name stands once."""
    found: Sequence[Attack] = [attack for half in HALVES for attack in import_module(f"builder.stress.{half}").ATTACKS]
    named = {attack.name: attack for attack in found}
    assert len(named) == len(found), "two attacks have one name"
    return named


def attempt(root: Path, attack: Attack, options: argparse.Namespace) -> Outcome:
    """Carry out one attack in a folder of its own, and print what came of it."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="stress-") as folder:
        outcome = attack.strike(Ground(root, Path(folder), options.seed, options.share))
    verdict = "BROKEN" if outcome.broken else "held"
    print(f"{attack.name:<24} {verdict:<7} {time.monotonic() - start:6.1f} s  {outcome.figures}", flush=True)
    for sentence in outcome.broken:
        print(f"  {sentence}", flush=True)
    return outcome


def parse(argv: list[str], attacks: dict[str, Attack]) -> argparse.Namespace:
    """The options of the verb."""
    parser = argparse.ArgumentParser(prog="build.py stress", allow_abbrev=False)
    parser.add_argument("--only", nargs="+", choices=tuple(attacks), help="these attacks only")
    parser.add_argument("--list", action="store_true", help="say what there is, and do nothing")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn by lot")
    parser.add_argument("--share", type=float, default=1, help="how much of the full measure, such as 0.1")
    return parser.parse_args(argv)
