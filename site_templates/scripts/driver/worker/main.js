// @ts-check
/** @import { FromWorker, ToWorker, Way } from "../messages.js" */
import { plainError } from "../messages.js";
import { compilePyodide } from "./compile.js";
import { Inbox } from "./inbox.js";
import { answerer, startPlainly } from "./python.js";

// Pyodide refuses to run in a classic worker, which it recognises by this function. The
// page needs a classic worker, and nothing here imports a script.
Object.assign(self, { importScripts: undefined });

const inbox = new Inbox();
/** @type {(request: string) => string} */
let answer;

self.onmessage = (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  if (data.kind === "payload") inbox.deliver(data.name, data.content);
  else if (data.kind === "start") start(data.way);
  else reply(data.id, data.request);
};

/** @param {FromWorker} message */
function tell(message) {
  self.postMessage(message);
}

/** @param {Way} way */
async function start(way) {
  try {
    const compiled = compilePyodide(inbox);
    compiled.then(() => tell({ kind: "alive", stage: "compiled" }), () => {});
    answer = answerer(await startPlainly(inbox, compiled));
    tell({ kind: "ready", way: "plain", reason: "" });
  } catch (error) {
    tell({ kind: "failed", code: "crashed", error: plainError(error) });
  }
}

/**
 * @param {number} id
 * @param {string} request
 */
function reply(id, request) {
  try {
    tell({ kind: "answer", id, text: answer(request) });
  } catch (error) {
    tell({ kind: "refused", id, error: plainError(error) });
  }
}
