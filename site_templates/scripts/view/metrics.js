// @ts-check
/** @import { Context, Labels, OwnFigure, Run } from "../types.js" */
import { figures } from "../core/declared.js";
import { html } from "./html.js";
import { grouped } from "./values.js";

/** The counts that make a gate fail when they are not what they should be, and two that only tell. */
const FIGURES = /** @type {const} */ ([
  "matched_steps",
  "side_effects_rerun",
  "emails_in_clear",
  "live_tool_calls",
  "model_calls",
]);

/**
 * "Final metrics": the gate with every reason, the counts, and where the replay came apart.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function metrics(run, labels, { former }) {
  return html`<div class="verdict verdict-${run.gate}" data-event="${run.events.length}">
${gate(run, labels, former)}
<dl class="figures">${FIGURES.map((name) => figure(name, run, labels, former))}</dl>
<ul class="reasons" data-metric="gate_reasons">${run.gate_reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
${run.gate === "pass" && html`<p class="reasons">${labels.metrics.gate_passes}</p>`}
<dl class="places">${places(run, labels)}</dl>
</div>`;
}

/**
 * @param {typeof FIGURES[number]} name
 * @param {Run} run
 * @param {Labels} labels
 * @param {Run | null} former
 */
function figure(name, run, labels, former) {
  const total = name === "matched_steps" && html` ${labels.player.of} <data data-metric="total_steps" value="${run.total_steps}">${run.total_steps}</data>`;
  const was = former && former[name] !== run[name] && html` ${before(former[name], labels)}`;
  return html`<div class="figure figure-${name}${isBad(name, run) && " is-bad"}"><dt>${labels.metrics[name]}</dt><dd><data data-metric="${name}" value="${run[name]}">${run[name]}</data>${total}${was}</dd></div>`;
}

/**
 * What the run before had.
 * @param {string | number} value
 * @param {Labels} labels
 */
function before(value, labels) {
  return html`<span class="before"><span class="visually-hidden">${labels.tapes.before}: </span><s>${value}</s></span>`;
}

/**
 * @param {typeof FIGURES[number]} name
 * @param {Run} run
 */
function isBad(name, run) {
  if (name === "matched_steps") return run.matched_steps < run.total_steps;
  return (name === "side_effects_rerun" || name === "emails_in_clear") && run[name] > 0;
}

/**
 * @param {Run} run
 * @param {Labels} labels
 * @param {Run | null} former
 */
function gate(run, labels, former) {
  const { gate: name, gates } = labels.metrics;
  const was = former && former.gate !== run.gate && html` ${before(gates[former.gate], labels)}`;
  return html`<p class="gate-word"><span class="sign" aria-hidden="true">${run.gate === "pass" ? "✓" : "✕"}</span> ${name} <data data-metric="gate" value="${run.gate}">${gates[run.gate]}</data>${was}</p>`;
}

/**
 * @param {Run} run
 * @param {Labels} labels
 */
function places(run, labels) {
  const { first_difference: first, left_script_at: left, none, nowhere } = labels.metrics;
  return [
    place("first_difference", first, run.first_difference, run.first_difference ?? none),
    place("left_script_at", left, run.left_script_at, run.left_script_at ?? nowhere),
    ...figures().map((each) => own(each, run, labels)),
  ];
}

/**
 * A figure of the subject's own, with its unit.
 * @param {OwnFigure} figure
 * @param {Run} run
 * @param {Labels} labels
 */
function own({ name, unit }, run, labels) {
  const [value, measure] = [run[name], run[unit]].map((each) => (each === null ? null : String(each)));
  const number = value && (/^-?\d+(\.\d+)?$/.test(value) ? grouped(value) : value);
  const { label, none } = labels.figures[name];
  return place(name, label, value, number === null ? none : `${number} ${measure ?? ""}`.trim());
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string | null} value
 * @param {string} text
 */
function place(name, label, value, text) {
  return html`<div><dt>${label}</dt> <dd><data data-metric="${name}" value="${value ?? ""}">${text}</data></dd></div>`;
}
