// @ts-check
/** @import { Answer, FromWorker, ReaderFile, ToWorker, Way } from "../messages.js" */
import { UNREAD, plainError } from "../messages.js";
import { compile } from "./compile.js";
import { Inbox, PayloadLost } from "./inbox.js";
import { answerer, startFromImage, startPlainly } from "./python.js";

// Pyodide refuses to run in a classic worker, which it recognises by this function. The
// page needs a classic worker, and nothing here imports a script.
Object.assign(self, { importScripts: undefined });

/** Milliseconds from the first answer until Python is completed. */
const IDLE = 250;

const inbox = new Inbox();
/** @type {(request: string, data?: ReaderFile) => Answer} */
let answer;
/** Requests that may be answered before Python is complete. @type {Set<string>} */
let rehearsed = new Set();
/** Sees that all of Python is there. Calling it again does nothing. */
let complete = () => Promise.resolve();
/** Sees that the files are there, from which a question about a reader's file imports more. The same. */
let placeFiles = () => Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let idle;

self.onmessage = (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  if (data.kind === "payload") inbox.deliver(data.name, data.content);
  else if (data.kind === "start") start(data.way);
  else reply(data.id, data.request, data.data);
};

/** @param {FromWorker} message */
function tell(message) {
  self.postMessage(message);
}

/**
 * Show the page's watchdog that the start goes on.
 * @param {string} stage
 */
function sign(stage) {
  tell({ kind: "alive", stage });
}

/**
 * The worker is of no use any more: the page ends it.
 * @param {unknown} error
 */
function giveUp(error) {
  const code = error instanceof PayloadLost ? "incomplete" : "crashed";
  tell({ kind: "failed", code, error: plainError(error) });
}

/** @param {Way} way */
async function start(way) {
  try {
    const compiled = compile(inbox, "wasm");
    compiled.then(
      () => sign("compiled"),
      () => {},
    );
    const refusal = way === "image" ? await tryImage(compiled) : "asked for";
    await compiled;
    if (refusal) answer = answerer(await startPlainly(inbox, compiled));
    tell({ kind: "ready", way: refusal ? "plain" : "image", reason: refusal });
  } catch (error) {
    giveUp(error);
  }
}

/**
 * Start from the memory image where that works.
 * @param {Promise<WebAssembly.Module>} compiled
 * @returns {Promise<string>} why it does not work here, or "" when it has
 */
async function tryImage(compiled) {
  try {
    const started = await startFromImage(inbox, compiled, sign);
    answer = answerer(started.pyodide);
    rehearsed = new Set(started.rehearsed);
    complete = once(started.complete);
    placeFiles = once(started.placeFiles);
    completeWhenIdle();
    return "";
  } catch (error) {
    return String(error);
  }
}

/**
 * @param {number} id
 * @param {string} request
 * @param {ReaderFile} [data]
 */
async function reply(id, request, data) {
  try {
    if (data) await complete().then(placeFiles);
    // Without the files the engine still answers these; only an import would fail, and none is known.
    else if (!rehearsed.has(request)) await complete().then(() => placeFiles().catch(() => {}));
    tell({ kind: "answer", id, ...answer(request, data) });
    completeWhenIdle();
  } catch (error) {
    // Anything but an exception in Python is Python itself having come to an end.
    if (isPythons(error) || isUnread(error)) tell({ kind: "refused", id, error: plainError(error) });
    else giveUp(error);
  }
}

/** @param {unknown} error */
function isPythons(error) {
  return error instanceof Error && error.name === "PythonError";
}

/** @param {unknown} error */
function isUnread(error) {
  return error instanceof Error && error.name === UNREAD;
}

/** Whatever fails then fails again before the first request that needs it, and is told there. */
function completeWhenIdle() {
  idle ??= setTimeout(() => complete().then(placeFiles).catch(() => {}), IDLE);
}

/**
 * @template T
 * @param {() => Promise<T>} act
 * @returns {() => Promise<T>} does it at the first call; all calls give the same promise
 */
function once(act) {
  /** @type {Promise<T> | undefined} */
  let done;
  return () => (done ??= act());
}
