// @ts-check
/** @import { Context, PageData, Prebuilt, Run, Settings, Summary } from "./types.js" */
/** @import { Experiment, Refusal } from "./core/experiment.js" */
/** @import { Line } from "./view/now.js" */
/** @import { EngineState, Failure } from "./driver/engine.js" */
import { isPlace, readPlace, sameInputs, sameLive, sameSettings, writePlace } from "./core/address.js";
import { declare, inputs, inputsOf, isValue, liveOf, liveValues } from "./core/declared.js";
import { opened, settingsSaid, settingsShown } from "./core/experiment.js";
import { endOf, happened } from "./core/moment.js";
import { changes } from "./core/ways.js";
import { Asking } from "./driver/asking.js";
import { Runs } from "./driver/runs.js";
import { offerCode } from "./page/code.js";
import { closePage, mayRender } from "./page/closed.js";
import { Controls } from "./page/controls.js";
import { loadJson, one, pageJson } from "./page/dom.js";
import { copyLink, download } from "./page/files.js";
import { refill } from "./page/focus.js";
import { listenToKeys } from "./page/keys.js";
import { listenToMap } from "./page/map.js";
import { Own } from "./page/own.js";
import { Player } from "./page/player.js";
import { Sheet } from "./page/sheet.js";
import { embed, offerSnippets } from "./page/share.js";
import { showWithin } from "./page/showing.js";
import { note, Status } from "./page/status.js";
import { changeLine, nowLine } from "./view/now.js";
import { PANELS } from "./view/panels.js";

/** The page: what the reader chose, the run that belongs to it, and everything that shows it. */
class Page {
  /** @type {PageData} */
  data = pageJson("page-data");
  labels = this.data.labels;
  /** What the run is shown with: the run before it, and the step that is open. */
  #former = /** @type {Run | null} */ (null);
  #open = /** @type {string | null} */ (null);
  /** The run from which the reader has chosen another, until that is shown. */
  #left = /** @type {Run | null} */ (null);
  /** Whether what a choice came to is about to be told, in place of the moment. */
  #telling = false;
  /** The steps that a sentence speaks of. */
  #told = /** @type {string[]} */ ([]);
  status = new Status();
  /** The moment to show once the run that is asked for is there. */
  #target = 0;

  constructor() {
    this.controls = new Controls((settings, how) => this.choose(settings, how));
    this.sheet = new Sheet(this.labels, () => this.#remember("replaceState"));
    this.player = new Player(this.data.run, this.labels, {
      onSettled: () => this.#settled(),
      onCount: (count, run) => this.#tellNow(count, run),
      say: (text) => this.status.say(text),
    });
    this.own = new Own(this.labels);
    this.asking = new Asking(
      opened(this.data.run, this.data.map),
      { python: (settings) => this.runs.byPython(settings), build: (settings) => this.runs.byBuild(settings) },
      (before) => this.#changed(before),
    );
    this.refreshSnippets = offerSnippets(this.labels, () => this.#link());
    this.runs = new Runs(readPrebuilt, this.data.map, (state, detail) => this.#engine(state, detail));
    this.#listen();
    this.#follow();
  }

  get #shown() {
    return this.asking.experiment.shown;
  }

  /** @returns {Context} */
  get #context() {
    return { map: this.#shown.map, proof: proofOf(this.asking.experiment, this.data.map), former: this.#former, open: this.#open };
  }

  /**
   * Say where answers come from now.
   * @param {EngineState} state
   * @param {unknown} detail
   */
  #engine(state, detail) {
    const engine = state === "failed" ? "prebuilt" : state;
    document.documentElement.dataset.engine = engine;
    one("#engine-state", HTMLElement).textContent = this.labels.engine[engine];
    if (state === "failed") this.#withoutPython(/** @type {Failure} */ (detail));
    this.asking.tell({ kind: "engine", engine });
  }

  /**
   * One clear message, and what needs Python is closed.
   * @param {Failure} failure
   */
  #withoutPython({ code }) {
    const unloaded = code === "no-payload" || code === "incomplete";
    note("engine-note", this.labels.engine[unloaded ? "unloaded" : "prebuilt"]);
    readPrebuilt().catch(() => note("engine-note", this.labels.engine.incomplete));
    this.controls.closeLive(this.#liveWords("needs_python"));
  }

  /**
   * What is said of each live value, by its name.
   * @param {"needs_python" | "wrong" | "refused" | "any_value"} what
   */
  #liveWords(what) {
    return Object.fromEntries(liveValues().map(({ name }) => [name, this.labels.live[name][what]]));
  }

  /**
   * The reader chose a set-up. A live value that is none stays where it was typed, and the other inputs are heeded all
   * the same.
   * @param {Settings} settings
   * @param {"pushState" | "replaceState"} [how] "replaceState" while a number is being moved
   */
  choose(settings, how = "pushState") {
    const said = settingsSaid(this.asking.experiment);
    const typed = liveValues().filter((live) => settings[live.name] !== undefined);
    const wrong = typed.filter((live) => !isValue(live, settings[live.name])).map(({ name }) => name);
    this.controls.markLive(wrong);
    note("live-note", wrong.map((name) => this.labels.live[name].wrong).join(" "));
    const choice = { ...settings };
    for (const name of wrong) {
      if (said[name] === undefined) delete choice[name];
      else choice[name] = said[name];
    }
    if (wrong.length && sameSettings(choice, said)) return note("ignored", "");
    this.#told = [];
    this.#choose(choice, 0, how);
  }

  /**
   * Have a set-up's run computed and shown at a moment, and remember it.
   * @param {Settings} settings
   * @param {number} time
   * @param {"pushState" | "replaceState"} how
   */
  #choose(settings, time, how) {
    this.#left = this.#shown.run;
    this.#ask(settings, time);
    this.#remember(how);
  }

  /**
   * @param {Settings} settings
   * @param {number} time where the run is to stand
   */
  #ask(settings, time) {
    note("ignored", "");
    this.#target = time;
    this.asking.tell({ kind: "chosen", settings });
    if (this.asking.experiment.wanted) this.player.rewind();
    else this.player.seek(time);
  }

  /**
   * Something has happened to the experiment: show what is another now.
   * @param {Experiment} before
   */
  #changed(before) {
    const now = this.asking.experiment;
    // Only then: the reader may be typing a live value.
    const closed = now.engine === "prebuilt" && before.engine !== now.engine;
    if (closed || !sameSettings(settingsSaid(now), settingsSaid(before))) this.controls.show(settingsSaid(now));
    this.#showPending(now);
    if (now.refused && now.refused !== before.refused) this.#refuse(now.refused);
    if (now.shown.run.digest !== before.shown.run.digest) this.#show();
    else this.#render("proof");
    if (now.engine === "python" && !now.wanted && now.shown.by === "python") this.#lookAhead();
  }

  /**
   * While a run is being computed the page says so; a run of the build's is marked.
   * @param {Experiment} experiment
   */
  #showPending({ wanted, engine, shown }) {
    const words = this.labels.engine;
    one("#experiment", HTMLElement).toggleAttribute("aria-busy", wanted !== null);
    if (wanted) one("#experiment", HTMLElement).setAttribute("aria-busy", "true");
    note("computing", wanted ? (engine === "starting" ? words.waiting : words.computing) : "");
    const marked = shown.by === "build" && shown.run !== this.data.run;
    note("prebuilt-mark", marked ? (engine === "starting" ? words.waiting_mark : words.prebuilt_mark) : "");
  }

  /**
   * The inputs have gone back to what is shown: say why, and put the address right.
   * @param {Refusal} refusal
   */
  #refuse({ code, text, live = [] }) {
    const { engine } = this.labels;
    const said = this.#liveWords(code === "live" ? "refused" : "any_value");
    const ofLive = live.map((name) => said[name]).join(" ");
    const words = { live: ofLive, any_live: ofLive, unread: engine.unread, failed: `${engine.failed} (${text})` };
    note("ignored", words[code]);
    this.#remember("replaceState");
  }

  /** Show the run, and everything that belongs to it. */
  #show() {
    const { run } = this.#shown;
    const former = this.#left;
    this.#left = null;
    this.#former = former && (onlyLive(former, run) && this.#former && onlyLive(this.#former, run) ? this.#former : former);
    Object.keys(PANELS).forEach((name) => this.#render(name));
    // The way back stays where it is while it is told anew: the focus may be on it.
    this.#telling = former !== null;
    this.#load(run);
    this.#telling = false;
    this.#tellRows();
    if (former) this.#tellChange(former);
    else this.status.say(() => run.events[run.events.length - 1].text);
    this.refreshSnippets();
  }

  /** Have Python compute what one change of input leads to, before it is asked for. */
  #lookAhead() {
    const said = settingsShown(this.asking.experiment);
    const near = this.data.map.filter((each) => changes(said, each).length === 1);
    this.runs.ahead(near.map((each) => ({ ...inputsOf(each), ...liveOf(said) })));
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
    refill(one(`[data-panel="${name}"]`, HTMLElement), PANELS[name](this.#shown.run, this.labels, this.#context));
    if (name === "tapes") this.controls.showLive();
    if (name === "tapes" || name === "metrics") this.player.mark();
    one("#forget", HTMLButtonElement).hidden = this.#former === null;
  }

  /** @param {unknown} error */
  #failed(error) {
    const reason = error instanceof Error ? error.message : /** @type {{message?: string}} */ (error)?.message;
    note("ignored", `${this.labels.engine.failed} (${reason})`);
  }

  #listen() {
    // Back and Forward too: entries differ in their hash. One event, or the note on a link would go with the second.
    addEventListener("hashchange", () => this.#follow());
    addEventListener("popstate", () => this.sheet.wentBack());
    addEventListener("pageshow", (event) => event.persisted && startAgain());
    document.addEventListener("click", (event) => this.#click(event));
    listenToMap((settings) => this.choose({ ...settings, ...this.controls.ownLive() }));
    listenToKeys(this.player);
    one("#undo", HTMLButtonElement).addEventListener("click", () => this.#undo());
    one("#forget", HTMLButtonElement).addEventListener("click", () => this.#forget());
    one('[data-panel="tapes"]', HTMLElement).addEventListener("keydown", (event) => event.key === "Escape" && this.#closeStep());
    offerCode(this.labels);
    one("#copy-link", HTMLButtonElement).addEventListener("click", () => this.#copy());
    one("#download-run", HTMLButtonElement).addEventListener("click", () => this.#downloadRun());
    one("#download-bundle", HTMLButtonElement).addEventListener("click", () => this.#downloadBundle());
  }

  /** Go where the address says. */
  #follow() {
    const hash = location.hash;
    if (hash && !isPlace(hash)) return this.#lookFor(hash);
    this.controls.forgetWrong();
    const place = this.#placeOf(hash);
    this.#left = null;
    this.#told = [];
    const { wanted } = this.asking.experiment;
    if (!sameSettings(place.settings, settingsSaid(this.asking.experiment))) this.#ask(place.settings, place.t);
    else if (wanted) this.#goLater(place.t);
    else if (Math.abs(place.t - this.player.time) >= 0.1) this.player.seek(place.t);
    const ignored = place.ignored.join(", ");
    if (ignored) note("ignored", `${this.labels.engine.ignored} ${ignored}`);
  }

  /** @param {string} hash */
  #placeOf(hash) {
    return readPlace(hash, endOf(this.data.run.events));
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
    const opener = event.target.closest("[data-open]");
    const tried = event.target.closest("a[data-try]");
    if (event.target.closest("[data-play]")) this.#start(event);
    else if (opener) this.#openStep(opener.getAttribute("data-open"));
    else if (event.target.closest("[data-close]")) this.#closeStep();
    else if (tried instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.#try(tried);
    }
  }

  /**
   * "Press Play" in the text: it plays beside the text, and the reader stays there.
   * @param {MouseEvent} event
   */
  #start(event) {
    event.preventDefault();
    if (!this.player.playing) this.player.toggle();
    const player = one("#player", HTMLElement);
    const { top, bottom } = player.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) player.scrollIntoView({ block: "nearest" });
  }

  /**
   * A set-up that a sentence speaks of: the run changes beside it, and the reader stays there.
   * @param {HTMLAnchorElement} link
   */
  #try(link) {
    const { settings, t } = this.#placeOf(link.hash);
    this.#told = (link.dataset.rows ?? "").split(" ").filter(Boolean);
    this.controls.forgetWrong();
    const same = sameSettings(settings, settingsSaid(this.asking.experiment));
    if (same) this.player.seek(t);
    else this.#choose(settings, t, "pushState");
    this.#tellRows();
    if (same) this.#tellSame();
  }

  /** Open a step, or close it where it is open. @param {string | null} id */
  #openStep(id) {
    this.#open = id === this.#open ? null : id;
    this.#render("tapes");
    const row = document.querySelector(`.row[data-row="${id}"]`);
    row?.querySelector("button")?.focus({ preventScroll: true });
    if (this.#open && row && !showWithin(row, ".tape")) row.scrollIntoView({ block: "nearest" });
  }

  #closeStep() {
    const id = this.#open;
    if (id === null) return;
    this.#openStep(id);
  }

  /** Outline the rows that a sentence speaks of. */
  #tellRows() {
    for (const row of document.querySelectorAll("#experiment [data-row]")) {
      row.classList.toggle("is-told", this.#told.includes(row.getAttribute("data-row") ?? ""));
    }
  }

  /**
   * @param {number} count how many events have happened
   * @param {Run} run
   */
  #tellNow(count, run) {
    if (this.#telling) return;
    this.#tell(nowLine(run, count, this.labels));
    one("#undo", HTMLButtonElement).hidden = true;
    if (this.player?.playing) this.sheet.follow();
  }

  /**
   * What the reader has set, and what came of it.
   * @param {Run} former the run before
   */
  #tellChange(former) {
    const line = changeLine(former, this.#shown.run, this.labels);
    this.#tell(line);
    one("#undo", HTMLButtonElement).hidden = false;
    this.status.say(() => `${line.text} ${line.reasons}`.trim());
  }

  /** A sentence's set-up is shown already: tell the moment it leads to, and that nothing was set. */
  #tellSame() {
    const { run } = this.#shown;
    const { text, reasons } = nowLine(run, happened(run.events, this.player.time), this.labels);
    const line = { text: `${text} ${this.labels.now.unchanged}`, reasons };
    this.#tell(line);
    this.status.say(() => line.text);
  }

  /** @param {Line} line */
  #tell({ text, reasons }) {
    one("#now-text", HTMLElement).textContent = text;
    one("#now-reasons", HTMLElement).textContent = reasons;
  }

  /** Back to the set-up before the last choice. */
  #undo() {
    if (!this.#former) return;
    const { settings } = this.#former;
    this.#told = [];
    this.#choose({ ...inputsOf(settings), ...liveOf(settings) }, 0, "pushState");
  }

  /** Take the marks of the run before away. */
  #forget() {
    this.#former = null;
    this.#told = [];
    this.#render("tapes");
    this.#render("metrics");
  }

  #settled() {
    this.#remember("replaceState");
    this.refreshSnippets();
  }

  /** @param {"pushState" | "replaceState"} how */
  #remember(how) {
    const { experiment } = this.asking;
    const time = this.player.time || (experiment.wanted ? this.#target : 0);
    const place = writePlace(settingsSaid(experiment), time);
    if (place === location.hash) return;
    try {
      // While the sheet is open it is a step of the way by itself, and what is chosen in it stays on that step.
      if (this.sheet.modal) history.replaceState(history.state, "", place);
      else history[how](how === "pushState" ? null : history.state, "", place);
    } catch {
      // In a frame without an origin, and where a browser counts such calls, the address stays as it is.
    }
  }

  /** The address of what is shown. */
  #link() {
    const address = new URL(location.href);
    address.search = "";
    address.hash = writePlace(settingsShown(this.asking.experiment), this.player.time);
    return address.href;
  }

  async #copy() {
    const copied = await copyLink(this.#link());
    const { copied: done, copy_failed: refused } = this.labels.actions;
    note("copied", copied ? done : refused);
  }

  #downloadRun() {
    const settings = settingsShown(this.asking.experiment);
    return this.#download("run", settings, this.runs.file(settings, this.#shown));
  }

  #downloadBundle() {
    const settings = settingsShown(this.asking.experiment);
    return this.#download("bundle", settings, this.runs.bundle(settings));
  }

  /**
   * @param {string} kind
   * @param {Settings} settings
   * @param {Promise<string>} text
   */
  async #download(kind, settings, text) {
    try {
      download(`${[kind, ...inputs().map(({ name }) => settings[name])].join("-")}.json`, await text);
    } catch (error) {
      this.#failed(error);
    }
  }
}

/** Back on a page that the browser kept in the middle of a start: what that was waiting for may be lost for good. */
function startAgain() {
  if (document.documentElement.dataset.engine !== "python") location.reload();
}

/**
 * What stands behind the run: who computed it, and whether Python in this page gives the build's digest.
 * @param {Experiment} experiment
 * @param {Summary[]} map the build's
 * @returns {Context["proof"]}
 */
function proofOf({ shown, engine }, map) {
  if (shown.by === "build") return engine === "prebuilt" ? "prebuilt" : "build";
  if (Object.keys(liveOf(shown.run.settings)).length) return "own_live";
  return map.find((each) => sameInputs(each, shown.run.settings))?.digest === shown.run.digest ? "same" : "differs";
}

/**
 * Whether two runs differ in live values alone: while one is moved, they are compared with the run it was moved from.
 * @param {Run} left
 * @param {Run} right
 */
function onlyLive(left, right) {
  return sameInputs(left.settings, right.settings) && !sameLive(left.settings, right.settings);
}

/** @returns {Promise<Prebuilt>} what the build computed */
function readPrebuilt() {
  return loadJson("prebuilt");
}

embed();
declare(pageJson("page-data").declared);
if (mayRender()) new Page();
else closePage(pageJson("page-data").labels);
