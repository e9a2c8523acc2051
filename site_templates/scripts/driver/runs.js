// @ts-check
/** @import { Prebuilt, Run, Settings, Summary } from "../types.js" */
/** @import { EngineState, Failure } from "./engine.js" */
import { sameInputs } from "../core/address.js";
import { startEngine } from "./engine.js";

/** So many runs are kept: those of all set-ups at one live rate. */
const KEPT = 36;

/**
 * A run; `prebuilt` where the build computed it and not Python in this page.
 * @typedef {{run: Run, prebuilt: boolean}} Answer
 */

/** Where runs and bundles come from: Python in this page; where it cannot start, what the build computed. */
export class Runs {
  /** @type {Failure | undefined} */
  #failure;
  /** The last runs that Python computed, by their settings. @type {Map<string, Promise<string | null>>} */
  #computed = new Map();
  /** Counts lists of runs to compute ahead, so that a new one ends the former. */
  #lists = 0;

  /**
   * @param {() => Promise<Prebuilt>} prebuilt reads what the build computed
   * @param {(state: EngineState, detail?: unknown) => void} onState
   */
  constructor(prebuilt, onState) {
    this.prebuilt = prebuilt;
    this.engine = startEngine({
      onState: (state, detail) => {
        if (state === "failed") this.#failure = /** @type {Failure} */ (detail);
        onState(state, detail);
      },
    });
  }

  /**
   * The run of a set-up.
   * @param {Settings} settings
   * @returns {Promise<Answer>}
   */
  async run(settings) {
    const text = await this.#runText(settings);
    if (text !== null) return { run: JSON.parse(text), prebuilt: false };
    return { run: await this.#prebuiltRun(settings), prebuilt: true };
  }

  /**
   * Have runs computed that may be chosen next, one by one, while nothing else goes on: choosing one then needs no wait.
   * @param {Settings[]} list
   */
  async ahead(list) {
    const number = ++this.#lists;
    for (const settings of list) {
      await idle();
      if (this.#failure || number !== this.#lists) return;
      // Whatever is wrong with it is told when the run is chosen.
      await this.#runText(settings).catch(() => {});
    }
  }

  /**
   * @param {Settings} settings
   * @returns {Promise<string | null>} null where Python is not to be had
   */
  #runText(settings) {
    const key = JSON.stringify([settings.live_rate, settings.tools, settings.model, settings.state, settings.email]);
    const known = this.#computed.get(key);
    if (known) return known;
    const asked = this.#ask({ do: "run", settings });
    this.#computed.set(key, asked);
    const forget = () => this.#computed.delete(key);
    asked.then((text) => text === null && forget(), forget);
    if (this.#computed.size > KEPT) this.#computed.delete(this.#computed.keys().next().value ?? "");
    return asked;
  }

  /**
   * The text of a run's file.
   * @param {Settings} settings
   */
  async file(settings) {
    return (await this.#ask({ do: "run_file", settings })) ?? fileText(await this.#prebuiltRun(settings));
  }

  /** @param {Settings} settings */
  async #prebuiltRun(settings) {
    if (settings.live_rate !== undefined) throw new Error("a live rate of your own needs Python");
    const run = (await this.prebuilt()).runs.find((candidate) => sameInputs(candidate.settings, settings));
    if (!run) throw new Error("the page carries no run of this set-up");
    return run;
  }

  /**
   * All set-ups in short, at a live rate; null where Python is not to be had.
   * @param {string} [liveRate]
   * @returns {Promise<Summary[] | null>}
   */
  async map(liveRate) {
    const text = await this.#ask({ do: "map", settings: liveRate === undefined ? {} : { live_rate: liveRate } });
    return text === null ? null : JSON.parse(text).map;
  }

  /**
   * The text of a set-up's bundle file.
   * @param {Settings} settings
   * @returns {Promise<string>}
   */
  async bundle(settings) {
    const text = await this.#ask({ do: "export", settings });
    return text ?? fileText((await this.prebuilt()).bundles[`${settings.state} ${settings.email}`]);
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
    if (this.#failure) return null;
    try {
      return await this.engine.ask(request);
    } catch (error) {
      if (error === this.#failure) return null;
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
