// @ts-check
/** @import { Check, Made } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { startEngine } from "../driver/engine.js";
import { UNREAD } from "../driver/messages.js";
import { madeResult, ownResult } from "../view/own.js";
import { loadJson, one } from "./dom.js";
import { contentOf, download } from "./files.js";
import { MoreSteps } from "./more_steps.js";
import { note } from "./status.js";

const MEGABYTE = 1_000_000;
const LARGEST = 150 * MEGABYTE;

/** A large file may take its time; the reader can cancel. */
const PATIENCE = 900;

/**
 * "Try your own session": a file of the reader's, checked by Python in a worker of its own, so that the experiment stays
 * responsive and a check can be cancelled by stopping that worker.
 */
export class Own {
  /** @type {ReturnType<typeof startEngine> | null} */
  #engine = null;
  /** Whether Python has started in it. */
  #started = false;
  /** The browser's handle of the file: its content is read by the worker, anew for each question. @type {File | null} */
  #file = null;
  /** @type {Check | null} */
  #check = null;
  /** The check's whole text. @type {Blob | null} */
  #whole = null;
  /** @type {{name: string, bundle: Blob} | null} */
  #made = null;
  #more = new MoreSteps();
  #session = 0;
  /** By the tool's name, which may be any text. @type {Map<string, string>} */
  #marks = new Map();
  /** The check that was asked for last; it never rejects. @type {Promise<void>} */
  #checking = Promise.resolve();
  /** Counts files chosen, so that one that comes late does not take the place of another. */
  #choices = 0;
  /** Counts requests, so that an answer that comes late for a former one is dropped. */
  #requests = 0;
  #busy = false;
  /** @type {number | undefined} */
  #timer;

  /** @param {Labels} labels */
  constructor(labels) {
    this.labels = labels;
    this.words = labels.own;
    this.form = one("#own-form", HTMLFormElement);
    this.result = one("#own-result", HTMLElement);
    this.#listen();
    listenToDrop((file) => this.#open(file));
  }

  #listen() {
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", (event) => this.#change(event));
    this.result.addEventListener("change", (event) => this.#changeResult(event));
    this.result.addEventListener("click", (event) => this.#click(event));
    one("#own-made-result", HTMLElement).addEventListener("click", (event) => this.#click(event));
    // The same file can be chosen once more, when it was changed.
    one("#own-file", HTMLInputElement).addEventListener("click", () => this.#empty("#own-file"));
    one("#own-cancel", HTMLButtonElement).addEventListener("click", () => this.#cancel());
    one("#own-make", HTMLButtonElement).addEventListener("click", () => this.#make());
    one("#own-download-check", HTMLButtonElement).addEventListener("click", () => {
      if (this.#whole) download(`${this.#file?.name ?? "session"}.check.json`, this.#whole);
    });
  }

  /** @param {Event} event */
  #change({ target }) {
    if (target instanceof HTMLInputElement && target.type === "file") this.#open(target.files?.[0]);
    else if (target instanceof HTMLSelectElement && target.id === "own-sample") this.#openSample(target.value);
    else if (target instanceof HTMLSelectElement && this.#file) this.#ask();
    else if (target instanceof HTMLInputElement && target.type === "checkbox" && this.#file) this.#ask();
  }

  /** @param {File | undefined} file */
  async #open(file) {
    if (!file) return;
    const choice = ++this.#choices;
    if (file.size > LARGEST) return this.#say(this.words.too_large);
    this.#say(this.words.reading);
    const readable = await isReadable(file);
    if (choice !== this.#choices) return;
    if (!readable) return this.#say(this.words.unreadable);
    this.#empty("#own-sample");
    this.#take(file);
  }

  /** @param {string} id of a field */
  #empty(id) {
    const field = this.form.querySelector(id);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = "";
  }

  /** @param {string} name */
  async #openSample(name) {
    const choice = ++this.#choices;
    this.#say(this.words.reading);
    const samples = await /** @type {Promise<Record<string, string>>} */ (loadJson("samples")).catch(() => null);
    if (choice !== this.#choices) return;
    if (samples && Object.hasOwn(samples, name)) {
      this.#empty("#own-file");
      this.#take(new File([samples[name]], name));
    } else {
      this.#empty("#own-sample");
      this.#say(name && !samples ? this.words.no_sample : "");
    }
  }

  /** @param {File} file */
  #take(file) {
    // A check of a former file may take minutes, and a worker does one thing after the other.
    if (this.#busy) this.#stop();
    this.#file = file;
    this.#session = 0;
    this.#marks.clear();
    this.#forget();
    this.#ask();
    one("#own-title", HTMLElement).scrollIntoView();
  }

  #ask() {
    this.#checking = this.#askOnce();
  }

  async #askOnce() {
    const request = { do: "check", ...this.#question() };
    const answer = await this.#request(request);
    if (answer === null) return;
    this.#whole = answer.file;
    this.#check = /** @type {{check: Check}} */ (JSON.parse(answer.text)).check;
    this.#session = Math.min(this.#session, Math.max(0, this.#check.sessions.length - 1));
    this.#forgetMade();
    this.#show();
  }

  async #make() {
    await this.#settled();
    if (!this.#check) return;
    const salt = one("#own-salt", HTMLInputElement).value;
    const answer = await this.#request({ do: "make_replayable", ...this.#question(), salt, session: this.#session });
    if (answer === null) return;
    const made = /** @type {Made} */ (JSON.parse(answer.text));
    this.#made = { name: made.name, bundle: answer.file };
    const place = one("#own-made-result", HTMLElement);
    place.innerHTML = String(madeResult(made, this.#session, this.labels));
    one("#own-made", HTMLElement).focus();
  }

  /** The check comes first: a question drops the one before, and what was checked stands beside what is made. */
  async #settled() {
    for (let waited; waited !== this.#checking; ) {
      waited = this.#checking;
      await waited;
    }
  }

  #question() {
    const value = (/** @type {string} */ name) => one(`[name="own-${name}"]`, HTMLSelectElement, this.form).value;
    const state = one('[name="own-state"]', HTMLInputElement, this.form).checked ? "included" : "omitted";
    const marked = (/** @type {string} */ mark) => [...this.#marks.keys()].filter((tool) => this.#marks.get(tool) === mark);
    return {
      name: this.#file?.name,
      settings: { tools: value("tools"), model: value("model"), email: value("email"), state },
      marks: { safe: marked("safe"), unsafe: marked("unsafe") },
      format: value("format") || null,
    };
  }

  /**
   * One request about the file to the worker; null where there is no answer to show.
   * @param {{do: string, [more: string]: unknown}} request
   * @returns {Promise<{text: string, file: Blob} | null>}
   */
  async #request(request) {
    const number = ++this.#requests;
    this.#wait();
    try {
      const { text, file = new Blob() } = await this.#asked(request, number);
      if (number !== this.#requests) return null;
      const error = text.startsWith('{\n  "error": {') && JSON.parse(text).error;
      if (error && request.do === "check") this.#forget();
      this.#rest(error ? `${error.problem} ${error.remedy}` : this.words.checked);
      return error ? null : { text, file };
    } catch (error) {
      if (number === this.#requests) this.#fail(error, request);
      return null;
    }
  }

  /**
   * Where the worker cannot read the file, the page may be able to; it then holds its content while it is checked.
   * @param {object} request
   * @param {number} number of the request
   */
  async #asked(request, number) {
    const file = /** @type {File} */ (this.#file);
    try {
      return await this.#running().askAbout(request, file);
    } catch (error) {
      if (nameOf(error) !== UNREAD) throw error;
    }
    const copy = new Uint8Array(await contentOf(file));
    if (number !== this.#requests) throw new Error("another question was asked");
    return this.#running().askAbout(request, copy);
  }

  #running() {
    this.#engine ??= startEngine({ onState: (state) => (this.#started ||= state === "python"), askPatience: PATIENCE });
    return this.#engine;
  }

  /** Show that it goes on, and for how long it has. */
  #wait() {
    clearInterval(this.#timer);
    const start = performance.now();
    this.#busy = true;
    one("#own-cancel", HTMLButtonElement).hidden = false;
    one("#own", HTMLElement).setAttribute("aria-busy", "true");
    this.#say(this.#engine ? this.words.checking : this.words.opening_engine);
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
    this.#say(text);
  }

  #cancel() {
    this.#requests += 1;
    this.#stop();
    this.#file = null;
    this.#forget();
    for (const id of ["#own-file", "#own-sample"]) this.#empty(id);
    this.#rest(this.words.cancelled);
    one("#own-title", HTMLElement).focus({ preventScroll: true });
  }

  #stop() {
    this.#engine?.stop();
    this.#engine = null;
    this.#started = false;
  }

  /**
   * @param {unknown} error
   * @param {{do: string, [more: string]: unknown}} request
   */
  #fail(error, request) {
    // The file was changed or removed since it was chosen; what is shown of it stays.
    if (nameOf(error) === UNREAD) return this.#rest(this.words.unreadable);
    const why = this.#why(error);
    this.#stop();
    if (request.do === "check") this.#forget();
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

  /** @param {string} text */
  #say(text) {
    note("own-note", text);
  }

  #show() {
    const check = /** @type {Check} */ (this.#check);
    const hidden = this.#severities(false);
    this.#more.take(check.sessions[this.#session], this.#whole ?? new Blob(), this.labels);
    const focused = this.result.contains(document.activeElement) ? document.activeElement : null;
    this.result.innerHTML = String(ownResult(check, this.#session, this.labels));
    one("#own-after", HTMLElement).hidden = check.error !== null;
    for (const box of this.#boxes()) box.checked = !hidden.includes(box.value);
    if (hidden.length && this.#boxes().length) this.#filter();
    if (focused instanceof HTMLSelectElement) this.#focusAgain(focused);
  }

  /**
   * The choice that was made last is there anew; the reader goes on from it.
   * @param {HTMLSelectElement} former
   */
  #focusAgain({ dataset }) {
    const selects = [...this.result.querySelectorAll("select")];
    selects.find((each) => each.dataset.own === dataset.own && each.dataset.tool === dataset.tool)?.focus({ preventScroll: true });
  }

  /** @returns {HTMLInputElement[]} the filter's boxes */
  #boxes() {
    return [...this.result.querySelectorAll("input")].filter((box) => box.dataset.own === "severity");
  }

  /** @param {boolean} checked */
  #severities(checked) {
    return this.#boxes().filter((box) => box.checked === checked).map((box) => box.value);
  }

  /** What is shown belongs to no file any more. */
  #forget() {
    this.#check = this.#whole = null;
    this.#forgetMade();
    this.result.textContent = "";
    one("#own-after", HTMLElement).hidden = true;
  }

  #forgetMade() {
    this.#made = null;
    one("#own-made-result", HTMLElement).textContent = "";
  }

  /** @param {Event} event */
  #changeResult({ target }) {
    if (target instanceof HTMLInputElement) this.#filter();
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.dataset.own === "session") {
      this.#session = Number(target.value);
      this.#forgetMade();
      this.#show();
    } else if (target.dataset.tool !== undefined) {
      this.#marks.set(target.dataset.tool, target.value);
      this.#ask();
    }
  }

  #filter() {
    const shown = this.#severities(true);
    const items = [...this.result.querySelectorAll(".finding")];
    for (const item of items) item.toggleAttribute("hidden", !shown.includes(item.getAttribute("data-severity") ?? ""));
    one("[data-own-hidden]", HTMLElement, this.result).hidden = items.some((item) => !item.hasAttribute("hidden"));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!(event.target instanceof Element)) return;
    const step = event.target.closest("[data-own-step]");
    const gap = event.target.closest("[data-own-more]");
    if (step instanceof HTMLElement) this.#more.goTo(step.dataset);
    else if (gap instanceof HTMLElement) this.#more.open(gap);
    else if (event.target.closest("[data-own-download]") && this.#made) download(this.#made.name, this.#made.bundle);
  }
}

/**
 * Whether a file can be read; a folder that was dropped cannot.
 * @param {File} file
 */
async function isReadable(file) {
  try {
    await contentOf(file.slice(0, 1));
    return true;
  } catch {
    return false;
  }
}

/**
 * The name of an error; that of a file which the browser cannot read is UNREAD wherever it was noticed.
 * @param {unknown} error
 */
function nameOf(error) {
  const { name } = /** @type {{name?: string}} */ (Object(error));
  return name === "NotReadableError" || name === "NotFoundError" ? UNREAD : name;
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
