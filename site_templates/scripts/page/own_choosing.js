// @ts-check
/** @import { OwnLabels } from "../check.js" */
import { loadJson, one } from "./dom.js";
import { isReadable } from "./files.js";

const MEGABYTE = 1_000_000;
const LARGEST = 150 * MEGABYTE;

/**
 * What a reader chooses to be checked, and the set-up in which a sample shows its fault.
 * @typedef {{file: File, setUp: DOMStringMap | null}} Choice
 */

/** A file, a sample, or something dropped anywhere on the page: one of them is chosen, and shown to be. */
export class Choosing {
  /** Counts what was chosen, so that what comes late does not take the place of something else. */
  #choices = 0;
  /** The file that stands in the field already. @type {File | undefined} */
  #placed;

  /**
   * @param {OwnLabels} words
   * @param {(choice: Choice) => void} onChoice
   * @param {(text: string) => void} say
   */
  constructor(words, onChoice, say) {
    this.words = words;
    this.onChoice = onChoice;
    this.say = say;
    this.field = one("#own-file", HTMLInputElement);
    this.samples = [...document.querySelectorAll("[data-own-sample]")].filter((each) => each instanceof HTMLElement);
    // The same file can be chosen once more, when it was changed.
    this.field.addEventListener("click", () => (this.field.value = ""));
    this.field.addEventListener("change", () => this.#chosen(this.field.files?.[0]));
    for (const sample of this.samples) sample.addEventListener("click", () => this.#openSample(sample));
    listenToDrop((file) => this.#open(file));
  }

  /** Nothing is chosen. */
  forget() {
    this.#choices += 1;
    this.field.value = "";
    this.#press(null);
  }

  /** @param {File | undefined} file */
  #chosen(file) {
    // A browser may tell of a file that was put there below.
    if (file && file !== this.#placed) this.#open(file);
  }

  /** @param {File} file */
  async #open(file) {
    const choice = ++this.#choices;
    if (file.size > LARGEST) return this.say(this.words.too_large);
    this.say(this.words.reading);
    const readable = await isReadable(file);
    if (choice !== this.#choices) return;
    if (!readable) return this.say(this.words.unreadable);
    this.#place(file);
    this.#press(null);
    this.onChoice({ file, setUp: null });
  }

  /**
   * What was dropped is named where a chosen file is.
   * @param {File} file
   */
  #place(file) {
    if (this.field.files?.[0] === file) return;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    this.#placed = transfer.files[0];
    this.field.files = transfer.files;
  }

  /** @param {HTMLElement} button */
  async #openSample(button) {
    const name = button.dataset.ownSample ?? "";
    const choice = ++this.#choices;
    this.say(this.words.reading);
    const samples = await /** @type {Promise<Record<string, string>>} */ (loadJson("samples")).catch(() => null);
    if (choice !== this.#choices) return;
    if (!samples) return this.say(this.words.no_sample);
    this.field.value = "";
    this.#press(button);
    this.onChoice({ file: new File([samples[name]], name), setUp: button.dataset });
  }

  /** @param {HTMLElement | null} chosen */
  #press(chosen) {
    for (const each of this.samples) each.setAttribute("aria-pressed", String(each === chosen));
  }
}

/**
 * A file dropped anywhere on the page.
 * @param {(file: File) => void} open
 */
function listenToDrop(open) {
  const veil = one("#drop-veil", HTMLElement);
  const holdsFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener("drop", (event) => {
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
}
