// @ts-check
/** @import { Markup } from "../view/html.js" */
import { renew } from "./renew.js";

/** What each panel holds, so that a panel that stays the same is left alone. @type {WeakMap<HTMLElement, string>} */
const shown = new WeakMap();

const KEYS = ["data-set", "data-open", "data-seek", "id"];

/**
 * Fill a panel anew without losing the reader's place: the focus stays on the button that means the same, or in the
 * panel where there is none any more: on its heading, so that pressing again does not choose something else.
 * @param {HTMLElement} panel
 * @param {Markup} markup
 */
export function refill(panel, markup) {
  if (shown.get(panel) === markup.text) return;
  shown.set(panel, markup.text);
  const focused = panel.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && KEYS.find((name) => focused.hasAttribute(name));
  const meaning = key && focused.getAttribute(key);
  renew(panel, markup);
  if (!focused || (focused.isConnected && (!key || focused.getAttribute(key) === meaning))) return;
  const same = key && [...panel.querySelectorAll(`[${key}]`)].find((each) => each.getAttribute(key) === meaning);
  const next = same ?? panel.querySelector("summary, button") ?? panel;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
