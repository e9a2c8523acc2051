// @ts-check
/** @import { Run, Settings, Summary } from "../types.js" */
import { sameSettings } from "./address.js";
import { inputsOf, liveOf } from "./declared.js";

/**
 * The experiment as one value: what is shown, what is asked for, and who can answer.
 *
 * What the inputs say is worked out from it and kept nowhere else: the set-up that is asked for while its answer is
 * outstanding, else that of the run that is shown, which the run itself holds. So inputs and run cannot disagree.
 *
 * @typedef {object} Shown a run and what belongs to it; only ever replaced as a whole
 * @property {Run} run
 * @property {Summary[]} map all set-ups in short, at the run's live values
 * @property {"build" | "python"} by who computed it
 *
 * Why a set-up that was asked for is not shown, or not at its live values: one of the reader's own needs Python; the run
 * is the same at any; the page's own data could not be read; or a text of Python's. `live` names the values.
 * @typedef {{code: "live" | "any_live" | "unread" | "failed", text?: string, live?: string[]}} Refusal
 *
 * @typedef {object} Experiment
 * @property {Shown} shown
 * @property {Settings | null} wanted the set-up whose answer is outstanding
 * @property {"starting" | "python" | "prebuilt"} engine "prebuilt" where Python is not to be had
 * @property {boolean} late Python is there, but does not answer in good time
 * @property {Refusal | null} refused about the last set-up that was asked for
 *
 * @typedef {{kind: "chosen", settings: Settings}
 *   | {kind: "engine", engine: Experiment["engine"]}
 *   | {kind: "late", asked: Settings}
 *   | {kind: "answered", asked: Settings, shown: Shown}
 *   | {kind: "unanswered", asked: Settings, by: Shown["by"], refused: Refusal}} Happening
 */

/**
 * A page that has just been opened: it shows a run of the build's, and Python is starting.
 * @param {Run} run
 * @param {Summary[]} map
 * @returns {Experiment}
 */
export function opened(run, map) {
  return { shown: { run, map, by: "build" }, wanted: null, engine: "starting", late: false, refused: null };
}

/**
 * The set-up of the run that is shown.
 * @param {Experiment} experiment
 * @returns {Settings}
 */
export function settingsShown({ shown }) {
  return { ...inputsOf(shown.run.settings), ...liveOf(shown.run.settings) };
}

/**
 * What the inputs say.
 * @param {Experiment} experiment
 */
export function settingsSaid(experiment) {
  return experiment.wanted ?? settingsShown(experiment);
}

/**
 * What is to be asked of whom. The build is asked where Python is not there, or not quick; Python also repeats what the
 * build computed.
 * @param {Experiment} experiment
 * @returns {Record<Shown["by"], Settings | null>}
 */
export function questions(experiment) {
  const { engine, late, shown, wanted } = experiment;
  const unproven = shown.by === "build" ? settingsShown(experiment) : null;
  return {
    python: engine === "python" ? wanted ?? unproven : null,
    build: engine === "python" && !late ? null : wanted,
  };
}

/**
 * The experiment after something has happened.
 * @param {Experiment} experiment
 * @param {Happening} happening
 * @returns {Experiment}
 */
export function after(experiment, happening) {
  if (happening.kind === "chosen") return choose(experiment, happening.settings);
  if (happening.kind === "engine") return { ...experiment, engine: happening.engine, late: false };
  // What comes late, for a set-up that nobody asks for any more, changes nothing.
  if (!sameSettings(happening.asked, settingsSaid(experiment))) return experiment;
  if (happening.kind === "late") return experiment.wanted ? { ...experiment, late: true } : experiment;
  if (happening.kind === "answered") return answer(experiment, happening.shown);
  return giveUp(experiment, happening);
}

/**
 * @param {Experiment} experiment
 * @param {Settings} settings
 * @returns {Experiment}
 */
function choose(experiment, settings) {
  const there = sameSettings(settings, settingsShown(experiment));
  return { ...experiment, wanted: there ? null : settings, late: false, refused: null };
}

/**
 * @param {Experiment} experiment
 * @param {Shown} shown
 * @returns {Experiment}
 */
function answer(experiment, shown) {
  const { engine, wanted } = experiment;
  if (shown.by === "build" && wanted === null) return experiment;
  const moved = Object.keys(liveOf(wanted ?? {}));
  if (!moved.length || shown.by === "python") return { ...experiment, shown, wanted: null, late: false, refused: null };
  // The build's run at today's values, which is the same at those that are asked for: Python may yet repeat it there.
  const refused = /** @type {Refusal} */ ({ code: "any_live", live: moved });
  return engine === "prebuilt" ? { ...experiment, shown, wanted: null, refused } : { ...experiment, shown };
}

/**
 * The inputs go back to what is shown, unless another may yet answer.
 * @param {Experiment} experiment
 * @param {{by: Shown["by"], refused: Refusal}} why
 * @returns {Experiment}
 */
function giveUp(experiment, { by, refused }) {
  if (by === "build" && experiment.engine !== "prebuilt") return experiment;
  return { ...experiment, wanted: null, late: false, refused };
}
