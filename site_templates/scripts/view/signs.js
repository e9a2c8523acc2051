// @ts-check
/** @import { Labels, SideState, Step } from "../types.js" */
import { html } from "./html.js";

/** Every state has a sign and a word; colour comes last. */
const SIGNS = { same: "=", differs: "≠", not_reached: "·" };

/**
 * A state as its sign and its word.
 * @param {SideState} state
 * @param {Labels} labels
 */
export function stateMark(state, labels) {
  return html`<span class="state state-${state}"><span class="sign" aria-hidden="true">${SIGNS[state]}</span>${labels.states[state]}</span>`;
}

/**
 * Where a step's answer came from; a live call carries an arrow that leaves the bundle.
 * @param {Step} step
 * @param {Labels} labels
 */
export function sourceMark(step, labels) {
  if (step.input === "not_reached") return html`<span class="source">—</span>`;
  const arrow = step.source === "live" && html` <span class="sign" aria-hidden="true">↗</span>`;
  return html`<span class="source source-${step.source}">${labels.sources[step.source]}${arrow}</span>`;
}

/**
 * How a step stands as a whole, as a class: same, origin, follows or missed.
 * @param {Step} step
 */
export function standing(step) {
  if (step.matches) return "same";
  if (step.input === "not_reached") return "missed";
  return step.cause?.kind === "origin" ? "origin" : "follows";
}

/**
 * Who acts: a model and what it calls, a tool by its name, or the user.
 * @param {Step} step
 * @param {Labels} labels
 */
export function who(step, labels) {
  if (step.tool) return html`<code>${step.tool}</code>`;
  const call = "call" in step.recorded_output && html` <span class="arrow" aria-hidden="true">→</span> <code>${step.recorded_output.call}</code>`;
  return html`${labels.actors[step.actor]}${call}`;
}
