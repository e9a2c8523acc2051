// @ts-check
/** @import { Labels } from "../types.js" */
import { elements } from "../core/trusted.js";
import { html } from "../view/html.js";
import { one } from "./dom.js";

/** Whether this page may show anything else than what stands in it; a host's policy can forbid that. */
export function mayRender() {
  try {
    elements(html``);
    return true;
  } catch {
    return false;
  }
}

/**
 * Say so, and close what would do nothing.
 * @param {Labels} labels
 */
export function closePage(labels) {
  const note = one("#no-start", HTMLElement);
  note.textContent = labels.page.forbidden;
  note.classList.remove("late");
  for (const control of document.querySelectorAll("button, input, select")) control.toggleAttribute("disabled", true);
}
