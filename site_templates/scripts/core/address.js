// @ts-check
/** @import { Settings } from "../types.js" */

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
 * @param {Record<string, string[]>} options the values each input can take
 * @param {Settings} opening
 * @param {number} end the latest moment
 * @returns {Place}
 */
export function readPlace(hash, options, opening, end) {
  /** @type {Place} */
  const place = { settings: { ...opening }, t: 0, ignored: [] };
  /** The names that were said already: a second saying is ignored, and told. @type {Set<string>} */
  const taken = new Set();
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, value] = splitPart(part);
    if (taken.has(name) || !take(place, name, value, options, end)) place.ignored.push(part);
    else taken.add(name);
  }
  return place;
}

/**
 * Take one part of a hash into a place.
 * @param {Place} place
 * @param {string} name
 * @param {string} value
 * @param {Record<string, string[]>} options
 * @param {number} end
 * @returns {boolean} whether it means anything
 */
function take(place, name, value, options, end) {
  if (Object.hasOwn(options, name) && options[name].includes(value)) {
    place.settings[/** @type {keyof Settings} */ (name)] = value;
    return true;
  }
  if (name === "t" && /^\d{1,4}(\.\d{1,3})?$/.test(value) && Number(value) <= end) {
    place.t = Number(value);
    return true;
  }
  if (name === "rate" && isRate(value)) {
    place.settings.live_rate = plainRate(value);
    return true;
  }
  return false;
}

/**
 * Whether a text is a live rate, as `engine.replay.money.read_rate` has it.
 * @param {string} text
 */
export function isRate(text) {
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) && Number(text) > 0 && Number(text) <= 1_000_000;
}

/**
 * The shortest text of a rate, as `engine.replay.money.plain` writes it: `091.80` becomes `91.8`.
 * @param {string} rate
 */
export function plainRate(rate) {
  const [whole, part = ""] = rate.split(".");
  const decimals = part.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (decimals && `.${decimals}`);
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
  const { tools, model, state, email, live_rate } = settings;
  const moment = Math.round(t * 10) / 10;
  const rate = live_rate === undefined ? "" : `&rate=${live_rate}`;
  return `#tools=${tools}&model=${model}&state=${state}&email=${email}${rate}&t=${moment}`;
}

/**
 * @param {Settings} left
 * @param {Settings} right
 */
export function sameSettings(left, right) {
  return sameInputs(left, right) && left.live_rate === right.live_rate;
}

/**
 * Whether two set-ups agree in the four inputs, whatever the live rate.
 * @param {Settings} left
 * @param {Settings} right
 */
export function sameInputs(left, right) {
  return /** @type {(keyof Settings)[]} */ (["tools", "model", "state", "email"]).every(
    (name) => left[name] === right[name],
  );
}
