// @ts-check
/** @import { Labels, Run } from "../types.js" */
import { metrics } from "./metrics.js";
import { table } from "./table.js";
import { trace } from "./trace.js";

/**
 * Every panel that shows a run. The build renders them for the opening run, the page again for later ones: an element
 * with `data-panel="NAME"` holds what the function of that name gives.
 * @type {Record<string, (run: Run, labels: Labels) => import("./html.js").Markup>}
 */
export const PANELS = { metrics, trace, table };
