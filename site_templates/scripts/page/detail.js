// @ts-check
/** @import { Labels, Run } from "../types.js" */
import { detail } from "../view/detail.js";
import { one } from "./dom.js";

/** The open step: any button with `data-open="S5"` opens that step, again closes it. */
export class Detail {
  /** @type {string | null} */
  #id = null;
  #place = one("#detail", HTMLElement);

  /**
   * @param {() => Run} run the run that is shown
   * @param {Labels} labels
   */
  constructor(run, labels) {
    this.run = run;
    this.labels = labels;
    document.addEventListener("click", (event) => this.#click(event));
    this.#place.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
  }

  /** Show the open step of the run that is shown now. */
  render() {
    const known = this.run().steps.some((step) => step.id === this.#id);
    if (!known) this.#id = null;
    this.#place.innerHTML = this.#id === null ? "" : String(detail(this.#id, this.run(), this.labels));
    this.#place.hidden = this.#id === null;
    for (const cell of document.querySelectorAll(".cell")) {
      cell.setAttribute("aria-expanded", String(cell.getAttribute("data-open") === this.#id));
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest("[data-open]");
    if (event.target.closest("[data-close]")) this.#close();
    else if (opener) this.#open(opener);
  }

  /** @param {Element} opener */
  #open(opener) {
    const id = opener.getAttribute("data-open");
    const again = id === this.#id;
    this.#id = again ? null : id;
    this.render();
    if (again) return;
    one("#detail-title", HTMLElement).focus({ preventScroll: true });
    // Where it is in sight already, the tapes stay where they are.
    this.#place.scrollIntoView({ block: "nearest" });
  }

  #close() {
    const cell = document.querySelector(`.cell[data-open="${this.#id}"]`);
    this.#id = null;
    this.render();
    if (cell instanceof HTMLElement) cell.focus();
  }
}
