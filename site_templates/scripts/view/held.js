// @ts-check
/** @import { Labels, Run } from "../types.js" */
import { html } from "./html.js";

/**
 * What the export holds of each input's matter, in a line under the input; what this replay does not use says so.
 */
export const HELD = {
  /** @type {(run: Run, labels: Labels) => import("./html.js").Markup} */
  "held-tools": ({ settings, bundle }, { held }) =>
    html`${bundle.tool_results} ${held.tool_results}${settings.tools !== "recorded" && `, ${held.unused}`}`,
  /** @type {(run: Run, labels: Labels) => import("./html.js").Markup} */
  "held-model": ({ settings, bundle }, { held }) =>
    html`${bundle.model_turns} ${held.model_turns}${settings.model !== "injected" && `, ${held.unused}`}; <code>${bundle.model_version}</code>${settings.model === "latest" && `, ${held.unused}`}`,
  /** @type {(run: Run, labels: Labels) => import("./html.js").Markup} */
  "held-state": ({ settings, bundle }, { held, metrics }) => {
    if (bundle.initial_state) return html`<code>${Object.entries(bundle.initial_state).map((pair) => pair.join(" = ")).join(", ")}</code>`;
    // A session may have had none.
    return settings.state === "included" ? html`${metrics.none}` : html`<b class="lacking">${held.left_out}</b>`;
  },
  /** @type {(run: Run, labels: Labels) => import("./html.js").Markup} */
  "held-email": ({ settings, bundle }) =>
    html`<code class="${settings.email === "clear" && bundle.user.includes("@") ? "alarming" : ""}">${bundle.user}</code>`,
};
