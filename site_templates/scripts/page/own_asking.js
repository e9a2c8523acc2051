// @ts-check
/** @import { OwnLabels } from "../check.js" */
import { startEngine } from "../driver/engine.js";
import { one } from "./dom.js";
import { contentOf, isUnread } from "./files.js";
import { note } from "./status.js";

/** A large file may take its time; the reader can cancel. */
const PATIENCE = 900;

/**
 * @typedef {{do: "check" | "make_replayable", [more: string]: unknown}} Question
 * @typedef {{text: string, file: Blob}} Answer
 */

/**
 * Asks Python about a file of the reader's, and shows how it goes. Python runs in a worker of its own, so that the
 * experiment stays responsive and a question can be cancelled by stopping that worker.
 */
export class Asking {
  /** @type {ReturnType<typeof startEngine> | null} */
  #engine = null;
  /** Whether Python has started in it. */
  #started = false;
  /** Counts questions, so that an answer that comes late for a former one is dropped. */
  #questions = 0;
  #busy = false;
  /** @type {number | undefined} */
  #timer;

  /** @param {OwnLabels} words */
  constructor(words) {
    this.words = words;
  }

  /**
   * One question; null where there is no answer to show: another was asked meanwhile, or it failed, which is said.
   * @param {Question} question
   * @param {File} file
   * @param {() => void} onLost what was shown belongs to no answer any more
   * @returns {Promise<Answer | null>}
   */
  async ask(question, file, onLost) {
    const number = ++this.#questions;
    this.#wait();
    try {
      const { text, file: made = new Blob() } = await this.#asked(question, file, number);
      if (number !== this.#questions) return null;
      const error = text.startsWith('{\n  "error": {') && JSON.parse(text).error;
      if (error) onLost();
      this.#rest(error ? `${error.problem} ${error.remedy}` : "");
      return error ? null : { text, file: made };
    } catch (error) {
      if (number === this.#questions) this.#fail(error, onLost);
      return null;
    }
  }

  /** What is asked of another file need not wait for an answer that may take minutes: a worker does one at a time. */
  drop() {
    if (this.#busy) this.#stop();
  }

  /** The reader does not want to wait. */
  cancel() {
    this.#questions += 1;
    this.#stop();
    this.#rest(this.words.cancelled);
  }

  /** @param {string} text empty where there is nothing to say */
  say(text) {
    note("own-note", text);
  }

  /**
   * Where the worker cannot read the file, the page may be able to; it then holds its content while it is checked.
   * @param {Question} question
   * @param {File} file
   * @param {number} number of the question
   */
  async #asked(question, file, number) {
    try {
      return await this.#running().askAbout(question, file);
    } catch (error) {
      if (!isUnread(error)) throw error;
    }
    const copy = new Uint8Array(await contentOf(file));
    if (number !== this.#questions) throw new Error("another question was asked");
    return this.#running().askAbout(question, copy);
  }

  #running() {
    this.#engine ??= startEngine({ onState: (state) => (this.#started ||= state === "python"), askPatience: PATIENCE });
    return this.#engine;
  }

  #stop() {
    this.#engine?.stop();
    this.#engine = null;
    this.#started = false;
  }

  /** Show that it goes on, and for how long it has. */
  #wait() {
    clearInterval(this.#timer);
    const start = performance.now();
    this.#busy = true;
    one("#own-cancel", HTMLButtonElement).hidden = false;
    one("#own", HTMLElement).setAttribute("aria-busy", "true");
    this.say(this.#engine ? this.words.checking : this.words.opening_engine);
    this.#timer = setInterval(() => {
      const seconds = Math.round((performance.now() - start) / 1000);
      one("#own-elapsed", HTMLElement).textContent = `${seconds} ${this.words.seconds}`;
    }, 1000);
  }

  /** @param {string} text */
  #rest(text) {
    clearInterval(this.#timer);
    this.#busy = false;
    one("#own-elapsed", HTMLElement).textContent = "";
    one("#own-cancel", HTMLButtonElement).hidden = true;
    one("#own", HTMLElement).removeAttribute("aria-busy");
    this.say(text);
  }

  /**
   * @param {unknown} error
   * @param {() => void} onLost
   */
  #fail(error, onLost) {
    // The file was changed or removed since it was chosen; what is shown of it stays.
    if (isUnread(error)) return this.#rest(this.words.unreadable);
    const why = this.#why(error);
    this.#stop();
    onLost();
    this.#rest(why);
  }

  /**
   * Why there is no answer, in words for readers.
   * @param {unknown} error
   */
  #why(error) {
    const { code, message } = /** @type {{code?: string, message?: string}} */ (error);
    if (code === "incomplete" || code === "no-payload") return this.words.incomplete;
    // What has never started cannot have had too much of the file.
    if (code && !this.#started) return this.words.no_python;
    if (code) return this.words.crashed;
    // Of what Python says, the last line: what stands above it tells where in the engine it happened.
    return `${this.words.failed} ${(message ?? String(error)).trim().split("\n").at(-1)}`;
  }
}
