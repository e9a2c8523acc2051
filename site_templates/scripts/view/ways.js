// @ts-check
/** @import { Way } from "../core/ways.js" */
/** @import { Context, Labels, Run } from "../types.js" */
import { sameInputs } from "../core/address.js";
import { waysToBreak, waysToPass } from "../core/ways.js";
import { html } from "./html.js";

/**
 * For a failing set-up the shortest ways to a pass, for a passing one the changes that break it; each a button.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function ways(run, labels, { map }) {
  const passes = map.some((each) => each.gate === "pass" && sameInputs(each, run.settings));
  const found = passes ? waysToBreak(run.settings, map) : waysToPass(run.settings, map);
  const title = passes ? labels.ways.to_break : labels.ways.to_pass;
  return html`<h3 id="ways-title" tabindex="-1">${title}</h3><ul class="ways">${found.map((way) => html`<li>${button(way, labels)}</li>`)}</ul>`;
}

/**
 * @param {Way} way
 * @param {Labels} labels
 */
function button(way, labels) {
  const parts = way.changes.map(([name, value], index) => html`${index > 0 && ` ${labels.ways.and} `}${change(name, value, labels)}`);
  return html`<button type="button" class="way" data-set="${JSON.stringify(way.to)}">${parts}</button>`;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {Labels} labels
 */
function change(name, value, labels) {
  return html`<span class="way-name">${labels.inputs[name].label}:</span> <b>${labels.inputs[name].options[value]}</b>`;
}
