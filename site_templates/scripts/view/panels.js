// @ts-check
/** @import { Context, Labels, Run } from "../types.js" */
import { HELD } from "./held.js";
import { ledger } from "./ledger.js";
import { map } from "./map.js";
import { marks } from "./marks.js";
import { metrics } from "./metrics.js";
import { proof } from "./proof.js";
import { table } from "./table.js";
import { tapes } from "./tapes.js";
import { trace } from "./trace.js";
import { question, ways } from "./ways.js";

/**
 * Every panel that shows a run. The build renders them for the opening run, the page again for later ones: an element
 * with `data-panel="NAME"` holds what the function of that name gives.
 * @type {Record<string, (run: Run, labels: Labels, context: Context) => import("./html.js").Markup>}
 */
export const PANELS = { ...HELD, ledger, map, marks, metrics, proof, table, tapes, trace, ways, "ways-question": question };
