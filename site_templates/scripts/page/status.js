// @ts-check
import { one } from "./dom.js";

/** At most one message in so many milliseconds, so that a screen reader can finish. */
const PAUSE = 2000;

/**
 * The polite status line: one message at a time, never two within two seconds. A message is worked out when it is said, so
 * that one that waited can speak of all that happened meanwhile.
 */
export class Status {
  #line = one("#status", HTMLElement);
  #last = -Infinity;
  /** @type {number | undefined} */
  #timer;

  /** @param {() => string} text the message; an empty one leaves the former */
  say(text) {
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#last + PAUSE - performance.now());
    this.#timer = setTimeout(() => {
      const message = text();
      if (!message) return;
      this.#last = performance.now();
      this.#line.textContent = message;
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
