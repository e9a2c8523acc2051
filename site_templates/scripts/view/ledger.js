// @ts-check
/** @import { Labels, LedgerColumn, Run, SideEffect } from "../types.js" */
import { leavesOf } from "./gist.js";
import { html } from "./html.js";
import { grouped } from "./values.js";

/**
 * The subject's ledger: what the session left in the world, and what the replay adds.
 * @param {Run} run
 * @param {Labels} labels
 */
export function ledger(run, labels) {
  return html`<ul class="ledger">${run.side_effects.map((effect) => entry(effect, run, labels))}</ul>`;
}

/**
 * @param {SideEffect} effect
 * @param {Run} run
 * @param {Labels} labels
 */
function entry(effect, run, labels) {
  const number = run.steps.findIndex((step) => step.id === effect.step) + 1;
  const fields = Object.fromEntries(leavesOf(effect.result));
  const event = effect.by === "replay" && html` data-event="${number}"`;
  const [name, ...rest] = labels.ledger.columns;
  return html`<li class="entry entry-${effect.by}"${event}><code>${(name && cell(fields, name)) ?? effect.tool}</code> ${rest.map((column) => html`${cell(fields, column)} `)}<span class="entry-by">${labels.ledger[effect.by]}</span></li>`;
}

/**
 * A column's field of a tool's result, for people; undefined where the result has none.
 * @param {Record<string, unknown>} fields
 * @param {LedgerColumn} column
 */
function cell(fields, { field, label, kind }) {
  const value = fields[field];
  if (value === undefined) return undefined;
  const text = kind === "number" && /^-?\d+(\.\d+)?$/.test(String(value)) ? grouped(String(value)) : String(value);
  return label ? `${label} ${text}` : text;
}
