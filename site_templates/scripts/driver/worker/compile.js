// @ts-check
/** @import { Inbox } from "./inbox.js" */

/**
 * Compile Pyodide's WebAssembly. The browser does so in other threads, and meanwhile this
 * one prepares the glue and decodes the image.
 * @param {Inbox} inbox
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compilePyodide(inbox) {
  return WebAssembly.compile(await inbox.bytes("wasm"));
}
