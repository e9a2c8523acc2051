// @ts-check
/** @import { Output, Step } from "../types.js" */
import { changedPart, grouped } from "./values.js";

/**
 * A step's recorded and replayed output in a word or two, for a cell: what differs between them, or what tells the step.
 * @param {Step} step
 * @param {string[]} telling fields that tell a step, the first that it has
 * @returns {{recorded: string, replayed: string}}
 */
export function gist(step, telling) {
  const { recorded_output: recorded, replayed_output: replayed } = step;
  const first = step.differences.find((difference) => difference.side === "output");
  if (!replayed) return { recorded: short(recorded, telling), replayed: "" };
  if ("message" in recorded && "message" in replayed && first) return changedPart(recorded.message, replayed.message);
  if (!first || !("recorded" in first && "replayed" in first) || !sameKind(recorded, replayed)) {
    return { recorded: short(recorded, telling), replayed: short(replayed, telling) };
  }
  return { recorded: word(first.field, first.recorded), replayed: word(first.field, first.replayed) };
}

/**
 * An output in a word or two.
 * @param {Output} output
 * @param {string[]} telling
 */
export function short(output, telling) {
  if ("message" in output) return output.message;
  const value = "call" in output ? output.arguments : output.result;
  const leaves = [...leavesOf(value)];
  const field = telling.find((name) => leaves.some(([path]) => path === name));
  const found = leaves.find(([path]) => path === field);
  return found ? word(found[0], found[1]) : leaves.map(([path, leaf]) => word(path, leaf)).join(" · ");
}

/**
 * Every innermost value with its path.
 * @param {unknown} value
 * @param {string} [path]
 * @returns {Generator<[string, unknown]>}
 */
export function* leavesOf(value, path = "") {
  if (typeof value !== "object" || value === null) {
    yield [path, value];
    return;
  }
  for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, path ? `${path}.${key}` : key);
}

/**
 * @param {Output} left
 * @param {Output} right
 */
function sameKind(left, right) {
  return "call" in left ? "call" in right && left.call === right.call : "result" in left === "result" in right;
}

/**
 * @param {string} field
 * @param {unknown} value
 */
function word(field, value) {
  if (typeof value !== "string") return value === undefined ? "—" : JSON.stringify(value);
  return field.endsWith("amount") && /^\d+(\.\d+)?$/.test(value) ? grouped(value) : value;
}
