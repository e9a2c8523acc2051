// @ts-check
/** @import { Check, CheckedStep, Made } from "../check.js" */
/** @import { Labels } from "../types.js" */
import { elements } from "../core/trusted.js";
import { answer, failure, madeResult, outcomes, ownResult, sessionChoice } from "../view/own.js";
import { one } from "./dom.js";
import { contentOf } from "./files.js";
import { MoreSteps } from "./more_steps.js";

/** So far from the window's edge is what the reader is brought to. */
const MARGIN = 16;

/** Shows a check, and what was made of it; the reader's place in it is kept when it is shown again. */
export class Showing {
  #more = new MoreSteps();
  #part = one("#own-shown", HTMLElement);
  #heading = one("#own-verdict", HTMLElement);
  #answer = one("#own-answer", HTMLElement);
  #format = one("#own-format-part", HTMLDetailsElement);
  #made = one("#own-made-result", HTMLElement);
  /** Not for a file that cannot be read. */
  #onlyOfSessions = ["#own-outcomes", "#own-inputs", "#own-result", "#own-after"].map((id) => one(id, HTMLElement));

  /** @param {Labels} labels */
  constructor(labels) {
    this.labels = labels;
  }

  /**
   * @param {Check} check
   * @param {number} index which session of the file
   * @param {Blob} whole the text of the check's file
   */
  show(check, index, whole) {
    const kept = this.#readersPlace();
    this.#part.hidden = false;
    for (const part of this.#onlyOfSessions) part.hidden = check.error !== null;
    if (check.error) this.#showFailure(check, check.error);
    else this.#showSession(check, index, whole);
    this.#restore(kept);
  }

  /** The reader is brought to what was asked for. */
  goToVerdict() {
    // Not into view: that leaves room for the run, which is stuck above the text and not above this.
    scrollBy(0, this.#part.getBoundingClientRect().top - MARGIN);
    this.#heading.focus({ preventScroll: true });
  }

  /** What is shown belongs to no file any more. */
  forget() {
    this.forgetMade();
    this.#part.hidden = true;
    for (const id of ["#own-verdict", "#own-answer", "#own-sessions", "#own-outcomes", "#own-result"]) {
      one(id, HTMLElement).textContent = "";
    }
    this.#format.open = false;
  }

  forgetMade() {
    this.#made.textContent = "";
  }

  /**
   * @param {Made} made
   * @param {number} index which session it was made from
   */
  showMade(made, index) {
    this.#made.replaceChildren(elements(madeResult(made, index, this.labels)));
    one("#own-made", HTMLElement).focus();
  }

  /**
   * @param {MouseEvent} event
   * @param {Element} target what was clicked
   */
  click(event, target) {
    const step = target.closest("[data-own-step]");
    const gap = target.closest("[data-own-more]");
    const row = target.closest("[data-open]");
    // A row of the experiment's own tape is opened in the same way; this one is none of them.
    if (row) event.stopPropagation();
    if (row instanceof HTMLElement) this.#more.toggle(row.dataset.open ?? "");
    else if (step instanceof HTMLElement) this.#more.goTo(step.dataset);
    else if (gap instanceof HTMLElement) this.#more.fill(gap);
  }

  /**
   * @param {Check} check
   * @param {NonNullable<Check["error"]>} error
   */
  #showFailure({ file }, error) {
    const { own } = this.labels;
    this.#heading.textContent = `${file} ${own.not_understood}`;
    this.#answer.replaceChildren(elements(failure(error)));
    this.#format.open = true;
    this.#name(own.other_format);
    this.#more.take(undefined, undefined, this.labels);
    for (const id of ["#own-sessions", "#own-outcomes", "#own-result"]) one(id, HTMLElement).textContent = "";
  }

  /**
   * @param {Check} check
   * @param {number} index
   * @param {Blob} whole
   */
  #showSession(check, index, whole) {
    const session = check.sessions[index];
    const findings = [...check.findings, ...session.findings];
    one("#own-unsearched-part", HTMLElement).hidden = !findings.some(({ code }) => code === "people.unopened");
    this.#heading.textContent = `${this.labels.own.replay_of} ${check.file}`;
    this.#name(`${this.labels.own.read_as} ${session.source_title}`);
    this.#more.take(session, readerOf(whole, session.slices), this.labels);
    one("#own-sessions", HTMLElement).replaceChildren(elements(sessionChoice(check, index, this.labels)));
    this.#answer.replaceChildren(elements(answer(session.answer)));
    one("#own-outcomes", HTMLElement).replaceChildren(elements(outcomes(session, check.settings.tools, this.labels)));
    one("#own-result", HTMLElement).replaceChildren(elements(ownResult(check, index, this.labels)));
  }

  /** @param {string} text what the chooser of the format says while it is folded */
  #name(text) {
    one("#own-read-as", HTMLElement).textContent = text;
  }

  /** What is focused, where in the window that is, and what is unfolded. */
  #readersPlace() {
    const focused = this.#part.contains(document.activeElement) ? document.activeElement : null;
    const open = this.#folds().filter((each) => each.open).map(foldName);
    return { focused: focused && meaning(focused), top: topOf(focused), open };
  }

  /** @param {{focused: string | null, top: number, open: (string | undefined)[]}} kept */
  #restore({ focused, top, open }) {
    for (const fold of this.#folds()) fold.open = open.includes(foldName(fold));
    if (!focused) return;
    const same = [...this.#part.querySelectorAll("select, input")].find((each) => meaning(each) === focused);
    if (!(same instanceof HTMLElement)) return;
    same.focus({ preventScroll: true });
    scrollBy(0, topOf(same) - top);
  }

  #folds() {
    return [...this.#part.querySelectorAll("details")].filter((each) => each.dataset.ownFold !== undefined);
  }
}

/**
 * Reads a session's further steps out of the text of the check's file.
 * @param {Blob} whole
 * @param {[number, number][]} slices
 * @returns {(slice: number) => Promise<CheckedStep[]>}
 */
function readerOf(whole, slices) {
  return async (slice) => {
    const bytes = await contentOf(whole.slice(...slices[slice]));
    return JSON.parse(`[${new TextDecoder().decode(bytes)}]`);
  };
}

/** @param {Element | null} element */
function topOf(element) {
  return element?.getBoundingClientRect().top ?? 0;
}

/** @param {HTMLDetailsElement} fold */
function foldName({ dataset }) {
  return dataset.ownFold;
}

/**
 * By which a control is found again once it is there anew.
 * @param {Element} control
 */
function meaning(control) {
  const { own, tool } = control instanceof HTMLElement ? control.dataset : {};
  const value = control instanceof HTMLInputElement ? control.value : "";
  return JSON.stringify([control.tagName, control.getAttribute("name"), value, own, tool]);
}
