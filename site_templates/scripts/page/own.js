// @ts-check
/** @import { Check, Made, Tools } from "../check.js" */
/** @import { DeclaredInput, Labels } from "../types.js" */
/** @import { Choice } from "./own_choosing.js" */
import { inputs } from "../core/declared.js";
import { loadJson, one } from "./dom.js";
import { download, reportOf } from "./files.js";
import { Asking } from "./own_asking.js";
import { Choosing } from "./own_choosing.js";
import { Showing } from "./own_showing.js";

/** "Try your own session": a file is chosen, Python is asked about it under a set-up, and the answer is shown. */
export class Own {
  /** The browser's handle of the file: its content is read by the worker, anew for each question. @type {File | null} */
  #file = null;
  /** A sample brings its own set-up; after it, a file of the reader's begins with the careful one again. */
  #isSample = false;
  /** Of which outcome the steps and findings are shown. @type {Tools} */
  #tools = "recorded";
  /** By the tool's name, which may be any text. @type {Map<string, string>} */
  #marks = new Map();
  /** Which session of the file. */
  #session = 0;
  /** @type {Check | null} */
  #check = null;
  /** The check's whole text. */
  #whole = new Blob();
  /** @type {{name: string, bundle: Blob} | null} */
  #made = null;
  /** The check that was asked for last; it never rejects. @type {Promise<void>} */
  #checking = Promise.resolve();

  /** @param {Labels} labels */
  constructor(labels) {
    this.words = labels.own;
    this.inputs = one("#own-inputs", HTMLFormElement);
    this.format = one("#own-format", HTMLSelectElement);
    this.asking = new Asking(labels.own);
    this.showing = new Showing(labels);
    this.choosing = new Choosing(labels.own, (choice) => this.#take(choice), (text) => this.asking.say(text));
    this.#listen();
  }

  #listen() {
    const shown = one("#own-shown", HTMLElement);
    for (const form of [this.inputs, one("#own-choice", HTMLFormElement)]) {
      form.addEventListener("submit", (event) => event.preventDefault());
    }
    shown.addEventListener("change", (event) => this.#change(event));
    shown.addEventListener("click", (event) => this.#click(event));
    one("#own-cancel", HTMLButtonElement).addEventListener("click", () => this.#cancel());
    one("#own-make", HTMLButtonElement).addEventListener("click", () => this.#make());
    one("#own-download-check", HTMLButtonElement).addEventListener("click", () => {
      if (this.#check) download(`${this.#check.file}.check.json`, this.#whole);
    });
    one("#own-save-report", HTMLButtonElement).addEventListener("click", () => this.#saveReport());
  }

  /** @param {Choice} choice */
  #take({ file, setUp }) {
    this.asking.drop();
    this.#file = file;
    this.#session = 0;
    this.#marks.clear();
    this.format.value = "";
    this.#unsearched.checked = false;
    this.#tools = /** @type {Tools} */ (setUp?.tools ?? this.inputs.dataset.tools);
    if (setUp) this.#setUp(setUp);
    else if (this.#isSample) this.inputs.reset();
    this.#isSample = setUp !== null;
    this.#forget();
    one("#own-progress", HTMLElement).scrollIntoView({ block: "nearest" });
    this.#ask({ first: true });
  }

  /** @param {DOMStringMap} values of a sample */
  #setUp(values) {
    for (const { name, options, tick } of asked()) {
      if (tick) this.#tick(name).checked = values[name] === options[0];
      else this.#select(name).value = values[name] ?? "";
    }
  }

  /** @param {string} name */
  #select(name) {
    return one(`[name="own-${name}"]`, HTMLSelectElement, this.inputs);
  }

  /** @param {string} name */
  #tick(name) {
    return one(`[name="own-${name}"]`, HTMLInputElement, this.inputs);
  }

  /** @param {DeclaredInput} input */
  #chosen({ name, options, tick }) {
    return tick ? options[this.#tick(name).checked ? 0 : 1] : this.#select(name).value;
  }

  get #unsearched() {
    return one('[name="own-unsearched"]', HTMLInputElement, this.inputs);
  }

  /** @param {{first?: boolean}} [how] the first answer about a file brings the reader to it */
  #ask({ first = false } = {}) {
    this.#checking = this.#askOnce(first);
  }

  /** @param {boolean} first */
  async #askOnce(first) {
    if (!this.#file) return;
    const answer = await this.asking.ask({ do: "check", ...this.#question() }, this.#file, () => this.#forget());
    if (answer === null) return;
    this.#whole = answer.file;
    this.#check = /** @type {{check: Check}} */ (JSON.parse(answer.text)).check;
    this.#session = Math.min(this.#session, Math.max(0, this.#check.sessions.length - 1));
    this.#forgetMade();
    this.showing.show(this.#check, this.#session, this.#whole);
    if (first) this.showing.goToVerdict();
  }

  async #make() {
    await this.#settled();
    if (!this.#check || !this.#file) return;
    const salt = one("#own-salt", HTMLInputElement).value;
    const question = { do: /** @type {const} */ ("make_replayable"), ...this.#question(), salt, session: this.#session };
    const answer = await this.asking.ask(question, this.#file, () => {});
    if (answer === null) return;
    const made = /** @type {Made} */ (JSON.parse(answer.text));
    this.#made = { name: made.name, bundle: answer.file };
    this.showing.showMade(made, this.#session);
  }

  /** The report is the check's text within a page of its own: the same bytes as the command line's. */
  async #saveReport() {
    const [check, whole] = [this.#check, this.#whole];
    if (!check) return;
    try {
      const { template } = /** @type {{template: string}} */ (await loadJson("report"));
      download(`${check.file}.report.html`, await reportOf(template, whole));
    } catch {
      this.asking.say(this.words.incomplete);
    }
  }

  /** The check comes first: a question drops the one before, and what was checked stands beside what is made. */
  async #settled() {
    for (let waited; waited !== this.#checking; ) {
      waited = this.#checking;
      await waited;
    }
  }

  #question() {
    const marked = (/** @type {string} */ mark) => [...this.#marks.keys()].filter((tool) => this.#marks.get(tool) === mark);
    return {
      name: this.#file?.name,
      settings: { tools: this.#tools, ...Object.fromEntries(asked().map((input) => [input.name, this.#chosen(input)])) },
      marks: { safe: marked("safe"), unsafe: marked("unsafe") },
      format: this.format.value || null,
      allow_unsearched: this.#unsearched.checked,
    };
  }

  /** @param {Event} event */
  #change({ target }) {
    if (target instanceof HTMLSelectElement && target.dataset.own === "session") return this.#choose(Number(target.value));
    if (target instanceof HTMLSelectElement && target.dataset.tool !== undefined) {
      this.#marks.set(target.dataset.tool, target.value);
    } else if (target instanceof HTMLInputElement && target.type === "radio") {
      this.#tools = /** @type {Tools} */ (target.value);
    } else if (target instanceof HTMLInputElement && target.type === "text") return;
    this.#ask();
  }

  /** @param {number} session */
  #choose(session) {
    this.#session = session;
    this.#forgetMade();
    if (this.#check) this.showing.show(this.#check, session, this.#whole);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.closest("[data-own-download]") && this.#made) download(this.#made.name, this.#made.bundle);
    else this.showing.click(event, target);
  }

  #cancel() {
    this.asking.cancel();
    this.#file = null;
    this.#forget();
    this.choosing.forget();
    one("#own-title", HTMLElement).focus({ preventScroll: true });
  }

  /** What is shown belongs to no file any more. */
  #forget() {
    this.#check = this.#made = null;
    this.showing.forget();
  }

  #forgetMade() {
    this.#made = null;
    this.showing.forgetMade();
  }
}

/** The inputs that the reader is asked for: both outcomes of `tools` are shown beside each other instead. */
function asked() {
  return inputs().filter(({ name }) => name !== "tools");
}
