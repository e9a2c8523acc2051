// @ts-check
/** @import { Context, Labels, Run, Settings, Summary } from "../types.js" */
import { sameInputs } from "../core/address.js";
import { html } from "./html.js";

const TOOLS = ["recorded", "live"];
const MODELS = ["injected", "pinned", "latest"];
const STATES = ["included", "omitted"];
const EMAILS = ["clear", "token", "removed"];

/**
 * "All 36 set-ups": a table with a cell each, arranged by the four inputs; the one shown is marked.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function map(run, labels, { map: all }) {
  const { caption, rows, with_state, without_state, short } = labels.map;
  return html`<table class="map">
<caption>${caption}</caption>
<thead>
<tr><th rowspan="2" scope="col">${rows}</th><th colspan="${EMAILS.length}" scope="colgroup">${with_state}</th><th colspan="${EMAILS.length}" scope="colgroup">${without_state}</th></tr>
<tr>${STATES.flatMap(() => EMAILS.map((email) => html`<th scope="col">${short[email]}</th>`))}</tr>
</thead>
<tbody>${TOOLS.flatMap((tools) => MODELS.map((model) => mapRow(tools, model, run, labels, all)))}</tbody>
</table>`;
}

/**
 * @param {string} tools
 * @param {string} model
 * @param {Run} run
 * @param {Labels} labels
 * @param {Summary[]} all
 */
function mapRow(tools, model, run, labels, all) {
  const { short } = labels.map;
  const places = STATES.flatMap((state) => EMAILS.map((email) => ({ tools, model, state, email })));
  return html`<tr><th scope="row">${short[tools]}, ${short[model]}</th>${places.map((place) => cell(place, run, labels, all))}</tr>`;
}

/**
 * @param {Settings} place
 * @param {Run} run
 * @param {Labels} labels
 * @param {Summary[]} all
 */
function cell(place, run, labels, all) {
  const found = all.find((each) => sameInputs(each, place));
  if (!found) throw new Error("the page has no summary of this set-up");
  const here = sameInputs(run.settings, place);
  const { match, passes, fails, effect } = labels.map;
  const again = found.side_effects_rerun > 0;
  const { short, with_state, without_state } = labels.map;
  const state = place.state === "included" ? with_state : without_state;
  const name = `${short[place.tools]}, ${short[place.model]}, ${state}, ${short[place.email]}`;
  const words = `${found.matched_steps} ${match}, ${found.gate === "pass" ? passes : fails}${again ? `, ${effect}` : ""}`;
  return html`<td><button type="button" class="map-cell map-${found.gate}" data-set="${JSON.stringify(place)}" tabindex="${here ? 0 : -1}"${here && html` aria-current="true"`} aria-label="${words}: ${name}"><span aria-hidden="true">${found.matched_steps}${found.gate === "pass" && html`<span class="map-tick">✓</span>`}${again && html`<span class="map-dot">•</span>`}</span></button></td>`;
}
