// @ts-check
/** @import { Player } from "./player.js" */
import { one } from "./dom.js";

/**
 * Shortcuts, active only while the focus is inside the player. Controls keep the keys that are theirs: the slider its
 * arrows, Home and End; a choice all of them; a button the space bar.
 * @param {Player} player
 */
export function listenToKeys(player) {
  const keys = /** @type {Record<string, () => void>} */ ({
    " ": () => player.toggle(),
    ArrowLeft: () => player.seek(player.time - 1),
    ArrowRight: () => player.seek(player.time + 1),
    ",": () => player.previous(),
    ".": () => player.next(),
    Home: () => player.seek(0),
    End: () => player.seek(Infinity),
    "?": () => one("#keys", HTMLDetailsElement).toggleAttribute("open"),
  });
  one("#player", HTMLElement).addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    event.preventDefault();
    act();
  });
}

/** @param {KeyboardEvent} event */
function isTaken({ key, target }) {
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
  return key === " ";
}
