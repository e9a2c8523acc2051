// @ts-check
/** @import { PageData, Prebuilt, Settings } from "./types.js" */
/** @import { Answer } from "./driver/runs.js" */
import { isPlace, readPlace, sameSettings, writePlace } from "./core/address.js";
import { endOf } from "./core/moment.js";
import { Runs } from "./driver/runs.js";
import { Controls } from "./page/controls.js";
import { Detail } from "./page/detail.js";
import { one, pageJson } from "./page/dom.js";
import { copyLink, download } from "./page/files.js";
import { listenToMap } from "./page/map.js";
import { Player } from "./page/player.js";
import { note, Status } from "./page/status.js";
import { PANELS } from "./view/panels.js";

/** The page: what the reader chose, the run that belongs to it, and everything that shows it. */
class Page {
  /** @type {PageData} */
  data = pageJson("page-data");
  labels = this.data.labels;
  settings = this.data.opening;
  run = this.data.run;
  status = new Status();
  /** Counts choices, so that an answer that comes late for a former one is dropped. */
  #choices = 0;
  /** The text of the shown run's file; the opening run's is asked for when it is wanted. @type {string | null} */
  #text = null;
  #busy = false;
  /** The moment to show once the run is there. */
  #target = 0;

  constructor() {
    this.state("starting");
    this.controls = new Controls((settings) => this.choose(settings));
    this.player = new Player(this.data.run, this.labels, {
      onSettled: () => this.#remember("replaceState"),
      say: (text) => this.status.say(text),
    });
    this.detail = new Detail(() => this.run, this.labels);
    this.runs = new Runs(() => /** @type {Prebuilt} */ (pageJson("prebuilt")), (state) => {
      this.state(state === "failed" ? "prebuilt" : state);
    });
    this.#listen();
    this.#follow();
  }

  /**
   * Say where answers come from now.
   * @param {"starting" | "python" | "prebuilt"} engine
   */
  state(engine) {
    document.documentElement.dataset.engine = engine;
    one("#engine-state", HTMLElement).textContent = this.labels.engine[engine];
    one("#engine-state", HTMLElement).className = `engine-state engine-${engine}`;
    if (engine === "prebuilt") this.status.say(this.labels.engine.prebuilt);
    if (this.#busy) this.#wait();
  }

  /**
   * The reader chose a set-up: remember it, compute its run, rewind.
   * @param {Settings} settings
   */
  choose(settings) {
    note("ignored", "");
    this.#compute(settings, 0);
    this.#remember("pushState");
  }

  /**
   * @param {Settings} settings
   * @param {number} time where the run is to stand
   */
  async #compute(settings, time) {
    const choice = ++this.#choices;
    this.settings = settings;
    this.#target = time;
    this.controls.show(settings);
    this.player.rewind();
    this.#wait();
    try {
      const answer = await this.runs.run(settings);
      if (choice === this.#choices) this.#show(answer);
    } catch (error) {
      if (choice === this.#choices) this.#failed(error);
    }
  }

  /** Show at once that a run is being computed. */
  #wait() {
    this.#busy = true;
    const starting = document.documentElement.dataset.engine === "starting";
    one("#experiment", HTMLElement).setAttribute("aria-busy", "true");
    note("computing", starting ? this.labels.engine.waiting : this.labels.engine.computing);
  }

  #rest() {
    this.#busy = false;
    one("#experiment", HTMLElement).removeAttribute("aria-busy");
    note("computing", "");
  }

  /** @param {Answer} answer */
  #show(answer) {
    this.#text = answer.text;
    this.run = answer.run;
    this.#rest();
    for (const [name, render] of Object.entries(PANELS)) {
      one(`[data-panel="${name}"]`, HTMLElement).innerHTML = String(render(answer.run, this.labels, this.data.map));
    }
    note("prebuilt-mark", answer.prebuilt ? this.labels.engine.prebuilt_mark : "");
    this.detail.render();
    this.player.load(answer.run, this.#target);
    this.status.say(answer.run.events[answer.run.events.length - 1].text);
  }

  /** @param {unknown} error */
  #failed(error) {
    this.#rest();
    const reason = error instanceof Error ? error.message : /** @type {{message?: string}} */ (error)?.message;
    note("ignored", `${this.labels.engine.failed} (${reason})`);
  }

  #listen() {
    addEventListener("popstate", () => this.#follow());
    addEventListener("hashchange", () => this.#follow());
    document.addEventListener("click", (event) => this.#tryIt(event));
    listenToMap((settings) => this.choose(settings));
    one("#copy-link", HTMLButtonElement).addEventListener("click", () => this.#copy());
    one("#download-run", HTMLButtonElement).addEventListener("click", () => this.#downloadRun());
    one("#download-bundle", HTMLButtonElement).addEventListener("click", () => this.#downloadBundle());
  }

  /** Go where the address says. */
  #follow() {
    const hash = location.hash;
    if (hash && !isPlace(hash)) return;
    const place = readPlace(hash, this.data.options, this.data.opening, endOf(this.data.run.events));
    const ignored = place.ignored.join(", ");
    note("ignored", ignored && `${this.labels.engine.ignored} ${ignored}`);
    if (!sameSettings(place.settings, this.settings)) this.#compute(place.settings, place.t);
    else if (this.#busy) this.#target = place.t;
    else if (Math.abs(place.t - this.player.time) >= 0.1) this.player.seek(place.t);
  }

  /**
   * A link of the prose into a set-up: the browser follows it; the experiment comes into view.
   * @param {MouseEvent} event
   */
  #tryIt(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-try]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    one("#experiment", HTMLElement).scrollIntoView();
    one("#experiment-title", HTMLElement).focus({ preventScroll: true });
  }

  /** @param {"pushState" | "replaceState"} how */
  #remember(how) {
    const place = writePlace(this.settings, this.#busy ? this.#target : this.player.time);
    if (place !== location.hash) history[how](null, "", place);
  }

  #link() {
    const address = new URL(location.href);
    address.hash = writePlace(this.settings, this.player.time);
    return address.href;
  }

  async #copy() {
    const copied = await copyLink(this.#link());
    const { copied: done, copy_failed: refused } = this.labels.actions;
    note("copied", copied ? done : refused);
  }

  #downloadRun() {
    const text = this.#text === null ? this.runs.run(this.settings).then((answer) => answer.text) : this.#text;
    return this.#download(`run-${this.#name()}.json`, text);
  }

  #downloadBundle() {
    return this.#download(`bundle-${this.#name()}.json`, this.runs.bundle(this.settings));
  }

  /**
   * @param {string} name
   * @param {string | Promise<string>} text
   */
  async #download(name, text) {
    try {
      download(name, await text);
    } catch (error) {
      this.#failed(error);
    }
  }

  #name() {
    const { tools, model, state, email } = this.settings;
    return [tools, model, state, email].join("-");
  }
}

new Page();
