// @ts-check
/** @import { Labels, Run, SideEffect } from "../types.js" */
import { html } from "./html.js";
import { leavesOf } from "./gist.js";
import { grouped } from "./values.js";

/**
 * "The customer's account": what the session put there, and what the replay added.
 * @param {Run} run
 * @param {Labels} labels
 */
export function account(run, labels) {
  const { caption, credit, amount, by } = labels.account;
  return html`<table class="account">
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${[credit, amount, by].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${run.side_effects.map((effect) => entry(effect, run, labels))}</tbody>
</table>`;
}

/**
 * @param {SideEffect} effect
 * @param {Run} run
 * @param {Labels} labels
 */
function entry(effect, run, labels) {
  const number = run.steps.findIndex((step) => step.id === effect.step) + 1;
  const fields = Object.fromEntries(leavesOf(effect.result));
  const amount = /^\d+(\.\d+)?$/.test(String(fields.amount)) ? grouped(String(fields.amount)) : fields.amount;
  const event = effect.by === "replay" && html` data-event="${number}"`;
  return html`<tr class="entry entry-${effect.by}"${event}><th scope="row">${fields.credit ?? effect.tool}</th><td>${amount} ${fields.currency}</td><td>${labels.account[effect.by]}</td></tr>`;
}
