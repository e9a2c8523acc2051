// @ts-check
/** @import { Inbox } from "./inbox.js" */

/**
 * Compile Pyodide's WebAssembly while it is still being inflated.
 *
 * A Response of our own making is no request, so no content policy minds it.
 * @param {Inbox} inbox
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compilePyodide(inbox) {
  const stream = await inbox.stream("wasm");
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(stream, { headers }));
}
