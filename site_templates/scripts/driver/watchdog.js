// @ts-check
/** How often it looks, in milliseconds. */
const TICK = 1000;

/**
 * Notices that the worker gives no sign of life any more.
 *
 * It counts its own ticks, and only those during which the tab is visible, instead of
 * reading a clock: a sleeping machine, a frozen tab or a throttled timer then never
 * looks like a hang.
 */
export class Watchdog {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #silentTicks = 0;

  /** @param {() => void} onSilence called once; then the watchdog has stopped */
  constructor(onSilence) {
    this.onSilence = onSilence;
  }

  /**
   * Watch from now on, or with another patience.
   * @param {number} seconds how long the worker may be silent
   */
  watch(seconds) {
    this.rest();
    this.#timer = setInterval(() => this.#tick(seconds), TICK);
  }

  /** The worker lives. */
  sign() {
    this.#silentTicks = 0;
  }

  /** Stop watching. */
  rest() {
    clearInterval(this.#timer);
    this.#silentTicks = 0;
  }

  /** @param {number} seconds */
  #tick(seconds) {
    if (document.visibilityState !== "visible") return;
    this.#silentTicks += 1;
    if (this.#silentTicks * TICK < seconds * 1000) return;
    this.rest();
    this.onSilence();
  }
}
