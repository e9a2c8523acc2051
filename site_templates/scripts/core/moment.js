// @ts-check
/** @import { Labels, Run, RunEvent } from "../types.js" */

/**
 * How many events have happened at a time.
 * @param {RunEvent[]} events
 * @param {number} seconds
 */
export function happened(events, seconds) {
  return events.filter((event) => event.t <= seconds).length;
}

/**
 * The time of the next event, or the end.
 * @param {RunEvent[]} events
 * @param {number} seconds
 */
export function nextTime(events, seconds) {
  return (events.find((event) => event.t > seconds) ?? events[events.length - 1]).t;
}

/**
 * The time of the event before, or the start.
 * @param {RunEvent[]} events
 * @param {number} seconds
 */
export function previousTime(events, seconds) {
  return events.findLast((event) => event.t < seconds)?.t ?? 0;
}

/**
 * The last event's time: the length of the run.
 * @param {RunEvent[]} events
 */
export function endOf(events) {
  return events[events.length - 1].t;
}

/**
 * What an event is about, in a word or two: "S3 look_up".
 * @param {RunEvent} event
 * @param {Run} run
 * @param {Labels} labels
 */
export function eventName(event, run, labels) {
  if (event.kind !== "step") return labels.player[event.kind];
  const step = run.steps.find((candidate) => candidate.id === event.step);
  return `${event.step} ${step?.tool ?? labels.actors[step?.actor ?? "tool"]}`;
}

/**
 * The moment in words, for the slider: "15 seconds, event 3 of 12: S3 look_up".
 * @param {number} seconds
 * @param {Run} run
 * @param {Labels} labels
 */
export function momentText(seconds, run, labels) {
  const count = happened(run.events, seconds);
  const { event, of, before, seconds: unit } = labels.player;
  const time = `${Math.floor(seconds)} ${unit}`;
  if (!count) return `${time}, ${before}`;
  const name = eventName(run.events[count - 1], run, labels);
  return `${time}, ${event} ${count} ${of} ${run.events.length}: ${name}`;
}
