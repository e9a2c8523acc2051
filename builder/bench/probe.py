"""The JavaScript that measures a page from inside it."""

from __future__ import annotations

from dataclasses import dataclass

PATIENCE_MS = 60_000
LOOK_MS = 20
SETTLE_MS = 200

PAUSE_MS = 300
"""Between two changes of input: less than a hand needs."""

# Resolves when the engine has answered first. A page marks that moment itself; looking for
# the mark costs the page nothing to speak of. No look comes while a task runs, so the longest
# time between two looks is no shorter than the longest task after the first look.
TIMES = f"""new Promise((resolve, reject) => {{
  const mark = () => performance.getEntriesByName("python-answer")[0];
  const paint = () => performance.getEntriesByName("first-contentful-paint")[0];
  const longest = (answer) => new Promise((tell) => {{
    if (!PerformanceObserver.supportedEntryTypes?.includes("longtask")) return tell(null);
    const durations = [0];
    const observer = new PerformanceObserver((list) => {{
      const starting = list.getEntries().filter((entry) => entry.startTime <= answer);
      durations.push(...starting.map((entry) => entry.duration));
    }});
    observer.observe({{ type: "longtask", buffered: true }});
    // The task in which the answer came is told of when it has ended.
    setTimeout(() => tell(Math.max(...durations)), {SETTLE_MS});
  }});
  let looked = performance.now();
  let pause = 0;
  const look = async () => {{
    const now = performance.now();
    pause = Math.max(pause, now - looked);
    looked = now;
    if (now > {PATIENCE_MS}) return reject(new Error("no answer"));
    if (!mark()) return setTimeout(look, {LOOK_MS});
    const answer = mark().startTime;
    resolve({{ answer, paint: paint()?.startTime ?? null, longest: await longest(answer), pause }});
  }};
  look();
}})"""

# Goes through all set-ups by the page's own controls, one input at a time as a reader does, and times each until all
# panels show it, layout included. Each loop turns round where it ends, so that no two inputs change at once.
INPUTS = f"""(async () => {{
  const form = document.querySelector("#inputs");
  const experiment = document.querySelector("#experiment");
  const {{ tools, model, email, state }} = form.elements;
  const pause = () => new Promise((resolve) => setTimeout(resolve, {PAUSE_MS}));
  const idle = () => new Promise((resolve) => {{
    const observer = new MutationObserver(() => {{
      if (experiment.hasAttribute("aria-busy")) return;
      observer.disconnect();
      resolve();
    }});
    observer.observe(experiment, {{ attributes: true, attributeFilter: ["aria-busy"] }});
  }});
  const order = {{}};
  const turning = (name, all) => (order[name] = order[name] ? order[name].reverse() : all);
  const values = (select) => turning(select.name, [...select.options].map((option) => option.value));
  const times = [];
  for (const t of values(tools)) for (const m of values(model)) for (const e of values(email))
  for (const s of turning("state", [true, false])) {{
    await pause();
    Object.assign(tools, {{ value: t }});
    Object.assign(model, {{ value: m }});
    Object.assign(email, {{ value: e }});
    state.checked = s;
    const done = idle();
    const start = performance.now();
    tools.dispatchEvent(new Event("change", {{ bubbles: true }}));
    await done;
    experiment.getBoundingClientRect();
    times.push(performance.now() - start);
  }}
  return times;
}})()"""


@dataclass(frozen=True)
class Visit:
    """What one visit measured, in milliseconds; None where the browser cannot say.

    Attributes:
        answer: from navigation to the engine's first answer.
        paint: the first contentful paint.
        longest: the longest task on the main thread that began before the answer; 0 when none took 50 ms.
        pause: the longest time until then for which the main thread kept the probe waiting, which looks every 20 ms. It
            begins when the document has begun to arrive, in Firefox often when it has loaded.
    """

    answer: float
    paint: float | None
    longest: float | None
    pause: float
