// @ts-check
/** @import { Settings } from "../types.js" */
/** @import { Experiment, Happening, Refusal, Shown } from "../core/experiment.js" */
import { writePlace } from "../core/address.js";
import { after, questions } from "../core/experiment.js";

/** So many milliseconds Python may take before the build's run is shown meanwhile. */
const GOOD_TIME = 1500;

/**
 * Asks whom the experiment wants asked, and tells it what they answer.
 *
 * Whoever is asked resolves with a run, or with null where the answer comes another way; and rejects with a Refusal or
 * an error of Python's.
 * @typedef {(settings: Settings) => Promise<Shown | null>} Source
 */
export class Asking {
  /** What each was asked last, so that it is asked once. @type {Record<Shown["by"], string>} */
  #asked = { build: "", python: "" };
  /** Whether each has yet to answer. It is asked one thing at a time: of many choices in a row only the last one counts. */
  #waiting = { build: false, python: false };

  /**
   * @param {Experiment} experiment
   * @param {Record<Shown["by"], Source>} sources
   * @param {(before: Experiment) => void} onChange
   */
  constructor(experiment, sources, onChange) {
    this.experiment = experiment;
    this.sources = sources;
    this.onChange = onChange;
  }

  /** @param {Happening} happening */
  tell(happening) {
    const before = this.experiment;
    this.experiment = after(before, happening);
    // Asked before the page turns to it, so that Python computes meanwhile.
    this.#askAll();
    if (happening.kind === "chosen") {
      setTimeout(() => this.tell({ kind: "late", asked: happening.settings }), GOOD_TIME);
    }
    if (this.experiment !== before) this.onChange(before);
  }

  #askAll() {
    const { python, build } = questions(this.experiment);
    this.#ask("python", python);
    this.#ask("build", build);
  }

  /**
   * @param {Shown["by"]} by
   * @param {Settings | null} settings
   */
  #ask(by, settings) {
    if (this.#waiting[by]) return;
    const question = settings ? `${this.experiment.engine} ${writePlace(settings, 0)}` : "";
    if (question === this.#asked[by]) return;
    this.#asked[by] = question;
    if (settings) this.#answer(by, settings);
  }

  /**
   * @param {Shown["by"]} by
   * @param {Settings} asked
   */
  async #answer(by, asked) {
    this.#waiting[by] = true;
    const happening = await this.sources[by](asked).then(
      (shown) => shown && /** @type {const} */ ({ kind: "answered", asked, shown }),
      (error) => /** @type {const} */ ({ kind: "unanswered", asked, by, refused: asRefusal(error) }),
    );
    this.#waiting[by] = false;
    if (happening) this.tell(happening);
    else this.#askAll();
  }
}

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
function asRefusal(error) {
  const { code, live, message } = /** @type {{code?: Refusal["code"], live?: string[], message?: string}} */ (Object(error));
  return code === "live" || code === "unread" ? { code, live } : { code: "failed", text: message ?? String(error) };
}
