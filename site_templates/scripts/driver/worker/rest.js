// @ts-check

/** The name under which the rest imports what the first part exports: builder/runtime/wasm/split.py. */
const FIRST = "first";

/**
 * Add the functions of Pyodide's WebAssembly that a start from the image does not call. They fill the first part's table
 * themselves.
 * @param {Promise<WebAssembly.Module>} rest
 * @param {WebAssembly.Instance} first
 * @param {WebAssembly.Imports} imports those of the first part
 */
export async function addRest(rest, first, imports) {
  await WebAssembly.instantiate(await rest, { ...imports, [FIRST]: first.exports });
}
