// @ts-check
/** @import { Step } from "../types.js" */
import { html, Markup } from "./html.js";

/** Small drawings of where an answer comes from, on a grid of 16. */
const PATHS = {
  live: "M3.5 12.5 12 4M5.5 4H12v6.5",
  regenerated: "M12.5 8a4.5 4.5 0 1 1-1.4-3.3M12.8 2.2v3h-3",
  export: "M2.5 5.5 8 2.8l5.5 2.7v5L8 13.2l-5.5-2.7zM2.5 5.5 8 8.2l5.5-2.7M8 8.2v5",
  injected: "M8 2v7M5 6.2 8 9.2l3-3M2.8 9v4h10.4V9",
};

/**
 * The drawing of a source; the words stand beside it or are read out.
 * @param {Step["source"]} source
 */
export function sourceIcon(source) {
  return html`<svg class="icon icon-${source}" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false"><path d="${new Markup(PATHS[source])}" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`;
}
