// @ts-check
/** @import { CheckedSession, CheckedStep } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { html } from "./html.js";

/** So many slices of further steps are put in at a time. */
export const AT_ONCE = 4;

const SIGNS = { same: "=", differs: "≠", unknown: "?" };

/**
 * @param {CheckedSession} session
 * @param {Labels} labels
 */
export function stepsPart(session, labels) {
  const { own } = labels;
  const heads = [labels.columns.step, labels.columns.source, own.verdict];
  return html`<h4 id="own-steps-title">${own.steps}</h4>
<table class="own-table"><caption>${own.steps_caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody id="own-steps">${stepRows(session.steps, labels)}${gapRow(0, session.slices.length, labels)}</tbody></table>`;
}

/**
 * Where steps are left out: the button that puts the next ones in.
 * @param {number} from the first slice that is left out
 * @param {number} to the slice behind the last one
 * @param {Labels} labels
 */
export function gapRow(from, to, { own }) {
  if (from >= to) return html``;
  return html`<tr class="own-gap"><td colspan="3"><button type="button" class="button" data-own-more data-from="${from}" data-to="${to}">${own.more_steps}</button></td></tr>`;
}

/**
 * @param {CheckedStep[]} steps
 * @param {Labels} labels
 */
export function stepRows(steps, labels) {
  return html`${steps.map((step) => stepRow(step, labels))}`;
}

/**
 * @param {CheckedStep} step
 * @param {Labels} labels
 */
function stepRow(step, labels) {
  const tool = step.tool && html` <code>${step.tool}</code>`;
  const place = step.line === null ? step.path : `${labels.own.line} ${step.line}`;
  return html`<tr id="own-step-${step.id}" class="own-${step.state}" tabindex="-1">
<th scope="row"><b>${step.id}</b> ${labels.actors[step.actor]}${tool} <span class="soft">${place}</span><br><span class="own-short">${step.short}</span></th>
<td>${labels.sources[step.source]}</td>
<td><span class="own-state"><span class="sign" aria-hidden="true">${SIGNS[step.state]}</span> ${labels.own.states[step.state]}</span> <span class="soft">${step.reason}</span></td></tr>`;
}
