// @ts-check
/** @import { Labels, SideState } from "../types.js" */
/** @import { Gist } from "./gist.js" */
import { html } from "./html.js";

/**
 * One row of a tape: what is recorded for a step and what a replay makes of it. The explainer fills it from a run, the
 * reader's own session from a check.
 *
 * @typedef {object} Row
 * @property {string} id the step's id
 * @property {unknown} who who acts
 * @property {Gist} recorded
 * @property {Gist | null} replayed null where the replay never comes
 * @property {string} via where the answer comes from, in words
 * @property {unknown} [icon] the same as a drawing
 * @property {Partial<Record<"input" | "output", SideState | "unknown">>} sides a user turn has no input
 * @property {"same" | "origin" | "follows" | "missed" | "unknown"} standing
 * @property {string} word the standing in words
 * @property {number} [event] the number of its event on the player's axis
 * @property {unknown} [world] what it does outside the bundle
 * @property {unknown} [before] what the run before had here
 * @property {unknown} [opened] its fields, where it is open; absent where a row cannot be opened
 * @property {boolean} [leaves] whether the replay leaves the script here
 */

/** So many steps, with the privacy check and the outcome, stand below each other without scrolling. */
const MANY = 12;

const SIGNS = { same: "=", differs: "≠", not_reached: "·", unknown: "?" };

/**
 * Two tapes side by side, one step a row.
 * @param {Row[]} rows
 * @param {Labels} labels
 * @param {unknown} [after] rows that are no steps
 */
export function tape(rows, labels, after) {
  const { step, recorded, replayed } = labels.columns;
  const { input, output, world } = labels.tapes;
  return html`<div class="tape${rows.length > MANY && " tape-long"}">
<div class="tape-head" aria-hidden="true"><span>${step}</span><span>${recorded}</span><span class="tape-io">${input}</span><span class="tape-io">${output}</span><span>${replayed}</span><span></span><span class="tape-world">${rows.some((row) => row.world) && world}</span></div>
<ol class="rows">${rows.map((row) => tapeRow(row, labels))}${after}</ol>
</div>`;
}

/**
 * @param {Row} row
 * @param {Labels} labels
 */
export function tapeRow(row, labels) {
  const event = row.event !== undefined && html` data-event="${row.event}"`;
  const open = Boolean(row.opened);
  return html`<li class="row row-${row.standing}${row.leaves && " leaves"}${open && " is-open"}" data-row="${row.id}"${event}>
${row.opened === undefined ? html`<div class="cell">${cells(row, labels)}</div>` : html`<button type="button" class="cell" data-open="${row.id}" aria-expanded="${String(open)}">${cells(row, labels)}</button>`}
${row.world && html`<span class="world">${row.world}</span>`}
${open && html`<div class="opened">${row.opened}</div>`}
</li>`;
}

/**
 * @param {Row} row
 * @param {Labels} labels
 */
function cells(row, labels) {
  const { recorded, replayed } = labels.columns;
  const told = row.replayed ? gistMarkup(row.replayed) : "";
  return html`<span class="who"><b>${row.id}</b> ${row.who}</span>
<span class="value value-recorded"><span class="visually-hidden">${recorded}: </span>${gistMarkup(row.recorded)}</span>
${side("input", row, labels)}
${side("output", row, labels)}
<span class="value value-replayed"><span class="visually-hidden">${replayed}, ${row.via}: </span>${told}${row.before}${row.icon}</span>
<span class="word">${row.word}</span>`;
}

/** @param {Gist} gist */
function gistMarkup({ call, text }) {
  return html`<span class="gist">${call && html`<i class="call">${call}</i> `}${text}</span>`;
}

/**
 * @param {"input" | "output"} name
 * @param {Row} row
 * @param {Labels} labels
 */
function side(name, { sides }, labels) {
  const state = sides[name];
  if (state === undefined) return html`<span class="io"></span>`;
  const word = state === "unknown" ? labels.own.states.unknown : labels.states[state];
  return html`<span class="io io-${state}"><span class="visually-hidden">${labels.sides[name]} ${word}, </span><span class="sign" aria-hidden="true">${SIGNS[state]}</span></span>`;
}
