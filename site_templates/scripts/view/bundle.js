// @ts-check
/** @import { Labels, Run } from "../types.js" */
import { html } from "./html.js";

/**
 * "In the bundle": what the export holds under this set-up; what this replay does not use is dimmed.
 * @param {Run} run
 * @param {Labels} labels
 */
export function bundle(run, labels) {
  const { tools, model, email } = run.settings;
  const { bundle: held } = run;
  const state = held.initial_state && Object.entries(held.initial_state).map((pair) => pair.join(" = ")).join(", ");
  return html`<ul class="bundle">
${item("tool_results", held.tool_results, tools === "recorded", labels)}
${item("model_turns", held.model_turns, model === "injected", labels)}
${item("model_version", held.model_version, model === "pinned", labels)}
${item("initial_state", state, true, labels)}
${item(`email`, held.user, true, labels, email === "clear")}
</ul>`;
}

/**
 * @param {"tool_results" | "model_turns" | "model_version" | "initial_state" | "email"} name
 * @param {string | number | null} value null where the bundle lacks it
 * @param {boolean} used
 * @param {Labels} labels
 * @param {boolean} [alarming]
 */
function item(name, value, used, labels, alarming = false) {
  const look = value === null ? "item-lacking" : used ? "item-used" : "item-unused";
  const note = value !== null && !used && html`<span class="item-note">${labels.bundle.unused}</span>`;
  return html`<li class="item ${look}${alarming && " item-alarming"}"><span class="item-name">${labels.bundle[name]}</span> <span class="item-value">${value ?? labels.bundle.left_out}</span>${note}</li>`;
}
