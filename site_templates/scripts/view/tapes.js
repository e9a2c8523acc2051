// @ts-check
/** @import { Context, Labels, LiveValue, Run, Step } from "../types.js" */
/** @import { Row } from "./tape.js" */
import { liveValues } from "../core/declared.js";
import { fields } from "./detail.js";
import { recordedGist, replayedGist } from "./gist.js";
import { html } from "./html.js";
import { sourceIcon } from "./icons.js";
import { standing, who } from "./signs.js";
import { tape } from "./tape.js";

/**
 * The run's two tapes: the recording at the left, the replay at the right, one row an event.
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 */
export function tapes(run, labels, context) {
  const rows = run.steps.map((step, index) => rowOf(step, index + 1, run, labels, context));
  return tape(rows, labels, run.events.slice(run.steps.length).map((event, index) => endRow(event, run.steps.length + index + 1, labels)));
}

/**
 * How a step came out, in a word.
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
export function standingWord(step, run, labels) {
  if (step.id === run.left_script_at) return labels.tapes.leaves;
  const words = { same: "same", missed: "not_reached", origin: "begins", follows: "follows" };
  const word = labels.tapes[/** @type {"same"} */ (words[standing(step)])];
  return standing(step) === "follows" ? `${word} ${step.cause?.follows.join(", ")}` : word;
}

/**
 * @param {Step} step
 * @param {number} event
 * @param {Run} run
 * @param {Labels} labels
 * @param {Context} context
 * @returns {Row}
 */
function rowOf(step, event, run, labels, context) {
  const reached = step.input !== "not_reached";
  return {
    id: step.id,
    event,
    who: who(step, labels),
    recorded: recordedGist(step, labels.tapes.telling),
    replayed: replayedGist(step, labels),
    via: labels.sources[step.source],
    icon: reached && sourceIcon(step.source),
    sides: step.actor === "user" ? { output: step.output } : { input: step.input, output: step.output },
    standing: standing(step),
    word: standingWord(step, run, labels),
    world: outside(step, run, labels),
    before: context.former && formerly(step, context.former, run, labels),
    opened: step.id === context.open ? fields(step, run, labels) : null,
    leaves: step.id === run.left_script_at,
  };
}

/**
 * What the run before had here, where it had something else.
 * @param {Step} step
 * @param {Run} former
 * @param {Run} run
 * @param {Labels} labels
 */
function formerly(step, former, run, labels) {
  const old = former.steps.find((each) => each.id === step.id);
  if (!old) return undefined;
  const [was, is] = [replayedGist(old, labels), replayedGist(step, labels)];
  const words = [standingWord(old, former, labels), standingWord(step, run, labels)];
  if (was?.text === is?.text && was?.call === is?.call && words[0] === words[1]) return undefined;
  const text = was ? [was.call, was.text].filter(Boolean).join(" ") : words[0];
  return html`<span class="before"><span class="visually-hidden">, ${labels.tapes.before}: </span><s>${was?.text === is?.text && was?.call === is?.call ? words[0] : text}</s></span>`;
}

/**
 * What a live call does outside the bundle; where live values are read, the values themselves, to be changed there.
 * @param {Step} step
 * @param {Run} run
 * @param {Labels} labels
 */
function outside(step, run, labels) {
  if (step.source !== "live" || step.input === "not_reached") return undefined;
  const live = liveValues().filter(({ tool }) => tool === step.tool);
  // A value stands where its tool is called first: it has one field.
  const first = run.steps.find((each) => each.tool === step.tool && each.source === "live") === step;
  const fields = first ? live.map((value) => liveField(value, run, labels)) : [];
  const effect = run.side_effects.some((each) => each.by === "replay" && each.step === step.id);
  // A field says by itself that the world is asked; that it is changed is said all the same.
  if (fields.length && !effect) return html`${fields}`;
  const word = effect ? labels.tapes.changed : labels.tapes.asked;
  return html`${fields}<span class="pill pill-${effect ? "changed" : "asked"}"><span class="sign" aria-hidden="true">↗</span> <span class="visually-hidden">${labels.tapes.world}: </span>${word}</span>`;
}

/**
 * @param {LiveValue} value
 * @param {Run} run
 * @param {Labels} labels
 */
function liveField({ name, key }, run, labels) {
  const { label, help } = labels.live[name];
  return html`<label class="live" for="input-${key}" title="${help}"><span class="sign" aria-hidden="true">↗</span> <span class="live-name">${label}</span></label><input id="input-${key}" class="live-value" type="text" name="${name}" inputmode="decimal" size="5" value="${run.settings[name]}" autocomplete="off" spellcheck="false" aria-describedby="help-${key} live-note" aria-invalid="false">`;
}

/**
 * The privacy check and the outcome: the last two events of the axis.
 * @param {Run["events"][number]} event
 * @param {number} number
 * @param {Labels} labels
 */
function endRow(event, number, labels) {
  const name = labels.player[event.kind === "privacy" ? "privacy" : "outcome"];
  return html`<li class="row row-end row-${event.kind}" data-event="${number}" data-row="${event.kind}"><div class="cell"><span class="who"><b>${name}</b></span><span class="value value-end">${event.text}</span></div></li>`;
}
