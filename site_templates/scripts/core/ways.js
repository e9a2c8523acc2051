// @ts-check
/** @import { Settings, Summary } from "../types.js" */

const INPUTS = /** @type {(keyof Settings)[]} */ (["tools", "model", "email", "state"]);

/**
 * A change of set-up: the inputs that change, with their new values.
 * @typedef {{to: Settings, changes: [keyof Settings, string][]}} Way
 */

/**
 * The fewest changes of input that bring a failing set-up to one that passes: every way of that length.
 * @param {Settings} from
 * @param {Summary[]} all
 * @returns {Way[]}
 */
export function waysToPass(from, all) {
  const ways = all.filter((each) => each.gate === "pass").map((each) => way(from, each));
  const fewest = Math.min(...ways.map((each) => each.changes.length));
  return ways.filter((each) => each.changes.length === fewest);
}

/**
 * Each single change that makes a passing set-up fail.
 * @param {Settings} from
 * @param {Summary[]} all
 * @returns {Way[]}
 */
export function waysToBreak(from, all) {
  const ways = all.filter((each) => each.gate === "fail").map((each) => way(from, each));
  return ways.filter((each) => each.changes.length === 1);
}

/**
 * @param {Settings} from
 * @param {Settings} to
 * @returns {Way}
 */
function way(from, to) {
  const { tools, model, state, email } = to;
  const changed = INPUTS.filter((name) => from[name] !== to[name]);
  return { to: { tools, model, state, email }, changes: changed.map((name) => [name, String(to[name])]) };
}
