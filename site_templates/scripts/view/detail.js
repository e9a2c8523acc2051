// @ts-check
/** @import { Labels, Output, Run, Step } from "../types.js" */
import { leavesOf } from "./gist.js";
import { html } from "./html.js";
import { sourceMark, stateMark } from "./signs.js";
import { showBoth } from "./values.js";

/**
 * A field of a step's input or output.
 * @typedef {{name: string, values: {recorded: unknown, replayed: unknown}, differs: boolean}} Field
 */

/**
 * A step's fields, for the place under its row: the cause, then input and output, recorded beside replayed.
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
export function fields(step, run, labels) {
  return html`<div class="opened-head"><p>${step.label} · ${sourceMark(step, labels)}</p>
<button type="button" class="link-button" data-close>${labels.detail.close}</button></div>
${cause(step, labels)}
${step.input === "not_reached" ? html`<p>${labels.detail.not_reached}</p>` : input(step, run, labels)}
${output(step, labels)}`;
}

/**
 * The cause as a sentence, with a way to each step where it began.
 * @param {Step} step
 * @param {Labels} labels
 */
function cause(step, labels) {
  if (!step.cause) return html``;
  const links = step.cause.follows.map(
    (origin) => html` <button type="button" class="link-button" data-open="${origin}">${labels.detail.goto} ${origin}</button>`,
  );
  return html`<p class="opened-cause">${step.cause.text}${links}</p>`;
}

/**
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
function input(step, run, labels) {
  if (step.actor === "user") return html`<p>${labels.detail.said}</p>`;
  const title = html`${labels.detail.input} ${stateMark(step.input, labels)}`;
  return sides(title, step.actor === "tool" ? argumentRows(step, run, labels) : readingRows(step, run, labels), labels);
}

/**
 * @param {Step} step
 * @param {Labels} labels
 */
function output(step, labels) {
  const title = html`${labels.detail.output} ${stateMark(step.output, labels)}`;
  return sides(title, valueRows(step.recorded_output, step.replayed_output, "", labels), labels);
}

/**
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
function argumentRows(step, run, labels) {
  const call = run.steps.find((candidate) => candidate.id === step.answers);
  if (!call) return [];
  return valueRows(call.recorded_output, call.replayed_output, "", labels);
}

/**
 * What a model turn reads: the instruction where it differs, then each message before it.
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
function readingRows(step, run, labels) {
  const instruction = step.differences.filter((difference) => difference.field === "instruction");
  const before = run.steps.slice(0, run.steps.indexOf(step));
  return [
    ...instruction.map((difference) => ({ name: labels.detail.instruction, values: showBoth(difference, labels), differs: true })),
    ...before.flatMap((each) => valueRows(each.recorded_output, each.replayed_output, `${each.id} `, labels)),
  ];
}

/**
 * @param {Output} recorded
 * @param {Output | null} replayed
 * @param {string} prefix
 * @param {Labels} labels
 */
function valueRows(recorded, replayed, prefix, labels) {
  const left = new Map(leavesOf(recorded));
  const right = new Map(leavesOf(replayed ?? {}));
  return [...new Set([...left.keys(), ...right.keys()])].map((field) => {
    const pair = {
      ...(left.has(field) && { recorded: left.get(field) }),
      ...(right.has(field) && { replayed: right.get(field) }),
    };
    const differs = replayed !== null && JSON.stringify(left.get(field)) !== JSON.stringify(right.get(field));
    const difference = { side: /** @type {const} */ ("output"), step: "", field, ...pair };
    return { name: `${prefix}${field}`, values: showBoth(difference, labels), differs };
  });
}

/**
 * What differs stands open; what is the same is folded away beside it.
 * @param {unknown} title
 * @param {Field[]} rows
 * @param {Labels} labels
 */
function sides(title, rows, labels) {
  const differing = rows.filter((each) => each.differs);
  const same = rows.filter((each) => !each.differs);
  if (!differing.length) return table(title, same, labels);
  return html`${table(title, differing, labels)}${same.length > 0 && html`<details class="same-fields"><summary>${labels.detail.same_fields} ${same.length}</summary>${table(labels.states.same, same, labels)}</details>`}`;
}

/**
 * @param {unknown} title
 * @param {Field[]} rows
 * @param {Labels} labels
 */
function table(title, rows, labels) {
  const { field, recorded, replayed } = labels.columns;
  return html`<table class="fields">
<caption>${title}</caption>
<thead><tr>${[field, recorded, replayed].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody></table>`;
}

/** @param {Field} field */
function row({ name, values, differs }) {
  return html`<tr class="${differs && "field-differs"}"><th scope="row"><code>${name}</code></th><td>${values.recorded}</td><td>${values.replayed}</td></tr>`;
}
