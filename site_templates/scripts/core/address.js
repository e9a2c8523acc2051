// @ts-check
/** @import { Settings } from "../types.js" */
import { inputs, isValue, liveOf, liveValues, opening, plain } from "./declared.js";

/**
 * The set-up and the moment as the address holds them: `#tools=live&model=pinned&state=included&email=clear&t=25`.
 *
 * @typedef {object} Place
 * @property {Settings} settings
 * @property {number} t inspection seconds
 * @property {string[]} ignored the parts of the address that mean nothing
 */

/**
 * Whether a hash speaks of a set-up, and is not the anchor of a heading.
 * @param {string} hash
 */
export function isPlace(hash) {
  return hash.includes("=");
}

/**
 * Read a hash. What it does not say is the opening's; what means nothing is ignored and listed.
 * @param {string} hash
 * @param {number} end the latest moment
 * @returns {Place}
 */
export function readPlace(hash, end) {
  /** @type {Place} */
  const place = { settings: opening(), t: 0, ignored: [] };
  /** The names that were said already: a second saying is ignored, and told. @type {Set<string>} */
  const taken = new Set();
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, value] = splitPart(part);
    if (taken.has(name) || !take(place, name, value, end)) place.ignored.push(part);
    else taken.add(name);
  }
  return place;
}

/**
 * Take one part of a hash into a place.
 * @param {Place} place
 * @param {string} name
 * @param {string} value
 * @param {number} end
 * @returns {boolean} whether it means anything
 */
function take(place, name, value, end) {
  if (inputs().some((input) => input.name === name && input.options.includes(value))) {
    place.settings[name] = value;
    return true;
  }
  if (name === "t" && /^\d{1,4}(\.\d{1,3})?$/.test(value) && Number(value) <= end) {
    place.t = Number(value);
    return true;
  }
  const live = liveValues().find(({ key }) => key === name);
  if (!live || !isValue(live, value)) return false;
  // Today's own value is the same as none.
  if (plain(value) !== live.value) place.settings[live.name] = plain(value);
  return true;
}

/**
 * @param {string} part
 * @returns {[string, string]}
 */
function splitPart(part) {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}

/**
 * The hash of a set-up and a moment; the moment to a tenth of a second.
 * @param {Settings} settings
 * @param {number} t
 */
export function writePlace(settings, t) {
  const moment = Math.round(t * 10) / 10;
  const chosen = inputs().map(({ name }) => `${name}=${settings[name]}`);
  const moved = liveOf(settings);
  const live = liveValues().filter(({ name }) => name in moved).map(({ name, key }) => `${key}=${moved[name]}`);
  return `#${[...chosen, ...live, `t=${moment}`].join("&")}`;
}

/**
 * @param {Settings} left
 * @param {Settings} right
 */
export function sameSettings(left, right) {
  return sameInputs(left, right) && sameLive(left, right);
}

/**
 * Whether two set-ups agree in the inputs, whatever the live values.
 * @param {Settings} left
 * @param {Settings} right
 */
export function sameInputs(left, right) {
  return inputs().every(({ name }) => left[name] === right[name]);
}

/**
 * Whether two set-ups agree in the live values, whatever the inputs.
 * @param {Settings} left
 * @param {Settings} right
 */
export function sameLive(left, right) {
  return liveValues().every(({ name, value }) => (left[name] ?? value) === (right[name] ?? value));
}
