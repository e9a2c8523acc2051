// @ts-check
import { one } from "./dom.js";

/** At most one message in so many milliseconds, so that a screen reader can finish. */
const PAUSE = 2000;

/** The polite status line: one message at a time, never two within two seconds; the latest of several wins. */
export class Status {
  #line = one("#status", HTMLElement);
  #last = -Infinity;
  /** @type {number | undefined} */
  #timer;

  /** @param {string} text */
  say(text) {
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#last + PAUSE - performance.now());
    this.#timer = setTimeout(() => {
      this.#last = performance.now();
      this.#line.textContent = text;
    }, wait);
  }
}

/**
 * Show a note to the reader, or take it away.
 * @param {string} id
 * @param {string} text empty to hide it
 */
export function note(id, text) {
  const element = one(`#${id}`, HTMLElement);
  element.textContent = text;
  element.hidden = !text;
}
