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
    const wanted = questions(this.experiment);
    this.#ask("python", wanted.python);
    this.#ask("build", wanted.build);
    this.onChange(before);
  }

  /**
   * @param {Shown["by"]} by
   * @param {Settings | null} settings
   */
  #ask(by, settings) {
    const question = settings ? `${this.experiment.engine} ${writePlace(settings, 0)}` : "";
    if (question === this.#asked[by]) return;
    this.#asked[by] = question;
    if (!settings) return;
    this.#answer(by, settings);
    if (by === "python") setTimeout(() => this.tell({ kind: "late", asked: settings }), GOOD_TIME);
  }

  /**
   * @param {Shown["by"]} by
   * @param {Settings} asked
   */
  async #answer(by, asked) {
    const happening = await this.sources[by](asked).then(
      (shown) => shown && /** @type {const} */ ({ kind: "answered", asked, shown }),
      (error) => /** @type {const} */ ({ kind: "unanswered", asked, by, refused: asRefusal(error) }),
    );
    if (happening) this.tell(happening);
  }
}

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
function asRefusal(error) {
  const { code, message } = /** @type {{code?: Refusal["code"], message?: string}} */ (Object(error));
  return code === "rate" || code === "unread" ? { code } : { code: "failed", text: message ?? String(error) };
}
