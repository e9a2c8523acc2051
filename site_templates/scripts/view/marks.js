// @ts-check
/** @import { Labels, Run, RunEvent } from "../types.js" */
import { eventName } from "../core/moment.js";
import { html } from "./html.js";
import { standing } from "./signs.js";
import { standingWord } from "./tapes.js";

const SIGNS = { same: "=", origin: "≠", follows: "≠", missed: "·" };

/**
 * The axis in small: a mark for each event, which leads to its moment.
 * @param {Run} run
 * @param {Labels} labels
 */
export function marks(run, labels) {
  return html`<ol class="marks">${run.events.map((event, index) => mark(event, index + 1, run, labels))}</ol>`;
}

/**
 * @param {RunEvent} event
 * @param {number} number
 * @param {Run} run
 * @param {Labels} labels
 */
function mark(event, number, run, labels) {
  const step = run.steps.find((candidate) => candidate.id === event.step);
  const bad = event.kind === "privacy" ? run.emails_in_clear > 0 : run.gate === "fail";
  const look = step ? standing(step) : bad ? "origin" : "same";
  const sign = step ? SIGNS[standing(step)] : bad ? "✕" : "✓";
  const word = step ? standingWord(step, run, labels) : event.text;
  return html`<li class="mark mark-${look}" data-event="${number}" data-row="${event.step ?? event.kind}"><button type="button" data-seek="${event.t}"><span class="sign" aria-hidden="true">${sign}</span><span class="visually-hidden">${eventName(event, run, labels)}: ${word}</span></button></li>`;
}
