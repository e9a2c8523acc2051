// @ts-check
/** @import { CheckedSession, CheckedStep } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { elements } from "../core/trusted.js";
import { AT_ONCE, gapRow, stepRows } from "../view/own_steps.js";
import { contentOf } from "./files.js";

/**
 * The steps of a session beyond the first ones. They are read out of the check's file slice by slice, and where steps
 * are left out between those that are shown, a row with a button says so.
 */
export class MoreSteps {
  #whole = new Blob();
  /** @type {[number, number][]} */
  #slices = [];
  /** @type {Labels | undefined} */
  #labels;
  #busy = false;

  /**
   * Another session, or another check of it, is shown from now on.
   * @param {CheckedSession | undefined} session
   * @param {Blob} whole the text of the check's file
   * @param {Labels} labels
   */
  take(session, whole, labels) {
    this.#slices = session?.slices ?? [];
    this.#whole = whole;
    this.#labels = labels;
  }

  /**
   * Put in the next steps, where a gap is.
   * @param {HTMLElement} gap its button
   */
  async open(gap) {
    const before = gap.closest("tr")?.previousElementSibling;
    const from = Number(gap.dataset.from);
    await this.#show(from, Math.min(from + AT_ONCE, Number(gap.dataset.to)));
    const next = before?.nextElementSibling;
    // The button is gone; the reader goes on from where it was.
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /**
   * Go to a step, which may have to be put in first.
   * @param {DOMStringMap} place
   */
  async goTo({ ownStep, ownSlice }) {
    if (ownSlice && !document.getElementById(`own-step-${ownStep}`)) await this.#show(Number(ownSlice), Number(ownSlice) + 1);
    const row = document.getElementById(`own-step-${ownStep}`);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
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
    const [whole, labels] = [this.#whole, /** @type {Labels} */ (this.#labels)];
    const steps = await this.#read(slice);
    const gap = [...document.querySelectorAll("#own-steps [data-own-more]")].find((button) => {
      const { from, to } = /** @type {HTMLElement} */ (button).dataset;
      return Number(from) <= slice && slice < Number(to);
    });
    // Meanwhile another check may be shown.
    if (!(gap instanceof HTMLElement) || whole !== this.#whole) return;
    const { from, to } = gap.dataset;
    const rows = [gapRow(Number(from), slice, labels), stepRows(steps, labels), gapRow(slice + 1, Number(to), labels)];
    const row = /** @type {HTMLElement} */ (gap.closest("tr"));
    row.before(...rows.map(elements));
    row.remove();
  }

  /**
   * @param {number} slice
   * @returns {Promise<CheckedStep[]>}
   */
  async #read(slice) {
    const bytes = await contentOf(this.#whole.slice(...this.#slices[slice]));
    return JSON.parse(`[${new TextDecoder().decode(bytes)}]`);
  }
}
