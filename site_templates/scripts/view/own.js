// @ts-check
/** @import { Check, CheckedSession, CheckedStep, CheckedTool, Finding, Found, Made } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { html } from "./html.js";

/** So many slices of further steps are put in at a time. */
export const AT_ONCE = 4;

const SIGNS = { same: "=", differs: "≠", unknown: "?" };
const SEVERITIES = /** @type {const} */ (["error", "warning", "note"]);
const SEVERITY_SIGNS = { error: "✕", warning: "△", note: "·" };

/**
 * A check, as the page shows it. Whatever the file holds is text here: `html` escapes it.
 * @param {Check} check
 * @param {number} index which session of the file
 * @param {Labels} labels
 */
export function ownResult(check, index, labels) {
  if (check.error) return failure(check);
  const session = check.sessions[index];
  const findings = [...check.findings, ...session.findings];
  return html`${sessionChoice(check, index, labels)}
${verdict(check.file, session, labels)}
${findingsPart(findings, [check.found, session.found], labels)}
${toolsPart(session, labels)}
${stepsPart(session, labels)}`;
}

/** @param {Check} check */
function failure({ error, file }) {
  return html`<div class="note note-warning"><p><b>${file}</b>: ${error?.problem}</p><p>${error?.remedy}</p></div>`;
}

/**
 * @param {Check} check
 * @param {number} index
 * @param {Labels} labels
 */
function sessionChoice(check, index, { own }) {
  if (check.sessions.length < 2) return html``;
  const options = check.sessions.map(
    (session, number) => html`<option value="${number}"${number === index && html` selected`}>${number + 1} · ${session.session || own.unnamed}</option>`,
  );
  return html`<p><label for="own-session">${own.session}</label> <select id="own-session" data-own="session">${options}</select></p>`;
}

/**
 * @param {string} file the file's name
 * @param {CheckedSession} session
 * @param {Labels} labels
 */
function verdict(file, session, labels) {
  const { own } = labels;
  const { counts } = session;
  const again = session.side_effects_rerun;
  return html`<div class="verdict verdict-${session.gate}">
<dl class="figures">
<div class="figure${counts.least < counts.total && " is-bad"}"><dt>${own.certain}</dt><dd data-own-metric="least">${counts.least}${counts.most > counts.least && html`–${counts.most}`} ${labels.player.of} ${counts.total}</dd></div>
<div class="figure"><dt>${own.states.unknown}</dt><dd data-own-metric="unknown">${counts.unknown}</dd></div>
<div class="figure${again > 0 && " is-bad"}"><dt>${labels.metrics.side_effects_rerun}</dt><dd data-own-metric="side_effects_rerun">${again}</dd></div>
</dl>
<div class="gate">
<p class="gate-word" data-own-metric="gate"><span class="sign" aria-hidden="true">${session.gate === "pass" ? "✓" : "✕"}</span> ${own.gate} ${own.gates[session.gate]}</p>
<ul>${session.gate_reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
${session.gate === "pass" && html`<p class="gate-note">${own.gate_passes}</p>`}
</div>
</div>
<p class="soft own-source">${file} · ${session.source_format} · ${counts.text}</p>`;
}

/**
 * @param {Finding[]} findings those that are shown
 * @param {Found[]} found how many there are of each severity
 * @param {Labels} labels
 */
function findingsPart(findings, found, { own }) {
  if (!findings.length) return html`<h3>${own.findings}</h3><p>${own.no_findings}</p>`;
  const filters = SEVERITIES.map((severity) => {
    const count = found.reduce((sum, counts) => sum + (counts[severity] ?? 0), 0);
    return html`<label class="filter"><input type="checkbox" data-own="severity" value="${severity}" checked> ${own.severities[severity]} (${count})</label>`;
  });
  const more = found.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0) - findings.length;
  return html`<h3>${own.findings}</h3>
<fieldset class="filters"><legend>${own.show}</legend>${filters}</fieldset>
<ul class="findings">${SEVERITIES.flatMap((severity) => findings.filter((each) => each.severity === severity).map((each) => findingItem(each, own)))}</ul>
<p class="soft" data-own-hidden hidden>${own.hidden}</p>
${more > 0 && html`<p class="soft" data-own-more-findings>${more} ${own.more_findings}</p>`}`;
}

/**
 * @param {Finding} finding
 * @param {Labels["own"]} own
 */
function findingItem(finding, own) {
  const { severity, code, reason, remedy, line, path, step, slice } = finding;
  const place = [line !== null && `${own.line} ${line}`, path].filter(Boolean).join(" · ");
  return html`<li class="finding finding-${severity}" data-severity="${severity}" data-code="${code}">
<p class="finding-head"><span class="finding-severity"><span class="sign" aria-hidden="true">${SEVERITY_SIGNS[severity]}</span> ${own.severity[severity]}</span> <code>${code}</code></p>
<p>${reason} <span class="soft">${remedy}</span></p>
<p class="finding-place"><code>${place}</code>${step !== null && html` <button type="button" class="link-button" data-own-step="${step}" data-own-slice="${slice}">${step}</button>`}</p>
</li>`;
}

/**
 * @param {CheckedSession} session
 * @param {Labels} labels
 */
function toolsPart(session, { own }) {
  if (!session.tools.length) return html``;
  const heads = [own.tool, own.safety, own.mark];
  return html`<h3>${own.tools}</h3>
<table class="own-table"><caption>${own.tools_caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${session.tools.map((tool) => toolRow(tool, own))}</tbody></table>`;
}

/**
 * @param {CheckedTool} tool
 * @param {Labels["own"]} own
 */
function toolRow(tool, own) {
  const chosen = tool.marked ? tool.safety : "none";
  const { again } = tool;
  const options = /** @type {const} */ (["none", "safe", "unsafe"]).map(
    (mark) => html`<option value="${mark}"${mark === chosen && html` selected`}>${own.marks[mark]}</option>`,
  );
  return html`<tr><th scope="row"><code>${tool.name}</code><br><span class="soft">${own.calls}: ${tool.calls}${again > 0 && html`, ${again} ${own.again}`}</span></th>
<td><span class="safety-${tool.safety}">${own.safeties[tool.safety]}</span><br><span class="soft">${tool.why}</span></td>
<td><select data-own="mark" data-tool="${tool.name}" aria-label="${own.mark}: ${tool.name}">${options}</select></td></tr>`;
}

/**
 * @param {CheckedSession} session
 * @param {Labels} labels
 */
function stepsPart(session, labels) {
  const { own } = labels;
  const heads = [labels.columns.step, labels.columns.source, own.verdict];
  return html`<h3>${own.steps}</h3>
<table class="own-table own-steps"><caption>${own.steps_caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody id="own-steps">${stepRows(session.steps, labels)}${gapRow(0, session.slices.length, labels)}</tbody></table>`;
}

/**
 * Where steps are left out: the button that puts the next ones in.
 * @param {number} from the first slice that is left out
 * @param {number} to the slice behind the last one
 * @param {Labels} labels
 */
export function gapRow(from, to, { own }) {
  if (from >= to) return html``;
  return html`<tr class="own-gap"><td colspan="3"><button type="button" class="button" data-own-more data-from="${from}" data-to="${to}">${own.more_steps}</button></td></tr>`;
}

/**
 * @param {CheckedStep[]} steps
 * @param {Labels} labels
 */
export function stepRows(steps, labels) {
  return html`${steps.map((step) => stepRow(step, labels))}`;
}

/**
 * @param {CheckedStep} step
 * @param {Labels} labels
 */
function stepRow(step, labels) {
  const tool = step.tool && html` <code>${step.tool}</code>`;
  const place = step.line === null ? step.path : `${labels.own.line} ${step.line}`;
  return html`<tr id="own-step-${step.id}" class="own-${step.state}" tabindex="-1">
<th scope="row"><b>${step.id}</b> ${labels.actors[step.actor]}${tool} <span class="soft">${place}</span><br><span class="own-short">${step.short}</span></th>
<td>${labels.sources[step.source]}</td>
<td><span class="own-state"><span class="sign" aria-hidden="true">${SIGNS[step.state]}</span> ${labels.own.states[step.state]}</span> <span class="soft">${step.reason}</span></td></tr>`;
}

/**
 * The bundle that replays: the verdict before and after.
 * @param {Made} made
 * @param {number} index which session of the file it was made from
 * @param {Labels} labels
 */
export function madeResult(made, index, labels) {
  const { own } = labels;
  const rows = [made.before.sessions[index], made.after.sessions[0]];
  const errors = (/** @type {CheckedSession} */ session) => session.found.error ?? 0;
  /** @type {[string, (session: CheckedSession) => unknown][]} */
  const lines = [
    [own.gate, (session) => own.gates[session.gate]],
    [own.steps_certain, (session) => `${session.counts.least} ${labels.player.of} ${session.counts.total}`],
    [own.errors, errors],
    [labels.metrics.side_effects_rerun, (session) => session.side_effects_rerun],
  ];
  return html`<h3 id="own-made" tabindex="-1">${own.made}</h3>
<table class="own-table"><thead><tr><td></td><th scope="col">${own.before}</th><th scope="col">${own.after}</th></tr></thead>
<tbody>${lines.map(([name, value]) => html`<tr><th scope="row">${name}</th>${rows.map((session) => html`<td>${value(session)}</td>`)}</tr>`)}</tbody></table>
<p><button type="button" class="button" data-own-download="bundle">${own.download}</button></p>`;
}
