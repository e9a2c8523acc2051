// @ts-check
/** @import { Labels } from "../types.js" */
import { one } from "./dom.js";

/** As in `styles/dock.css`: a narrower window has the run folded, a phone's has it at the bottom. */
const FOLDED = matchMedia("(max-width: 68.74em)");
const PHONE = matchMedia("(max-width: 37.49em), (max-width: 68.74em) and (max-height: 35em)");

/**
 * The run where it is folded: unfolded in place on a tablet; on a phone a sheet over the page, which is a dialog: the
 * focus stays in it, Escape and the way back close it, and the focus returns to the button.
 */
export class Sheet {
  #run = one("#experiment", HTMLElement);
  #button = one("#unfold", HTMLAnchorElement);
  /** Whether the reader has scrolled the sheet: then it no longer follows the events. */
  #scrolled = false;

  /**
   * @param {Labels} labels
   * @param {() => void} onClosed the browser has gone back, and the address is to be put right
   */
  constructor(labels, onClosed) {
    this.labels = labels;
    this.onClosed = onClosed;
    // Alone in a frame it stands whole.
    if (document.documentElement.classList.contains("is-embedded")) this.#run.classList.add("is-unfolded");
    else this.#listen();
  }

  #listen() {
    this.#button.addEventListener("click", (event) => {
      event.preventDefault();
      if (this.open) this.close();
      else this.unfold();
    });
    this.#run.addEventListener("keydown", (event) => event.key === "Escape" && this.modal && this.close());
    for (const kind of ["wheel", "touchmove"]) {
      this.#run.addEventListener(kind, () => (this.#scrolled = true), { passive: true });
    }
    one("#play", HTMLButtonElement).addEventListener("click", () => (this.#scrolled = false));
    FOLDED.addEventListener("change", () => this.open && this.#fold());
    PHONE.addEventListener("change", () => this.open && this.#fold());
    this.#name();
  }

  get open() {
    return this.#run.classList.contains("is-unfolded");
  }

  /** Whether it is a dialog now. */
  get modal() {
    return this.#run.getAttribute("role") === "dialog";
  }

  unfold() {
    this.#run.classList.add("is-unfolded");
    this.#scrolled = false;
    if (PHONE.matches) this.#beDialog();
    this.#name();
  }

  /** Close it as the reader asks for: by the way back, where opening it was a step of the way. */
  close() {
    if (history.state?.sheet) history.back();
    else this.#fold();
  }

  /** The browser went back or forward: an open sheet closes, and nothing else. @returns {boolean} whether it was that */
  wentBack() {
    if (!this.modal || history.state?.sheet) return false;
    this.#fold();
    this.onClosed();
    return true;
  }

  /** On a phone the tape follows what happens, until the reader scrolls it. */
  follow() {
    if (!this.modal || this.#scrolled) return;
    this.#run.querySelector(".row.is-now")?.scrollIntoView({ block: "nearest" });
  }

  #beDialog() {
    this.#run.setAttribute("role", "dialog");
    this.#run.setAttribute("aria-modal", "true");
    this.#keepOut(true);
    try {
      history.pushState({ sheet: true }, "");
    } catch {
      // In a frame without an origin there is no way back to close it by; the button and Escape do.
    }
    this.#run.focus({ preventScroll: true });
  }

  #fold() {
    this.#run.classList.remove("is-unfolded");
    if (this.modal) {
      this.#run.removeAttribute("role");
      this.#run.removeAttribute("aria-modal");
      this.#keepOut(false);
      // Once the browser has gone back: Firefox takes the focus away on the way.
      setTimeout(() => this.#button.focus({ preventScroll: true }));
    }
    this.#name();
  }

  /**
   * While it is a dialog nothing else of the page can be reached.
   * @param {boolean} out
   */
  #keepOut(out) {
    document.documentElement.classList.toggle("has-sheet", out);
    const others = [...document.body.children, ...one("main", HTMLElement).children, ...one(".spread", HTMLElement).children];
    for (const each of others) {
      if (each instanceof HTMLElement && !each.contains(this.#run)) each.inert = out;
    }
  }

  #name() {
    this.#button.textContent = this.open ? this.labels.sheet.close : this.labels.sheet.open;
    this.#button.setAttribute("aria-expanded", String(this.open));
  }
}
