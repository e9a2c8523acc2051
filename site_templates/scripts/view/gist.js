// @ts-check
/** @import { Difference, Labels, Output, Step } from "../types.js" */
import { grouped } from "./values.js";

/**
 * An output in a word or two, for a cell of the tape.
 * @typedef {object} Gist
 * @property {string} [call] the tool that is called, where it is not the recorded one
 * @property {string} text what tells the step: an argument, a field of the result, a piece of the message
 */

/** A figure with its unit, and not a part of a word or of a placeholder such as `[email-1]`. */
const FIGURE = /(?<![\w[\]+-])\d(?:[\d,.]*\d)?(?=\s+\p{L})/u;

/**
 * What is recorded for a step. It depends on the export alone, never on what a replay makes of it.
 * @param {Step} step
 * @param {string[]} telling fields that tell a step, the first that it has
 * @returns {Gist}
 */
export function recordedGist(step, telling) {
  return gist(step.recorded_output, telling);
}

/**
 * What the replay has in its place: the output, with the field that differs in it; and where only the input differs,
 * what was read. Null where the replay never came.
 * @param {Step} step
 * @param {Labels} labels
 * @returns {Gist | null}
 */
export function replayedGist(step, labels) {
  const { replayed_output: output, differences } = step;
  if (step.input === "not_reached" || !output) return null;
  const { telling } = labels.tapes;
  if (step.output === "differs") return changed(step, output, differences.filter(({ side }) => side === "output"), telling);
  const read = differences.find(({ side }) => side === "input");
  return read && step.input === "differs" ? { text: reading(read, labels) } : gist(output, telling);
}

/**
 * @param {Step} step
 * @param {Output} output
 * @param {Difference[]} found the differences of the output
 * @param {string[]} telling
 * @returns {Gist}
 */
function changed({ recorded_output: recorded }, output, found, telling) {
  const now = gist(output, telling);
  if ("message" in output && "message" in recorded) return { text: excerpt(output.message, firstChange(recorded.message, output.message)) };
  if ("call" in output && !sameKind(recorded, output)) return { ...now, call: output.call };
  if (!sameKind(recorded, output) || gist(recorded, telling).text !== now.text) return now;
  const field = found.find((each) => each.field);
  return field ? { ...now, text: `${field.field.replace(/.*\./, "")}: ${word(field.field, field.replayed)}` } : now;
}

/**
 * What a model turn or a tool read that is not what the export records.
 * @param {Difference} difference
 * @param {Labels} labels
 */
function reading({ field, recorded, replayed }, labels) {
  if (replayed === undefined) return `${labels.tapes.without} ${word(field, recorded)}`;
  if (field !== "message") return `${labels.tapes.reads} ${word(field, replayed)}`;
  const [was, is] = [String(recorded), String(replayed)];
  return `${labels.tapes.reads} ${excerpt(is, firstChange(was, is))}`;
}

/**
 * @param {Output} output
 * @param {string[]} telling
 * @returns {Gist}
 */
function gist(output, telling) {
  if ("message" in output) return { text: excerpt(output.message, FIGURE.exec(output.message)?.index ?? 0) };
  return { text: short("call" in output ? output.arguments : output.result, telling) };
}

/**
 * A value in a word or two: the telling field where it has one.
 * @param {unknown} value
 * @param {string[]} telling
 */
export function short(value, telling) {
  const leaves = [...leavesOf(value)];
  const field = telling.find((name) => leaves.some(([path]) => path === name));
  const found = leaves.filter(([path]) => (field === undefined ? true : path === field));
  return found.map(([path, leaf]) => word(path, leaf)).join(" · ");
}

/**
 * Two words of a text from a place on, as a figure and its unit; all of it from its start. What is left out is marked.
 * @param {string} text
 * @param {number} at
 */
export function excerpt(text, at) {
  if (at <= 0) return text;
  const [words] = /^\S+(\s+\S+)?/.exec(text.slice(at)) ?? [""];
  return `… ${words}${at + words.length < text.length ? " …" : ""}`;
}

/**
 * Where the word begins at which two texts part.
 * @param {string} before
 * @param {string} after
 */
export function firstChange(before, after) {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return after.lastIndexOf(" ", at - 1) + 1;
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
  return field.endsWith("amount") && /^-?\d+(\.\d+)?$/.test(value) ? grouped(value) : value;
}
