"""How fast the page is: ``python3 build.py bench``.

Measured in each browser, in one run, variants taking turns so that a busy machine
disturbs all of them alike:

- from navigation to the engine's first answer, for the page on ``file://`` and for the hosted form over loopback, each
  also with its memory image taken out (the plain path); beside them plain Pyodide as its manual shows it, which
  everything is compared with, and PyScript, both served over loopback to the same browser;
- the first contentful paint, and the longest task on the main thread while Python starts; where the browser does not
  report tasks, the longest time for which the main thread kept the probe waiting;
- from a changed input to all panels updated, over all set-ups;
- the engine alone: 10,000 steps against 1,000;
- the check of a file of the reader's own, under this Python and in the page: ten times the steps, and the memory.

The milliseconds are this machine's; the ratios are what can be compared, and what the limits are for. All that comes
over loopback is sent uncompressed, except what the file already holds compressed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from builder.bench.browsers import BROWSERS, Browser
from builder.bench.check import LONG_IN_PAGE, SHORT_IN_PAGE, check_in_page, check_lengths, check_line
from builder.bench.engine import linearity
from builder.bench.inputs import measure_inputs
from builder.bench.report import Samples, inputs_line, linearity_line, size_line, table
from builder.bench.sites import Site, open_sites

ROUNDS = 7


def main(root: Path, argv: list[str]) -> int:
    """Measure what the arguments ask for and print it; return the exit code."""
    options = parse(argv)
    print(size_line(root / "dist" / "index.html"))
    if "engine" in options.only:
        print(linearity_line(linearity()))
    if "check" in options.only:
        print(check_line(check_lengths(root)), flush=True)
    for name in (name for name in BROWSERS if name in options.only):
        if not BROWSERS[name].is_there():
            print(f"\n{name}: not on this machine")
            continue
        with open_sites(root) as sites, BROWSERS[name].started() as browser:
            print(table(name, measure(browser, sites, options.rounds)), flush=True)
            print(inputs_line(measure_inputs(browser, sites[0].address)), flush=True)
            if "check" in options.only:
                print(check_line(check_in_page(browser, sites[0].address), SHORT_IN_PAGE, LONG_IN_PAGE), flush=True)
    return 0


def parse(argv: list[str]) -> argparse.Namespace:
    """The options of the verb."""
    everything = [*BROWSERS, "engine", "check"]
    parser = argparse.ArgumentParser(prog="build.py bench", allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of which the median counts")
    parser.add_argument("--only", nargs="+", choices=everything, default=everything)
    return parser.parse_args(argv)


def measure(browser: Browser, sites: list[Site], rounds: int) -> dict[Site, Samples]:
    """Visit all sites, once for nothing and then ``rounds`` times, each time in another order."""
    samples = {site: Samples() for site in sites}
    for site in sites:
        browser.visit(site.address)
    for turn in range(rounds):
        start = turn % len(sites)
        for site in sites[start:] + sites[:start]:
            samples[site].add(browser.visit(site.address))
    return samples
