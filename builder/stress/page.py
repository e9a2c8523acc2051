"""Attacks on the page in Chromium and Firefox: reloads, changes without a pause, little memory, a very large file."""

from __future__ import annotations

import random
import time

from builder.stress.attack import Attack, Ground, Outcome
from builder.stress.browsing import BROWSERS, LOOK, after, digests, page_of, visit
from builder.stress.sessions import long_session

RELOADS, CHANGES, LARGE = 100, 10_000, 150 * 10**6
LONGEST_STANDSTILL, LONGEST_CHECK = 2.0, 900.0
"""Seconds for which the page may stand still while a large file is checked, and which the check may take."""
MEMORIES = (8, 16, 24, 32, 48, 64)
"""So many megabytes a worker is given at most."""

# Changes by lot what a reader can change, as fast as the page lets it; after each change it looks whether inputs and
# run belong together.
CHANGE = """async ([seed, count, digests]) => {
  const look = LOOK;
  let state = seed;
  const lot = (below) => (state = (state * 1103515245 + 12345) % 2147483648) % below;
  const { port1, port2 } = new MessageChannel();
  const pause = () => new Promise((done) => { port1.onmessage = done; port2.postMessage(0); });
  const inputs = [...document.querySelectorAll("#inputs select, #inputs input")];
  const change = (input) => {
    if (input.type === "checkbox") input.checked = !input.checked;
    else input.selectedIndex = lot(input.options.length);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const others = [
    () => { const all = document.querySelectorAll("[data-set]"); all[lot(all.length)].click(); },
    () => { location.hash = `email=token&t=${lot(60)}`; },
    () => document.querySelector("#play").click(),
    () => document.querySelector("#next").click(),
  ];
  const seen = { settled: 0, refused: 0, wrong: [] };
  for (let turn = 0; turn < count; turn++) {
    const other = others[lot(20)];
    try {
      if (other) other();
      else change(inputs[lot(inputs.length)]);
    } catch (error) {
      if (error.name !== "SecurityError") throw error;
      seen.refused += 1;  // A browser that counts changes of the address.
    }
    await pause();
    const { digest, pending, ...said } = look();
    const key = `[${Object.values(said).map((each) => `"${each}"`).join(", ")}]`;
    if (pending) continue;
    seen.settled += 1;
    if (digests[key] !== digest) seen.wrong.push(`change ${turn}: ${key} beside ${digest.slice(0, 12)}`);
  }
  return seen;
}""".replace("LOOK", LOOK)

# A worker's memory ends here: it cannot be had larger, nor grow beyond.
LITTLE = """
  const limit = LIMIT;
  const RealBlob = window.Blob;
  const script = `{
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength + pages * 65536 > ${limit}) throw new RangeError("out of memory");
      return grow.call(this, pages);
    };
    for (const name of ["instantiate", "compile"]) {
      const real = WebAssembly[name];
      WebAssembly[name] = async (...all) => {
        const made = await real(...all);
        if (made.exports?.memory?.buffer.byteLength > ${limit}) throw new RangeError("out of memory");
        return made;
      };
    }
  }`;
  window.Blob = class extends RealBlob {
    constructor(parts, options) { super(options?.type === "text/javascript" ? [script, ...parts] : parts, options); }
  };"""

# How long the longest pause between two frames is, from now until the check of the file has ended.
STANDSTILL = """() => new Promise((done) => {
  let last = performance.now(), longest = 0;
  const look = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    if (document.querySelector("#own").hasAttribute("aria-busy")) requestAnimationFrame(look);
    else done(longest / 1000);
  };
  requestAnimationFrame(look);
})"""


def reload_often(ground: Ground) -> Outcome:
    """Reload at moments drawn by lot within the start, and see whether the last start gets through."""
    lot, number, broken, figures = random.Random(ground.seed), ground.times(RELOADS), [], []
    for name in BROWSERS:
        with visit(name, page_of(ground), ground.scratch) as found:
            for _ in range(number):
                found.page.reload(wait_until="commit")
                found.page.wait_for_timeout(lot.uniform(0, 1500))
            start = time.monotonic()
            found.page.reload()
            engine = found.wait_for("python", "prebuilt")
            figures.append(f"{name} ready {time.monotonic() - start:.1f} s after the last")
            broken += after(name, found, engine)
    return Outcome(f"{number} reloads: {'; '.join(figures)}", tuple(broken))


def change_often(ground: Ground) -> Outcome:
    """Change inputs, moments and set-ups by lot, from the first moment on, without a pause."""
    number, broken, figures = ground.times(CHANGES), [], []
    for name in BROWSERS:
        with visit(name, page_of(ground), ground.scratch) as found:
            start = time.monotonic()
            seen = found.page.evaluate(CHANGE, [ground.seed, number, digests()])
            each = 1000 * (time.monotonic() - start) / number
            figures.append(f"{name} {each:.0f} ms each, {seen['settled']:,} with their run at once")
            broken += [f"{name}, seed {ground.seed}, {sentence}" for sentence in seen["wrong"][:5]]
            broken += after(name, found, found.wait_for("python", "prebuilt"))
    return Outcome(f"{number:,} changes: {'; '.join(figures)}", tuple(broken))


def starve(ground: Ground) -> Outcome:
    """Give the worker so much memory and no more: Python, or the build's runs and a note."""
    broken, figures = [], []
    for name in BROWSERS:
        engines = []
        for megabytes in MEMORIES:
            script = LITTLE.replace("LIMIT", str(megabytes * 10**6))
            with visit(name, page_of(ground), ground.scratch, script=script) as found:
                engine = found.wait_for("python", "prebuilt")
                told = found.page.locator("#engine-note").is_visible()
                if told == (engine == "python"):
                    broken.append(f"{name}, {megabytes} MB: {engine}, and a note is shown: {told}.")
                found.choose("model", "latest")
                broken += [f"{name}, {megabytes} MB: {sentence}" for sentence in [found.disagreement()] if sentence]
                engines.append(f"{megabytes} MB {engine}")
        figures.append(f"{name} {', '.join(engines)}")
    return Outcome("; ".join(figures), tuple(broken))


def check_large(ground: Ground) -> Outcome:
    """Have the page check a file of nearly 150 MB, the most that it takes, and go on meanwhile."""
    size, broken, figures = ground.times(LARGE), [], []
    path = ground.scratch / "large.json"
    long_session(path, size - 10_000)
    for name in BROWSERS:
        with visit(name, page_of(ground), ground.scratch) as found:
            found.wait_for("python", "prebuilt")
            start = time.monotonic()
            found.page.locator("#own-file").set_input_files(path)
            found.page.locator("#own[aria-busy]").wait_for(state="attached")
            found.page.set_default_timeout(LONGEST_CHECK * 1000)
            standstill = found.page.evaluate(STANDSTILL)
            seconds = time.monotonic() - start
            steps = found.page.locator("#own-steps [data-row]").count()
            figures.append(f"{name} {seconds:.0f} s, stood still {standstill:.1f} s at most")
            if not steps:
                note = found.page.locator("#own-note").inner_text()
                broken.append(f"{name}: no step is shown, and it says {note!r}.")
            if standstill > LONGEST_STANDSTILL or seconds > LONGEST_CHECK:
                broken.append(figures[-1])
            broken += after(name, found, found.wait_for("python", "prebuilt"))
    return Outcome(f"{path.stat().st_size / 10**6:.0f} MB: {'; '.join(figures)}", tuple(broken))


ATTACKS = (
    Attack("reloads", "However often it is reloaded, and when, the page comes up and answers.", reload_often),
    Attack(
        "changes", "At every moment inputs and run belong together, or the page says that it computes.", change_often
    ),
    Attack("little-memory", "Where memory is short the build's runs answer, and the page says so.", starve),
    Attack("large-file-page", "The page goes on while a file of 150 MB is checked.", check_large),
)
