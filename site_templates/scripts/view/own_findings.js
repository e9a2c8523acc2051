// @ts-check
/** @import { Finding, Found } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { html } from "./html.js";

const SEVERITIES = /** @type {const} */ (["error", "warning", "note"]);
const SIGNS = { error: "✕", warning: "△", note: "·" };

/** So many findings are shown at once; the others are folded away under their count. */
const GRAVEST = 3;

/**
 * The gravest findings, and the others by their severity.
 * @param {Finding[]} findings those that are shown
 * @param {Found[]} found how many there are of each severity
 * @param {Labels} labels
 */
export function findingsPart(findings, found, { own }) {
  if (!findings.length) return html`<h4 id="own-findings-title">${own.findings}</h4><p>${own.no_findings}</p>`;
  const ordered = SEVERITIES.flatMap((severity) => firstOfEachCodeFirst(findings.filter((each) => each.severity === severity)));
  const [gravest, others] = [ordered.slice(0, GRAVEST), ordered.slice(GRAVEST)];
  const listed = found.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
  return html`<h4 id="own-findings-title">${others.length ? own.gravest : own.findings}</h4>
${list(gravest, own)}
${SEVERITIES.map((severity) => fold(severity, others.filter((each) => each.severity === severity), own))}
${listed > findings.length && html`<p class="soft" data-own-not-listed>${listed - findings.length} ${own.not_listed}</p>`}`;
}

/**
 * Two hundred addresses are one thing to know: what is found first of its kind comes before what is found again.
 * @param {Finding[]} findings of one severity
 */
function firstOfEachCodeFirst(findings) {
  const codes = new Set();
  const first = findings.filter(({ code }) => !codes.has(code) && codes.add(code));
  return [...first, ...findings.filter((each) => !first.includes(each))];
}

/**
 * @param {Finding["severity"]} severity
 * @param {Finding[]} findings
 * @param {Labels["own"]} own
 */
function fold(severity, findings, own) {
  if (!findings.length) return null;
  const word = (findings.length === 1 ? own.severity : own.severities)[severity];
  return html`<details class="own-fold" data-own-fold="${severity}"><summary>${findings.length} ${own.more} ${word}</summary>${list(findings, own)}</details>`;
}

/**
 * @param {Finding[]} findings
 * @param {Labels["own"]} own
 */
function list(findings, own) {
  return html`<ul class="findings">${findings.map((each) => item(each, own))}</ul>`;
}

/**
 * @param {Finding} finding
 * @param {Labels["own"]} own
 */
function item(finding, own) {
  const { severity, code, reason, remedy, line, path, step, slice, known } = finding;
  const place = [line !== null && `${own.line} ${line}`, path].filter(Boolean).join(" · ");
  return html`<li class="finding finding-${severity}" data-severity="${severity}" data-code="${code}">
<p class="finding-reason"><span class="finding-severity"><span class="sign" aria-hidden="true">${SIGNS[severity]}</span> ${own.severity[severity]}</span> ${reason}</p>
<p class="soft">${remedy}</p>
<p class="finding-place">${step !== null && html`<button type="button" class="link-button" data-own-step="${step}" data-own-slice="${slice}">${step}</button> · `}${place && html`${place} · `}<code>${code}</code>${known && html` · ${own.known}`}</p>
</li>`;
}
