// @ts-check
/** @import { WholeCheck } from "./shown.js" */
/** @import { Labels } from "../types.js" */
import { elements } from "../core/trusted.js";
import { one } from "../page/dom.js";
import { MoreSteps } from "../page/more_steps.js";
import { report } from "../view/report.js";
import { furtherSteps, shown } from "./shown.js";

/** A report as a file: what the command line found, drawn by the page's own views. It asks nothing of any network. */
class Report {
  #more = new MoreSteps();
  #chosen = { file: 0, session: 0 };
  #place = one("#report", HTMLElement);

  /**
   * @param {WholeCheck[]} checks
   * @param {Labels} labels
   */
  constructor(checks, labels) {
    this.checks = checks;
    this.labels = labels;
    const failing = checks.findIndex(({ gate }) => gate === "fail");
    this.#chosen.file = Math.max(0, failing);
    this.#place.addEventListener("click", ({ target }) => target instanceof Element && this.#click(target));
    this.#place.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement) this.#choose({ ...this.#chosen, session: Number(target.value) });
    });
    this.#show();
  }

  #show() {
    const { file, session } = this.#chosen;
    const whole = this.checks[file];
    const checks = this.checks.map((check, index) => (index === file ? shown(check) : { ...check, found: {} }));
    const labels = this.labels;
    this.#place.replaceChildren(elements(report(checks, this.#chosen, labels)));
    this.#more.take(checks[file].sessions[session], async (slice) => furtherSteps(whole.sessions[session], slice), labels);
    document.title = `${labels.own.report}: ${this.checks.length > 1 ? this.checks.length : whole.file}`;
  }

  /** @param {{file: number, session: number}} chosen */
  #choose(chosen) {
    this.#chosen = chosen;
    this.#show();
    one("#own-verdict", HTMLElement).focus();
  }

  /** @param {Element} target what was clicked */
  #click(target) {
    const file = target.closest("[data-report-file]");
    const step = target.closest("[data-own-step]");
    const gap = target.closest("[data-own-more]");
    const row = target.closest("[data-open]");
    if (file instanceof HTMLElement) this.#choose({ file: Number(file.dataset.reportFile), session: 0 });
    else if (row instanceof HTMLElement) this.#more.toggle(row.dataset.open ?? "");
    else if (step instanceof HTMLElement) this.#more.goTo(step.dataset);
    else if (gap instanceof HTMLElement) this.#more.fill(gap);
  }
}

/** @param {string} id */
function dataOf(id) {
  return JSON.parse(one(`#${id}`, HTMLScriptElement).textContent ?? "");
}

const data = dataOf("report-data");
new Report(Array.isArray(data) ? data : [data], dataOf("report-labels"));
