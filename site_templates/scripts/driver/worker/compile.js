// @ts-check
/** @import { Inbox } from "./inbox.js" */

/**
 * Compile a part of Pyodide's WebAssembly. The browser does so in other threads, and meanwhile this one prepares the glue
 * and decodes the image.
 * @param {Inbox} inbox
 * @param {"wasm" | "rest"} name
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(inbox, name) {
  return WebAssembly.compile(await inbox.bytes(name));
}
