// @ts-check
/** @import { DeclaredInput, LiveValue, Settings } from "../types.js" */
import { inputs, isValue, liveValues, plain } from "../core/declared.js";
import { one } from "./dom.js";
import { note } from "./status.js";
import { fieldId, listenToScrub } from "./scrub.js";

/**
 * The inputs, as native controls, and the live values, each of which stands in the tape where a live call reads it: where
 * none does there is no field, and the value is kept here.
 */
export class Controls {
  /** What stands in each value's field, or would, by its name. @type {Record<string, string>} */
  #live = Object.fromEntries(liveValues().map(({ name, value }) => [name, value]));
  /** The values that are marked as wrong, by name. @type {Set<string>} */
  #wrong = new Set();
  #closed = false;

  /** @param {(settings: Settings, how: "pushState" | "replaceState") => void} onChange */
  constructor(onChange) {
    this.form = one("#inputs", HTMLFormElement);
    this.form.addEventListener("change", () => onChange(this.read(), "pushState"));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    const tapes = one('[data-panel="tapes"]', HTMLElement);
    // From the first key on, so that a run that comes meanwhile does not write over what is being typed.
    tapes.addEventListener("input", () => this.#takeLive());
    for (const live of liveValues()) {
      listenToScrub(tapes, live, (moving) => {
        this.#takeLive();
        onChange(this.read(), moving ? "replaceState" : "pushState");
      });
    }
  }

  /** @returns {Settings} */
  read() {
    const chosen = inputs().map((input) => [input.name, this.#chosen(input)]);
    return { ...Object.fromEntries(chosen), ...this.ownLive() };
  }

  /**
   * Show what is chosen; a value that was marked as wrong stays for the reader to mend.
   * @param {Settings} settings
   */
  show(settings) {
    for (const { name, options, tick } of inputs()) {
      if (tick) this.#tick(name).checked = settings[name] === options[0];
      else this.#select(name).value = settings[name];
    }
    for (const { name, value } of liveValues()) if (!this.#wrong.has(name)) this.#live[name] = settings[name] ?? value;
    this.showLive();
  }

  /** Put each live value into its field, which may just have come. */
  showLive() {
    for (const live of liveValues()) {
      const field = this.#field(live);
      if (!field) this.#forget(live);
      else this.#fill(field, live);
    }
    if (!this.#wrong.size) note("live-note", "");
  }

  /**
   * A live value of the reader's own needs Python; without it the inputs are closed and say why.
   * @param {Record<string, string>} why by the value's name
   */
  closeLive(why) {
    this.#closed = true;
    for (const { name, key } of liveValues()) one(`#help-${key}`, HTMLElement).textContent = why[name];
    this.showLive();
  }

  /** @param {string[]} names of the values that are wrong */
  markLive(names) {
    this.#wrong = new Set(names);
    this.showLive();
  }

  /** What was typed and is no value is forgotten: another set-up is asked for as a whole. */
  forgetWrong() {
    liveValues().forEach((live) => this.#forget(live));
    note("live-note", "");
  }

  /**
   * The live values that are the reader's own; without Python there are none.
   * @returns {Settings}
   */
  ownLive() {
    if (this.#closed) return {};
    const typed = liveValues().map((live) => /** @type {const} */ ([live, this.#live[live.name].trim()]));
    const read = typed.map(([live, text]) => /** @type {const} */ ([live, isValue(live, text) ? plain(text) : text]));
    const own = read.filter(([{ value }, text]) => text !== "" && text !== value);
    return Object.fromEntries(own.map(([{ name }, text]) => [name, text]));
  }

  #takeLive() {
    for (const live of liveValues()) this.#live[live.name] = this.#field(live)?.value ?? this.#live[live.name];
  }

  /** @param {LiveValue} live */
  #forget({ name, value }) {
    if (this.#wrong.delete(name)) this.#live[name] = value;
  }

  /**
   * @param {HTMLInputElement} field
   * @param {LiveValue} live
   */
  #fill(field, { name }) {
    if (field.value !== this.#live[name]) field.value = this.#live[name];
    field.disabled = this.#closed;
    field.setAttribute("aria-invalid", String(this.#wrong.has(name)));
  }

  /** @param {LiveValue} live */
  #field(live) {
    const field = document.getElementById(fieldId(live));
    return field instanceof HTMLInputElement ? field : null;
  }

  /** @param {DeclaredInput} input */
  #chosen({ name, options, tick }) {
    return tick ? options[this.#tick(name).checked ? 0 : 1] : this.#select(name).value;
  }

  /** @param {string} name */
  #select(name) {
    return one(`[name="${name}"]`, HTMLSelectElement, this.form);
  }

  /** @param {string} name */
  #tick(name) {
    return one(`[name="${name}"]`, HTMLInputElement, this.form);
  }
}
