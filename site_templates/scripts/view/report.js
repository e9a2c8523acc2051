// @ts-check
/** @import { Check } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { html } from "./html.js";
import { answer, failure, outcomes, ownResult, sessionChoice } from "./own.js";

const SIGNS = { pass: "✓", fail: "✕" };

/**
 * A report that stands by itself: an index where it is of several files, and one session at a time.
 * @param {Check[]} checks
 * @param {{file: number, session: number}} chosen
 * @param {Labels} labels
 */
export function report(checks, chosen, labels) {
  const check = checks[chosen.file];
  return html`<h1>${labels.own.report}</h1>
${index(checks, chosen.file, labels)}
<section id="own-shown" class="own-shown" aria-labelledby="own-verdict">
${check.error ? unreadable(check, labels) : session(check, chosen.session, labels)}
</section>`;
}

/**
 * @param {Check[]} checks
 * @param {number} chosen
 * @param {Labels} labels
 */
function index(checks, chosen, { own }) {
  if (checks.length < 2) return html``;
  const items = checks.map(
    ({ file, gate, verdict }, number) => html`<li class="report-file">
<button type="button" class="own-sample" data-report-file="${number}" aria-pressed="${String(number === chosen)}">${file}</button>
<span class="gate-${gate}"><span class="sign" aria-hidden="true">${SIGNS[gate]}</span> ${own.gate} ${own.gates[gate]}</span> <span class="soft">${verdict[0]}</span></li>`,
  );
  return html`<nav aria-labelledby="report-files"><h2 id="report-files">${own.report_files}</h2><ol class="report-index">${items}</ol></nav>`;
}

/**
 * @param {Check} check
 * @param {Labels} labels
 */
function unreadable({ file, error }, { own }) {
  return html`<h2 id="own-verdict" tabindex="-1">${file} ${own.not_understood}</h2><p class="own-answer">${error && failure(error)}</p>`;
}

/**
 * @param {Check} check
 * @param {number} number which session
 * @param {Labels} labels
 */
function session(check, number, labels) {
  const { own } = labels;
  const shown = check.sessions[number];
  const { tools, model, email, state } = check.settings;
  const chosen = { tools, model, email, state };
  const setUp = Object.entries(chosen).map(([name, value]) => {
    const { label, options } = own.inputs[/** @type {keyof typeof chosen} */ (name)];
    return html`<div><dt>${label}</dt><dd>${options[value]}</dd></div>`;
  });
  return html`<div class="own-head"><h2 id="own-verdict" tabindex="-1">${own.replay_of} ${check.file}</h2><div>${sessionChoice(check, number, labels)}</div></div>
<p class="own-answer">${answer(shown.answer)}</p>
<ul class="report-verdict">${check.verdict.map((sentence) => html`<li>${answer(sentence)}</li>`)}</ul>
<h3 class="visually-hidden">${own.inputs.tools.label}</h3>
${outcomes(shown, tools, labels, true)}
<p class="soft">${own.read_as} ${shown.source_title}</p>
<dl class="report-set-up">${setUp}</dl>
<div id="own-result">${ownResult(check, number, labels, true)}</div>`;
}
