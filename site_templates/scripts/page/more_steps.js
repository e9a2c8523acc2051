// @ts-check
/** @import { CheckedSession, CheckedStep } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { elements } from "../core/trusted.js";
import { html } from "../view/html.js";
import { AT_ONCE, gapRow, stepRow } from "../view/own_steps.js";

/**
 * Reads a slice of a session's further steps, by its number.
 * @typedef {(slice: number) => Promise<CheckedStep[]>} Read
 */

/**
 * The steps of a session: each can be opened, and those beyond the first ones are read slice by slice. Where steps are left out between those that are shown, a row with a button says so.
 */
export class MoreSteps {
  /** @type {Read | undefined} */
  #read;
  /** Those that are shown, by id. @type {Map<string, CheckedStep>} */
  #steps = new Map();
  /** @type {Labels | undefined} */
  #labels;
  #busy = false;

  /**
   * Another session, or another check of it, is shown from now on.
   * @param {CheckedSession | undefined} session
   * @param {Read | undefined} read
   * @param {Labels} labels
   */
  take(session, read, labels) {
    this.#read = read;
    this.#labels = labels;
    this.#steps.clear();
    this.#know(session?.steps ?? []);
  }

  /**
   * Put in the next steps, where a gap is.
   * @param {HTMLElement} gap its button
   */
  async fill(gap) {
    const before = gap.closest("li")?.previousElementSibling;
    const from = Number(gap.dataset.from);
    await this.#show(from, Math.min(from + AT_ONCE, Number(gap.dataset.to)));
    // The button is gone; the reader goes on from where it was.
    opener(before?.nextElementSibling)?.focus({ preventScroll: true });
  }

  /**
   * Open a step, or close it where it is open.
   * @param {string} id
   */
  toggle(id) {
    const [row, step] = [rowOf(id), this.#steps.get(id)];
    if (!row || !step || !this.#labels) return;
    const open = opener(row)?.getAttribute("aria-expanded") === "true";
    row.replaceWith(elements(stepRow(step, !open, this.#labels)));
    opener(rowOf(id))?.focus({ preventScroll: true });
  }

  /**
   * Go to a step, which may have to be put in first.
   * @param {DOMStringMap} place
   */
  async goTo({ ownStep = "", ownSlice }) {
    if (ownSlice && !rowOf(ownStep)) await this.#show(Number(ownSlice), Number(ownSlice) + 1);
    const row = rowOf(ownStep);
    row?.scrollIntoView({ block: "center" });
    opener(row)?.focus({ preventScroll: true });
  }

  /**
   * Put in some slices that are left out, each in a task of its own.
   * @param {number} from
   * @param {number} to the slice behind the last one
   */
  async #show(from, to) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let slice = from; slice < to; slice++) await this.#put(slice);
    } finally {
      this.#busy = false;
    }
  }

  /** @param {number} slice */
  async #put(slice) {
    const [read, labels] = [/** @type {Read} */ (this.#read), /** @type {Labels} */ (this.#labels)];
    const steps = await read(slice);
    const gap = [...document.querySelectorAll("#own-steps [data-own-more]")].find((button) => {
      const { from, to } = /** @type {HTMLElement} */ (button).dataset;
      return Number(from) <= slice && slice < Number(to);
    });
    // Meanwhile another check may be shown.
    if (!(gap instanceof HTMLElement) || read !== this.#read) return;
    this.#know(steps);
    const { from, to } = gap.dataset;
    const put = steps.map((step) => stepRow(step, false, labels));
    const rows = [gapRow(Number(from), slice, labels), ...put, gapRow(slice + 1, Number(to), labels)];
    const row = /** @type {HTMLElement} */ (gap.closest("li"));
    row.replaceWith(elements(html`${rows}`));
  }

  /** @param {CheckedStep[]} steps */
  #know(steps) {
    for (const step of steps) this.#steps.set(step.id, step);
  }
}

/** @param {string} id */
function rowOf(id) {
  return document.querySelector(`#own-steps [data-row="${CSS.escape(id)}"]`);
}

/**
 * The button that opens a row.
 * @param {Element | null | undefined} row
 */
function opener(row) {
  return row?.querySelector("button");
}
