// @ts-check
/** @import { Inbox } from "./inbox.js" */
import { unpack } from "./pack.js";
import { shadowFetch, shadowWebAssembly } from "./shadows.js";

/** Where the engine and its fixtures lie, side by side, in Python's file system. */
const APP = "/app";
const LIBRARY = "python314.zip";

/**
 * The part of Pyodide that is used here.
 * @typedef {object} Pyodide
 * @property {{writeFile: (path: string, data: Uint8Array) => void,
 *   mkdirTree: (path: string) => void}} FS
 * @property {(code: string) => any} runPython
 * @property {(name: string) => any} pyimport
 */

/** Options for both ways of starting. The addresses are names only. */
export const COMMON_OPTIONS = {
  indexURL: "file:///pyodide/",
  packageBaseUrl: "file:///pyodide/",
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" },
};

/**
 * Start Python in the plain way: run its main function, import the engine.
 * @param {Inbox} inbox
 * @param {Promise<WebAssembly.Module>} compiled
 * @returns {Promise<Pyodide>}
 */
export async function startPlainly(inbox, compiled) {
  const library = libraryZip(inbox);
  const { wasm, failure } = shadowWebAssembly(compiled, (instance) => instance);
  const glue = globalThis.makePyodide(shadowFetch(library), wasm);
  const start = glue.loadPyodide({
    ...COMMON_OPTIONS,
    lockFileContents: glue.lock,
    createPyodideModule: glue.createPyodideModule,
  });
  const pyodide = await Promise.race([start, failure]);
  await putEngine(pyodide, inbox);
  pyodide.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  return pyodide;
}

/**
 * The standard library, out of its payload. Rejects when there is none or it is damaged.
 * @param {Inbox} inbox
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function libraryZip(inbox) {
  const zip = await inbox.bytes("library");
  if (!zip) throw new Error("the page carries no library");
  return zip;
}

/**
 * Put the engine's files where its own code expects them.
 * @param {Pyodide} pyodide
 * @param {Inbox} inbox
 */
export async function putEngine({ FS }, inbox) {
  const packed = await inbox.bytes("engine");
  if (!packed) throw new Error("the page carries no engine");
  for (const [path, bytes] of unpack(packed)) {
    const target = `${APP}/${path}`;
    FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
    FS.writeFile(target, bytes);
  }
}

/**
 * The engine's one entry point.
 * @param {Pyodide} pyodide
 * @returns {(request: string) => string}
 */
export function answerer(pyodide) {
  return pyodide.pyimport("engine.service").answer;
}

/** @param {Pyodide} pyodide @param {Uint8Array} zip */
export function putLibrary({ FS }, zip) {
  FS.writeFile(`/lib/${LIBRARY}`, zip);
}
