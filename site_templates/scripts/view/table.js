// @ts-check
/** @import { Difference, Labels, Run, Step } from "../types.js" */
import { html } from "./html.js";
import { sourceMark, standing, stateMark, who } from "./signs.js";
import { showBoth } from "./values.js";

/**
 * "Computed data": each step's input and output, and what differs in them, field by field.
 * @param {Run} run
 * @param {Labels} labels
 */
export function table(run, labels) {
  const { step, source, input, output } = labels.columns;
  return html`<table class="steps">
<caption>${labels.panels.data_caption}</caption>
<thead><tr>${[step, source, input, output].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
${run.steps.map((row, index) => rows(row, index + 1, labels))}
</table>`;
}

/**
 * @param {Step} step
 * @param {number} number
 * @param {Labels} labels
 */
function rows(step, number, labels) {
  return html`<tbody class="step step-${standing(step)}" data-event="${number}" data-step="${step.id}">
<tr>
<th scope="row"><span class="step-id">${step.id}</span> <span class="step-who">${who(step, labels)}</span> <span class="step-label">${step.label}</span></th>
<td>${sourceMark(step, labels)}</td>
<td data-side="input">${stateMark(step.input, labels)}</td>
<td data-side="output">${stateMark(step.output, labels)}</td>
</tr>
${step.cause && html`<tr class="why"><td colspan="4">${why(step, labels)}</td></tr>`}
</tbody>`;
}

/**
 * Why a step does not match: the cause as a sentence, and the fields behind it.
 * @param {Step} step
 * @param {Labels} labels
 */
function why(step, labels) {
  const cause = step.cause?.text;
  if (!step.differences.length) return html`<p class="cause">${cause}</p>`;
  return html`<details${step.cause?.kind === "origin" && html` open`}>
<summary>${cause}</summary>
${fields(step, labels)}
</details>`;
}

/**
 * @param {Step} step
 * @param {Labels} labels
 */
function fields(step, labels) {
  const { field, recorded, replayed } = labels.columns;
  return html`<table class="fields">
<thead><tr>${[field, recorded, replayed].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${step.differences.map((difference) => fieldRow(difference, step, labels))}</tbody>
</table>${step.differences_left_off > 0 && html`<p>+ ${step.differences_left_off} ${labels.details.left_off}</p>`}`;
}

/**
 * @param {Difference} difference
 * @param {Step} step
 * @param {Labels} labels
 */
function fieldRow(difference, step, labels) {
  const { recorded, replayed } = showBoth(difference, labels);
  const from = difference.step !== step.id && html`${difference.step} `;
  return html`<tr>
<th scope="row"><span class="side">${labels.sides[difference.side]}</span> ${from}<code>${difference.field || labels.details.whole}</code></th>
<td>${recorded}</td>
<td>${replayed}</td>
</tr>`;
}
