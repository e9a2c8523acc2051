// @ts-check
/** How much one step of the keys or one pixel of a drag changes a number. */
const STEP = 0.1;
const PIXELS = 4;

/**
 * A number that is moved where it stands: by the up and down keys in its field, and by dragging its label.
 * @param {HTMLElement} root what holds the field with this id, and its label
 * @param {string} id
 * @param {(moving: boolean) => void} onChange `moving` while it is moved step by step
 */
export function listenToScrub(root, id, onChange) {
  root.addEventListener("keydown", (event) => {
    if (!isField(event.target, id) || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(event.target, Number(event.target.value), event.key === "ArrowUp" ? 1 : -1);
    onChange(true);
  });
  root.addEventListener("change", (event) => isField(event.target, id) && onChange(false));
  root.addEventListener("pointerdown", (event) => {
    const label = event.target instanceof Element && event.target.closest(`label[for="${id}"]`);
    const field = document.getElementById(id);
    if (label instanceof HTMLElement && isField(field, id) && !field.disabled) drag(label, field, event, onChange);
  });
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
 * @param {PointerEvent} start
 * @param {(moving: boolean) => void} onChange
 */
function drag(label, field, start, onChange) {
  const from = Number(field.value);
  if (!Number.isFinite(from)) return;
  let moved = 0;
  label.setPointerCapture(start.pointerId);
  const follow = (/** @type {PointerEvent} */ event) => {
    const steps = Math.round((event.clientX - start.clientX) / PIXELS);
    if (steps === moved) return;
    moved = steps;
    move(field, from, steps);
    onChange(true);
  };
  label.addEventListener("pointermove", follow);
  const end = () => label.removeEventListener("pointermove", follow);
  label.addEventListener("pointerup", end, { once: true });
  label.addEventListener("pointercancel", end, { once: true });
}

/**
 * @param {HTMLInputElement} field
 * @param {number} from
 * @param {number} steps
 */
function move(field, from, steps) {
  // In tenths, so that no binary fraction shows.
  const tenths = Math.round(from / STEP) + steps;
  if (Number.isFinite(tenths) && tenths > 0) field.value = String(tenths / 10);
}
