// @ts-check
/** @import { Labels, Run, Summary } from "../types.js" */
import { account } from "./account.js";
import { bundle } from "./bundle.js";
import { map } from "./map.js";
import { metrics } from "./metrics.js";
import { table } from "./table.js";
import { tapes } from "./tapes.js";
import { trace } from "./trace.js";
import { ways } from "./ways.js";

/**
 * Every panel that shows a run. The build renders them for the opening run, the page again for later ones: an element
 * with `data-panel="NAME"` holds what the function of that name gives. The third argument is the map of all set-ups.
 * @type {Record<string, (run: Run, labels: Labels, all: Summary[]) => import("./html.js").Markup>}
 */
export const PANELS = { account, bundle, map, metrics, table, tapes, trace, ways };
