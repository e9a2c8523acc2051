/**
 * Goes through every state that the experiment can come into, and prints how many there are and which break a promise.
 *
 * The world is a small one: two set-ups at the world's rate and at two others. One of them calls the live rate, the other
 * comes out the same at any. The build knows what builder/facts.py would; Python knows all, or refuses.
 */
import { declare } from "../../site_templates/scripts/core/declared.js";
import { after, opened, questions, settingsSaid, settingsShown } from "../../site_templates/scripts/core/experiment.js";

const WORLD = "92.4";
const MAP = [];
const live = { name: "live_rate", key: "rate", flag: "--live-rate", tool: "get_fx", value: WORLD };
declare({
  inputs: ["tools", "model", "state", "email"].map((each) => ({ name: each, options: [], opening: "", tick: false })),
  live: [{ ...live, least: "0", above: true, most: "1000000", decimals: 9 }],
  figures: [],
  command: "",
});
const rates = [undefined, "91.8", "100"];
const setUps = ["live", "recorded"].flatMap((tools) => rates.map((live_rate) => ({
  tools, model: "pinned", state: "included", email: "clear", ...(live_rate && { live_rate }),
})));
const runOf = (settings) => ({ settings: { live_rate: WORLD, ...settings }, digest: name(settings) });

function name({ tools, live_rate }) {
  return `${tools} ${live_rate ?? WORLD}`;
}

function byBuild(asked) {
  if (asked.live_rate && asked.tools === "live") return { kind: "unanswered", asked, by: "build", refused: { code: "live", live: ["live_rate"] } };
  return { kind: "answered", asked, shown: { run: runOf({ ...asked, live_rate: WORLD }), map: MAP, by: "build" } };
}

function byPython(asked) {
  return { kind: "answered", asked, shown: { run: runOf(asked), map: MAP, by: "python" } };
}

const refusals = (asked) => [
  { kind: "unanswered", asked, by: "python", refused: { code: "failed", text: "no" } },
  { kind: "unanswered", asked, by: "build", refused: { code: "unread" } },
];
const happenings = [
  ...["starting", "python", "prebuilt"].map((engine) => ({ kind: "engine", engine })),
  ...setUps.flatMap((each) => [
    { kind: "chosen", settings: each },
    { kind: "late", asked: each },
    byBuild(each),
    byPython(each),
    ...refusals(each),
  ]),
];

/** Answer what is asked until nothing is. */
function settle(state) {
  for (let round = 0; round < 4; round++) {
    const { python, build } = questions(state);
    const next = python ? byPython(python) : build && byBuild(build);
    if (next) state = after(state, next);
  }
  return state;
}

const broken = [];
const promise = (kept, what, state) => kept || broken.push(`${what}: ${JSON.stringify(state)}`);

function look(state) {
  const { engine, shown, wanted, refused } = state;
  promise(wanted || name(settingsSaid(state)) === name(shown.run.settings), "the inputs say what is shown", state);
  promise(!(wanted && refused), "what is refused is asked for no more", state);
  const settled = settle(state);
  if (engine === "starting" && wanted && !byBuild(wanted).refused) {
    promise(settled.shown.run.settings.tools === wanted.tools, "the build answers while Python is starting", state);
    promise(settled.wanted?.live_rate !== undefined || !settled.wanted, "only a rate is waited for", state);
  } else if (engine !== "starting") {
    promise(settled.wanted === null, "every question comes to an end", state);
    promise(engine === "prebuilt" || settled.shown.by === "python", "Python has the last word", state);
  }
  for (const each of happenings) step(state, each);
}

function step(state, happening) {
  const next = after(state, happening);
  if (happening.kind === "chosen") {
    const end = settle(next);
    const there = name(settingsShown(end)) === name(happening.settings);
    const why = end.wanted ? end.engine === "starting" : end.refused;
    promise(there || why, `${name(happening.settings)} is shown, waited for or refused`, state);
  } else if (happening.asked && name(happening.asked) !== name(settingsSaid(state))) {
    promise(next === state, "what nobody asks for any more changes nothing", state);
  }
  seen(next);
}

const known = new Map();
const todo = [];
function seen(state) {
  const key = JSON.stringify(state);
  if (known.has(key)) return;
  known.set(key, state);
  todo.push(state);
}

seen(opened(runOf(setUps[0]), MAP));
while (todo.length) look(todo.pop());
console.log(JSON.stringify({ states: known.size, broken: broken.slice(0, 5) }));
