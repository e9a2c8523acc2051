// @ts-check
/** @import { Context, DeclaredInput, Labels, Run, Settings, Summary } from "../types.js" */
import { sameInputs } from "../core/address.js";
import { inputs } from "../core/declared.js";
import { html } from "./html.js";

/** So many inputs, the first ones, tell the rows; the others tell the columns. */
const DOWN = 2;

/**
 * Every set-up: a table with a cell each, arranged by the inputs; the one shown is marked.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function map(run, labels, { map: all }) {
  const { caption, short } = labels.map;
  const groups = combined(inputs().slice(DOWN, -1));
  const last = inputs()[inputs().length - 1];
  const span = last.options.length;
  return html`<table class="map">
<caption>${caption}</caption>
<thead>
<tr><th rowspan="2" scope="col">${labels.map.rows}</th>${groups.map((group) => html`<th colspan="${span}" scope="colgroup">${words(group, labels)}</th>`)}</tr>
<tr>${groups.flatMap(() => last.options.map((value) => html`<th scope="col">${short[value]}</th>`))}</tr>
</thead>
<tbody>${combined(inputs().slice(0, DOWN)).map((row) => mapRow(row, run, labels, all))}</tbody>
</table>`;
}

/**
 * Every combination of what these inputs can be.
 * @param {DeclaredInput[]} of
 * @returns {Settings[]}
 */
function combined(of) {
  return of.reduce(
    (found, { name, options }) => found.flatMap((each) => options.map((value) => ({ ...each, [name]: value }))),
    [/** @type {Settings} */ ({})],
  );
}

/**
 * @param {Settings} values
 * @param {Labels} labels
 */
function words(values, labels) {
  return Object.values(values).map((value) => labels.map.short[value]).join(", ");
}

/**
 * @param {Settings} row
 * @param {Run} run
 * @param {Labels} labels
 * @param {Summary[]} all
 */
function mapRow(row, run, labels, all) {
  const places = combined(inputs().slice(DOWN)).map((rest) => ({ ...row, ...rest }));
  return html`<tr><th scope="row">${words(row, labels)}</th>${places.map((place) => cell(place, run, labels, all))}</tr>`;
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
  const told = `${found.matched_steps} ${match}, ${found.gate === "pass" ? passes : fails}${again ? `, ${effect}` : ""}`;
  return html`<td><button type="button" class="map-cell map-${found.gate}" data-set="${JSON.stringify(place)}" tabindex="${here ? 0 : -1}"${here && html` aria-current="true"`} aria-label="${told}: ${words(place, labels)}"><span aria-hidden="true">${found.matched_steps}${found.gate === "pass" && html`<span class="map-tick">✓</span>`}${again && html`<span class="map-dot">•</span>`}</span></button></td>`;
}
