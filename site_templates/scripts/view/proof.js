// @ts-check
/** @import { Context, Labels, Run } from "../types.js" */
import { commandStart, inputs, liveOf, liveValues } from "../core/declared.js";
import { html } from "./html.js";

/**
 * "Proof": the run's digest, whether Python in this page and CPython at build agree on it, and the command for the same.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function proof(run, labels, { proof: state }) {
  const sign = { same: "=", differs: "≠", build: "·", prebuilt: "·", own_live: "·" }[state];
  return html`<dl class="proof proof-${state}">
<div><dt>${labels.proof.digest}</dt><dd><code data-metric="digest">${run.digest}</code></dd></div>
<div><dt>${labels.proof.check}</dt><dd id="proof-state" data-proof="${state}"><span class="sign" aria-hidden="true">${sign}</span> ${labels.proof.states[state]}</dd></div>
<div><dt>${labels.proof.command}</dt><dd><code id="command">${command(run)}</code></dd></div>
</dl>`;
}

/**
 * The command that yields the same run in a terminal.
 * @param {Run} run
 */
export function command({ settings }) {
  const chosen = inputs().map(({ name }) => `--${name} ${settings[name]}`);
  const moved = liveOf(settings);
  const live = liveValues().filter(({ name }) => name in moved).map(({ name, flag }) => `${flag} ${moved[name]}`);
  return [commandStart(), ...chosen, ...live].join(" ");
}
