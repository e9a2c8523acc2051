// @ts-check
/** @import { Settings, Summary } from "../types.js" */
import { inputs, inputsOf } from "./declared.js";

/**
 * A change of set-up: the inputs that change, with their new values.
 * @typedef {{to: Settings, changes: [string, string][]}} Way
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
  return { to: inputsOf(to), changes: changes(from, to).map((name) => [name, String(to[name])]) };
}

/**
 * The inputs in which two set-ups differ.
 * @param {Settings} from
 * @param {Settings} to
 */
export function changes(from, to) {
  return inputs().map(({ name }) => name).filter((name) => from[name] !== to[name]);
}
