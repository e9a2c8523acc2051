// @ts-check
import { loadJson, one } from "./dom.js";

/** "The code that computed this": the engine's files, put into the page when they are asked for. */
export function offerCode() {
  const details = one("#code", HTMLDetailsElement);
  details.addEventListener("toggle", fill, { once: true });
}

async function fill() {
  const files = /** @type {Record<string, string>} */ (await loadJson("source"));
  const choice = one("#code-file", HTMLSelectElement);
  choice.replaceChildren(...Object.keys(files).map((name) => new Option(name)));
  const show = () => (one("#code-text", HTMLElement).textContent = files[choice.value]);
  choice.addEventListener("change", show);
  choice.value = "engine/replay.py";
  show();
}
