// @ts-check
/** @import { Labels, Run, Step } from "../types.js" */
import { gist } from "./gist.js";
import { html } from "./html.js";
import { sourceIcon } from "./icons.js";
import { standing } from "./signs.js";

/**
 * "Two tapes": the recording above, the replay below, one column a step, and under them the world outside the bundle.
 * @param {Run} run
 * @param {Labels} labels
 */
export function tapes(run, labels) {
  const { lanes, recorded, replayed, world, untouched } = labels.tapes;
  const live = run.steps.some((step) => reached(step) && step.source === "live");
  return html`<div class="tapes">
<span class="row-name row-lanes" aria-hidden="true">${lanes}</span>
<span class="row-name row-recorded" aria-hidden="true">${recorded}</span>
<span class="row-name row-replayed" aria-hidden="true">${replayed}</span>
<div class="world-band${live ? "" : " is-untouched"}" aria-hidden="true"><span class="row-name">${world}</span>${!live && html`<span class="untouched">${untouched}</span>`}</div>
<ol class="columns">${run.steps.map((step, index) => column(step, index + 1, run, labels))}</ol>
${arcs(run)}
<div class="playhead" aria-hidden="true"></div>
</div>
${origins(run)}`;
}

/**
 * How a step came out, in a word.
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
export function standingWord(step, run, labels) {
  if (step.id === run.left_script_at) return labels.tapes.leaves;
  const words = { same: "same", missed: "not_reached", origin: "begins", follows: "follows" };
  const word = labels.tapes[/** @type {"same"} */ (words[standing(step)])];
  return standing(step) === "follows" ? `${word} ${step.cause?.follows.join(", ")}` : word;
}

/** @param {Step} step */
function reached(step) {
  return step.input !== "not_reached";
}

/**
 * @param {Step} step
 * @param {number} number
 * @param {Run} run
 * @param {Labels} labels
 */
function column(step, number, run, labels) {
  const { recorded, replayed } = gist(step, labels.tapes.telling);
  const what = "call" in step.recorded_output ? `→ ${step.recorded_output.call}` : step.tool;
  const leaves = step.id === run.left_script_at && " leaves";
  return html`<li class="column column-${standing(step)}${leaves}" data-event="${number}">
<button type="button" class="cell" data-open="${step.id}" aria-expanded="false" aria-controls="detail">
<span class="lane lane-${step.actor}" aria-hidden="true"><i></i></span>
<span class="cell-head"><b>${step.id}</b> <span class="cell-actor">${labels.actors[step.actor]}</span></span>
<span class="cell-what">${what}</span>
<span class="cell-value cell-recorded"><span class="visually-hidden">${labels.tapes.recorded}: </span><span class="clip">${recorded}</span></span>
<span class="cell-marks">${mark("input", step, labels)} ${mark("output", step, labels)}</span>
<span class="cell-value cell-replayed"><span class="visually-hidden">${labels.tapes.replayed}, ${labels.sources[step.source]}: </span><span class="clip">${replayed}</span>${reached(step) && sourceIcon(step.source)}</span>
<span class="cell-word">${standingWord(step, run, labels)}</span>
</button>
${outside(step, run, labels)}
</li>`;
}

/**
 * @param {"input" | "output"} side
 * @param {Step} step
 * @param {Labels} labels
 */
function mark(side, step, labels) {
  const sign = { same: "=", differs: "≠", not_reached: "·" }[step[side]];
  return html`<span class="io io-${step[side]}"><span class="io-name">${labels.tapes[side]}</span> <span class="sign" aria-hidden="true">${sign}</span><span class="visually-hidden">${labels.states[step[side]]}</span></span>`;
}

/**
 * What a live call did outside the bundle.
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
function outside(step, run, labels) {
  if (step.source !== "live" || !reached(step)) return html`<span class="outside"></span>`;
  const effect = run.side_effects.find((each) => each.by === "replay" && each.step === step.id);
  return html`<span class="outside outside-${effect ? "changed" : "asked"}"><span class="wire" aria-hidden="true"></span><span class="outside-box"><span class="outside-where visually-hidden">${labels.tapes.world}: </span>${effect ? labels.tapes.changed : labels.tapes.asked}</span></span>`;
}

/**
 * Knock-ons drawn from the step where they begin.
 * @param {Run} run
 */
function arcs(run) {
  const place = new Map(run.steps.map((step, index) => [step.id, index]));
  const width = 100;
  const paths = run.steps.flatMap((step, index) =>
    reached(step) ? (step.cause?.follows ?? []).map((origin) => arc(place.get(origin) ?? 0, index, width)) : [],
  );
  return html`<svg class="arcs" viewBox="0 0 ${run.steps.length * width} 40" preserveAspectRatio="none" aria-hidden="true" focusable="false">${paths}</svg>`;
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} width
 */
function arc(from, to, width) {
  const [start, end] = [(from + 0.5) * width, (to + 0.5) * width];
  return html`<path class="arc" data-event="${to + 1}" d="M${start} 2C${start} 38 ${end} 38 ${end} 2"/>`;
}

/**
 * The causes as sentences, at the steps where they begin.
 * @param {Run} run
 */
function origins(run) {
  const found = run.steps.map((step, index) => ({ step, number: index + 1 }));
  const lines = found.filter(({ step }) => step.cause?.kind === "origin");
  if (!lines.length) return html``;
  return html`<ul class="origins">${lines.map(({ step, number }) => html`<li data-event="${number}"><b>${step.id}</b> ${step.cause?.text}</li>`)}</ul>`;
}
