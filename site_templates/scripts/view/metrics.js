// @ts-check
/** @import { Labels, Run } from "../types.js" */
import { html } from "./html.js";
import { grouped } from "./values.js";

/** The counts that make a gate fail when they are not what they should be. */
const FIGURES = /** @type {const} */ ([
  "matched_steps",
  "side_effects_rerun",
  "emails_in_clear",
  "live_tool_calls",
  "model_calls",
]);

/**
 * "Final metrics": the counts, where the replay came apart, and the gate with every reason.
 * @param {Run} run
 * @param {Labels} labels
 */
export function metrics(run, labels) {
  return html`<div class="verdict verdict-${run.gate}">
<dl class="figures">${FIGURES.map((name) => figure(name, run, labels))}</dl>
${gate(run, labels)}
<dl class="places">${places(run, labels)}</dl>
</div>`;
}

/**
 * @param {typeof FIGURES[number]} name
 * @param {Run} run
 * @param {Labels} labels
 */
function figure(name, run, labels) {
  const total = name === "matched_steps" && html` ${labels.player.of} <data data-metric="total_steps" value="${run.total_steps}">${run.total_steps}</data>`;
  return html`<div class="figure${isBad(name, run) && " is-bad"}"><dt>${labels.metrics[name]}</dt><dd><data data-metric="${name}" value="${run[name]}">${run[name]}</data>${total}</dd></div>`;
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
 */
function gate(run, labels) {
  const reasons = run.gate_reasons.map((reason) => html`<li>${reason}</li>`);
  return html`<div class="gate">
<p class="gate-word"><span class="sign" aria-hidden="true">${run.gate === "pass" ? "✓" : "✕"}</span> ${labels.metrics.gate} <data data-metric="gate" value="${run.gate}">${labels.metrics.gates[run.gate]}</data></p>
<ul data-metric="gate_reasons">${reasons}</ul>
${run.gate === "pass" && html`<p class="gate-note">${labels.metrics.gate_passes}</p>`}
</div>`;
}

/**
 * @param {Run} run
 * @param {Labels} labels
 */
function places(run, labels) {
  const amount = run.quoted_amount && `${grouped(run.quoted_amount)} ${run.quoted_currency ?? ""}`.trim();
  const rows = /** @type {const} */ ([
    ["first_difference", run.first_difference, run.first_difference ?? labels.metrics.none],
    ["left_script_at", run.left_script_at, run.left_script_at ?? labels.metrics.nowhere],
    ["quoted_amount", run.quoted_amount, amount ?? labels.metrics.no_answer],
  ]);
  return rows.map(
    ([name, value, text]) =>
      html`<div><dt>${labels.metrics[name]}</dt><dd><data data-metric="${name}" value="${value ?? ""}">${text}</data></dd></div>`,
  );
}
