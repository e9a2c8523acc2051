// @ts-check
/** @import { Context, Labels, Run, Step } from "../types.js" */
import { html } from "./html.js";
import { standing, stateMark } from "./signs.js";
import { standingWord } from "./tapes.js";
import { grouped } from "./values.js";

const METRICS = /** @type {const} */ ([
  "matched_steps",
  "side_effects_rerun",
  "emails_in_clear",
  "live_tool_calls",
  "model_calls",
  "first_difference",
  "left_script_at",
  "quoted_amount",
  "gate",
]);

/**
 * "Compare": the run shown now beside the pinned one, metric by metric and step by step.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function compare(run, labels, { pinned }) {
  const { pin, unpin, help } = labels.compare;
  if (!pinned) return html`<p>${help}</p><button type="button" class="button" data-pin="on">${pin}</button>`;
  return html`<button type="button" class="button" data-pin="off">${unpin}</button>
${setUps(pinned, run, labels)}${metricTable(pinned, run, labels)}${stepTable(pinned, run, labels)}`;
}

/**
 * The inputs in which the two set-ups differ.
 * @param {Run} pinned
 * @param {Run} run
 * @param {Labels} labels
 */
function setUps(pinned, run, labels) {
  const names = /** @type {const} */ (["tools", "model", "email", "state"]);
  const changed = names.filter((name) => pinned.settings[name] !== run.settings[name]);
  const rates = pinned.settings.live_rate !== run.settings.live_rate;
  if (!changed.length && !rates) return html`<p>${labels.compare.same}</p>`;
  const rows = changed.map((name) => {
    const { label, options } = labels.inputs[name];
    return [label, options[pinned.settings[name]], options[run.settings[name]]];
  });
  if (rates) rows.push([labels.rate.label, pinned.settings.live_rate, run.settings.live_rate]);
  return table(labels.compare.inputs, rows.map(([name, left, right]) => ({ name, left, right, differs: true })), labels);
}

/**
 * @param {Run} pinned
 * @param {Run} run
 * @param {Labels} labels
 */
function metricTable(pinned, run, labels) {
  const rows = METRICS.map((name) => {
    const [left, right] = [value(name, pinned, labels), value(name, run, labels)];
    return { name: labels.metrics[name], left, right, differs: left !== right };
  });
  return table(labels.panels.metrics, rows, labels);
}

/**
 * @param {Run} pinned
 * @param {Run} run
 * @param {Labels} labels
 */
function stepTable(pinned, run, labels) {
  const rows = pinned.steps.map((step, index) => {
    const other = run.steps[index];
    const differs = step.input !== other.input || step.output !== other.output || standing(step) !== standing(other);
    return { name: step.id, left: stepCell(step, pinned, labels), right: stepCell(other, run, labels), differs };
  });
  return table(labels.panels.data, rows, labels);
}

/**
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
function stepCell(step, run, labels) {
  if (step.input === "not_reached") return stateMark("not_reached", labels);
  const { input, output } = labels.tapes;
  return html`${input} ${stateMark(step.input, labels)}, ${output} ${stateMark(step.output, labels)}${!step.matches && html` <span class="soft">${standingWord(step, run, labels)}</span>`}`;
}

/**
 * @param {typeof METRICS[number]} name
 * @param {Run} run
 * @param {Labels} labels
 */
function value(name, run, labels) {
  const found = run[name];
  if (name === "gate") return labels.metrics.gates[run.gate];
  if (name === "quoted_amount" && run.quoted_amount) return `${grouped(run.quoted_amount)} ${run.quoted_currency}`;
  return found === null ? "—" : String(found);
}

/**
 * @param {string} title
 * @param {{name: unknown, left: unknown, right: unknown, differs: boolean}[]} rows
 * @param {Labels} labels
 */
function table(title, rows, labels) {
  const { pinned, now } = labels.compare;
  return html`<table class="compare"><thead><tr><th scope="col">${title}</th><th scope="col">${pinned}</th><th scope="col">${now}</th></tr></thead>
<tbody>${rows.map(({ name, left, right, differs }) => html`<tr class="${differs ? "row-differs" : ""}"><th scope="row">${name}</th><td>${left}</td><td>${differs && html`<span class="sign" aria-hidden="true">≠</span> `}${right}</td></tr>`)}</tbody></table>`;
}
