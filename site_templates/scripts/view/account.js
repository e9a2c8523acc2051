// @ts-check
/** @import { Labels, Run, SideEffect } from "../types.js" */
import { html } from "./html.js";
import { leavesOf } from "./gist.js";
import { grouped } from "./values.js";

/**
 * "The customer's account": what the session put there, and what the replay adds.
 * @param {Run} run
 * @param {Labels} labels
 */
export function account(run, labels) {
  return html`<ul class="account">${run.side_effects.map((effect) => entry(effect, run, labels))}</ul>`;
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
  return html`<li class="entry entry-${effect.by}"${event}><code>${fields.credit ?? effect.tool}</code> ${amount} ${fields.currency} <span class="entry-by">${labels.account[effect.by]}</span></li>`;
}
