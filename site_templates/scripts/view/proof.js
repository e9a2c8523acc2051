// @ts-check
/** @import { Context, Labels, Run } from "../types.js" */
import { html } from "./html.js";

/**
 * "Proof": the run's digest, whether Python in this page and CPython at build agree on it, and the command for the same.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function proof(run, labels, { proof: state }) {
  const sign = { same: "=", differs: "≠", build: "·", prebuilt: "·", own_rate: "·" }[state];
  return html`<dl class="proof proof-${state}">
<div><dt>${labels.proof.digest}</dt><dd><code data-metric="digest">${run.digest}</code></dd></div>
<div><dt>${labels.proof.check}</dt><dd id="proof-state" data-proof="${state}"><span class="sign" aria-hidden="true">${sign}</span> ${labels.proof.states[state]}</dd></div>
<div><dt>${labels.proof.command}</dt><dd><code id="command">${command(run, state === "own_rate")}</code></dd></div>
</dl>`;
}

/**
 * The command that yields the same run in a terminal.
 * @param {Run} run
 * @param {boolean} ownRate
 */
export function command(run, ownRate) {
  const { tools, model, state, email, live_rate } = run.settings;
  const rate = ownRate ? ` --live-rate ${live_rate}` : "";
  return `python3 -m engine run --tools ${tools} --model ${model} --state ${state} --email ${email}${rate}`;
}
