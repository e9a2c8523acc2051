"""The check of a file of one's own: does its time grow with the steps and no faster, and how much memory does it take?

Under this Python each length is checked in a process of its own, whose CPU time and highest memory are taken; in a
browser the file is dropped onto the page, and the time until its verdict is shown. Under Linux the memory of Chromium's
renderers is taken meanwhile: what they take for the long file beyond what they take for the short one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from builder.bench.browsers import Browser

SHORT, LONG = 10_000, 100_000
SHORT_IN_PAGE, LONG_IN_PAGE = 2_000, 20_000
STEP_IN_PAGE = 1_000
"""So many bytes a step takes in the page's file, all but exactly."""

REPEATS = 3
_EVERY = 0.1

# Writes steps of about 1,000 bytes each, checks them as `check --json` does, and prints seconds, the file's bytes and
# those that Python took.
_CHECK = """
import json, os, resource, sys, time
from pathlib import Path
from engine.check.telling.document import check, text_parts
from engine.base.output import write

WORDS = "the order was sent on a later day than was said, since it rained at the harbour "
def call(turn):
    arguments = json.dumps({"order": f"A-{turn}", "note": WORDS * 10})
    return [{"id": f"call_{turn:06}", "type": "function", "function": {"name": "find_ship", "arguments": arguments}}]
def steps(count):
    for turn in range(count // 4):
        yield {"role": "user", "content": WORDS * 12}
        yield {"role": "assistant", "content": None, "tool_calls": call(turn)}
        yield {"role": "tool", "tool_call_id": f"call_{turn:06}", "content": json.dumps({"lines": [WORDS] * 11})}
        yield {"role": "assistant", "content": WORDS * 12}
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

before = peak()
file = "[" + ",".join(json.dumps(step) for step in steps(int(sys.argv[1]))) + "]"
data = [file.encode()]
del file
size, start = len(data[0]), time.process_time()
write(text_parts(check(data.pop(), "bench")), Path(os.devnull))
print(json.dumps([time.process_time() - start, size, peak() - before]))
"""

_IN_PAGE = """(async () => {
  // Before, what is dropped would fall on a page that does not listen yet.
  while (document.readyState !== "complete") await new Promise((resolve) => setTimeout(resolve, 50));
  const words = "the order was sent on a later day than was said, since it rained at the harbour ".repeat(12);
  const roles = ["user", "assistant"];
  // Made of the same few texts again and again, so that making the file takes little memory in the page.
  const rows = roles.map((role) => `,${JSON.stringify({ role, content: words })}`);
  const steps = Array.from({ length: STEPS - 1 }, (_, step) => rows[(step + 1) % 2]);
  const parts = ['{"model":"gpt-4o-2024-08-06","messages":[', rows[0].slice(1), ...steps, "]}"];
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(parts, "bench.json"));
  const own = document.querySelector("#own");
  const shown = () => new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (own.hasAttribute("aria-busy")) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(own, { attributes: true, attributeFilter: ["aria-busy"] });
  });
  const drop = async () => {
    const start = performance.now();
    const done = shown();
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    await done;
    own.getBoundingClientRect();
    return performance.now() - start;
  };
  const times = [];
  for (let turn = 0; turn < REPEATS; turn++) times.push(await drop());
  return Math.min(...times);
})()"""


@dataclass(frozen=True)
class Checked:
    """Seconds for a short and for a long file; how many times its own size the long one took in memory."""

    short: float
    long: float
    memory: float | None = None


def check_lengths(root: Path) -> Checked:
    """Check two files, one ten times as long; the best of a few."""
    short = min(_measured(root, SHORT)[0] for _ in range(REPEATS))
    runs = [_measured(root, LONG) for _ in range(REPEATS)]
    return Checked(short, min(run[0] for run in runs), max(run[2] / run[1] for run in runs))


def check_in_page(browser: Browser, address: str) -> Checked:
    """Drop two files onto the page, one ten times as long, each onto a fresh one."""
    times, peaks = [], []
    for steps in (SHORT_IN_PAGE, LONG_IN_PAGE):
        question = _IN_PAGE.replace("STEPS", str(steps)).replace("REPEATS", str(REPEATS))
        with _highest() as peak:
            times.append(float(browser.ask(address, question)[0]) / 1000)
        peaks.append(peak[0])
    short, long = peaks
    return Checked(
        times[0], times[1], (long - short) / (LONG_IN_PAGE - SHORT_IN_PAGE) / STEP_IN_PAGE if short else None
    )


@contextmanager
def _highest() -> Iterator[list[int]]:
    """The most bytes that Chromium's renderers, started from here, share out among them meanwhile; 0 without any."""
    peak, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(_EVERY):
            peak[0] = max(peak[0], sum(map(_share, _renderers())))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


def _renderers() -> Iterator[int]:
    """Chromium's renderers among the processes that descend from this one."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    for process in parents:
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        with suppress(OSError):
            if above == os.getpid() and b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                yield process


def _share(process: int) -> int:
    """The proportional set size: what several processes share is divided among them."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def check_line(found: Checked, short: int = SHORT, long: int = LONG) -> str:
    """The times for two lengths as text."""
    memory = "" if found.memory is None else f"; memory {found.memory:.1f} times the file"
    return (
        f"check: {short:,} steps in {found.short:.2f} s, {long:,} in {found.long:.2f} s: "
        f"{found.long / found.short:.1f} times as long{memory}"
    )


def _measured(root: Path, steps: int) -> tuple[float, int, int]:
    command = [sys.executable, "-c", _CHECK, str(steps)]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    seconds, size, taken = json.loads(run.stdout)
    return seconds, size, taken
