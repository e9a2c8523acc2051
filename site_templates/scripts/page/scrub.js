// @ts-check
/** @import { LiveValue } from "../types.js" */
import { isValue, plain } from "../core/declared.js";

/** So many pixels of a drag change a number by a step. */
const PIXELS = 4;

/**
 * A live value that is moved where it stands: by the up and down keys in its field, and by dragging its label. It moves
 * by a tenth, or by one where it is a whole number, and stays within its bounds.
 * @param {HTMLElement} root what holds the field of the value, and its label
 * @param {LiveValue} live
 * @param {(moving: boolean) => void} onChange `moving` while it is moved step by step
 */
export function listenToScrub(root, live, onChange) {
  const id = fieldId(live);
  root.addEventListener("keydown", (event) => {
    if (!isField(event.target, id) || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(event.target, live, Number(event.target.value), event.key === "ArrowUp" ? 1 : -1);
    onChange(true);
  });
  root.addEventListener("change", (event) => isField(event.target, id) && onChange(false));
  root.addEventListener("pointerdown", (event) => {
    const label = event.target instanceof Element && event.target.closest(`label[for="${id}"]`);
    const field = document.getElementById(id);
    if (label instanceof HTMLElement && isField(field, id) && !field.disabled) drag(label, field, live, event, onChange);
  });
}

/** @param {LiveValue} live */
export function fieldId({ key }) {
  return `input-${key}`;
}

/**
 * @param {unknown} target
 * @param {string} id
 * @returns {target is HTMLInputElement}
 */
function isField(target, id) {
  return target instanceof HTMLInputElement && target.id === id;
}

/**
 * @param {HTMLElement} label
 * @param {HTMLInputElement} field
 * @param {LiveValue} live
 * @param {PointerEvent} start
 * @param {(moving: boolean) => void} onChange
 */
function drag(label, field, live, start, onChange) {
  const from = Number(field.value);
  if (!Number.isFinite(from)) return;
  let moved = 0;
  label.setPointerCapture(start.pointerId);
  const follow = (/** @type {PointerEvent} */ event) => {
    const steps = Math.round((event.clientX - start.clientX) / PIXELS);
    if (steps === moved) return;
    moved = steps;
    move(field, live, from, steps);
    onChange(true);
  };
  label.addEventListener("pointermove", follow);
  const end = () => label.removeEventListener("pointermove", follow);
  label.addEventListener("pointerup", end, { once: true });
  label.addEventListener("pointercancel", end, { once: true });
}

/**
 * @param {HTMLInputElement} field
 * @param {LiveValue} live
 * @param {number} from
 * @param {number} steps
 */
function move(field, live, from, steps) {
  // In whole steps of a number that has so many parts, so that no binary fraction shows.
  const parts = live.decimals ? 10 : 1;
  const to = plain(((Math.round(from * parts) + steps) / parts).toFixed(live.decimals ? 1 : 0));
  if (isValue(live, to)) field.value = to;
}
