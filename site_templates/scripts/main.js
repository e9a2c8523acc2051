// @ts-check
/** @import { Context, PageData, Prebuilt, Run, Settings } from "./types.js" */
/** @import { Answer } from "./driver/runs.js" */
import { isPlace, isRate, readPlace, sameInputs, sameSettings, writePlace } from "./core/address.js";
import { endOf } from "./core/moment.js";
import { changes, inputsOf } from "./core/ways.js";
import { Runs } from "./driver/runs.js";
import { offerCode } from "./page/code.js";
import { Controls } from "./page/controls.js";
import { Detail } from "./page/detail.js";
import { loadJson, one, pageJson } from "./page/dom.js";
import { copyLink, download } from "./page/files.js";
import { refill } from "./page/focus.js";
import { listenToKeys } from "./page/keys.js";
import { listenToMap } from "./page/map.js";
import { Own } from "./page/own.js";
import { Player } from "./page/player.js";
import { embed, offerSnippets } from "./page/share.js";
import { note, Status } from "./page/status.js";
import { PANELS } from "./view/panels.js";

/** The page: what the reader chose, the run that belongs to it, and everything that shows it. */
class Page {
  /** @type {PageData} */
  data = pageJson("page-data");
  labels = this.data.labels;
  settings = this.data.opening;
  run = this.data.run;
  /** @type {Context} */
  context = { map: this.data.map, proof: "build", pinned: null };
  status = new Status();
  /** Counts choices, so that an answer that comes late for a former one is dropped. */
  #choices = 0;
  #busy = false;
  /** The moment to show once the run is there. */
  #target = 0;

  constructor() {
    embed();
    this.state("starting");
    this.controls = new Controls(this.data.rate, (settings) => this.choose(settings));
    this.player = new Player(this.data.run, this.labels, {
      onSettled: () => this.#remember("replaceState"),
      say: (text) => this.status.say(text),
    });
    this.detail = new Detail(() => this.run, this.labels);
    this.runs = new Runs(readPrebuilt, (state) => this.state(state === "failed" ? "prebuilt" : state));
    this.own = new Own(this.labels);
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
    if (engine === "prebuilt") this.#withoutPython();
    if (engine === "python") this.#repeat();
    if (this.#busy) this.#wait();
  }

  /**
   * The reader chose a set-up: remember it, compute its run, rewind. A rate that is no rate stays where it was typed,
   * and the other inputs are heeded all the same.
   * @param {Settings} settings
   */
  choose(settings) {
    const wrong = settings.live_rate !== undefined && !isRate(settings.live_rate);
    this.controls.markRate(wrong);
    note("ignored", "");
    note("rate-note", wrong ? this.labels.rate.wrong : "");
    const choice = wrong ? { ...settings, live_rate: this.settings.live_rate } : settings;
    if (wrong && sameSettings(choice, this.settings)) return;
    this.#compute(choice, 0);
    this.#remember("pushState");
  }

  /** One clear message, and what needs Python is closed. */
  #withoutPython() {
    note("engine-note", this.labels.engine.prebuilt);
    readPrebuilt().catch(() => note("engine-note", this.labels.engine.incomplete));
    this.controls.closeRate(this.labels.rate.needs_python);
    this.context.proof = "prebuilt";
    this.#render("proof");
  }

  /** Python is there: let it repeat the run that the build computed, so that the page does what it preaches. */
  async #repeat() {
    const choice = this.#choices;
    if (this.#busy || this.context.proof !== "build") return;
    try {
      const answer = await this.runs.run(this.settings);
      if (choice === this.#choices) this.#prove(answer);
      this.#lookAhead();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Have Python compute what one change of input leads to, before it is asked for. */
  #lookAhead() {
    const near = this.data.map.filter((each) => changes(this.settings, each).length === 1);
    this.runs.ahead(near.map((each) => ({ ...inputsOf(each), live_rate: this.settings.live_rate })));
  }

  /** @param {Answer} answer */
  #prove(answer) {
    const built = this.data.map.find((each) => sameInputs(each, answer.run.settings));
    if (answer.prebuilt) this.context.proof = "prebuilt";
    else if (answer.run.settings.live_rate !== this.data.rate) this.context.proof = "own_rate";
    else this.context.proof = built?.digest === answer.run.digest ? "same" : "differs";
    this.#render("proof");
  }

  /**
   * @param {Settings} settings
   * @param {number} time where the run is to stand
   */
  async #compute(settings, time) {
    const choice = ++this.#choices;
    this.settings = settings;
    // Asked for before the page turns to it, so that Python computes meanwhile.
    const asked = Promise.all([this.runs.run(settings), this.#mapAt(settings.live_rate)]);
    this.#goLater(time);
    this.controls.show(settings);
    this.#wait();
    try {
      const [answer, map] = await asked;
      if (choice === this.#choices) this.#show(answer, map);
    } catch (error) {
      if (choice === this.#choices) this.#failed(error);
    }
  }

  /**
   * The map of all set-ups at a live rate; the world's own stands in the page.
   * @param {string | undefined} liveRate
   */
  async #mapAt(liveRate) {
    return (liveRate !== undefined && (await this.runs.map(liveRate))) || this.data.map;
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

  /**
   * @param {Answer} answer
   * @param {Context["map"]} map
   */
  #show(answer, map) {
    this.#rest();
    this.run = answer.run;
    this.context.map = map;
    this.#prove(answer);
    Object.keys(PANELS).forEach((name) => this.#render(name));
    note("prebuilt-mark", answer.prebuilt ? this.labels.engine.prebuilt_mark : "");
    this.detail.render();
    this.#load(answer.run);
    this.status.say(answer.run.events[answer.run.events.length - 1].text);
    this.#lookAhead();
  }

  /**
   * Hand the run to the player, at the moment it is asked for; or at the one to which the reader has gone meanwhile, and
   * playing where Play was pressed meanwhile.
   * @param {Run} run
   */
  #load(run) {
    const { playing, time } = this.player;
    this.player.load(run, time || this.#target);
    if (playing) this.player.toggle();
  }

  /** @param {string} name */
  #render(name) {
    refill(one(`[data-panel="${name}"]`, HTMLElement), String(PANELS[name](this.run, this.labels, this.context)));
  }

  /** @param {unknown} error */
  #failed(error) {
    this.#rest();
    const reason = error instanceof Error ? error.message : /** @type {{message?: string}} */ (error)?.message;
    note("ignored", `${this.labels.engine.failed} (${reason})`);
  }

  #listen() {
    // Back and Forward too: entries differ in their hash. One event, or the note on a link would go with the second.
    addEventListener("hashchange", () => this.#follow());
    addEventListener("pageshow", (event) => event.persisted && startAgain());
    document.addEventListener("click", (event) => this.#click(event));
    listenToMap((settings) => this.choose({ ...settings, ...this.controls.ownRate() }));
    listenToKeys(this.player);
    offerCode(this.labels);
    offerSnippets(this.labels, () => this.#link());
    one("#copy-link", HTMLButtonElement).addEventListener("click", () => this.#copy());
    one("#download-run", HTMLButtonElement).addEventListener("click", () => this.#downloadRun());
    one("#download-bundle", HTMLButtonElement).addEventListener("click", () => this.#downloadBundle());
  }

  /** Go where the address says. */
  #follow() {
    const hash = location.hash;
    if (hash && !isPlace(hash)) return this.#lookFor(hash);
    this.controls.markRate(false);
    note("rate-note", "");
    const place = readPlace(hash, this.data.options, this.data.opening, endOf(this.data.run.events));
    if (place.settings.live_rate === this.data.rate) delete place.settings.live_rate;
    const ignored = place.ignored.join(", ");
    note("ignored", ignored && `${this.labels.engine.ignored} ${ignored}`);
    if (!sameSettings(place.settings, this.settings)) this.#compute(place.settings, place.t);
    else if (this.#busy) this.#goLater(place.t);
    else if (Math.abs(place.t - this.player.time) >= 0.1) this.player.seek(place.t);
  }

  /** @param {number} time where the run that is being computed is to stand */
  #goLater(time) {
    this.#target = time;
    this.player.rewind();
  }

  /**
   * An anchor: the browser goes there; a place that the page does not have is said.
   * @param {string} hash
   */
  #lookFor(hash) {
    const found = document.getElementById(hash.slice(1));
    note("ignored", found ? "" : `${this.labels.engine.ignored} ${hash}`);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("[data-play]")) this.#start(event);
    const pin = event.target.closest("[data-pin]");
    if (pin) this.#pin(pin.getAttribute("data-pin") === "on" ? this.run : null);
    else if (event.target.closest("a[data-try]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) this.#tryIt();
  }

  /**
   * "Press Play" in the prose: play, and bring the player into view.
   * @param {MouseEvent} event
   */
  #start(event) {
    event.preventDefault();
    if (!this.player.playing) this.player.toggle();
    one("#player", HTMLElement).scrollIntoView();
    one("#play", HTMLButtonElement).focus({ preventScroll: true });
  }

  /** @param {Run | null} run */
  #pin(run) {
    this.context.pinned = run;
    this.#render("compare");
  }

  /** A link of the prose into a set-up: the browser follows it; the experiment comes into view. */
  #tryIt() {
    one("#experiment", HTMLElement).scrollIntoView();
    one("#experiment-title", HTMLElement).focus({ preventScroll: true });
  }

  /** @param {"pushState" | "replaceState"} how */
  #remember(how) {
    const place = writePlace(this.settings, this.#busy ? this.#target : this.player.time);
    if (place === location.hash) return;
    try {
      history[how](null, "", place);
    } catch {
      // In a frame without an origin, and where a browser counts such calls, the address stays as it is.
    }
  }

  #link() {
    const address = new URL(location.href);
    address.search = "";
    address.hash = writePlace(this.settings, this.player.time);
    return address.href;
  }

  async #copy() {
    const copied = await copyLink(this.#link());
    const { copied: done, copy_failed: refused } = this.labels.actions;
    note("copied", copied ? done : refused);
  }

  #downloadRun() {
    return this.#download(`run-${this.#name()}.json`, this.runs.file(this.settings));
  }

  #downloadBundle() {
    return this.#download(`bundle-${this.#name()}.json`, this.runs.bundle(this.settings));
  }

  /**
   * @param {string} name
   * @param {Promise<string>} text
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

/** Back on a page that the browser kept in the middle of a start: what that was waiting for may be lost for good. */
function startAgain() {
  if (document.documentElement.dataset.engine !== "python") location.reload();
}

/** @returns {Promise<Prebuilt>} what the build computed */
function readPrebuilt() {
  return loadJson("prebuilt");
}

new Page();
