// @ts-check
/** @import { Difference, Labels } from "../types.js" */
import { html } from "./html.js";

/**
 * An amount for people: "1101.6" becomes "1,101.6". Digits only, never a binary float.
 * @param {string} amount
 */
export function grouped(amount) {
  const [whole, part] = amount.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return part ? `${groups}.${part}` : groups;
}

/**
 * A field's value for people.
 * @param {Difference} difference
 * @param {"recorded" | "replayed"} side
 * @param {Labels} labels
 */
export function show(difference, side, labels) {
  if (!(side in difference)) return labels.details.absent;
  const value = difference[side];
  if (typeof value !== "string") return JSON.stringify(value);
  return difference.field.endsWith("amount") && /^-?\d+(\.\d+)?$/.test(value) ? grouped(value) : value;
}

/**
 * Both values of a difference, with what differs inside them marked.
 * @param {Difference} difference
 * @param {Labels} labels
 */
export function showBoth(difference, labels) {
  const recorded = show(difference, "recorded", labels);
  const replayed = show(difference, "replayed", labels);
  if (!("recorded" in difference && "replayed" in difference)) {
    return { recorded: html`${recorded}`, replayed: html`${replayed}` };
  }
  const [start, end] = commonEnds(words(recorded), words(replayed));
  return { recorded: marked(words(recorded), start, end), replayed: marked(words(replayed), start, end) };
}

/**
 * Words with the space after each.
 * @param {string} text
 * @returns {string[]}
 */
function words(text) {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/**
 * How many words two texts share at the start, and at the end of what is left.
 * @param {string[]} left
 * @param {string[]} right
 */
function commonEnds(left, right) {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [start, end];
}

/**
 * @param {string[]} text
 * @param {number} start
 * @param {number} end
 */
function marked(text, start, end) {
  const stop = text.length - end;
  const changed = text.slice(start, stop).join("");
  const before = text.slice(0, start).join("");
  return html`${before}${changed && html`<mark>${changed}</mark>`}${text.slice(stop).join("")}`;
}
