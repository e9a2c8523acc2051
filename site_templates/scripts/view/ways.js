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
  const found = passes(run, map) ? waysToBreak(run.settings, map) : waysToPass(run.settings, map);
  return html`<ul class="ways">${found.map((way) => html`<li>${button(way, labels)}</li>`)}</ul>`;
}

/**
 * The question that these ways answer; they are folded behind it, so that the reader tries first.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function question(run, labels, { map }) {
  return html`${passes(run, map) ? labels.ways.to_break : labels.ways.to_pass}`;
}

/**
 * @param {Run} run
 * @param {Context["map"]} map
 */
function passes(run, map) {
  return map.some((each) => each.gate === "pass" && sameInputs(each, run.settings));
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
