// @ts-check
/** @import { Settings } from "../types.js" */

/** How far each key goes in the map, in rows and columns. */
const MOVES = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

/**
 * Buttons with `data-set` put the page into their set-up; in the map the arrow keys go to the neighbouring one.
 * @param {(settings: Settings) => void} choose
 */
export function listenToMap(choose) {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-set]");
    // The second click of a double click would fall on a button that came in the place of the first one's.
    if (button && event.detail < 2) choose(settingsOf(button));
  });
  document.addEventListener("keydown", (event) => {
    const cell = event.target instanceof Element && event.target.closest(".map-cell");
    const next = cell && MOVES[event.key] && neighbour(cell, MOVES[event.key]);
    if (!next) return;
    event.preventDefault();
    next.focus();
    choose(settingsOf(next));
  });
}

/**
 * @param {Element} button
 * @returns {Settings}
 */
function settingsOf(button) {
  return JSON.parse(button.getAttribute("data-set") ?? "{}");
}

/**
 * @param {Element} cell
 * @param {[number, number]} move
 */
function neighbour(cell, [down, right]) {
  const rows = [...(cell.closest("tbody")?.rows ?? [])].map((row) => [...row.querySelectorAll(".map-cell")]);
  const row = rows.findIndex((cells) => cells.includes(cell));
  const found = rows[row + down]?.[rows[row].indexOf(cell) + right];
  return found instanceof HTMLElement ? found : null;
}
