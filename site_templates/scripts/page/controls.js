// @ts-check
/** @import { Settings } from "../types.js" */
import { one } from "./dom.js";

/** The four inputs, as native controls. */
export class Controls {
  /** @param {(settings: Settings) => void} onChange */
  constructor(onChange) {
    this.form = one("#inputs", HTMLFormElement);
    this.form.addEventListener("change", () => onChange(this.read()));
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** @returns {Settings} */
  read() {
    return {
      tools: this.#select("tools").value,
      model: this.#select("model").value,
      state: this.#state().checked ? "included" : "omitted",
      email: this.#select("email").value,
    };
  }

  /** @param {Settings} settings */
  show(settings) {
    for (const name of /** @type {const} */ (["tools", "model", "email"])) this.#select(name).value = settings[name];
    this.#state().checked = settings.state === "included";
  }

  /** @param {string} name */
  #select(name) {
    return one(`[name="${name}"]`, HTMLSelectElement, this.form);
  }

  #state() {
    return one('[name="state"]', HTMLInputElement, this.form);
  }
}
