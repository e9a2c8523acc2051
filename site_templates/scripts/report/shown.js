// @ts-check
/** @import { Check, CheckedSession, CheckedStep, Finding } from "../check.js" */

/** As the page shows a check, see `engine/check/telling/page_excerpt.py`: so many steps at first, so many more at once. */
const FIRST = 200;
const SLICE = 500;

/**
 * A check document as the command line writes it.
 * @typedef {CheckedSession & {side_effects: {tool: string, again: boolean}[]}} WholeSession
 * @typedef {Check & {sessions: WholeSession[]}} WholeCheck
 */

/**
 * What is shown of a check at first; every finding is.
 * @param {WholeCheck} check
 * @returns {Check}
 */
export function shown(check) {
  return { ...check, ...counted(check.findings, new Map()), sessions: check.sessions.map(shownSession) };
}

/**
 * A slice of a session's further steps.
 * @param {WholeSession} session
 * @param {number} slice
 * @returns {CheckedStep[]}
 */
export function furtherSteps({ steps }, slice) {
  const from = FIRST + slice * SLICE;
  return steps.slice(from, from + SLICE);
}

/**
 * @param {WholeSession} session
 * @returns {CheckedSession}
 */
function shownSession(session) {
  const again = counts(session.side_effects.filter((effect) => effect.again).map(({ tool }) => tool));
  const further = session.steps.slice(FIRST);
  const slices = new Map(further.map(({ id }, index) => [id, Math.floor(index / SLICE)]));
  return {
    ...session,
    ...counted(session.findings, slices),
    steps: session.steps.slice(0, FIRST),
    slices: Array.from({ length: Math.ceil(further.length / SLICE) }, () => [0, 0]),
    tools: session.tools.map((tool) => ({ ...tool, again: again.get(tool.name) ?? 0 })),
  };
}

/**
 * @param {Finding[]} findings
 * @param {Map<string, number>} slices
 */
function counted(findings, slices) {
  return {
    findings: findings.map((each) => ({ ...each, slice: slices.get(each.step ?? "") ?? null })),
    found: Object.fromEntries(counts(findings.map(({ severity }) => severity))),
  };
}

/**
 * How often each occurs.
 * @param {string[]} names
 */
function counts(names) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}
