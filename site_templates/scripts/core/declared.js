// @ts-check
/** @import { Declared, LiveValue, Settings } from "../types.js" */

/**
 * What the build says of the four inputs and of the subject: names, options and bounds stand in Python alone and come as
 * data, in the page as in the build. It is said once, before anything else.
 * @type {Declared}
 */
let declared = { inputs: [], live: [], figures: [], command: "" };

/** @param {Declared} said */
export function declare(said) {
  declared = said;
}

export function inputs() {
  return declared.inputs;
}

/** The values that the reader may move, in the order in which the page shows them. */
export function liveValues() {
  return declared.live;
}

export function figures() {
  return declared.figures;
}

/** How the engine is called in a terminal, without the set-up. */
export function commandStart() {
  return declared.command;
}

/** How many set-ups there are. */
export function setUps() {
  return declared.inputs.reduce((count, { options }) => count * options.length, 1);
}

/**
 * The set-up that the page opens with.
 * @returns {Settings}
 */
export function opening() {
  return Object.fromEntries(declared.inputs.map((input) => [input.name, input.opening]));
}

/**
 * A set-up's inputs alone.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function inputsOf(settings) {
  return Object.fromEntries(declared.inputs.map(({ name }) => [name, settings[name]]));
}

/**
 * The live values of a set-up that are not today's.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function liveOf(settings) {
  const moved = declared.live.filter(({ name, value }) => settings[name] !== undefined && settings[name] !== value);
  return Object.fromEntries(moved.map(({ name }) => [name, settings[name]]));
}

/**
 * Whether a text is a value that the world takes, as `engine.replay.subject.LiveValue.read` has it.
 * @param {LiveValue} live
 * @param {string} text
 */
export function isValue({ least, above, most, decimals }, text) {
  if (!/^-?\d{1,9}(\.\d{1,9})?$/.test(text)) return false;
  const number = Number(text);
  const inside = number <= Number(most) && (above ? number > Number(least) : number >= Number(least));
  return inside && (plain(text).split(".")[1] ?? "").length <= decimals;
}

/**
 * The shortest text of a decimal, as `engine.replay.decimals.plain` writes it: `091.80` becomes `91.8`.
 * @param {string} number
 */
export function plain(number) {
  const sign = number.startsWith("-") ? "-" : "";
  const [whole, part = ""] = number.slice(sign.length).split(".");
  const decimals = part.replace(/0+$/, "");
  const text = whole.replace(/^0+(?=\d)/, "") + (decimals && `.${decimals}`);
  return text === "0" ? text : sign + text;
}
