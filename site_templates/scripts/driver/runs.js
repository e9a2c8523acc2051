// @ts-check
/** @import { Shown } from "../core/experiment.js" */
/** @import { Prebuilt, Settings, Summary } from "../types.js" */
/** @import { EngineState } from "./engine.js" */
import { sameInputs, writePlace } from "../core/address.js";
import { liveOf, setUps } from "../core/declared.js";
import { startEngine } from "./engine.js";

/** Where runs and bundles come from: Python in this page; where it is not there, what the build computed. */
export class Runs {
  /** @type {EngineState} */
  #state = "starting";
  /** The last runs that Python computed, by their settings. @type {Map<string, Promise<string | null>>} */
  #computed = new Map();
  /** Counts lists of runs to compute ahead, so that a new one ends the former. */
  #lists = 0;

  /**
   * @param {() => Promise<Prebuilt>} prebuilt reads what the build computed
   * @param {Summary[]} map all set-ups in short, at the world's own live values
   * @param {(state: EngineState, detail?: unknown) => void} onState
   */
  constructor(prebuilt, map, onState) {
    this.prebuilt = prebuilt;
    this.worldMap = map;
    this.engine = startEngine({
      onState: (state, detail) => {
        this.#state = state;
        onState(state, detail);
      },
    });
  }

  /**
   * A run by Python, with the map at its live values; null where Python is not to be had.
   * @param {Settings} settings
   * @returns {Promise<Shown | null>}
   */
  async byPython(settings) {
    const [run, map] = await Promise.all([this.#runText(settings), this.#map(settings)]);
    return run === null || map === null ? null : { run: JSON.parse(run), map, by: "python" };
  }

  /**
   * A run of the build's; at a live value of the reader's own the one at today's, where it comes out the same at any.
   *
   * Rejects with a Refusal.
   * @param {Settings} settings
   * @returns {Promise<Shown>}
   */
  async byBuild(settings) {
    const { runs, at_any_live: atAny } = await this.#prebuilt();
    const run = runs.find((each) => sameInputs(each.settings, settings));
    if (!run) throw { code: "unread" };
    const live = Object.keys(liveOf(settings));
    if (live.length && !atAny.includes(run.digest)) throw { code: "live", live };
    return { run, map: this.worldMap, by: "build" };
  }

  async #prebuilt() {
    try {
      return await this.prebuilt();
    } catch {
      throw { code: "unread" };
    }
  }

  /**
   * Have runs computed that may be chosen next, one by one, while nothing else goes on: choosing one then needs no wait.
   * @param {Settings[]} list
   */
  async ahead(list) {
    const number = ++this.#lists;
    for (const settings of list) {
      await idle();
      if (this.#state !== "python" || number !== this.#lists) return;
      // Whatever is wrong with it is told when the run is chosen.
      await this.#runText(settings).catch(() => {});
    }
  }

  /**
   * @param {Settings} settings
   * @returns {Promise<string | null>} null where Python is not to be had
   */
  #runText(settings) {
    const key = writePlace(settings, 0);
    const known = this.#computed.get(key);
    if (known) return known;
    const asked = this.#ask({ do: "run", settings });
    this.#computed.set(key, asked);
    const forget = () => this.#computed.delete(key);
    asked.then((text) => text === null && forget(), forget);
    // So many are kept as there are set-ups at the same live values.
    if (this.#computed.size > setUps()) this.#computed.delete(this.#computed.keys().next().value ?? "");
    return asked;
  }

  /**
   * All set-ups in short, at the live values of one; those at today's stand in the page.
   * @param {Settings} settings
   * @returns {Promise<Summary[] | null>} null where Python is not to be had
   */
  async #map(settings) {
    const live = liveOf(settings);
    if (!Object.keys(live).length) return this.worldMap;
    const text = await this.#ask({ do: "map", settings: live });
    return text === null ? null : JSON.parse(text).map;
  }

  /**
   * The text of a run's file.
   * @param {Settings} settings
   * @param {Shown} shown the run
   */
  async file(settings, shown) {
    const text = this.#state === "python" ? await this.#ask({ do: "run_file", settings }) : null;
    // Python's runs come with their keys in the file's order, as do those that the page carries for this.
    return text ?? fileText((shown.by === "python" ? shown : await this.byBuild(settings)).run);
  }

  /**
   * The text of a set-up's bundle file.
   * @param {Settings} settings
   * @returns {Promise<string>}
   */
  async bundle(settings) {
    const text = this.#state === "python" ? await this.#ask({ do: "export", settings }) : null;
    return text ?? fileText((await this.#prebuilt()).bundles[`${settings.state} ${settings.email}`]);
  }

  /**
   * @param {object} request
   * @returns {Promise<string | null>} null where Python is not to be had
   */
  async #ask(request) {
    const text = await this.#askPython(request);
    const error = text !== null && text.startsWith('{\n  "error": {') && JSON.parse(text).error;
    if (error) throw new Error(`${error.problem} ${error.remedy}`);
    return text;
  }

  /**
   * @param {object} request
   * @returns {Promise<string | null>}
   */
  async #askPython(request) {
    try {
      return await this.engine.ask(request);
    } catch (error) {
      if (this.#state === "failed") return null;
      throw error;
    }
  }
}

/**
 * The text of a JSON file, byte for byte as Python's `engine.base.json_text.pretty` writes it.
 * @param {unknown} value
 */
function fileText(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Resolves when the page has nothing better to do. */
function idle() {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: 1000 });
    else setTimeout(resolve, 30);
  });
}
