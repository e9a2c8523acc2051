// @ts-check
/** @import { Settings } from "../types.js" */
import { isRate, plainRate } from "../core/address.js";
import { one } from "./dom.js";

/** The four inputs, as native controls. */
export class Controls {
  /**
   * @param {string} worldRate the live rate where the reader chooses none
   * @param {(settings: Settings) => void} onChange
   */
  constructor(worldRate, onChange) {
    this.worldRate = worldRate;
    this.form = one("#inputs", HTMLFormElement);
    this.form.addEventListener("change", () => onChange(this.read()));
    this.#rate().addEventListener("change", () => onChange(this.read()));
    this.form.addEventListener("submit", (event) => event.preventDefault());
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
    if (this.#rate().ariaInvalid !== "true") this.#rate().value = settings.live_rate ?? this.worldRate;
  }

  /**
   * A live rate of the reader's own needs Python; without it the input is closed and says why.
   * @param {string} why
   */
  closeRate(why) {
    this.#rate().disabled = true;
    one("#help-rate", HTMLElement).textContent = why;
  }

  /** @param {boolean} wrong */
  markRate(wrong) {
    this.#rate().setAttribute("aria-invalid", String(wrong));
  }

  /**
   * The live rate where it is the reader's own; without Python there is none.
   * @returns {{live_rate?: string}}
   */
  ownRate() {
    if (this.#rate().disabled) return {};
    const text = this.#rate().value.trim();
    const rate = isRate(text) ? plainRate(text) : text;
    return rate === "" || rate === this.worldRate ? {} : { live_rate: rate };
  }

  #rate() {
    return one("#input-rate", HTMLInputElement);
  }

  /** @param {string} name */
  #select(name) {
    return one(`[name="${name}"]`, HTMLSelectElement, this.form);
  }

  #state() {
    return one('[name="state"]', HTMLInputElement, this.form);
  }
}
