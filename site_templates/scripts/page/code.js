// @ts-check
/** @import { Labels } from "../types.js" */
import { loadJson, one } from "./dom.js";

/**
 * "The code that computed this": the engine's files, put into the page when they are asked for.
 * @param {Labels} labels
 */
export function offerCode(labels) {
  const details = one("#code", HTMLDetailsElement);
  const excuse = () => (one("#code-text", HTMLElement).textContent = labels.proof.no_source);
  details.addEventListener("toggle", () => fill().catch(excuse), { once: true });
}

async function fill() {
  const files = /** @type {Record<string, string>} */ (await loadJson("source"));
  const choice = one("#code-file", HTMLSelectElement);
  choice.replaceChildren(...Object.keys(files).map((name) => new Option(name)));
  const show = () => (one("#code-text", HTMLElement).textContent = files[choice.value]);
  choice.addEventListener("change", show);
  choice.value = "engine/replay/walk.py";
  show();
}
