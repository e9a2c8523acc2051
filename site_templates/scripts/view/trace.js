// @ts-check
/** @import { Labels, Run, RunEvent } from "../types.js" */
import { html } from "./html.js";
import { sourceMark, standing, who } from "./signs.js";

/**
 * "Event trace": every event of a run, in order. The player shows them as they happen.
 * @param {Run} run
 * @param {Labels} labels
 */
export function trace(run, labels) {
  return html`<ol class="events">${run.events.map((event, index) => item(event, index + 1, run, labels))}</ol>`;
}

/**
 * @param {RunEvent} event
 * @param {number} number
 * @param {Run} run
 * @param {Labels} labels
 */
function item(event, number, run, labels) {
  const step = run.steps.find((candidate) => candidate.id === event.step);
  return html`<li class="event event-${step ? standing(step) : event.kind}" data-event="${number}">
<span class="event-time">${event.t} ${labels.player.seconds}</span>
<span class="event-name">${step ? step.id : labels.player[event.kind === "privacy" ? "privacy" : "outcome"]}</span>
<span class="event-body">${step && html`<span class="event-who">${who(step, labels)} · ${sourceMark(step, labels)}</span> `}<span class="event-text">${event.text}</span></span>
</li>`;
}
