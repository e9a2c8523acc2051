// @ts-check
/** @import { Answer, FromWorker, PayloadContent, ReaderFile, Way } from "./messages.js" */
import { documentPayloads } from "./payloads.js";
import { Watchdog } from "./watchdog.js";
import { linkWorker, workerAddress } from "./worker_link.js";

/**
 * Why the engine is not there. `code` is one of no-webassembly, no-decompression,
 * no-worker, no-payload, incomplete, timeout, crashed; `message` is for developers.
 * @typedef {{code: string, message: string}} Failure
 *
 * @typedef {"starting" | "python" | "failed"} EngineState
 *
 * @typedef {object} EngineOptions
 * @property {(state: EngineState, detail?: Failure | {way: Way, reason: string}) => void} onState
 *   "python" comes with the way in which it started, "failed" with the Failure
 * @property {(name: string) => Promise<PayloadContent>} [payloads]
 *   where the payloads come from; by default from the page itself
 * @property {number} [askPatience]
 *   seconds without a sign of life after which an answer is given up
 *
 * @typedef {{text: string, data?: ReaderFile, resolve: (answer: Answer) => void, reject: (why: unknown) => void}} Ask
 */

/** What the worker is handed, in the order in which the page carries it: what a start waits for, and what may follow. */
const FIRST_PAYLOADS = ["wasm", "image"];
const LATER_PAYLOADS = ["engine", "rest", "library"];

/** Seconds without a sign of life after which a start, or an answer, is given up: twice, so it is told after ten. */
const START_PATIENCE = 5;
const ASK_PATIENCE = 5;

/**
 * Start Python in a worker and answer requests with it.
 *
 * Requests wait until Python is there and are answered one at a time, in order. When a
 * start fails or the worker dies it is started once more, by the plain path, and what could
 * not be downloaded is asked for again; after that
 * the engine has failed and every request rejects with the Failure. An exception in
 * Python rejects its own request alone, with the exception as a plain object.
 *
 * @param {EngineOptions} options
 * @returns {{ask: (request: object) => Promise<string>, askAbout: (request: object, data: ReaderFile) => Promise<Answer>,
 *   stop: () => void}}
 */
export function startEngine(options) {
  const engine = new Engine(options);
  engine.start();
  return {
    ask: async (request) => (await engine.ask(JSON.stringify(request))).text,
    askAbout: (request, data) => engine.ask(JSON.stringify(request), data),
    stop: () => engine.stop(),
  };
}

/** The supervisor of one worker after another. */
class Engine {
  /** @type {Ask[]} The first one is being answered whenever the worker is ready. */
  #queue = [];
  /** @type {ReturnType<typeof linkWorker> | undefined} */
  #link;
  /** @type {Promise<string> | undefined} */
  #address;
  /** @type {Failure | undefined} */
  #failure;
  #ready = false;
  /** Whether the worker has been handed all that there is. */
  #delivered = false;
  #restarted = false;
  /** Counts launches, so that nothing meant for a former worker reaches the next one. */
  #launches = 0;
  #asks = 0;
  #watchdog = new Watchdog(() => this.#lost({ code: "timeout", message: "no sign of life" }));

  /** @param {EngineOptions} options */
  constructor({ onState, payloads = documentPayloads(), askPatience = ASK_PATIENCE }) {
    this.onState = onState;
    this.payloads = payloads;
    this.askPatience = askPatience;
  }

  start() {
    this.onState("starting");
    const lack = whatLacks();
    if (lack) this.#fail(lack);
    else this.#launch("image");
  }

  /**
   * @param {string} text
   * @param {ReaderFile} [data]
   * @returns {Promise<Answer>}
   */
  ask(text, data) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#queue.push({ text, data, resolve, reject });
      if (this.#queue.length === 1) this.#next();
    });
  }

  stop() {
    this.#fail({ code: "stopped", message: "the engine was stopped" }, false);
    this.#address?.then(URL.revokeObjectURL, () => {});
  }

  /** @param {Way} way */
  async #launch(way) {
    const launch = ++this.#launches;
    this.#delivered = false;
    // All that is needed first at once, so that where it is downloaded none waits for another, nor for the rest.
    const first = this.#contents(FIRST_PAYLOADS);
    try {
      this.#address ??= this.#makeAddress();
      const address = await this.#address;
      if (launch !== this.#launches) return;
      this.#connect(address);
      this.#link?.post({ kind: "start", way });
      await this.#handOver(first, launch);
      await this.#handOver(this.#contents(LATER_PAYLOADS), launch);
      if (launch === this.#launches) this.#watchDelivered();
    } catch (error) {
      if (launch === this.#launches) this.#lost(asFailure(error));
    }
  }

  /**
   * What cannot be had may not be needed, as the library by a restored Python: the worker knows.
   * @param {string[]} names
   * @returns {{name: string, content: Promise<PayloadContent>}[]}
   */
  #contents(names) {
    return names.map((name) => ({ name, content: this.payloads(name).catch(() => null) }));
  }

  /** Only now can silence be the worker's fault and not the network's. */
  #watchDelivered() {
    this.#delivered = true;
    if (!this.#ready) this.#watchdog.watch(START_PATIENCE);
    else if (this.#queue.length) this.#watchdog.watch(this.askPatience);
  }

  async #makeAddress() {
    try {
      const content = await this.payloads("worker");
      if (content === null) throw { code: "no-payload", message: "the page carries no worker" };
      return await workerAddress(content).catch((error) => {
        throw { code: "incomplete", message: `the worker's script is damaged: ${error}` };
      });
    } catch (error) {
      // Where it is downloaded, it may be there the next time.
      this.#address = undefined;
      throw error;
    }
  }

  /** @param {string} address */
  #connect(address) {
    try {
      this.#link = linkWorker(address, {
        onMessage: (message) => this.#hear(message),
        onError: (message) => this.#lost({ code: "crashed", message }),
      });
    } catch (error) {
      throw { code: "no-worker", message: String(error) };
    }
  }

  /**
   * @param {{name: string, content: Promise<PayloadContent>}[]} coming
   * @param {number} launch
   */
  async #handOver(coming, launch) {
    const post = async (/** @type {{name: string, content: Promise<PayloadContent>}} */ { name, content }) => {
      const message = /** @type {const} */ ({ kind: "payload", name, content: await content });
      if (launch === this.#launches) this.#link?.post(message);
    };
    await Promise.all(coming.map(post));
  }

  /** @param {FromWorker} message */
  #hear(message) {
    this.#watchdog.sign();
    if (message.kind === "ready") this.#becomeReady(message);
    else if (message.kind === "failed") {
      this.#lost({ code: message.code, message: message.error.message });
    } else if (message.kind === "answer") this.#settle(message.id, "resolve", message);
    else if (message.kind === "refused") this.#settle(message.id, "reject", message.error);
  }

  /** @param {{way: Way, reason: string}} how */
  #becomeReady({ way, reason }) {
    this.#ready = true;
    this.#watchdog.rest();
    performance.mark("python-ready");
    this.onState("python", { way, reason });
    this.#next();
  }

  #next() {
    const ask = this.#queue[0];
    if (!this.#ready || !ask) return;
    if (this.#delivered) this.#watchdog.watch(this.askPatience);
    this.#link?.post({ kind: "ask", id: ++this.#asks, request: ask.text, data: ask.data });
  }

  /**
   * @param {number} id
   * @param {"resolve" | "reject"} how
   * @param {any} value
   */
  #settle(id, how, value) {
    if (id !== this.#asks) return;
    this.#watchdog.rest();
    // It works: what happens from now on is another mishap, worth another restart.
    this.#restarted = false;
    // Read by builder/bench; the first of these is where a start ends.
    performance.mark("python-answer");
    this.#queue.shift()?.[how](value);
    this.#next();
  }

  /**
   * The worker is gone: once more by the plain path, or give up.
   * @param {Failure} failure
   */
  #lost(failure) {
    this.#disconnect();
    if (this.#restarted) return this.#fail(failure);
    this.#restarted = true;
    this.onState("starting");
    this.#launch("plain");
  }

  /**
   * @param {Failure} failure
   * @param {boolean} [tell]
   */
  #fail(failure, tell = true) {
    this.#disconnect();
    this.#failure ??= failure;
    for (const ask of this.#queue.splice(0)) ask.reject(failure);
    if (tell) this.onState("failed", failure);
  }

  #disconnect() {
    this.#launches++;
    this.#ready = false;
    this.#watchdog.rest();
    this.#link?.stop();
    this.#link = undefined;
  }
}

/**
 * What the browser lacks to run Python at all, found out before anything is decoded.
 * @returns {Failure | undefined}
 */
function whatLacks() {
  if (typeof WebAssembly !== "object") {
    return { code: "no-webassembly", message: "WebAssembly is not there or forbidden" };
  }
  if (typeof Worker !== "function") return { code: "no-worker", message: "no workers" };
  // Carrying everything uncompressed as well would double the page for browsers that are
  // too old for Pyodide's own WebAssembly features anyway.
  if (typeof DecompressionStream !== "function") {
    return { code: "no-decompression", message: "DecompressionStream is missing" };
  }
  return undefined;
}

/**
 * @param {unknown} error a Failure already, or anything that was thrown
 * @returns {Failure}
 */
function asFailure(error) {
  const { code, message } = /** @type {Partial<Failure>} */ (Object(error));
  // A DOMException has a code as well, but a number.
  if (typeof code === "string" && message !== undefined) return { code, message };
  return { code: "crashed", message: String(error) };
}
