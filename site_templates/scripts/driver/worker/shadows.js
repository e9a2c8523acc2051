// @ts-check
/**
 * Stand-ins for `fetch` and `WebAssembly`, which shadow the globals inside Pyodide's glue
 * (see builder/runtime/glue.py): the worker has every file already, and compiles the
 * WebAssembly itself.
 */

/**
 * A fetch that knows the standard library and nothing else.
 * @param {Promise<Uint8Array<ArrayBuffer>>} library the zip
 * @returns {(address: string | URL) => Promise<object>}
 */
export function shadowFetch(library) {
  return async (address) => {
    const name = String(address).split("/").pop();
    if (name === "python_stdlib.zip") return { ok: true, arrayBuffer: () => library };
    // Asked for at once, and then only passed on to shadowWebAssembly, which ignores it.
    if (name === "pyodide.asm.wasm") return {};
    throw new TypeError(`nothing is fetched: ${address}`);
  };
}

/**
 * A WebAssembly whose instantiateStreaming takes the module compiled here.
 *
 * Pyodide only logs a failed compile or instantiation, and then waits for ever. Hence
 * `failure`, which never resolves and rejects in that case: race it against the start.
 * @param {Promise<WebAssembly.Module>} compiled
 * @param {(instance: WebAssembly.Instance, imports: WebAssembly.Imports) => unknown} prepare
 *   what has to happen with the instance before the glue sees it
 * @returns {{wasm: typeof WebAssembly, failure: Promise<never>}}
 */
export function shadowWebAssembly(compiled, prepare) {
  /** @type {(reason: unknown) => void} */
  let fail;
  const failure = /** @type {Promise<never>} */ (new Promise((_, reject) => (fail = reject)));
  /**
   * @param {unknown} _response
   * @param {WebAssembly.Imports} imports
   */
  const instantiateStreaming = async (_response, imports) => {
    try {
      const module = await compiled;
      const instance = await WebAssembly.instantiate(module, imports);
      await prepare(instance, imports);
      return { module, instance };
    } catch (error) {
      fail(error);
      return new Promise(() => {});
    }
  };
  const wasm = Object.create(WebAssembly, { instantiateStreaming: { value: instantiateStreaming } });
  return { wasm, failure };
}
