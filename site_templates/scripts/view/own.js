// @ts-check
/** @import { Check, CheckedSession, CheckedTool, Made, Outcome, Recorded, Tools } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { html } from "./html.js";
import { findingsPart } from "./own_findings.js";
import { stepsPart } from "./own_steps.js";

const ANSWER_SIGNS = { yes: "✓", partly: "◐", no: "✕" };
const TOOLS = /** @type {const} */ (["recorded", "live"]);

/**
 * A check's one sentence; the names of tools stand in backticks. Whatever the file holds is text here: `html` escapes it.
 * @param {string} text
 */
export function answer(text) {
  return html`${text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}

/**
 * Why a file could not be read as a session.
 * @param {NonNullable<Check["error"]>} error
 */
export function failure({ problem, remedy }) {
  return html`${problem} <span class="soft">${remedy}</span>`;
}

/**
 * @param {Check} check
 * @param {number} index
 * @param {Labels} labels
 */
export function sessionChoice(check, index, { own }) {
  if (check.sessions.length < 2) return html``;
  const options = check.sessions.map(
    (session, number) => html`<option value="${number}"${number === index && html` selected`}>${number + 1} · ${session.session || own.unnamed}</option>`,
  );
  return html`<p><label for="own-session">${own.session}</label> <select id="own-session" data-own="session">${options}</select></p>`;
}

/**
 * What a replay comes to with its tools answered from the export, and with its tools called live.
 * @param {CheckedSession} session
 * @param {Tools} chosen of which of the two the steps and findings are shown
 * @param {Labels} labels
 * @param {boolean} [fixed] whether the reader cannot choose the other one
 */
export function outcomes(session, chosen, labels, fixed = false) {
  return html`<fieldset class="outcomes"><legend class="visually-hidden">${labels.own.inputs.tools.label}</legend>
${TOOLS.map((tools) => outcome(tools, session.outcomes[tools], tools === chosen, labels, fixed))}</fieldset>`;
}

/**
 * @param {Tools} tools
 * @param {Outcome} found
 * @param {boolean} chosen
 * @param {Labels} labels
 * @param {boolean} fixed
 */
function outcome(tools, { gate, gate_reasons }, chosen, { own }, fixed) {
  const passes = gate === "pass";
  const why = passes ? [own.gate_passes] : gate_reasons;
  return html`<div class="outcome outcome-${gate}${chosen && " is-chosen"}" data-own-outcome="${tools}">
<h4 id="own-outcome-${tools}">${own.inputs.tools.options[tools]}</h4>
<p class="outcome-gate"><span class="sign" aria-hidden="true">${passes ? "✓" : "✕"}</span> ${own.gate} ${own.gates[gate]}</p>
<ul>${why.map((reason) => html`<li>${reason}</li>`)}</ul>
${!fixed && html`<label class="outcome-choice"><input type="radio" name="own-tools" value="${tools}"${chosen && html` checked`} aria-labelledby="own-outcome-${tools} own-show-${tools}"> <span id="own-show-${tools}">${own.show_this}</span></label>`}
</div>`;
}

/**
 * All that is shown below the outcomes.
 * @param {Check} check
 * @param {number} index which session of the file
 * @param {Labels} labels
 * @param {boolean} [fixed] whether the reader cannot mark the tools
 */
export function ownResult(check, index, labels, fixed = false) {
  const session = check.sessions[index];
  const findings = [...check.findings, ...session.findings];
  return html`<section class="own-findings" aria-labelledby="own-findings-title">${findingsPart(findings, [check.found, session.found], labels)}</section>
<section class="own-records" aria-labelledby="own-records-title">${recordsPart(session.records, labels)}</section>
<section class="own-steps" aria-labelledby="own-steps-title">${stepsPart(session, labels)}</section>
<section class="own-tools" aria-labelledby="own-tools-title"${session.tools.length === 0 && html` hidden`}>${toolsPart(session.tools, labels, fixed)}</section>`;
}

/**
 * @param {Recorded[]} records
 * @param {Labels} labels
 */
function recordsPart(records, { own, player }) {
  const items = records.map(({ what, answer: given, held, of, text }) => {
    const count = given === "partly" && html`, ${held} ${player.of} ${of}`;
    return html`<li class="record record-${given}" data-own-record="${what}">
<p class="record-question">${own.records[what]}</p>
<p class="record-answer"><span class="sign" aria-hidden="true">${ANSWER_SIGNS[given]}</span> ${own.answers[given]}${count}</p>
<p class="record-why">${text}</p></li>`;
  });
  return html`<h4 id="own-records-title">${own.records_title}</h4><ul class="records">${items}</ul>`;
}

/**
 * @param {CheckedTool[]} tools
 * @param {Labels} labels
 * @param {boolean} fixed
 */
function toolsPart(tools, { own }, fixed) {
  return html`<h4 id="own-tools-title">${own.tools}</h4>
${!fixed && html`<p class="own-caption">${own.tools_caption}</p>`}
<ul class="tools">${tools.map((tool) => toolItem(tool, own, fixed))}</ul>`;
}

/**
 * @param {CheckedTool} tool
 * @param {Labels["own"]} own
 * @param {boolean} fixed
 */
function toolItem({ name, calls, again, safety, why, marked }, own, fixed) {
  const chosen = marked ? safety : "none";
  const options = /** @type {const} */ (["none", "safe", "unsafe"]).map(
    (mark) => html`<option value="${mark}"${mark === chosen && html` selected`}>${own.marks[mark]}</option>`,
  );
  const rerun = again > 0 && html`, ${again < calls && html`${again} `}${own.again}`;
  return html`<li class="tool"><p><code>${name}</code> <span class="soft">${calls} ${calls === 1 ? own.call : own.calls}${rerun}</span></p>
<p><span class="safety-${safety}">${own.safeties[safety]}</span>: ${why}</p>
${!fixed && html`<label>${own.mark} <select data-own="mark" data-tool="${name}" aria-label="${own.mark}: ${name}">${options}</select></label>`}</li>`;
}

/**
 * @param {Outcome} outcome
 * @param {Labels["own"]} own
 */
function gateAndCounts({ gate, counts }, own) {
  return html`<span class="gate-${gate}">${own.gate} ${own.gates[gate]}</span>: ${counts.text}`;
}

/**
 * The bundle made from it: the verdict before and after.
 * @param {Made} made
 * @param {number} index which session of the file it was made from
 * @param {Labels} labels
 */
export function madeResult(made, index, labels) {
  const { own } = labels;
  const rows = [made.before.sessions[index], made.after.sessions[0]];
  const lines = TOOLS.map((tools) => ({
    name: own.inputs.tools.options[tools],
    told: rows.map(({ outcomes: both }) => gateAndCounts(both[tools], own)),
  }));
  const errors = rows.map(({ found }) => found.error ?? 0);
  return html`<h4 id="own-made" tabindex="-1">${own.made}</h4>
<table class="own-table"><thead><tr><td></td><th scope="col">${own.before}</th><th scope="col">${own.after}</th></tr></thead>
<tbody>${[...lines, { name: own.errors, told: errors }].map(({ name, told }) => html`<tr><th scope="row">${name}</th>${told.map((each) => html`<td>${each}</td>`)}</tr>`)}</tbody></table>
<p><button type="button" class="button" data-own-download="bundle">${own.download}</button></p>`;
}
