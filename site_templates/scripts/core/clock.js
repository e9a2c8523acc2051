// @ts-check
/**
 * One absolute clock for playback. A clock is a value: where it stood when it last changed, and when that was. The
 * position is always worked out from these, never summed from ticks, so nothing drifts and a change of speed makes no
 * jump.
 *
 * @typedef {object} Clock
 * @property {number} base inspection seconds at the last change
 * @property {number | null} since the time of that change in milliseconds; null while paused
 * @property {number} speed inspection seconds per second
 */

/**
 * @param {number} speed
 * @returns {Clock}
 */
export function stoppedClock(speed) {
  return { base: 0, since: null, speed };
}

/**
 * Inspection seconds at a time, at most `end`.
 * @param {Clock} clock
 * @param {number} now milliseconds
 * @param {number} end
 */
export function position(clock, now, end) {
  const run = clock.since === null ? 0 : ((now - clock.since) / 1000) * clock.speed;
  return Math.min(end, clock.base + Math.max(0, run));
}

/**
 * @param {Clock} clock
 * @param {number} now
 * @param {number} end
 * @returns {Clock} playing from where it stands; from the start where it stands at the end
 */
export function play(clock, now, end) {
  const base = position(clock, now, end);
  return { ...clock, base: base >= end ? 0 : base, since: now };
}

/**
 * @param {Clock} clock
 * @param {number} now
 * @param {number} end
 * @returns {Clock}
 */
export function pause(clock, now, end) {
  return { ...clock, base: position(clock, now, end), since: null };
}

/**
 * @param {Clock} clock
 * @param {number} to inspection seconds
 * @returns {Clock} paused there
 */
export function seek(clock, to) {
  return { ...clock, base: Math.max(0, to), since: null };
}

/**
 * @param {Clock} clock
 * @param {number} speed
 * @param {number} now
 * @param {number} end
 * @returns {Clock} going on from where it stands, at another speed
 */
export function atSpeed(clock, speed, now, end) {
  return { base: position(clock, now, end), since: clock.since === null ? null : now, speed };
}
