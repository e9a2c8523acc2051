// @ts-check
/**
 * The build's entry: standard input is `{run, labels, context, declared}`, standard output each panel's markup by name.
 * The page renders later runs with the very same functions.
 */
import { readFileSync, writeSync } from "node:fs";
import { declare } from "./core/declared.js";
import { PANELS } from "./view/panels.js";

const { run, labels, context, declared } = JSON.parse(readFileSync(0, "utf-8"));
declare(declared);
const panels = Object.entries(PANELS).map(([name, render]) => [name, String(render(run, labels, context))]);
writeSync(1, JSON.stringify(Object.fromEntries(panels)));
