// @ts-check
/** @import { Labels, Run, Settings } from "../types.js" */
import { liveValues } from "../core/declared.js";
import { changes } from "../core/ways.js";

/**
 * A line beside the run, and the reasons of the gate, which are to be read elsewhere where the run is not folded.
 * @typedef {{text: string, reasons: string}} Line
 */

/**
 * What is happening now, and why.
 * @param {Run} run
 * @param {number} count how many events have happened
 * @param {Labels} labels
 * @returns {Line}
 */
export function nowLine(run, count, labels) {
  if (!count) return { text: labels.now.before, reasons: "" };
  const event = run.events[count - 1];
  if (event.kind === "outcome") return { text: event.text, reasons: otherReasons(run) };
  const step = run.steps.find((each) => each.id === event.step);
  // That a live service answered differently, the event tells already.
  const told = step?.cause?.reasons.includes("live_answer") || step?.input === "not_reached";
  const why = step?.cause && !told ? ` ${step.cause.text}` : "";
  return { text: `${step ? `${step.id}: ` : ""}${event.text}${why}`, reasons: "" };
}

/**
 * What a choice has set, and what came of it.
 * @param {Run} former
 * @param {Run} run
 * @param {Labels} labels
 * @returns {Line}
 */
export function changeLine(former, run, labels) {
  const set = setText(former.settings, run.settings, labels);
  // The result first: where there is little room, the end is cut.
  return { text: `${run.events[run.events.length - 1].text} ${set}.`, reasons: otherReasons(run) };
}

/**
 * Why the gate fails, but for the steps that do not match, which the outcome tells already.
 * @param {Run} run
 */
function otherReasons(run) {
  return run.gate_reasons.slice(run.matched_steps < run.total_steps ? 1 : 0).join(" ");
}

/**
 * The inputs in which two set-ups differ, with their new values.
 * @param {Settings} before
 * @param {Settings} after
 * @param {Labels} labels
 */
function setText(before, after, labels) {
  const set = changes(before, after).map((name) => {
    const { label, options } = labels.inputs[name];
    return `${label}: ${options[after[name]]}`;
  });
  const moved = liveValues().filter(({ name }) => before[name] !== after[name]);
  set.push(...moved.map(({ name }) => `${labels.live[name].label}: ${after[name]}`));
  return set.join(", ");
}
