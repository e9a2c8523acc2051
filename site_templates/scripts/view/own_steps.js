// @ts-check
/** @import { CheckedSession, CheckedStep } from "../check.js" */
/** @import { Labels } from "../types.js" */
/** @import { Row } from "./tape.js" */
import { html } from "./html.js";
import { sourceIcon } from "./icons.js";
import { tape, tapeRow } from "./tape.js";

/** So many slices of further steps are put in at a time. */
export const AT_ONCE = 4;

/** So many of the steps that a step follows from are named in its row; the reason names them all. */
const NAMED = 2;

/**
 * The steps as a tape: the recording at the left, what a replay would have at the right. The first step that is not
 * certain is open.
 * @param {CheckedSession} session
 * @param {Labels} labels
 */
export function stepsPart(session, labels) {
  const { own } = labels;
  const first = session.steps.find((step) => step.state !== "same");
  const rows = session.steps.map((step) => rowOf(step, step === first, labels));
  return html`<h4 id="own-steps-title">${own.steps}</h4>
<p class="own-caption">${own.steps_caption}</p>
<div id="own-steps" class="own-tape">${tape(rows, inReplay(labels), gapRow(0, session.slices.length, labels))}</div>`;
}

/**
 * Where steps are left out: the button that puts the next ones in.
 * @param {number} from the first slice that is left out
 * @param {number} to the slice behind the last one
 * @param {Labels} labels
 */
export function gapRow(from, to, { own }) {
  if (from >= to) return html``;
  return html`<li class="own-gap"><button type="button" class="button" data-own-more data-from="${from}" data-to="${to}">${own.more_steps}</button></li>`;
}

/**
 * @param {CheckedStep} step
 * @param {boolean} open
 * @param {Labels} labels
 */
export function stepRow(step, open, labels) {
  return tapeRow(rowOf(step, open, labels), inReplay(labels));
}

/**
 * Nothing was replayed yet.
 * @param {Labels} labels
 * @returns {Labels}
 */
function inReplay(labels) {
  return { ...labels, columns: { ...labels.columns, replayed: labels.own.in_replay } };
}

/**
 * @param {CheckedStep} step
 * @param {boolean} open
 * @param {Labels} labels
 * @returns {Row}
 */
function rowOf(step, open, labels) {
  const { own } = labels;
  const recorded = { text: step.holds || step.short };
  const known = step.state === "same" || step.source === "injected";
  return {
    id: step.id,
    who: who(step, labels),
    recorded,
    replayed: known ? recorded : { text: own.states[step.state] },
    via: labels.sources[step.source],
    icon: sourceIcon(step.source),
    sides: step.source === "injected" ? { input: step.state, output: "same" } : { output: step.state },
    standing: standing(step),
    word: word(step, labels),
    world: step.again && html`<span class="pill pill-changed"><span class="sign" aria-hidden="true">↗</span> ${own.runs_again}</span>`,
    opened: open ? reason(step, own) : null,
  };
}

/**
 * Who acts: the user, a model and what it calls, or a tool by its name.
 * @param {CheckedStep} step
 * @param {Labels} labels
 */
function who({ actor, kind, tool, under }, { actors }) {
  const inside = under !== null && kind !== "message" && "↳ ";
  if (kind === "result" && tool) return html`${inside}<code>${tool}</code>`;
  const call = kind === "call" && html` <span class="arrow" aria-hidden="true">→</span> <code>${tool}</code>`;
  return html`${inside}${actors[actor]}${call}`;
}

/**
 * @param {CheckedStep} step
 * @returns {Row["standing"]}
 */
function standing({ state, reasons }) {
  if (state !== "differs") return state;
  return reasons.length ? "origin" : "follows";
}

/**
 * @param {CheckedStep} step
 * @param {Labels} labels
 */
function word({ state, reasons, follows }, { tapes }) {
  if (state === "same") return tapes.same;
  if (reasons.length) return tapes.begins;
  return `${tapes.follows} ${follows.slice(0, NAMED).join(", ")}${follows.length > NAMED ? " …" : ""}`;
}

/**
 * Why a step comes out so, and where it stands in the file.
 * @param {CheckedStep} step
 * @param {Labels["own"]} own
 */
function reason({ reason: why, line, path }, own) {
  const place = [line !== null && `${own.line} ${line}`, path].filter(Boolean).join(" · ");
  return html`<p>${why}</p><p class="soft">${place}</p>`;
}
