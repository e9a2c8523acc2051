// @ts-check
/** @import { Settings } from "../types.js" */
import { isRate, plainRate } from "../core/address.js";
import { one } from "./dom.js";
import { note } from "./status.js";
import { listenToScrub } from "./scrub.js";

/**
 * The four inputs, as native controls, and the live rate, which stands in the tape where a live call reads it: where none
 * does there is no field, and the rate is kept here.
 */
export class Controls {
  /** What stands in the rate's field, or would. */
  #rate;
  #wrong = false;
  #closed = false;

  /**
   * @param {string} worldRate the live rate where the reader chooses none
   * @param {(settings: Settings, how: "pushState" | "replaceState") => void} onChange
   */
  constructor(worldRate, onChange) {
    this.worldRate = worldRate;
    this.#rate = worldRate;
    this.form = one("#inputs", HTMLFormElement);
    this.form.addEventListener("change", () => onChange(this.read(), "pushState"));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    const tapes = one('[data-panel="tapes"]', HTMLElement);
    // From the first key on, so that a run that comes meanwhile does not write over what is being typed.
    tapes.addEventListener("input", () => this.#takeRate());
    listenToScrub(tapes, "input-rate", (moving) => {
      this.#takeRate();
      onChange(this.read(), moving ? "replaceState" : "pushState");
    });
  }

  /** @returns {Settings} */
  read() {
    return {
      tools: this.#select("tools").value,
      model: this.#select("model").value,
      state: this.#state().checked ? "included" : "omitted",
      email: this.#select("email").value,
      ...this.ownRate(),
    };
  }

  /**
   * Show what is chosen; a rate that was marked as wrong stays for the reader to mend.
   * @param {Settings} settings
   */
  show(settings) {
    for (const name of /** @type {const} */ (["tools", "model", "email"])) this.#select(name).value = settings[name];
    this.#state().checked = settings.state === "included";
    if (!this.#wrong) this.#rate = settings.live_rate ?? this.worldRate;
    this.showRate();
  }

  /** Put the rate into its field, which may just have come. */
  showRate() {
    const field = this.#field();
    if (!field) return this.forgetWrongRate();
    if (field.value !== this.#rate) field.value = this.#rate;
    field.disabled = this.#closed;
    field.setAttribute("aria-invalid", String(this.#wrong));
  }

  /**
   * A live rate of the reader's own needs Python; without it the input is closed and says why.
   * @param {string} why
   */
  closeRate(why) {
    this.#closed = true;
    one("#help-rate", HTMLElement).textContent = why;
    this.showRate();
  }

  /** @param {boolean} wrong */
  markRate(wrong) {
    this.#wrong = wrong;
    this.showRate();
  }

  /** What was typed and is no rate is forgotten: another set-up is asked for as a whole, or there is no field any more. */
  forgetWrongRate() {
    if (this.#wrong) this.#rate = this.worldRate;
    this.#wrong = false;
    note("rate-note", "");
  }

  /**
   * The live rate where it is the reader's own; without Python there is none.
   * @returns {{live_rate?: string}}
   */
  ownRate() {
    if (this.#closed) return {};
    const text = this.#rate.trim();
    const rate = isRate(text) ? plainRate(text) : text;
    return rate === "" || rate === this.worldRate ? {} : { live_rate: rate };
  }

  #takeRate() {
    this.#rate = this.#field()?.value ?? this.#rate;
  }

  #field() {
    const field = document.getElementById("input-rate");
    return field instanceof HTMLInputElement ? field : null;
  }

  /** @param {string} name */
  #select(name) {
    return one(`[name="${name}"]`, HTMLSelectElement, this.form);
  }

  #state() {
    return one('[name="state"]', HTMLInputElement, this.form);
  }
}
